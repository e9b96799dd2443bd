/** Days of a range that fail: which failures end the whole range, and which are each day's own. */
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  type AttendanceDay,
  createAttendanceClient,
  type RangeProgress,
  summaryByStudent,
} from '../../../../shared/client/index.ts'

const GROUP = { unitId: 1, yearId: 2026, groupName: '1A' }
const SEPTEMBER = { ...GROUP, from: '2026-09-01', to: '2026-09-30' }
const ONE_BY_ONE = { parallel: 1 }

const list = () => Response.json([])
const refused = (status: number) => () => new Response(null, { status })
const silent = () => {
  throw new TypeError('fetch failed')
}

/** A client whose calls are answered here, by the day and the number of the call from 1. */
function clientOf(
  answer: (day: string, call: number, signal?: AbortSignal | null) => unknown,
  limits: { timeoutMs?: number } = {},
) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const day = `${input}`.slice(-10)
    return (await answer(day, asked.push(day), init?.signal)) as Response
  }
  const options = { syncUrl: 'http://sync.example', appId: 'app', accessKey: 'k', ...limits, fetch }
  return { client: createAttendanceClient(options), asked }
}
const codes = (days: AttendanceDay[]) => days.map(({ error }) => error?.code)

describe('a range', () => {
  it('in which every day fails with an error of the service has each day’s own', async () => {
    const { client, asked } = clientOf(refused(500))
    const days = await client.attendanceRange(SEPTEMBER)
    expect(asked).toHaveLength(30)
    expect(codes(days)).toEqual(Array(30).fill('STATUS'))
  })

  it('of a few silent days has each day’s own silence: the service may be back for the next', async () => {
    const { client } = clientOf(silent)
    const days = await client.attendanceRange({ ...SEPTEMBER, to: '2026-09-03' })
    expect(codes(days)).toEqual(Array(3).fill('UNREACHABLE'))
  })

  it.each([
    ['is silent', silent, refused(404)],
    ['is refused', refused(403), refused(404)],
    ['is unknown', refused(404), refused(500)],
  ])(
    'whose first day %s and whose others fail in another way has the error of each',
    async (_, first, others) => {
      const { client } = clientOf(day => (day === SEPTEMBER.from ? first() : others()))
      const days = await client.attendanceRange({ ...SEPTEMBER, to: '2026-09-03' }, ONE_BY_ONE)
      const [own, second, third] = codes(days)
      expect(second).toBe(third)
      expect(own).not.toBe(second)
    },
  )

  it('goes on while the days fail now in one way and now in another', async () => {
    const { client, asked } = clientOf((_day, call) => (call % 2 ? refused(403)() : silent()))
    await client.attendanceRange(SEPTEMBER, ONE_BY_ONE)
    expect(asked).toHaveLength(30)
  })

  it('of a service that lets every call run out of time ends after eight days', async () => {
    const { client, asked } = clientOf(
      (_day, _call, signal) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      { timeoutMs: 1 },
    )
    await expect(client.attendanceRange(SEPTEMBER, ONE_BY_ONE)).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(asked).toHaveLength(8)
  })

  it('of a group that is known on one day goes on past however many days without a list', async () => {
    const { client } = clientOf((day, call) => (call === 1 || day > '2026-11-30' ? list() : refused(404)()))
    const days = await client.attendanceRange({ ...SEPTEMBER, to: '2026-12-01' }, ONE_BY_ONE)
    expect(days.map(({ list }) => list !== undefined)).toEqual([true, ...Array(90).fill(false), true])
  })

  it('tells how many of its days have no list, and counts none of them for a student', async () => {
    const student = { _id: 20, refNo: 'S20', firstName: 'Bo', lastName: 'Example', imageUrl: '' }
    const { client } = clientOf((_day, call) => (call === 2 ? Response.json([student]) : refused(500)()))
    const told: RangeProgress[] = []
    const days = await client.attendanceRange(
      { ...SEPTEMBER, to: '2026-09-03' },
      { ...ONE_BY_ONE, onProgress: one => told.push(one) },
    )
    expect(told.map(({ failed }) => failed)).toEqual([1, 1, 2])
    expect(summaryByStudent(days)).toEqual([{ student, sums: expect.objectContaining({ noRecord: 0 }) }])
  })

  it('fails with the mistake of a fetch that answers nothing, which is no day’s result', async () => {
    const { client } = clientOf(() => undefined)
    await expect(client.attendanceRange(SEPTEMBER)).rejects.toThrow(TypeError)
  })

  it('whose calls are refused at the same time rests once for all of them', async () => {
    const { promise: bothAsked, resolve } = Promise.withResolvers<void>()
    const { client } = clientOf(async (_day, call) => {
      if (call === 2) resolve()
      if (call > 2) return list()
      await bothAsked
      return new Response(null, { status: 429, headers: { 'retry-after': '20' } })
    })
    const pauses: number[] = []
    const told: number[] = []
    const days = await client.attendanceRange(
      { ...SEPTEMBER, to: '2026-09-02' },
      {
        // As long as the service asks for is not too long.
        longestWaitMs: 20_000,
        onProgress: ({ waitMs }) => void (waitMs > 0 && told.push(waitMs)),
        async pause(milliseconds) {
          pauses.push(milliseconds)
          await setImmediate()
        },
      },
    )
    expect(days.every(({ list }) => list)).toBe(true)
    expect([pauses, told]).toEqual([[20_000], [20_000]])
  })

  it('that is cancelled tells of no day and no wait after that', async () => {
    for (const last of [list, refused(429)]) {
      const cancel = new AbortController()
      const { client } = clientOf((_day, call) => {
        if (call < 3) return list()
        cancel.abort()
        return last()
      })
      const told: RangeProgress[] = []
      const call = client.attendanceRange(SEPTEMBER, {
        ...ONE_BY_ONE,
        signal: cancel.signal,
        onProgress: one => told.push(one),
      })
      await expect(call).rejects.toMatchObject({ code: 'ABORTED' })
      expect(told.map(({ done, waitMs }) => [done, waitMs])).toEqual([
        [1, 0],
        [2, 0],
      ])
    }
  })
})

describe('a message about a range that cannot be asked for', () => {
  it('names the group’s address', async () => {
    const { client, asked } = clientOf(list)
    const address = 'http://sync.example/units/1/years/2026/groups/1A'
    const noDay = { address, message: expect.stringContaining(`${address}: "today" does not have the form`) }
    await expect(client.attendanceRange({ ...SEPTEMBER, from: 'today' })).rejects.toMatchObject(noDay)
    await expect(client.attendanceList({ ...GROUP, date: 'today' })).rejects.toMatchObject(noDay)
    expect(asked).toEqual([])
  })

  it.each([7, undefined, null])('says that %j is no name of a group', async groupName => {
    const { client } = clientOf(list)
    const call = Reflect.apply(client.attendanceRange, client, [{ ...SEPTEMBER, groupName }])
    await expect(call).rejects.toThrow('groupName must be a text of whole characters that is not empty')
  })
})

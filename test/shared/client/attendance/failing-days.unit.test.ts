/** Days of a range that fail: which failures end the whole range, and which are each day's own. */
import { describe, expect, it } from 'vitest'
import { type AttendanceDay, type RangeProgress, summaryByStudent } from '../../../../shared/client/index.ts'
import { clientOf, list, refused, SEPTEMBER, silent } from './scripted-client.ts'

const ONE_BY_ONE = { parallel: 1 }

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

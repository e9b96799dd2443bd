/** The attendance client against the reference service, well and with the faults of its laboratory. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Fault, type StartedService, startService, type When } from '../../../../console/index.ts'
import {
  type AttendanceClient,
  type AttendanceClientOptions,
  AttendanceError,
  type AttendanceNotice,
  changesBetween,
  createAttendanceClient,
  type RangeProgress,
  summaryByStudent,
  summaryOf,
  type WatchOptions,
} from '../../../../shared/client/index.ts'
import { scratch } from '../../../support/scratch.ts'
import { ACCESS_KEY, APP_ID, SMALL_SCHOOL, writeSeed } from '../../../support/small-school.ts'

const ODD_NAME = '2B / Science-Lab 科學 100%'
const ROWING = { unitId: 1, yearId: 2026, groupName: '1A - Rowing' }
const FIRST = { ...ROWING, date: '2026-09-01' }
const WATCHED = { ...ROWING, date: '2026-10-01' }
const TERM = { ...ROWING, from: '2026-09-01', to: '2026-12-18' }
const MONTH = { ...ROWING, from: '2026-09-01', to: '2026-09-30' }

let service: StartedService
beforeAll(async () => {
  using place = scratch()
  const { groups } = SMALL_SCHOOL
  const seed = {
    ...SMALL_SCHOOL,
    groups: [...groups, { unitId: 1, yearId: 2026, groupName: ODD_NAME, students: [21] }],
  }
  service = await startService({ seed: writeSeed(place.folder, seed) })
})
afterAll(() => service.close())

let client: AttendanceClient
beforeEach(() => {
  client = clientWith({})
})
afterEach(() => {
  service.faults.clear()
  service.requests.clear()
})

function clientWith(options: Partial<AttendanceClientOptions>): AttendanceClient {
  return createAttendanceClient({
    syncUrl: service.syncUrl,
    appId: APP_ID,
    accessKey: ACCESS_KEY,
    ...options,
  })
}
const fail = (when: When, fault: Fault) => service.faults.add({ endpoint: 'attendance', when, fault })
/** How many calls came to the service, refused ones included. */
const asked = () => service.requests.list({ limit: 500 }).requests.length

describe('a list', () => {
  it('of a group whose name has a slash, spaces, a hyphen, a percent sign and Chinese', async () => {
    const list = await client.attendanceList({ ...FIRST, groupName: ODD_NAME })
    expect(list.map(({ _id }) => _id)).toEqual([21])
  })

  // Promise: attendance/date
  it.each(['2026-02-30', '20260901', '2026-9-1', 'today', '', '2026-09-01/../02'])(
    'of no day is not asked for: %j',
    async date => {
      const call = client.attendanceList({ ...ROWING, date })
      const isWellWritten = date === '2026-02-30'
      await expect(call).rejects.toThrow(
        isWellWritten ? 'is not a day that exists (YYYY-MM-DD)' : 'does not have the form YYYY-MM-DD',
      )
      await expect(call).rejects.toMatchObject({
        name: 'AttendanceError',
        code: 'BAD_DATE',
        status: undefined,
      })
      expect(asked()).toBe(0)
    },
  )

  it('of a group, a unit or a year that is unknown says where they stand', async () => {
    for (const wrong of [{ groupName: '9Z' }, { unitId: 9 }, { yearId: 1999 }]) {
      const error = await client.attendanceList({ ...FIRST, ...wrong }).catch(error => error)
      expect(error).toBeInstanceOf(AttendanceError)
      expect(error).toMatchObject({ code: 'UNKNOWN_GROUP', status: 404 })
      expect(error.message).toContain(
        `There is no such ${'unitId' in wrong ? 'unit' : 'yearId' in wrong ? 'year' : 'group'}`,
      )
      expect(error.message).toContain('in the school’s console: Settings, School Structures')
      expect(error.message).toContain('as in …/sync')
    }
  })

  it('with numbers or a name that no address holds is the caller’s mistake', async () => {
    for (const wrong of [
      { unitId: 1.5 },
      { yearId: Number.NaN },
      { groupName: '' },
      { groupName: '..' },
      { groupName: '\ud800' },
    ])
      await expect(client.attendanceList({ ...FIRST, ...wrong })).rejects.toThrow(RangeError)
    expect(asked()).toBe(0)
  })

  it('is counted by status', async () => {
    expect(summaryOf(await client.attendanceList(FIRST))).toEqual({
      ...{ students: 3, Present: 1, Late: 1, Unexcused: 0, Excused: 0, EarlyLeave: 0, noRecord: 1 },
    })
  })
})

describe('a range', () => {
  it('has its days in order, never more than four calls at a time', async () => {
    let now = 0
    let most = 0
    const counted: typeof fetch = async (input, init) => {
      now += 1
      most = Math.max(most, now)
      try {
        return await fetch(input, init)
      } finally {
        now -= 1
      }
    }
    const told: RangeProgress[] = []
    const range = clientWith({ fetch: counted }).attendanceRange(MONTH, { onProgress: one => told.push(one) })
    const days = await range
    expect(days).toHaveLength(30)
    expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted())
    expect(days[0]?.list).toEqual(await client.attendanceList(FIRST))
    expect(days.every(({ list }) => list?.length === 3)).toBe(true)
    expect(most).toBe(4)
    expect(told.map(({ done }) => done)).toEqual(days.map((_, index) => index + 1))
    expect(told.at(-1)).toEqual({ done: 30, total: 30, failed: 0, waitMs: 0 })
  })

  it('by student counts no day on which nobody has a record', async () => {
    const days = await client.attendanceRange({ ...ROWING, from: '2026-08-30', to: '2026-09-03' })
    expect(
      summaryByStudent(days).map(({ student, sums }) => [
        student._id,
        sums.noRecord,
        sums.Late,
        sums.Present,
      ]),
    ).toEqual([
      [22, 1, 0, 0],
      [20, 0, 1, 0],
      [21, 0, 0, 1],
    ])
    expect(summaryByStudent(days)[0]?.student).not.toHaveProperty('attendanceEntry')
  })

  it.each<[string, Fault, object]>([
    ['reset', { kind: 'reset' }, { code: 'UNREACHABLE' }],
    ['a page', { kind: 'html', status: 200 }, { code: 'CONTRACT' }],
    ['HTTP 500', { kind: 'status', status: 500 }, { code: 'STATUS', status: 500 }],
    ['too slow', { kind: 'delay', delayMs: 60_000 }, { code: 'TIMEOUT' }],
  ])('a day that fails (%s) names itself and takes no other away', async (_, fault, error) => {
    fail({ calls: 1 }, fault)
    const slow = fault.kind === 'delay'
    let calls = 0
    /** Only the first is cut off when its time is over, however long the machine takes for the others. */
    const firstInTime: typeof fetch = (input, init) =>
      fetch(input, calls++ === 0 ? init : { ...init, signal: null })
    const limits = { timeoutMs: 300, fetch: firstInTime }
    const days = await clientWith(slow ? limits : {}).attendanceRange(
      { ...ROWING, from: '2026-09-01', to: '2026-09-05' },
      { parallel: 1 },
    )
    expect(days.map(({ list }) => list?.length)).toEqual([undefined, 3, 3, 3, 3])
    expect(days[0]).toMatchObject({ date: '2026-09-01', error })
    expect(days[0]?.error?.message).toContain('attendance-lists/2026-09-01')
  })

  // Promise: integrate/client-patience
  it('waits as long as the service says, all calls together, and loses no day by it', async () => {
    fail({ calls: 3 }, { kind: 'status', status: 429, retryAfter: 20 })
    const pauses: number[] = []
    const told: RangeProgress[] = []
    const days = await client.attendanceRange(
      { ...ROWING, from: '2026-09-01', to: '2026-09-10' },
      {
        onProgress: one => told.push(one),
        async pause(milliseconds) {
          pauses.push(milliseconds)
        },
      },
    )
    expect(days.every(({ list }) => list)).toBe(true)
    expect(new Set(pauses)).toEqual(new Set([20_000]))
    expect(pauses.length).toBeLessThanOrEqual(3)
    expect(told.filter(({ waitMs }) => waitMs === 20_000)).toHaveLength(pauses.length)
  })

  it('that is to wait longer than it may ends, with the days that it has', async () => {
    fail({ every: 4 }, { kind: 'status', status: 429, retryAfter: 3_600 })
    const days = await client.attendanceRange(MONTH, {
      parallel: 1,
      pause: async () => expect.fail('it waited'),
    })
    expect(days).toHaveLength(30)
    expect(days.filter(({ list }) => list)).toHaveLength(3)
    expect(days[3]?.error).toMatchObject({ code: 'TOO_MANY', retryAfterSeconds: 3_600 })
    expect(asked()).toBe(4)
  })

  it('with a key that is not let in fails as a whole, and knocks no more than it must', async () => {
    const call = clientWith({ accessKey: 'another' }).attendanceRange(TERM)
    await expect(call).rejects.toMatchObject({ code: 'BAD_KEY', status: 401 })
    expect(asked()).toBeLessThanOrEqual(4)
  })

  it('whose key is revoked half way keeps the days that it has', async () => {
    const { key, keyId } = service.accessKeys.create('for a day')
    const days = await clientWith({ accessKey: key }).attendanceRange(TERM, {
      parallel: 1,
      onProgress: ({ done }) => void (done === 5 && service.accessKeys.revoke(keyId)),
    })
    expect(days.filter(({ list }) => list)).toHaveLength(5)
    expect(days).toHaveLength(109)
    expect(days[5]?.error).toMatchObject({ code: 'BAD_KEY' })
    expect(asked()).toBe(6)
  })

  it('of a service that is not there does not knock for each of its days', async () => {
    let calls = 0
    const nobody: typeof fetch = async () => {
      calls += 1
      throw new TypeError('fetch failed')
    }
    await expect(clientWith({ fetch: nobody }).attendanceRange(TERM)).rejects.toMatchObject({
      code: 'UNREACHABLE',
    })
    expect(calls).toBeLessThan(16)
  })

  it('is cancelled by its signal, also while it waits', async () => {
    const cancel = new AbortController()
    const { signal } = cancel
    const stopped = client.attendanceRange(TERM, {
      signal,
      onProgress: ({ done }) => void (done === 3 && cancel.abort()),
    })
    await expect(stopped).rejects.toMatchObject({ name: 'TransportError', code: 'ABORTED' })
    expect(asked()).toBeLessThan(12)

    fail('until-cleared', { kind: 'status', status: 429, retryAfter: 60 })
    const during = new AbortController()
    const waiting = client.attendanceRange(TERM, {
      signal: during.signal,
      onProgress: ({ waitMs }) => void (waitMs > 0 && during.abort()),
    })
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it.each([
    [{ from: '2026-09-02', to: '2026-09-01' }, 'before it begins'],
    [{ from: '2026-09-01', to: '2027-09-02' }, 'has 367 days, the limit is 366'],
    [{ from: '2026-02-30', to: '2026-03-01' }, '"2026-02-30" is not a day'],
    [{ from: '2026-03-01', to: 'now' }, '"now" does not have the form'],
  ])('that cannot be is not asked for: %j', async (range, reason) => {
    const call = client.attendanceRange({ ...ROWING, ...range })
    await expect(call).rejects.toMatchObject({ code: 'BAD_DATE', status: undefined })
    await expect(call).rejects.toThrow(reason)
    expect(asked()).toBe(0)
  })
})

describe('watching a day', () => {
  /** So many notices; between two questions the service's day is changed. */
  async function watch(notices: number, steps: (() => void)[], options: WatchOptions = {}) {
    const taken: AttendanceNotice[] = []
    const pauses: number[] = []
    const watching = client.watchAttendance(WATCHED, {
      intervalMs: 5_000,
      random: () => 1,
      async pause(milliseconds) {
        pauses.push(milliseconds)
        steps.shift()?.()
      },
      ...options,
    })
    for await (const notice of watching) {
      taken.push(notice)
      if (taken.length === notices) break
    }
    return { taken, pauses }
  }
  const record = { userId: 22, date: WATCHED.date, entryDate: '2026-10-01T01:00:00Z', note: '' } as const

  it('gives the list first, then who was recorded and changed, and nothing while nothing happens', async () => {
    const { taken, pauses } = await watch(3, [
      () => {},
      () => void service.attendance.put({ ...record, status: 'Excused', note: '病假' }),
      () => {},
      () => void service.attendance.put({ ...record, status: 'EarlyLeave', note: '=x' }),
    ])
    expect(taken[0]).toEqual({ list: expect.any(Array), changes: [] })
    expect(taken[1]?.changes).toMatchObject([
      { kind: 'recorded', student: { _id: 22 }, to: { status: 'Excused', note: '病假' } },
    ])
    expect(taken[1]?.changes[0]?.from).toBeUndefined()
    expect(taken[2]?.changes).toMatchObject([
      { kind: 'changed', from: { status: 'Excused' }, to: { status: 'EarlyLeave' } },
    ])
    expect(pauses).toEqual([5_000, 5_000, 5_000, 5_000])
  })

  it('sees a record taken back, and who joins and leaves the group', async () => {
    const { structures, register } = service.school
    const { groupId = 0 } = structures.groups().find(({ groupName }) => groupName === ROWING.groupName) ?? {}
    service.attendance.put({ ...record, status: 'Late' })
    const { taken } = await watch(3, [
      () => void register.clear(22, WATCHED.date),
      () => void structures.setStudents(groupId, [20, 22]),
    ])
    expect(taken[1]?.changes).toMatchObject([
      { kind: 'cleared', student: { _id: 22 }, from: { status: 'Late' } },
    ])
    expect(taken[2]?.changes).toMatchObject([{ kind: 'left', student: { _id: 21, firstName: 'Ondine' } }])
    const { taken: back } = await watch(2, [() => void structures.setStudents(groupId, [22, 20, 21])])
    expect(back[1]?.changes).toMatchObject([{ kind: 'joined', student: { _id: 21 } }])
  })

  it('waits out a service that is down or has too much to do, ever longer, or as long as it says', async () => {
    fail({ calls: 1 }, { kind: 'reset' })
    fail({ calls: 1 }, { kind: 'status', status: 503 })
    fail({ calls: 1 }, { kind: 'html', status: 502 })
    fail({ calls: 1 }, { kind: 'status', status: 429, retryAfter: 40 })
    const failures: string[] = []
    const { taken, pauses } = await watch(1, [], {
      onFailure: ({ code }, waitMs) => failures.push(`${code} ${waitMs}`),
    })
    expect(taken).toHaveLength(1)
    expect(pauses).toEqual([1_000, 2_000, 4_000, 41_000])
    expect(failures).toEqual(['UNREACHABLE 1000', 'STATUS 2000', 'STATUS 4000', 'TOO_MANY 41000'])
  })

  it('ends with BAD_KEY when its key is revoked', async () => {
    const { key, keyId } = service.accessKeys.create('for a while')
    client = clientWith({ accessKey: key })
    const seen: number[] = []
    const watching = async () => {
      for await (const { list } of client.watchAttendance(WATCHED, {
        pause: async () => void service.accessKeys.revoke(keyId),
      }))
        seen.push(list.length)
    }
    await expect(watching()).rejects.toMatchObject({ name: 'AttendanceError', code: 'BAD_KEY', status: 401 })
    expect(seen).toEqual([3])
  })

  it('of a group that is unknown, or of no day, ends at once', async () => {
    const first = (query: object) => client.watchAttendance({ ...WATCHED, ...query }).next()
    await expect(first({ groupName: 'nobody' })).rejects.toMatchObject({ code: 'UNKNOWN_GROUP' })
    await expect(first({ date: '2026-02-30' })).rejects.toMatchObject({ code: 'BAD_DATE' })
  })

  it('is ended by its signal, without an error', async () => {
    const end = new AbortController()
    const { taken } = await watch(9, [() => end.abort()], { signal: end.signal })
    expect(taken).toHaveLength(1)
    await expect(client.watchAttendance(WATCHED, { signal: AbortSignal.abort() }).next()).resolves.toEqual({
      done: true,
      value: undefined,
    })
  })
})

it('a record told in other words is no change: fields in another order, an empty note left out', () => {
  const student = { _id: 1, refNo: 'S1', firstName: 'Bo', lastName: 'Example', imageUrl: '' }
  const entry = { _id: 2, status: 'Late', user: 1, entryDate: '2026-09-01T00:00:00Z' } as const
  const approvedBy = { _id: 3, firstName: 'Isaura', lastName: 'Penhallow' }
  const other = { entryDate: entry.entryDate, user: 1, _id: 2, note: '', status: 'Late' } as const
  const before = [{ ...student, attendanceEntry: entry }]
  expect(changesBetween(before, [{ ...student, imageUrl: 'x', attendanceEntry: other }])).toEqual([])
  expect(changesBetween(before, [{ ...student, attendanceEntry: { ...entry, approvedBy } }])).toMatchObject([
    { kind: 'changed', to: { approvedBy } },
  ])
})

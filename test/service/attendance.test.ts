import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AttendanceQuery, createAttendanceClient } from '../../shared/client/index.ts'
import { AttendanceList } from '../../shared/contract/index.ts'
import { rawRequest } from '../support/raw-request.ts'
import { ACCESS_KEY, APP_ID, type SmallSchool, startSmallSchool } from '../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

const ROWING = { unitId: 1, yearId: 2026, groupName: '1A - Rowing', date: '2026-09-01' }
const KEYS = { 'x-app-id': APP_ID, 'x-access-key': ACCESS_KEY }

function list(query: Partial<AttendanceQuery> = {}) {
  const { syncUrl } = school.addresses
  const client = createAttendanceClient({ syncUrl, appId: APP_ID, accessKey: ACCESS_KEY })
  return client.attendanceList({ ...ROWING, ...query })
}

const ask = (path: string, headers: Record<string, string> = KEYS) =>
  rawRequest(school.addresses.base, `/sync/${path}`, { headers })

describe('an attendance list', () => {
  // Promise: attendance/path, attendance/array, attendance/item, attendance/record
  it('is a bare array, one item a student in the order of the group, never kept', async () => {
    const answer = await ask('units/1/years/2026/groups/1A%20-%20Rowing/attendance-lists/2026-09-01')
    const body: unknown = JSON.parse(answer.body.toString())
    expect(Check(AttendanceList, body)).toBe(true)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(body).toEqual([
      {
        _id: 22,
        refNo: 'LW-22',
        firstName: 'Perrin',
        lastName: 'Saltmarsh',
        imageUrl: `${school.addresses.base}/media/avatar.svg`,
      },
      {
        _id: 20,
        refNo: 'LW-20',
        firstName: 'Tobiah',
        lastName: 'Quillfeather',
        imageUrl: expect.stringMatching(/\/media\/[0-9a-f]{64}\/small\.png$/),
        attendanceEntry: {
          _id: 1,
          status: 'Late',
          user: 20,
          entryDate: '2026-09-01T00:41:00Z',
          note: 'Ferry delayed',
          approvedBy: { _id: 30, firstName: 'Isaura', lastName: 'Penhallow' },
          approvedAt: '2026-09-01T02:00:00Z',
        },
      },
      expect.objectContaining({
        _id: 21,
        attendanceEntry: { _id: 2, status: 'Present', user: 21, entryDate: '2026-09-01T00:10:00Z', note: '' },
      }),
    ])
  })

  // Promise: attendance/avatar
  it('shows every student with a picture that answers', async () => {
    for (const { imageUrl } of await list()) {
      const picture = await fetch(imageUrl)
      expect(picture.status).toBe(200)
      expect(picture.headers.get('content-type')).toMatch(/^image\//)
    }
  })

  // Promise: silent/no-record
  it('of a day without records has every student and no entry', async () => {
    const items = await list({ date: '2028-02-29' })
    expect(items).toHaveLength(3)
    expect(items.filter(item => item.attendanceEntry)).toEqual([])
  })

  // Promise: attendance/group
  it.each([
    ['2B/Choir & Strings', 1, [20]],
    ['100% Science?', 1, [21]],
    ['晨星班', 2, []],
  ])('is found for a group named %s', async (groupName, unitId, students) => {
    expect((await list({ groupName, unitId })).map(item => item._id)).toEqual(students)
  })

  it('follows what is recorded, and a change of it keeps the entry’s identifier', async () => {
    const record = { userId: 22, date: '2026-09-02', entryDate: '2026-09-02T00:00:00Z', note: '' }
    const entryId = school.service.attendance.put({ ...record, status: 'Unexcused' })
    expect(school.service.attendance.put({ ...record, status: 'Excused', approvedBy: 30 })).toBe(entryId)
    const [perrin] = await list({ date: '2026-09-02' })
    expect(perrin?.attendanceEntry).toMatchObject({
      _id: entryId,
      status: 'Excused',
      approvedBy: { _id: 30 },
    })
  })

  // Promise: attendance/statuses
  it('cannot be given a record that is none', () => {
    const record = { userId: 22, date: '2026-09-02', entryDate: '2026-09-02T00:00:00Z', note: '' } as const
    const put = (change: object) => () =>
      school.service.attendance.put({ ...record, status: 'Present', ...change })
    expect(put({ userId: 99 })).toThrow('/userId 99 names no user')
    expect(put({ date: '2026-02-30' })).toThrow('/date must be a day that exists')
    expect(put({ entryDate: 'today' })).toThrow('/entryDate must be an ISO 8601 time')
    expect(put({ approvedBy: 98 })).toThrow('/approvedBy 98 names no user')
    expect(put({ status: 'Asleep' })).toThrow('/status')
  })
})

describe('the attendance API refuses', () => {
  const path = 'units/1/years/2026/groups/1A%20-%20Rowing/attendance-lists/2026-09-01'

  // Promise: silent/problems, attendance/key
  it('a missing or wrong key, a missing or wrong app, with one and the same 401', async () => {
    const attempts: Record<string, string>[] = [
      {},
      { 'x-app-id': APP_ID },
      { 'x-access-key': ACCESS_KEY },
      { ...KEYS, 'x-access-key': 'wrong' },
      { ...KEYS, 'x-access-key': '' },
      { ...KEYS, 'x-app-id': 'other-school' },
    ]
    const answers = await Promise.all(attempts.map(headers => ask(path, headers)))
    expect(answers.map(({ status }) => status)).toEqual(attempts.map(() => 401))
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
    expect(answers[0]?.headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(answers[0]?.body.toString() ?? '')).toMatchObject({
      status: 401,
      title: 'Unauthorized',
    })
  })

  it('whoever has no key, before it says what exists', async () => {
    for (const other of [path.replace('units/1', 'units/9'), path.replace('2026-09-01', 'today')])
      expect((await ask(other, {})).status).toBe(401)
  })

  // Promise: attendance/numbers, attendance/date
  it.each([
    ['unitId', path.replace('units/1', 'units/one')],
    ['unitId', path.replace('units/1', 'units/99999999999999999999')],
    ['yearId', path.replace('years/2026', 'years/02026')],
    ['date', path.replace('2026-09-01', '2026-02-30')],
    ['date', path.replace('2026-09-01', '20260901')],
    ['date', path.replace('2026-09-01', '2026-09-01T00:00')],
  ])('a %s that cannot be: %s', async (parameter, bad) => {
    const { status, headers, body } = await ask(bad)
    expect(status).toBe(400)
    expect(headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(body.toString()).detail).toMatch(new RegExp(`^${parameter} must be`))
  })

  it.each([
    ['unit', path.replace('units/1', 'units/9')],
    ['year', path.replace('years/2026', 'years/1999')],
    ['group', path.replace('1A%20-%20Rowing', '1a%20-%20rowing')],
    ['group', path.replace('units/1', 'units/2')],
    ['group', path.replace('years/2026', 'years/2025')],
    ['group', path.replace('1A%20-%20Rowing', '100%2525%20Science%3F')],
    ['group', path.replace('1A%20-%20Rowing', 'x'.repeat(900))],
  ])('a %s that there is not: %s', async (what, unknown) => {
    const { status, headers, body } = await ask(unknown)
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(body.toString())).toMatchObject({
      title: 'Not Found',
      detail: `There is no such ${what}`,
    })
  })

  it('an address that cannot be decoded, as a problem too', async () => {
    const { status, headers } = await ask(path.replace('1A', '%E0%A4%A'))
    expect(status).toBe(400)
    expect(headers['content-type']).toBe('application/problem+json')
  })
})

describe('access keys', () => {
  it('are created in the clear once, work at once, and no longer when revoked', async () => {
    const { keyId, key } = school.service.accessKeys.create('library')
    expect(key).toMatch(/^[\w-]{43}$/)
    const path = 'units/2/years/2026/groups/%E6%99%A8%E6%98%9F%E7%8F%AD/attendance-lists/2026-09-01'
    const tryKey = async () => (await ask(path, { ...KEYS, 'x-access-key': key })).status
    expect(await tryKey()).toBe(200)
    expect(school.service.accessKeys.revoke(keyId)).toBe(true)
    expect(await tryKey()).toBe(401)
    expect(school.service.accessKeys.revoke(keyId)).toBe(false)
    expect((await ask(path)).status).toBe(200)
  })
})

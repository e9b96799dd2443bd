import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAttendanceClient, createSessionClient, TransportError } from '../../../shared/client/index.ts'
import { endpoint } from '../../../shared/client/request.ts'
import { body, json, type Script, startUpstream } from '../../support/scripted-upstream.ts'

const student = { _id: 7, refNo: 'S7', firstName: 'Bo', lastName: 'Example', imageUrl: '' }
const record = { _id: 9, status: 'Late', user: 7, entryDate: '2026-09-01T00:10:00.000Z' }
const user = {
  userId: 7,
  appId: 'app',
  createdAt: '2026-09-01T00:00:00.000Z',
  expireAt: '2026-09-02T00:00:00.000Z',
  firstName: 'Bo',
  lastName: 'Example',
  fullName: 'Bo Example',
  chineseName: '',
  refNo: 'S7',
  email: 'bo@school.example',
  imageUrl: '',
  role: 'Student',
}
const approver = (_id: number) => ({ _id, firstName: 'Isaura', lastName: 'Penhallow' })
const LOSES_DIGITS = /must be at (?:most|least) -?9007199254740991: .*lose digits.*use smaller/
const day = { unitId: 1, yearId: 2026, groupName: '1A - Rowing', date: '2026-09-01' }

/** One call of each kind to a server that answers like this. */
async function listFrom(script: Script) {
  await using upstream = await startUpstream(script)
  const options = { syncUrl: upstream.url, appId: 'app', accessKey: 'secret-key' }
  return await createAttendanceClient(options).attendanceList(day)
}
async function userFrom(script: Script) {
  await using upstream = await startUpstream(script)
  return await createSessionClient({ sessionUrl: upstream.url, appId: 'app' }).resolve('secret-token')
}

describe('attendance lists', () => {
  // Promise: attendance/path, attendance/headers
  it('are asked for with the key in its header only, the group name encoded', async () => {
    await using upstream = await startUpstream(json([]))
    const client = createAttendanceClient({
      syncUrl: `${upstream.url}/sync`,
      appId: 'app',
      accessKey: 'secret-key',
    })
    await client.attendanceList(day)
    await client.attendanceList({ ...day, groupName: '中一/甲 100%' })
    expect(upstream.requests.map(request => request.url)).toEqual([
      '/sync/units/1/years/2026/groups/1A%20-%20Rowing/attendance-lists/2026-09-01',
      '/sync/units/1/years/2026/groups/%E4%B8%AD%E4%B8%80%2F%E7%94%B2%20100%25/attendance-lists/2026-09-01',
    ])
    expect(upstream.requests[0]?.headers).toMatchObject({
      'x-app-id': 'app',
      'x-access-key': 'secret-key',
      'content-type': 'application/json',
    })
  })

  // Promise: silent/no-record
  it.each([undefined, null, {}])('a student without a record may have attendanceEntry %j', async absent => {
    expect(await listFrom(json([{ ...student, attendanceEntry: absent }]))).toEqual([student])
  })

  it('a record is given as it is', async () => {
    const lists = [record, { ...record, entryDate: '2026-09-01T08:10+08:00' }].map(attendanceEntry => [
      { ...student, attendanceEntry },
    ])
    for (const list of lists) expect(await listFrom(json(list))).toEqual(list)
  })

  // Promise: attendance/own-record
  it.each([
    ['of an unknown status', { status: 'Asleep' }, '/1/attendanceEntry/status'],
    ['of another student', { user: 999 }, '/1/attendanceEntry/user'],
    ['of no time', { entryDate: 'yesterday' }, '/1/attendanceEntry/entryDate'],
    ['of a time without a zone', { entryDate: '2026-09-01T00:10:00' }, '/1/attendanceEntry/entryDate'],
    ['of a day that does not exist', { entryDate: '2026-02-30T00:10:00Z' }, '/1/attendanceEntry/entryDate'],
  ])('a record %s is a contract error: nobody is shown what is not theirs', async (_, wrong, path) => {
    const list = [student, { ...student, attendanceEntry: { ...record, ...wrong } }]
    await expect(listFrom(json(list))).rejects.toMatchObject({ code: 'CONTRACT', path })
  })

  // Promise: silent/large-numbers
  it.each([
    ['/1/_id', { _id: 2 ** 53 }],
    ['/1/attendanceEntry/_id', { attendanceEntry: { ...record, _id: 1e300 } }],
    ['/1/attendanceEntry/user', { _id: -(2 ** 53), attendanceEntry: { ...record, user: -(2 ** 53) } }],
    ['/1/attendanceEntry/approvedBy/_id', { attendanceEntry: { ...record, approvedBy: approver(2 ** 53) } }],
  ])(
    'a number at %s that has lost digits is a contract error: it could be another child’s',
    async (path, wrong) => {
      const call = listFrom(json([student, { ...student, ...wrong }]))
      await expect(call).rejects.toMatchObject({ code: 'CONTRACT', path })
      await expect(call).rejects.toThrow(LOSES_DIGITS)
    },
  )

  it.each([
    [400, 'BAD_DATE'],
    [401, 'BAD_KEY'],
    [403, 'BAD_KEY'],
    [404, 'UNKNOWN_GROUP'],
    [429, 'TOO_MANY'],
    [422, 'STATUS'],
    [500, 'STATUS'],
  ])(
    'a refusal with HTTP %i keeps its status and its reason, and no key; its code is %s',
    async (status, code) => {
      const call = listFrom(json({ status, title: 'No', detail: 'group is unknown' }, status))
      await expect(call).rejects.toBeInstanceOf(TransportError)
      await expect(call).rejects.toMatchObject({ code, status })
      await expect(call).rejects.toThrow('group is unknown')
      expect(await call.catch(String)).not.toContain('secret-key')
    },
  )

  it('a refusal that is no JSON keeps its status', async () => {
    const call = listFrom(body('Forbidden', 'text/plain', 403))
    await expect(call).rejects.toMatchObject({ code: 'BAD_KEY', status: 403 })
  })

  it.each([
    ['nested 20,000 times', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['nested 500,000 times', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['in an envelope', '{"code":"D00000","content":[]}'],
  ])('a list %s is a contract error', async (_, answer) => {
    const call = listFrom(body(answer, 'application/json'))
    await expect(call).rejects.toMatchObject({ code: 'CONTRACT', path: '' })
  })
})

describe('sessions', () => {
  // Promise: sessions/path, sessions/headers
  it('are resolved with the token in its header only', async () => {
    await using upstream = await startUpstream(json(user))
    const client = createSessionClient({ sessionUrl: `${upstream.url}/session/staging`, appId: 'app' })
    expect(await client.resolve('secret-token')).toEqual(user)
    expect(upstream.requests[0]?.url).toBe('/session/staging/v2/grd/external-session')
    expect(upstream.requests[0]?.headers).toMatchObject({
      'x-session-token': 'secret-token',
      'x-app-id': 'app',
    })
  })

  it('a refused token is HTTP 401, and stands in no message', async () => {
    const call = userFrom(json({ status: 401, title: 'Unauthorized' }, 401))
    await expect(call).rejects.toMatchObject({ code: 'STATUS', status: 401 })
    expect(await call.catch(String)).not.toContain('secret-token')
  })

  it.each(['extra', 'email'])('a field %s that is nested 20,000 times changes nothing else', async field => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const answer = JSON.stringify({ ...user, [field]: '@' }).replace('"@"', deep)
    const read = await userFrom(body(answer, 'application/json'))
    expect(read).toMatchObject({ ...user, email: field === 'email' ? '' : user.email })
  })

  // Promise: silent/user-fields
  it('a user is known although a field beside is null, missing, a number or something else', async () => {
    const { imageUrl: _, ...fields } = user
    const answer = { ...fields, chineseName: null, refNo: 2026, email: true, createdAt: {}, fullName: ['Bo'] }
    const empty = { imageUrl: '', chineseName: '', createdAt: '', fullName: '' }
    expect(await userFrom(json(answer))).toEqual({ ...user, ...empty, refNo: '2026', email: 'true' })
  })

  // Promise: sessions/roles
  it.each([
    ['/userId', { userId: '7' }],
    ['/userId', { userId: null }],
    ['/appId', { appId: 5 }],
    ['/role', { role: null }],
    ['/role', { role: 'Parent' }],
    ['/expireAt', { expireAt: undefined }],
    ['/userId', { userId: 2 ** 53 }],
    ['/userId', { userId: 1e300 }],
    ['/refNo', { refNo: 2 ** 53 }],
  ])('a user without a usable %s is a contract error: %j', async (path, change) => {
    await expect(userFrom(json({ ...user, ...change }))).rejects.toMatchObject({ code: 'CONTRACT', path })
  })
})

describe('a key or a token that no header can carry', () => {
  /** All that a log may show of an error. */
  const shown = (error: unknown) => inspect(error, { depth: null, showHidden: true })

  const UNSENDABLE = [
    'KEY\nsesame',
    'KEY\r\nx-other: sesame',
    'KEY\u0000sesame',
    'KEY\u007fsesame',
    'KEY鑰sesame',
  ]

  it.each(UNSENDABLE)('is named by its header only, and nothing is sent: %j', async secret => {
    await using upstream = await startUpstream(json([]))
    const appId = 'app'
    const attendance = createAttendanceClient({ syncUrl: upstream.url, appId, accessKey: secret })
    const session = createSessionClient({ sessionUrl: upstream.url, appId })
    const calls = {
      'x-access-key': () => attendance.attendanceList(day),
      'x-session-token': () => session.resolve(secret),
    }
    for (const [header, call] of Object.entries(calls)) {
      const error = await call().then(
        () => expect.fail('the call succeeded'),
        error => error,
      )
      expect(error).toBeInstanceOf(TransportError)
      expect(error.code).toBe('HEADER')
      expect(error.message).toContain(`${header} cannot be sent`)
      expect(shown(error)).not.toMatch(/KEY|sesame/)
    }
    expect(upstream.requests).toEqual([])
  })

  it('is none that has spaces, signs or Latin letters', async () => {
    await using upstream = await startUpstream(json([]))
    const accessKey = 'a key\twith ~ and é'
    await createAttendanceClient({ syncUrl: upstream.url, appId: 'app', accessKey }).attendanceList(day)
    expect(upstream.requests[0]?.headers['x-access-key']).toBe(accessKey)
  })
})

describe('addresses', () => {
  it('keep every part of a path apart, whatever stands in it', () => {
    const anyText = fc.string({ unit: 'grapheme', minLength: 1 }).filter(text => text.isWellFormed())
    fc.assert(
      fc.property(anyText, text => {
        if (text === '.' || text === '..') {
          expect(() => endpoint('http://h/base', text)).toThrow(text)
          return
        }
        const parts = endpoint('http://h/base', 'groups', text, 'x').pathname.split('/')
        expect(parts.map(decodeURIComponent)).toEqual(['', 'base', 'groups', text, 'x'])
      }),
      { examples: [['.'], ['..']] },
    )
  })
})

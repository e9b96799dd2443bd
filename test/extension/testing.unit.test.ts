/** What web-apps test with: made-up users, their entrances, a session service, a clock. */
import { describe, expect, it } from 'vitest'
import { createExtension, readEntrance } from '../../extension/index.ts'
import { type Condition, entranceOf, fakeClock, fakeSessions, sessionUser } from '../../extension/testing.ts'
import { createSessionClient } from '../../shared/client/session.ts'

const parent = sessionUser({ userId: 11, refNo: 'G-11' })
const staff = sessionUser({ userId: 31, role: 'Staff', firstName: 'Chi-hang', lastName: 'Lok' })
const sessionUrl = 'http://sessions.example/session/staging'
const client = (fetch: typeof globalThis.fetch, appId = 'sample-school', timeoutMs = 60_000) =>
  createSessionClient({ sessionUrl, appId, fetch, timeoutMs })
const tokenOf = (user: typeof parent) => entranceOf({ user }).headers['x-session-token']

describe('a made-up entrance', () => {
  it('is read as what it was made of', () => {
    const { request } = entranceOf({
      user: parent,
      language: 'zh',
      selected: { userId: 2001, refNo: '初一-07' },
      sso: { name: '常玉蘭' },
    })
    const { headers, method } = request('https://trips.example/?from=more')
    expect(method).toBe('GET')
    expect(readEntrance(name => headers.get(name))).toEqual({
      appId: 'sample-school',
      sessionToken: tokenOf(parent),
      language: 'zh-HK',
      selectionHint: { kind: 'student', userId: 2001, refNo: '初一-07' },
      ssoHint: { name: '常玉蘭' },
    })
  })

  it('has as many headers as it was given reasons for', () => {
    expect(Object.keys(entranceOf({ user: parent }).headers)).toEqual([
      'x-app-id',
      'x-session-token',
      'x-language',
    ])
    expect(entranceOf({ user: parent, selected: 'all' }).headers).toMatchObject({
      'x-selected-sub-user-id': 'all',
      'x-selected-sub-ref-no': '',
    })
    expect(entranceOf({ user: parent, sessionToken: 'other' }).headers['x-session-token']).toBe('other')
  })
})

describe('made-up users', () => {
  it('are whole, and of each role somebody else, so that a test of one is not answered as another', async () => {
    const users = (['Guardian', 'Student'] as const).map(role => sessionUser({ role }))
    const { fetch } = fakeSessions({ users: [...users, staff] })
    for (const user of [...users, staff]) expect(await client(fetch).resolve(tokenOf(user))).toEqual(user)
    expect(users).toMatchObject([
      { userId: 1, refNo: 'G-1', email: 'guardian-1@school.example' },
      { userId: 2, refNo: 'S-2', email: 'student-2@school.example' },
    ])
    expect(staff).toMatchObject({ role: 'Staff', fullName: 'Chi-hang Lok', refNo: 'S-31' })
  })

  it('of one userId are refused, for they would have one token', () => {
    expect(() => fakeSessions({ users: [sessionUser(), sessionUser({ refNo: 'G-2' })] })).toThrow(
      'two users have the same userId',
    )
  })
})

describe('a made-up session service', () => {
  it('knows its users, and answers everybody else alike', async () => {
    const foreign = sessionUser({ userId: 41, appId: 'another-school' })
    const sessions = fakeSessions({ users: [parent, foreign] })
    const { resolve } = client(sessions.fetch)
    expect(await resolve(tokenOf(parent))).toEqual(parent)
    for (const token of [tokenOf(staff), tokenOf(foreign), 'nonsense', ''])
      await expect(resolve(token)).rejects.toMatchObject({ status: 401 })
    expect(await client(sessions.fetch, 'another-school').resolve(tokenOf(foreign))).toEqual(foreign)
    expect(sessions.calls).toBe(6)
  })

  it('ends a session at its time by a made-up clock, or when it is told to', async () => {
    const clock = fakeClock('2026-11-21T04:00:00Z')
    const brief = sessionUser({ userId: 12, expireAt: '2026-11-21T05:00:00Z' })
    const sessions = fakeSessions({ users: [brief, parent], clock })
    const { resolve } = client(sessions.fetch)
    expect(await resolve(tokenOf(brief))).toEqual(brief)
    clock.set('2026-11-21T05:00:00Z')
    await expect(resolve(tokenOf(brief))).rejects.toMatchObject({ status: 401 })
    sessions.end(parent)
    await expect(resolve(tokenOf(parent))).rejects.toMatchObject({ status: 401 })
  })

  it.each<[Condition, object]>([
    ['down', { code: 'UNREACHABLE' }],
    ['slow', { code: 'TIMEOUT' }],
    ['busy', { status: 503, retryAfterSeconds: 30 }],
    ['garbled', { code: 'CONTRACT' }],
  ])('can be %s, and well again', async (condition, error) => {
    const sessions = fakeSessions({ users: [parent] })
    sessions.become(condition)
    const hurried = client(sessions.fetch, 'sample-school', condition === 'slow' ? 30 : 60_000)
    await expect(hurried.resolve(tokenOf(parent))).rejects.toMatchObject(error)
    sessions.become('up')
    expect(await client(sessions.fetch).resolve(tokenOf(parent))).toEqual(parent)
  })

  it('is not there at another path than the interface’s', async () => {
    const { fetch } = fakeSessions({ users: [parent] })
    const answer = await fetch('http://sessions.example/v2/grd/session')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    expect(await answer.json()).toEqual({ status: 404, title: 'Not found' })
  })

  it('answers with HTML when it is garbled', async () => {
    const { fetch, become } = fakeSessions({ users: [parent] })
    become('garbled')
    expect((await fetch(sessionUrl)).headers.get('content-type')).toBe('text/html')
  })

  it('when it is slow, a cancelled call ends at once', async () => {
    const { fetch, become } = fakeSessions({ users: [parent] })
    become('slow')
    await expect(fetch(sessionUrl, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

it('a web-app’s test needs nothing else', async () => {
  const { fetch } = fakeSessions({ users: [parent, staff] })
  const extension = createExtension({
    appId: 'sample-school',
    sessionUrl,
    environment: 'staging',
    secret: 'a secret, long enough for anybody to use',
    onVisit: ({ role, refNo }) => ({ mayEdit: role === 'Staff', refNo }),
    fetch,
  })
  const { headers } = entranceOf({ user: staff }).request('https://trips.example/')
  const admission = await extension.admit({ method: 'GET', header: name => headers.get(name) })
  expect(admission).toMatchObject({ kind: 'visit', visit: { account: { mayEdit: true, refNo: 'S-31' } } })
})

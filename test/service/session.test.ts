import { Temporal } from 'temporal-polyfill'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessionClient } from '../../shared/client/index.ts'
import { type Environment, SessionUser } from '../../shared/contract/index.ts'
import { rawRequest } from '../support/raw-request.ts'
import {
  APP_ID,
  NOW,
  PRODUCTION_TOKEN,
  SHORT_TOKEN,
  type SmallSchool,
  STAGING_TOKEN,
  startSmallSchool,
} from '../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())
beforeEach(() => school.clock.set(NOW))

function resolve(environment: Environment, token: string, appId = APP_ID) {
  const sessionUrl = school.addresses.sessionUrls[environment]
  return createSessionClient({ sessionUrl, appId }).resolve(token)
}

const ask = (headers: Record<string, string>, environment = 'staging') =>
  rawRequest(school.addresses.base, `/session/${environment}/v2/grd/external-session`, { headers })

describe('a session token', () => {
  // Promise: sessions/path, sessions/user
  it('stands for its user, never kept by a cache', async () => {
    const answer = await ask({ 'x-app-id': APP_ID, 'x-session-token': STAGING_TOKEN })
    const user: unknown = JSON.parse(answer.body.toString())
    expect(Check(SessionUser, user)).toBe(true)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(user).toEqual({
      userId: 10,
      appId: APP_ID,
      createdAt: '2026-11-01T00:00:00Z',
      expireAt: '2026-12-31T00:00:00Z',
      firstName: 'Marisol',
      lastName: 'Quillfeather',
      fullName: 'Marisol Quillfeather',
      chineseName: '',
      refNo: 'LW-10',
      email: 'marisol@larkwater.example',
      imageUrl: `${school.addresses.base}/media/avatar.svg`,
      role: 'Guardian',
    })
  })

  // Promise: sessions/environments
  it('is good in its own environment; times are told in UTC', async () => {
    expect(await resolve('production', PRODUCTION_TOKEN)).toMatchObject({
      role: 'Staff',
      expireAt: '2026-12-31T00:00:00Z',
    })
  })

  it('that is unknown, foreign or expired is refused after the same work', async () => {
    const compared = vi.spyOn(Temporal.Instant, 'compare')
    try {
      for (const token of [STAGING_TOKEN, 'nobody’s token', PRODUCTION_TOKEN, SHORT_TOKEN]) {
        compared.mockClear()
        await ask({ 'x-app-id': 'another', 'x-session-token': encodeURIComponent(token) })
        expect({ token, times: compared.mock.calls.length }).toEqual({ token, times: 1 })
      }
    } finally {
      compared.mockRestore()
    }
  })

  // Promise: sessions/expiry
  it('is over at the very instant of its expiry', async () => {
    school.clock.set('2026-11-20T03:59:59.999Z')
    expect(await resolve('staging', SHORT_TOKEN)).toMatchObject({ userId: 20, role: 'Student' })
    school.clock.set('2026-11-20T04:00:00Z')
    await expect(resolve('staging', SHORT_TOKEN)).rejects.toMatchObject({ code: 'STATUS', status: 401 })
  })

  // Promise: sessions/environments, sessions/app, silent/problems
  it('unknown, expired, of the other environment or for another app: one and the same 401', async () => {
    const headers = { 'x-app-id': APP_ID, 'x-session-token': STAGING_TOKEN }
    school.clock.set('2026-11-20T05:00:00Z')
    const answers = await Promise.all([
      ask({ ...headers, 'x-session-token': 'unknown' }),
      ask({ ...headers, 'x-session-token': SHORT_TOKEN }),
      ask({ ...headers, 'x-session-token': PRODUCTION_TOKEN }),
      ask(headers, 'production'),
      ask({ ...headers, 'x-app-id': 'other-school' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
    expect(answers[0]?.headers['content-type']).toBe('application/problem+json')
    expect(answers[0]?.headers['cache-control']).toBe('no-store')
  })

  // Promise: sessions/headers
  it.each([
    ['X-Session-Token', { 'x-app-id': APP_ID }],
    ['X-Session-Token', { 'x-app-id': APP_ID, 'x-session-token': '' }],
    ['X-App-Id', { 'x-session-token': STAGING_TOKEN }],
  ])('without %s the call is a 400 that says so', async (header, headers) => {
    const { status, body } = await ask(headers)
    expect(status).toBe(400)
    expect(JSON.parse(body.toString()).detail).toBe(`${header} must be given`)
  })

  it('comes through beside 40 KB of single sign-on response', async () => {
    const headers = { 'x-app-id': APP_ID, 'x-session-token': STAGING_TOKEN }
    expect((await ask({ ...headers, 'x-sso-response': 'e'.repeat(40_000) })).status).toBe(200)
  })
})

describe('sessions issued while the service runs', () => {
  it('are good for an hour, or as long as asked, in one environment', async () => {
    const { sessions } = school.service
    const issued = sessions.issue({ environment: 'production', userId: 20 })
    expect(issued.token).toMatch(/^[\w-]{43}$/)
    expect(`${issued.createdAt}`).toBe(NOW)
    expect(await resolve('production', issued.token)).toMatchObject({
      userId: 20,
      expireAt: '2026-11-20T02:30:00Z',
    })
    await expect(resolve('staging', issued.token)).rejects.toMatchObject({ status: 401 })

    const expireAt = Temporal.Instant.from('2026-11-20T01:31:00Z')
    const short = sessions.issue({ environment: 'production', userId: 20, expireAt })
    expect(short.token).not.toBe(issued.token)
    school.clock.set('2026-11-20T01:31:00Z')
    await expect(resolve('production', short.token)).rejects.toMatchObject({ status: 401 })
  })

  it('end when they are ended', async () => {
    const { sessions } = school.service
    const { token } = sessions.issue({ environment: 'staging', userId: 20 })
    expect(sessions.end('production', token)).toBe(false)
    expect(sessions.end('staging', token)).toBe(true)
    await expect(resolve('staging', token)).rejects.toMatchObject({ status: 401 })
  })

  it('need a user', () => {
    expect(() => school.service.sessions.issue({ environment: 'staging', userId: 99 })).toThrow(
      '/userId 99 names no user',
    )
  })
})

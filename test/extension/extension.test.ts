/** An extension without an adapter: from an entrance to a visit, its going on, its end, and who is let in by nothing. */
import { inspect } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it, vi } from 'vitest'
import {
  createExtension,
  type ExtensionOptions,
  type JsonValue,
  VisitRefused,
} from '../../extension/index.ts'
import { entranceOf, fakeSessions, sessionUser } from '../../extension/testing.ts'
import { heldClock } from '../support/held-clock.ts'
import { hang, json, reset, type Script, startUpstream } from '../support/scripted-upstream.ts'

const NOON = '2026-11-21T04:00:00Z'
const COOKIE = '__Host-schoolbell-visit'
const parent = sessionUser({
  userId: 11,
  refNo: 'G-11',
  chineseName: '常玉蘭',
  expireAt: '2026-11-21T05:00:00Z',
})
const student = sessionUser({ userId: 12, role: 'Student', expireAt: '2026-11-21T05:00:00Z' })

/** An extension over sessions without a network, at a clock that stands still. */
function school<Account extends JsonValue = string>(changed: Partial<ExtensionOptions<Account>> = {}) {
  const clock = heldClock(NOON)
  const sessions = fakeSessions({ users: [parent, student], clock })
  const extension = createExtension<Account>({
    appId: 'sample-school',
    sessionUrl: 'http://sessions.example/session/staging',
    environment: 'staging',
    secret: 'a secret, long enough for anybody to use',
    onVisit: user => `record of ${user.refNo}` as Account,
    clock,
    fetch: sessions.fetch,
    onEntrance: () => {},
    ...changed,
  })
  return { clock, sessions, extension }
}

const get = (headers: Record<string, string> = {}, more: { method?: string; signal?: AbortSignal } = {}) => ({
  method: 'GET',
  header: (name: string) => headers[name],
  ...more,
})
const opens = (...about: Parameters<typeof entranceOf>) => get(entranceOf(...about).headers)
const goesOn = (setCookie: string | undefined) => get({ cookie: `theme=dark; ${setCookie?.split(';')[0]}` })
const taken = expect.stringMatching(`^${COOKIE}=; Max-Age=0; `)
const refusedWith = (code: string) =>
  expect.objectContaining({ kind: 'refused', error: expect.objectContaining({ code }) })

async function enters<Account extends JsonValue>(
  { extension }: ReturnType<typeof school<Account>>,
  request = opens({ user: parent }),
) {
  const admission = await extension.admit(request)
  if (admission.kind !== 'visit') throw new Error(`no visit: ${inspect(admission)}`)
  return admission
}

describe('an entrance', () => {
  // Promise: sessions/visit, entrance/token
  it('makes a visit of the resolved user, which the next requests bring along in a cookie', async () => {
    const one = school()
    const { visit, isEntrance, setCookie } = await enters(
      one,
      opens({ user: parent, language: 'zh', selected: { userId: 2001, refNo: '初一-07' } }),
    )
    expect(isEntrance).toBe(true)
    expect(visit).toMatchObject({
      user: { userId: 11, refNo: 'G-11', role: 'Guardian', chineseName: '常玉蘭' },
      account: 'record of G-11',
      language: 'zh-HK',
      selectionHint: { kind: 'student', userId: 2001, refNo: '初一-07' },
      expiresAt: '2026-11-21T05:00:00Z',
    })
    const next = await one.extension.admit(goesOn(setCookie))
    expect(next).toEqual({ kind: 'visit', visit, isEntrance: false, setCookie: undefined })
    expect(one.sessions.calls).toBe(1)
  })

  it('tells onVisit what the request says of itself, and keeps the sign-on response nowhere', async () => {
    const told: unknown[] = []
    const one = school({ onVisit: (user, hints) => `${told.push([user.userId, hints])}` })
    const { visit } = await enters(one, opens({ user: parent, selected: 'all', sso: { nameID: '陳' } }))
    const hints = { language: 'en-US', selectionHint: { kind: 'all' }, ssoHint: { nameID: '陳' } }
    expect(told).toEqual([[11, expect.objectContaining(hints)]])
    expect(JSON.stringify(visit)).not.toContain('nameID')
  })

  // Promise: web-app/no-token
  it('no token is in the visit or in its cookie, nor anything that the service tells beyond the interface', async () => {
    const more = { ...parent, sessionToken: 'token-of-user-11', phone: '5550 0100' }
    const one = school({ fetch: async () => Response.json(more) })
    const { visit } = await enters(one)
    expect(JSON.stringify(visit)).not.toMatch(/token-of-user|5550/)
  })

  // Promise: entrance/app-id
  it('with another app’s header is refused without a call, and one of another app’s user whoever the service says it is', async () => {
    const foreign = { ...parent, appId: 'another-school' }
    const one = school({ fetch: async () => Response.json(foreign) })
    expect(await one.extension.admit(opens({ user: parent }))).toEqual(refusedWith('APP_MISMATCH'))
    const { extension, sessions } = school()
    expect(await extension.admit(opens({ user: foreign }))).toEqual(refusedWith('APP_MISMATCH'))
    expect(sessions.calls).toBe(0)
  })

  it.each(['POST', 'PUT', 'DELETE', 'get'])('is never a %s', async method => {
    const one = school()
    const { headers } = entranceOf({ user: parent })
    expect(await one.extension.admit(get(headers, { method }))).toEqual({ kind: 'none' })
    expect(one.sessions.calls).toBe(0)
  })

  // Promise: web-app/shared-phone
  it('takes the place of an earlier visit, and ends it when it fails: phones are shared', async () => {
    const one = school()
    const mine = (await enters(one)).setCookie?.split(';')[0] ?? ''
    const hers = entranceOf({ user: student }).headers
    const next = await one.extension.admit(get({ ...hers, cookie: mine, authorization: `Bearer ${mine}` }))
    expect(next).toMatchObject({ kind: 'visit', visit: { user: { userId: 12 } } })
    const unknown = entranceOf({ user: student, sessionToken: 'unknown' }).headers
    const failed = await one.extension.admit(get({ ...unknown, cookie: mine }))
    expect(failed).toEqual(refusedWith('TOKEN_REJECTED'))
    expect(failed).toMatchObject({ isEntrance: true, setCookie: taken })
  })

  // Promise: sessions/expiry, web-app/session-end
  it('ends with its session, to the second, also where the clock was set back meanwhile, and is no visit from then on', async () => {
    const one = school()
    const { setCookie } = await enters(one)
    expect(setCookie).toContain('; Max-Age=3600;')
    for (const time of ['2026-11-20T00:00:00Z', '2026-11-21T04:59:59.999Z']) {
      one.clock.set(time)
      const admission = await one.extension.admit(goesOn(setCookie))
      expect(admission).toMatchObject({ visit: { expiresAt: '2026-11-21T05:00:00Z' } })
    }
    one.clock.set('2026-11-21T05:00:00Z')
    const over = await one.extension.admit(goesOn(setCookie))
    expect(over).toEqual(refusedWith('EXPIRED'))
    expect(over).toMatchObject({ isEntrance: false, setCookie: undefined })
  })

  it('of a session with fractions of a second ends with the whole one before, at the entrance as later', async () => {
    const fetch = async () => Response.json({ ...parent, expireAt: '2026-11-21T13:00:00.750+08:00' })
    const one = school({ fetch })
    const { visit, setCookie } = await enters(one)
    expect(visit.expiresAt).toBe('2026-11-21T05:00:00Z')
    expect(await one.extension.admit(goesOn(setCookie))).toMatchObject({
      visit: { expiresAt: visit.expiresAt },
    })
    one.clock.set('2026-11-21T05:00:00.100Z')
    expect(await one.extension.admit(opens({ user: parent }))).toEqual(refusedWith('EXPIRED'))
  })

  // Promise: web-app/session-end
  it('of a long session ends after eight hours, or as the web-app wants it', async () => {
    const fetch = async () => Response.json({ ...parent, expireAt: '2026-12-24T00:00:00Z' })
    const { visit } = await enters(school({ fetch }))
    expect(visit.expiresAt).toBe('2026-11-21T12:00:00Z')
    const short = await enters(school({ fetch, longestVisitSeconds: 90.7 }))
    expect(short.visit.expiresAt).toBe('2026-11-21T04:01:30Z')
    expect(short.setCookie).toContain('; Max-Age=90;')
  })

  it('whose session ends at this very second never gets to onVisit', async () => {
    const onVisit = vi.fn(() => 'late')
    const late = school({ onVisit, fetch: async () => Response.json({ ...parent, expireAt: NOON }) })
    expect(await late.extension.admit(opens({ user: parent }))).toEqual(refusedWith('EXPIRED'))
    expect(onVisit).not.toHaveBeenCalled()
  })

  it('whose session ends while onVisit works makes no visit', async () => {
    const one = school({
      onVisit: () => {
        one.clock.set('2026-11-21T05:00:00Z')
        return 'late'
      },
    })
    expect(await one.extension.admit(opens({ user: parent }))).toEqual(refusedWith('EXPIRED'))
  })
})

describe('onVisit', () => {
  // Promise: sessions/own-record
  it('refuses a user whom the web-app does not know, and the earlier visit ends', async () => {
    const texts = { 'en-US': 'Ask the office.', 'zh-HK': '請向校務處查詢。' }
    const one = school<string>({
      onVisit: () => {
        throw new VisitRefused(texts)
      },
    })
    const admission = await one.extension.admit(opens({ user: parent }))
    expect(admission).toEqual(refusedWith('VISIT_REFUSED'))
    expect(admission).toMatchObject({ error: { status: 403, texts }, setCookie: taken })
  })

  const circle: unknown[] = []
  circle.push(circle)
  it.each<[string, () => unknown, code?: string]>([
    ['throws', () => Promise.reject(new Error('database is away'))],
    ['throws nothing that is an error', () => Promise.reject('text')],
    ['returns nothing, as when a look-up finds no record', () => undefined],
    ['returns what changes on its way through JSON', () => ({ since: new Date(0) })],
    ['returns a number that is none', () => [Number.NaN]],
    ['returns a number that JSON cannot hold', () => 1n],
    ['returns what goes in circles', () => circle],
    ['returns more than fits into a cookie', () => 'x'.repeat(3_000), 'COOKIE_TOO_LARGE'],
  ])('that %s makes no visit', async (_, onVisit, code = 'VISIT_FAILED') => {
    const one = school<string>({ onVisit: onVisit as () => string })
    expect(await one.extension.admit(opens({ user: parent }))).toEqual(refusedWith(code))
  })

  it('returns what every request of the visit gets, the first as the others', async () => {
    const one = school<JsonValue>({
      onVisit: () => ({ id: 7, gone: undefined, names: ['陳', null] }) as unknown as JsonValue,
    })
    const { visit, setCookie } = await enters(one)
    expect(visit.account).toStrictEqual({ id: 7, names: ['陳', null] })
    expect(await one.extension.admit(goesOn(setCookie))).toMatchObject({ visit: { account: visit.account } })
  })

  it('that never ends is not waited for: it is told by its signal, and the earlier visit ends', async () => {
    const told: AbortSignal[] = []
    const one = school<string>({
      onVisitTimeoutMs: 20,
      onVisit: (_, { signal }) => {
        told.push(signal)
        return new Promise(() => {})
      },
    })
    const admission = await one.extension.admit(opens({ user: parent }))
    expect(admission).toEqual(refusedWith('VISIT_TIMEOUT'))
    expect(admission).toMatchObject({ error: { status: 504 }, isEntrance: true, setCookie: taken })
    expect(told.map(({ aborted, reason }) => [aborted, reason.code])).toEqual([[true, 'VISIT_TIMEOUT']])
  })

  it.each([
    ['never ends', () => new Promise<string>(() => {})],
    [
      'gives up with its signal',
      (signal: AbortSignal) =>
        new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut')))),
    ],
  ])('that %s is let go when the visitor has gone', async (_, work) => {
    const visitor = new AbortController()
    const one = school<string>({
      onVisit: (_, { signal }) => {
        const account = work(signal)
        visitor.abort()
        return account
      },
    })
    const request = get(entranceOf({ user: parent }).headers, { signal: visitor.signal })
    expect(await one.extension.admit(request)).toEqual(refusedWith('ABORTED'))
  })

  it('that is done in time hears of no end afterwards', async () => {
    const told: AbortSignal[] = []
    const one = school({ onVisit: (_, { signal }) => `${told.push(signal)}` })
    const visitor = new AbortController()
    await enters(one, get(entranceOf({ user: parent }).headers, { signal: visitor.signal }))
    visitor.abort()
    expect(told.map(({ aborted }) => aborted)).toEqual([false])
  })
})

describe('a visit', () => {
  it('is brought by a bearer as well, which goes before the cookie: a bad one is refused, whatever cookie is beside it', async () => {
    const one = school()
    const { visit } = await enters(one)
    const hers = await enters(one, opens({ user: student }))
    const cookie = hers.setCookie?.split(';')[0] ?? ''
    const admit = (bearer: string, headers = {}) =>
      one.extension.admit(get({ authorization: `Bearer ${bearer}`, ...headers }))
    for (const headers of [{}, { cookie }])
      expect(await admit(visit.bearer, headers)).toMatchObject({ visit: { user: { userId: 11 } } })
    const sends = (authorization: string) => one.extension.admit(get({ authorization }))
    expect(await sends(`bearer   ${visit.bearer}`)).toMatchObject({ visit: { user: { userId: 11 } } })
    for (const other of [`Basic Bearer ${visit.bearer}`, `Bearer ${visit.bearer} more`])
      expect(await sends(other)).toEqual({ kind: 'none' })
    const bad = await admit(`${visit.bearer.slice(0, -9)}AAAAAAAAA`, { cookie })
    expect(bad).toEqual(refusedWith('COOKIE_INVALID'))
    expect(bad).toMatchObject({ setCookie: undefined })
  })

  it('is brought by the cookie where a gateway adds a bearer of its own, whatever that is', async () => {
    const one = school()
    const { visit, setCookie } = await enters(one)
    const cookie = setCookie?.split(';')[0] ?? ''
    const [header = '', ...others] = visit.bearer.split('.')
    const signed = `${Buffer.from('{"alg":"RS256","kid":"1"}').toString('base64url')}.e30.c2ln`
    const encrypted = [
      Buffer.from('{"alg":"dir","enc":"A128GCM","kid":"1"}').toString('base64url'),
      ...others,
    ]
    for (const gateways of [
      'opaque',
      'a.b.c',
      signed,
      encrypted.join('.'),
      `${header}x.${others.join('.')}`,
    ]) {
      const authorization = `Bearer ${gateways}`
      expect(await one.extension.admit(get({ authorization, cookie }))).toMatchObject({ kind: 'visit' })
      expect(await one.extension.admit(get({ authorization }))).toEqual({ kind: 'none' })
    }
  })

  it('there is none for who brings none, whatever else the request has', async () => {
    const { extension } = school()
    for (const headers of [
      {},
      { cookie: `${COOKIE}=; other=1` },
      { cookie: `x${COOKIE}=abc; ${COOKIE}x=abc` },
      // From another host of the site, to a parser that takes more for white space than it should.
      { cookie: `\u00a0${COOKIE}=abc` },
      { authorization: 'Basic dTpw' },
      { 'x-language': 'en' },
    ])
      expect(await extension.admit(get(headers as Record<string, string>))).toEqual({ kind: 'none' })
  })

  it('is not another’s whose cookie has a name that only looks the same', async () => {
    const one = school()
    const [mine, hers] = [await enters(one), await enters(one, opens({ user: student }))].map(
      ({ visit }) => `${COOKIE}=${visit.bearer}`,
    )
    const admit = (cookie: string) => one.extension.admit(get({ cookie }))
    expect(await admit(`\u00a0${hers}; ${mine}`)).toMatchObject({ visit: { user: { userId: 11 } } })
    expect(await admit(`${hers};\t${mine}`)).toEqual(refusedWith('COOKIE_INVALID'))
  })

  it.each<[string, Partial<ExtensionOptions<string>>]>([
    ['environment', { environment: 'production', sessionUrl: 'https://sessions.example/production' }],
    ['app id', { appId: 'school-two' }],
    ['secret', { secret: 'a different secret, long enough for all' }],
  ])('of another %s is refused, and left for the next entrance to replace', async (_, changed) => {
    const { setCookie } = await enters(school())
    const admission = await school(changed).extension.admit(goesOn(setCookie))
    expect(admission).toEqual(refusedWith('COOKIE_INVALID'))
    expect(admission).toMatchObject({ isEntrance: false, setCookie: undefined })
  })
})

describe('entrances at once', () => {
  /** A service that answers when it is told to. */
  function slowService() {
    const { promise: ready, resolve: answer } = Promise.withResolvers<void>()
    const cut: boolean[] = []
    const fetch: typeof globalThis.fetch = async (_, { signal } = {}) => {
      const index = cut.push(false) - 1
      signal?.addEventListener('abort', () => {
        cut[index] = true
      })
      await ready
      return Response.json(parent)
    }
    return { fetch, answer, cut }
  }

  // Promise: web-app/resolved-once
  it('a hundred with one token are one call', async () => {
    const { fetch, answer, cut } = slowService()
    const { extension } = school({ fetch })
    const admissions = Array.from({ length: 100 }, () => extension.admit(opens({ user: parent })))
    answer()
    for (const admission of await Promise.all(admissions)) expect(admission).toMatchObject({ kind: 'visit' })
    expect(cut).toHaveLength(1)
  })

  it('two with two tokens are two, and so are two after each other', async () => {
    const one = school()
    await Promise.all([enters(one), enters(one, opens({ user: student }))])
    expect(one.sessions.calls).toBe(2)
    await enters(one)
    expect(one.sessions.calls).toBe(3)
  })

  it('the call goes on while one of them waits, and is cut off when all have gone', async () => {
    const { fetch, answer, cut } = slowService()
    const { extension } = school({ fetch })
    const visitors = Array.from({ length: 3 }, () => new AbortController())
    const { headers } = entranceOf({ user: parent })
    const [first, second, third] = visitors.map(({ signal }) => extension.admit(get(headers, { signal })))
    visitors[0]?.abort()
    visitors[1]?.abort()
    expect(await first).toEqual(refusedWith('ABORTED'))
    expect(await second).toEqual(refusedWith('ABORTED'))
    expect(cut).toEqual([false])
    visitors[2]?.abort()
    expect(await third).toEqual(refusedWith('ABORTED'))
    expect(cut).toEqual([true])
    const next = extension.admit(get(headers))
    answer()
    expect(await next).toMatchObject({ kind: 'visit' })
    expect(cut).toHaveLength(2)
  })

  it('one that has gone before it came asks nobody', async () => {
    const one = school()
    const gone = get(entranceOf({ user: parent }).headers, { signal: AbortSignal.abort() })
    expect(await one.extension.admit(gone)).toEqual(refusedWith('ABORTED'))
    expect(one.sessions.calls).toBe(0)
  })
})

describe('a service in trouble', () => {
  const rejected = { code: 'TOKEN_REJECTED', status: 401 }
  const unavailable = { code: 'UPSTREAM_UNAVAILABLE', status: 503 }
  const late = { code: 'UPSTREAM_TIMEOUT', status: 504 }
  const malformed = { code: 'UPSTREAM_MALFORMED', status: 502 }
  const detail = 'token-of-user-11 is unknown'
  const redirect: Script = response =>
    response.writeHead(302, { location: 'http://elsewhere.example/' }).end()
  const half: Script = response => response.writeHead(200, { 'content-length': 900 }).write('{"userId"')
  const html: Script = response => response.end('<p>token-of-user-11 常玉蘭')
  // Promise: silent/token-statuses, web-app/service-trouble
  it.each<[string, Script, object]>([
    ...[400, 401, 403, 404, 410, 422, 431].map(
      status => [`${status}`, json({ detail }, status), rejected] as [string, Script, object],
    ),
    ['an envelope', json({ txID: 'tx', code: 'D20002', message: detail, content: null }), rejected],
    ['an envelope of a code of its own', json({ txID: 'tx', code: detail, message: detail }), rejected],
    ['an envelope with its own time-out', json({ txID: 'tx', code: 'D20003', message: detail }), unavailable],
    ['500', json({ detail }, 500), unavailable],
    ['503', json({}, 503, { 'retry-after': '30' }), { ...unavailable, retryAfterSeconds: 30 }],
    ['429', json({}, 429, { 'retry-after': '7' }), { ...unavailable, retryAfterSeconds: 7 }],
    ['a redirect', redirect, unavailable],
    ['a closed connection', reset, unavailable],
    ['silence', hang, late],
    ['half an answer', half, late],
    ['HTML', html, malformed],
    ['a user without a role', json({ ...parent, role: 'token-of-user-11' }), malformed],
    ['a user whose number has lost digits', json({ ...parent, userId: 2 ** 53 }), malformed],
    ['an end without a zone', json({ ...parent, expireAt: '2026-11-21T05:00:00' }), malformed],
    ['far too much', json({ ...parent, firstName: 'x'.repeat(300_000) }), malformed],
    ['an ended session', json({ ...parent, expireAt: NOON }), { code: 'EXPIRED', status: 401 }],
  ])('answers with %s: one call, no visit, and nothing secret in the error', async (_, script, error) => {
    await using upstream = await startUpstream(script)
    const isSlow = error === late
    const { extension } = school({
      sessionUrl: `${upstream.url}/session`,
      fetch,
      timeoutMs: isSlow ? 100 : 60_000,
    })
    const { headers } = entranceOf({ user: parent, sso: { nameID: '陳' } })
    const admission = await extension.admit(get(headers))
    expect(admission).toMatchObject({ kind: 'refused', error, setCookie: taken })
    // Of a call that was given up nothing need have arrived.
    expect(upstream.requests.length).toBeLessThanOrEqual(1)
    if (!isSlow) expect(upstream.requests).toHaveLength(1)
    expect(inspect(admission, { depth: 9, showHidden: true })).not.toMatch(/token-of-user|常玉蘭|陳/)
  })

  it('a number that has lost digits is named with the remedy, and nobody is signed in', async () => {
    await using upstream = await startUpstream(json({ ...parent, userId: 2 ** 53 }))
    const { extension } = school({ sessionUrl: `${upstream.url}/session`, fetch })
    const admission = await extension.admit(opens({ user: parent }))
    const message = /\/userId must be at most 9007199254740991: .*use smaller/
    expect(admission).toMatchObject({ error: { message: expect.stringMatching(message) } })
  })

  it('and is asked by a fetch that hears of no end is not waited for, nor by those who come later', async () => {
    let asked = 0
    const { extension } = school({
      timeoutMs: 1,
      fetch: () => {
        asked += 1
        return new Promise(() => {})
      },
    })
    for (const calls of [1, 2]) {
      expect(await extension.admit(opens({ user: parent }))).toEqual(refusedWith('UPSTREAM_TIMEOUT'))
      expect(asked).toBe(calls)
    }
  })

  it('a token that no header can carry is refused', async () => {
    const one = school()
    const odd = get({ ...entranceOf({ user: parent }).headers, 'x-session-token': 'a\nb' })
    expect(await one.extension.admit(odd)).toEqual(refusedWith('TOKEN_REJECTED'))
    expect(one.sessions.calls).toBe(0)
  })
})

describe('what the service has refused is remembered', () => {
  /** A service that answers as the test says, and counts. */
  function scripted() {
    let answer = () => new Response(null, { status: 401 })
    let calls = 0
    const one = school({
      fetch: async () => {
        calls += 1
        return answer()
      },
    })
    const says = (status: number, headers: Record<string, string> = {}, about = {}) => {
      answer = () =>
        status === 200 ? Response.json({ ...parent, ...about }) : new Response(null, { status, headers })
    }
    /** @returns outcome of an entrance, and how many calls there were so far */
    const enter = async (sessionToken: string) => {
      const admission = await one.extension.admit(opens({ user: parent, sessionToken }))
      return [admission.kind === 'refused' ? admission.error.code : admission.kind, calls]
    }
    const waitOf = async (sessionToken: string) => {
      const admission = await one.extension.admit(opens({ user: parent, sessionToken }))
      return admission.kind === 'refused' ? admission.error.retryAfterSeconds : undefined
    }
    return { ...one, says, enter, waitOf, calls: () => calls }
  }
  const later = (seconds: number) => `${Temporal.Instant.from(NOON).add({ seconds })}`

  // Promise: web-app/refused-token
  it('a token: fifty entrances are one call, and half a minute later it is asked again', async () => {
    const { says, enter, clock } = scripted()
    for (let entrance = 0; entrance < 50; entrance += 1)
      expect(await enter('one')).toEqual(['TOKEN_REJECTED', 1])
    says(200)
    clock.set(later(29))
    expect(await enter('one')).toEqual(['TOKEN_REJECTED', 1])
    // The service was wrong, or did not know the session yet.
    clock.set(later(30))
    expect(await enter('one')).toEqual(['visit', 2])
    expect(await enter('one')).toEqual(['visit', 3])
  })

  it.each([
    ['an ended session', { expireAt: NOON }, 'EXPIRED'],
    ['another app', { appId: 'another-school' }, 'APP_MISMATCH'],
  ])('a token of %s', async (_, about, code) => {
    const { says, enter } = scripted()
    says(200, {}, about)
    for (let entrance = 0; entrance < 3; entrance += 1) expect(await enter('one')).toEqual([code, 1])
  })

  // Promise: web-app/refused-token
  it('no other token pays for it, however many a stranger invents', async () => {
    const { says, enter, calls } = scripted()
    for (let guess = 0; guess <= 1_000; guess += 1) await enter(`guess ${guess}`)
    expect(calls()).toBe(1_001)
    // What is remembered has a limit: the oldest are forgotten.
    expect((await enter('guess 1')).at(1)).toBe(1_001)
    expect((await enter('guess 0')).at(1)).toBe(1_002)
    says(200)
    expect(await enter('hers')).toEqual(['visit', 1_003])
  })

  it('a pause that it asks for with 503: nobody is asked for before it is over', async () => {
    const { says, enter, waitOf, clock } = scripted()
    says(503, { 'retry-after': '20' })
    expect(await enter('one')).toEqual(['UPSTREAM_UNAVAILABLE', 1])
    says(200)
    clock.set(later(5))
    expect(await waitOf('two')).toBe(15)
    clock.set(later(19))
    expect(await waitOf('one')).toBe(1)
    expect(await enter('two')).toEqual(['UPSTREAM_UNAVAILABLE', 1])
    clock.set(later(20))
    expect(await enter('two')).toEqual(['visit', 2])
  })

  it('a pause of a day lasts a minute', async () => {
    const { says, enter, waitOf, clock } = scripted()
    says(503, { 'retry-after': '86400' })
    expect(await waitOf('one')).toBe(86_400)
    says(200)
    expect(await waitOf('one')).toBe(60)
    clock.set(later(60))
    expect(await enter('one')).toEqual(['visit', 2])
  })

  it('with 429, which may be for wrong tokens that a stranger sends to another web-app, one token waits alone', async () => {
    const { says, enter, waitOf } = scripted()
    says(429, { 'retry-after': '40' })
    expect(await enter('wrong')).toEqual(['UPSTREAM_UNAVAILABLE', 1])
    says(200)
    expect(await waitOf('wrong')).toBe(40)
    expect(await enter('hers')).toEqual(['visit', 2])
  })

  it('and a visit that has begun goes on meanwhile', async () => {
    const one = school()
    const { setCookie } = await enters(one)
    one.sessions.become('busy')
    expect(await one.extension.admit(opens({ user: student }))).toEqual(refusedWith('UPSTREAM_UNAVAILABLE'))
    expect(await one.extension.admit(goesOn(setCookie))).toMatchObject({ kind: 'visit' })
  })
})

describe('onEntrance', () => {
  it('hears how each entrance ended, and of nothing else', async () => {
    const heard: unknown[] = []
    const one = school({
      onEntrance: outcome => void heard.push(outcome === 'visit' ? outcome : outcome.code),
    })
    const { setCookie } = await enters(one)
    await one.extension.admit(goesOn(setCookie))
    await one.extension.admit(goesOn(`${COOKIE}=nonsense`))
    await one.extension.admit(opens({ user: parent, sessionToken: 'unknown' }))
    expect(heard).toEqual(['visit', 'TOKEN_REJECTED'])
  })

  it('that is not given leaves one line of each refused entrance to the console: what is wrong, and what to check', async () => {
    using warn = vi.spyOn(globalThis.console, 'warn').mockImplementation(() => {})
    using error = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
    const cause = new Error('database is away')
    const one = school({ onEntrance: undefined, onVisit: () => Promise.reject(cause) } as object)
    await one.extension.admit(opens({ user: parent, sessionToken: 'unknown' }))
    await one.extension.admit(goesOn(`${COOKIE}=nonsense`))
    const address = 'http://sessions.example/session/staging/v2/grd/external-session'
    const line = (code: string, what: string) => `schoolbell: entrance refused: ${code}: ${what}`
    const wrongToken = `${address} does not accept the session token (HTTP 401); if it accepts none, check options sessionUrl and environment`
    expect(warn.mock.calls).toEqual([[line('TOKEN_REJECTED 401', wrongToken)]])
    expect(error.mock.calls).toEqual([])
    await one.extension.admit(opens({ user: parent }))
    one.sessions.become('down')
    await one.extension.admit(opens({ user: parent }))
    const failed = expect.stringMatching(
      /: VISIT_FAILED 500: onVisit failed.*: Error: database is away \(at .*\)$/,
    )
    const nobody =
      'cannot be reached: nothing listens at sessions.example:80; check the address and that the server is running (ECONNREFUSED)'
    const away = line('UPSTREAM_UNAVAILABLE 503', `${address}: ${nobody}`)
    expect(error.mock.calls).toEqual([[failed], [away]])
    expect(warn.mock.calls.length).toBe(1)
  })

  const full = () => Promise.reject(new Error('log is full'))
  const throwing = () => {
    throw new Error('log is full')
  }
  it.each<[string, () => void]>([
    ['throws', throwing],
    ['fails later', full as () => void],
  ])('that %s changes nothing for the visitor', async (_, onEntrance) => {
    const one = school({ onEntrance })
    expect(await one.extension.admit(opens({ user: parent }))).toMatchObject({ kind: 'visit' })
    const unknown = opens({ user: parent, sessionToken: 'unknown' })
    expect(await one.extension.admit(unknown)).toEqual(refusedWith('TOKEN_REJECTED'))
  })
})

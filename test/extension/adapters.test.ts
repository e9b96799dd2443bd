/** What each adapter promises, in its real framework, on real sockets, against a real service. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { type StartedService, startService } from '../../console/index.ts'
import {
  createExtension,
  type Extension,
  type ExtensionOptions,
  type JsonValue,
} from '../../extension/index.ts'
import { sessionUser } from '../../extension/testing.ts'
import { type HeldClock, heldClock } from '../support/held-clock.ts'
import { hang, json, startUpstream, truncated, type Upstream } from '../support/scripted-upstream.ts'
import type { Mount, Mounted } from './mount-parts.ts'
import { MOUNTS as SERVERS } from './mounts.ts'
import { mountNext } from './next-stand-in.ts'
import { APP_ID, type Opened, phone, visitCookies } from './phone.ts'
import { mountSvelteKit } from './sveltekit-stand-in.ts'

const NOW = '2026-11-20T08:00:00Z'
const SECRET = 'a secret of the tests, and of nobody else'
const [GUARDIAN, STAFF] = ['sample-guardian', 'sample-staff']
const FOR_ONE = 'private, no-store'

let service: StartedService
/** A service that breaks its promises. */
let broken: Upstream
let clock: HeldClock
beforeAll(async () => {
  service = await startService()
  broken = await startUpstream(hang)
})
beforeEach(() => {
  clock = heldClock(NOW)
  service.clock.set(NOW)
  service.clock.freeze()
  service.faults.clear()
  service.requests.clear()
})
afterAll(async () => {
  await service.close()
  await broken.close()
})

function extension(options: Partial<ExtensionOptions<JsonValue>> = {}): Extension<JsonValue> {
  return createExtension<JsonValue>({
    appId: APP_ID,
    sessionUrl: service.sessionUrls.staging,
    environment: 'staging',
    secret: SECRET,
    onVisit: ({ refNo }) => ({ family: `of ${refNo}` }),
    refusalPage: ({ code }) => code,
    onEntrance: () => {},
    clock,
    timeoutMs: 60_000,
    ...options,
  })
}
const calls = () => service.requests.list({ endpoint: 'session' }).requests
const issue = (userId: number, expireAt = NOW.replace('08', '09')) =>
  service.sessions.issue({
    environment: 'staging',
    userId,
    expireAt: clock.now().add({ seconds: (Date.parse(expireAt) - Date.parse(NOW)) / 1_000 }),
  }).token

/** The frameworks of `npm run test:frameworks` take longer to install than all the rest. */
const { MOUNTS } = inject('frameworks')
  ? await import('../frameworks/mounts.ts')
  : {
      MOUNTS: {
        ...SERVERS,
        'Next.js, without itself': mountNext,
        'SvelteKit, without itself': mountSvelteKit,
      },
    }

describe.each(Object.entries<Mount>(MOUNTS))('%s', (_, mount) => {
  let app: Mounted
  const ended: Mounted[] = []
  beforeEach(async () => {
    app = await mount(extension())
    ended.push(app)
    return async () => {
      for (const one of ended.splice(0)) await one[Symbol.asyncDispose]()
    }
  })
  const mounted = async (options: Partial<ExtensionOptions<JsonValue>>) => {
    const one = await mount(extension(options))
    ended.push(one)
    return phone(one.origin)
  }

  describe('an entrance', () => {
    it('becomes a visit, and the next navigation goes on with it, without headers and without a call', async () => {
      const hers = phone(app.origin)
      const selected = { userId: 3001, refNo: 'TB260001' }
      const entered = await hers.enter(GUARDIAN, '/', { language: 'zh', selected, sso: { sub: '陳' } })
      expect(entered.status).toBe(200)
      const visit = entered.json()
      expect(visit).toMatchObject({
        user: { userId: 2001, role: 'Guardian', refNo: 'GDN-2001' },
        account: { family: 'of GDN-2001' },
        language: 'zh-HK',
        selectionHint: { kind: 'student', ...selected },
        bearer: hers.visit(),
      })
      expect((await hers.open('/')).json()).toEqual(visit)
      expect((await hers.open('/open')).json()).toEqual(visit)
      expect(calls().length).toBe(1)
    })

    it('is told from what comes after it', async () => {
      const hers = phone(app.origin)
      const isEntrance = async (answer: Promise<Opened>) => (await answer).json()
      expect(await isEntrance(hers.open('/from'))).toBe(false)
      expect(await isEntrance(hers.enter(GUARDIAN, '/from'))).toBe(true)
      expect(await isEntrance(hers.open('/from'))).toBe(false)
      // Headers that prove nothing make none.
      expect(await isEntrance(hers.open('/from', { headers: { 'x-app-id': APP_ID } }))).toBe(false)
      expect(await isEntrance(hers.enter(GUARDIAN, '/from'))).toBe(true)
    })

    it('sets one cookie that no script, no other site and no other host gets at', async () => {
      const [line = '', ...more] = visitCookies(await phone(app.origin).enter(issue(2001)))
      expect(more).toEqual([])
      expect(line.split('; ').slice(1).toSorted()).toEqual(
        ['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax', 'Secure'].toSorted(),
      )
      expect(line.length).toBeLessThan(4_050)
    })

    it.each([
      ['a page', '/', 200, ['theme=dark; Path=/']],
      ['a redirect', '/redirect', 302, ['theme=dark; Path=/', 'b=2']],
      ['a stream', '/stream', 200, ['theme=dark; Path=/']],
      ['a failure of the web-app', '/fails', 500, ['theme=dark; Path=/']],
      ['an answer written by hand', '/by-hand', 200, ['theme=dark; Path=/', 'b=2']],
      ['a page that is not there', '/nowhere', 404, []],
    ])('puts its cookie beside the web-app’s own, on %s', async (what, path, status, own) => {
      const hers = phone(app.origin)
      const entered = await hers.enter(GUARDIAN, path)
      expect(entered.status).toBe(status)
      expect(visitCookies(entered).length).toBe(1)
      const kept = status === 500 && mount.failsWithoutCookies ? [] : own
      if (what !== 'a page')
        expect(entered.setCookie.filter(line => !line.startsWith('__Host-'))).toEqual(kept)
      expect(entered.headers.get('cache-control')).toBe(FOR_ONE)
      if (path === '/stream') expect(entered.text).toBe('first second third')
      if (path === '/by-hand') expect(entered.headers.get('x-mark')).toBe('kept')
      expect((await hers.open('/')).json()).toMatchObject({ user: { userId: 2001 } })
    })

    it('is one to HEAD as well, and none to POST', async () => {
      const hers = phone(app.origin)
      const head = await hers.enter(GUARDIAN, '/', {}, { method: 'HEAD' })
      expect([head.status, head.text, visitCookies(head).length]).toEqual([200, '', 1])
      const posted = await phone(app.origin).enter(GUARDIAN, '/write', {}, { method: 'POST' })
      expect([posted.status, posted.text, posted.setCookie]).toEqual([401, 'TOKEN_MISSING', []])
    })

    it('brings a long single sign-on response through', async () => {
      const heard: unknown[] = []
      const his = await mounted({
        onVisit(_user, { ssoHint }) {
          heard.push(ssoHint)
          return null
        },
      })
      const sso = { claims: 'x'.repeat(24_000) }
      expect((await his.enter(GUARDIAN, '/', { sso })).status).toBe(200)
      expect(heard).toEqual([sso])
    })

    it('leaves neither token nor single sign-on response where a log of the web-app could find them', async () => {
      const hers = phone(app.origin)
      const seen = await hers.enter(GUARDIAN, '/headers', { sso: { sub: 'private' }, selected: 'all' })
      expect(seen.text).not.toContain(GUARDIAN)
      expect(seen.text.toLowerCase()).not.toMatch(/x-session-token|x-sso-response/)
      expect(seen.text).toContain('x-selected-sub-user-id')
    })

    it('with the token of another session takes the place of the visit before: two users on one phone', async () => {
      const shared = phone(app.origin)
      await shared.enter(GUARDIAN)
      const before = shared.visit()
      await shared.enter(STAFF)
      expect(shared.visit()).not.toBe(before)
      expect((await shared.open('/')).json()).toMatchObject({ user: { userId: 1001 } })
      await shared.enter(issue(2002))
      expect((await shared.open('/')).json()).toMatchObject({ user: { userId: 2002 } })
      expect((await shared.open('/staff')).text).toBe('ROLE_REFUSED')
    })

    it.each(['/', '/open', '/file', '/nowhere'])(
      'that is refused ends the visit of the phone’s last user, and shows nothing of %s',
      async path => {
        const shared = phone(app.origin)
        await shared.enter(GUARDIAN)
        const refused = await shared.enter('no-such-token', path)
        expect([refused.status, refused.text]).toEqual([401, 'TOKEN_REJECTED'])
        expect(refused.headers.get('cache-control')).toBe(FOR_ONE)
        expect((await shared.open('/open')).json()).toEqual({ nobody: true })
      },
    )

    const thrown = [
      ['an error', '/fails'],
      ['an error that the error handler stumbles over', '/fails-twice'],
      ['a text', '/throws-text'],
      ['null', '/throws-null'],
      ['nothing at all', '/throws-nothing'],
    ] as const
    it.each(thrown.filter(([, path]) => !mount.unanswered?.includes(path)))(
      'whose page throws %s does not leave the phone to its last user',
      async (_, path) => {
        using _console = vi.spyOn(console, 'error').mockImplementation(() => {})
        const shared = phone(app.origin)
        await shared.enter(STAFF)
        const failed = await shared.enter(GUARDIAN, path)
        expect([failed.status, failed.headers.get('cache-control')]).toEqual([500, FOR_ONE])
        expect((await shared.open('/open')).json()).toMatchObject({ user: { userId: 2001 } })
      },
    )

    it('comes a hundred times at once with one token, and the service is asked once', async () => {
      const { promise: all, resolve } = Promise.withResolvers<void>()
      let admitted = 0
      const inner = extension({
        async fetch(...asked) {
          await all
          return await fetch(...asked)
        },
      })
      const counting: Extension<JsonValue> = {
        ...inner,
        admit(request) {
          const admission = inner.admit(request)
          admitted += 1
          if (admitted === 100) resolve()
          return admission
        },
      }
      await using crowded = await mount(counting)
      const phones = Array.from({ length: 100 }, () => phone(crowded.origin))
      const entered = await Promise.all(phones.map(each => each.enter(GUARDIAN)))
      expect(new Set(entered.map(({ status }) => status))).toEqual(new Set([200]))
      expect(calls().length).toBe(1)
    })
  })

  describe('a visit', () => {
    it('ends with its session, at the exact second', async () => {
      const hers = phone(app.origin)
      await hers.enter(issue(2001, '2026-11-20T08:10:00Z'))
      clock.set('2026-11-20T08:09:59.999Z')
      expect((await hers.open('/')).status).toBe(200)
      clock.set('2026-11-20T08:10:00Z')
      const over = await hers.open('/')
      expect([over.status, over.text]).toEqual([401, 'EXPIRED'])
      expect((await hers.open('/open')).json()).toEqual({ nobody: true })
    })

    it('does not begin with a session that is over, by the service’s clock or by the web-app’s', async () => {
      const token = issue(2001, '2026-11-20T08:10:00Z')
      clock.set('2026-11-20T08:10:00Z')
      expect((await phone(app.origin).enter(token)).text).toBe('EXPIRED')
      clock.set('2026-11-20T08:09:59Z')
      expect((await phone(app.origin).enter(token)).status).toBe(200)
      service.clock.set('2026-11-20T08:10:00Z')
      expect((await phone(app.origin).enter(token)).text).toBe('TOKEN_REJECTED')
    })

    it('is not one any more once a byte of it was changed, or it was cut', async () => {
      const hers = phone(app.origin)
      await hers.enter(GUARDIAN)
      const sealed = hers.visit() ?? ''
      const other = (at: number) => (sealed[at] === 'A' ? 'B' : 'A')
      // Of its head, its nonce, its content and its tag.
      const dots = [...sealed.matchAll(/\./g)].map(({ index }) => index)
      for (const at of [3, ...dots.slice(1).map(dot => dot + 2)]) {
        hers.forge(sealed.slice(0, at) + other(at) + sealed.slice(at + 1))
        expect((await hers.open('/')).text).toBe('COOKIE_INVALID')
        expect((await hers.open('/open')).json()).toEqual({ nobody: true })
      }
      for (const cut of [sealed.slice(0, -1), sealed.slice(0, 40), sealed.slice(1), 'x', '']) {
        hers.forge(cut)
        expect((await hers.open('/open')).json()).toEqual({ nobody: true })
      }
      hers.forge(sealed)
      expect((await hers.open('/')).status).toBe(200)
    })

    it.each<[string, Partial<ExtensionOptions<JsonValue>>]>([
      ['another key', { secret: 'a secret of somebody else, just as long' }],
      ['another environment', { environment: 'production' }],
    ])('of a web-app with %s is none here', async (_, options) => {
      const elsewhere = await mounted(options)
      const { sessionUrls } = service
      await elsewhere.enter(GUARDIAN)
      expect(sessionUrls.staging).not.toBe(sessionUrls.production)
      const here = phone(app.origin)
      here.forge(elsewhere.visit() ?? '')
      expect((await here.open('/')).text).toBe('COOKIE_INVALID')
    })

    it('of one phone on another is that visitor, and no mixture of both', async () => {
      const [hers, his] = [phone(app.origin), phone(app.origin)]
      await hers.enter(GUARDIAN)
      await his.enter(STAFF)
      const [one = '', other = ''] = [hers.visit(), his.visit()]
      his.forge(one)
      expect((await his.open('/')).json()).toMatchObject({ user: { userId: 2001 } })
      // The content of one under the nonce and tag of the other.
      const [head, key, nonce, , tag] = other.split('.')
      his.forge([head, key, nonce, one.split('.')[3], tag].join('.'))
      expect((await his.open('/')).text).toBe('COOKIE_INVALID')
    })

    it('outlives the service', async () => {
      const own = await startService()
      const hers = await mounted({ sessionUrl: own.sessionUrls.staging })
      await hers.enter(GUARDIAN)
      await own.close()
      expect((await hers.open('/')).status).toBe(200)
      const other = await hers.enter(STAFF)
      expect([other.status, other.text]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
      expect((await hers.open('/open')).json()).toEqual({ nobody: true })
    })

    it('comes as a bearer as well, before the cookie, from a page whose web view loses cookies', async () => {
      const hers = phone(app.origin)
      const { bearer } = (await hers.enter(GUARDIAN)).json() as { bearer: string }
      const bare = phone(app.origin)
      const headers = { authorization: `Bearer ${bearer}` }
      expect((await bare.open('/', { headers })).json()).toMatchObject({ user: { userId: 2001 } })
      await bare.enter(STAFF)
      expect((await bare.open('/', { headers })).json()).toMatchObject({ user: { userId: 2001 } })
      const wrong = await bare.open('/', { headers: { authorization: 'Bearer of-something-else' } })
      expect([wrong.text, wrong.setCookie]).toEqual(['COOKIE_INVALID', []])
      expect((await bare.open('/')).json()).toMatchObject({ user: { userId: 1001 } })
    })

    it('is over for the phone that signs out, and for the page that does it', async () => {
      const hers = phone(app.origin)
      await hers.enter(GUARDIAN)
      const out = await hers.open('/sign-out', { method: 'POST' })
      expect(out.json()).toEqual({ nobody: true })
      expect([visitCookies(out).length, out.headers.get('cache-control')]).toEqual([1, FOR_ONE])
      expect(hers.visit()).toBeUndefined()
      expect((await hers.open('/')).text).toBe('TOKEN_MISSING')
    })

    it('does not come with what another origin’s page writes, not even one of the same site', async () => {
      const hers = phone(app.origin)
      const { bearer } = (await hers.enter(GUARDIAN)).json() as { bearer: string }
      const write = async (headers: Record<string, string>) =>
        (await hers.open('/write', { method: 'POST', headers })).text
      for (const site of ['same-origin', 'none'])
        expect(await write({ 'sec-fetch-site': site })).toBe('written')
      expect(await write({})).toBe('written')
      for (const site of ['same-site', 'cross-site']) {
        expect(await write({ 'sec-fetch-site': site })).toBe('TOKEN_MISSING')
        expect(await write({ 'sec-fetch-site': site, authorization: `Bearer ${bearer}` })).toBe('written')
      }
      // A link from there opens a page.
      expect((await hers.open('/', { headers: { 'sec-fetch-site': 'same-site' } })).status).toBe(200)
    })

    it('does not come with a header that is none of it, or from a web view that says no more than Origin', async () => {
      const hers = phone(app.origin)
      await hers.enter(GUARDIAN)
      const write = async (headers: Record<string, string>) =>
        (await hers.open('/write', { method: 'POST', headers })).text
      const foreign = [{ 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.school.example' }]
      for (const from of [...foreign, { 'sec-fetch-site': 'same-site, x' }, { origin: 'null' }]) {
        expect(await write(from)).toBe('TOKEN_MISSING')
        for (const authorization of ['Basic dTpw', 'Negotiate abc', 'Bearer', ''])
          expect(await write({ ...from, authorization })).toBe('TOKEN_MISSING')
      }
      expect(await write({ origin: app.origin, authorization: 'Basic dTpw' })).toBe('written')
      const proxied = { origin: 'https://shop.example', 'x-forwarded-host': 'shop.example:443, inner' }
      expect(await write(proxied)).toBe('written')
    })

    it('is not ended by another origin’s page', async () => {
      const hers = phone(app.origin)
      await hers.enter(GUARDIAN)
      const headers = { 'sec-fetch-site': 'cross-site' }
      expect((await hers.open('/sign-out', { method: 'POST', headers })).setCookie).toEqual([])
      expect((await hers.open('/')).status).toBe(200)
    })

    it('is not another’s whose cookie has a name that only looks the same, from another host of the site', async () => {
      const [hers, his] = [phone(app.origin), phone(app.origin)]
      await hers.enter(GUARDIAN)
      await his.enter(STAFF)
      const name = '__Host-schoolbell-visit'
      const open = async (cookie: string) => (await hers.open('/', { headers: { cookie } })).text
      expect(await open(`\u00a0${name}=${his.visit()}; ${name}=${hers.visit()}`)).toContain('"userId":2001')
      expect(await open(`\u00a0${name}=${his.visit()}`)).toBe('TOKEN_MISSING')
      expect(await open(`${name}=${his.visit()};\t${name}=${hers.visit()}`)).toBe('COOKIE_INVALID')
    })

    it('a late answer to a page of an earlier visit does not end one that was begun since', async () => {
      const shared = phone(app.origin)
      await shared.enter(issue(2001, '2026-11-20T08:10:00Z'))
      const stale = shared.visit() ?? ''
      clock.set('2026-11-20T08:10:00Z')
      await shared.enter(STAFF)
      const cookie = `__Host-schoolbell-visit=${stale}`
      expect((await shared.open('/open', { headers: { cookie } })).setCookie).toEqual([])
      expect((await shared.open('/')).json()).toMatchObject({ user: { userId: 1001 } })
    })
  })

  describe('whoever may not see a page', () => {
    it('is told so by the refusal: without a visit, or in another role', async () => {
      const hers = phone(app.origin)
      const stranger = await hers.open('/')
      expect([stranger.status, stranger.text]).toEqual([401, 'TOKEN_MISSING'])
      expect(stranger.headers.get('content-type')).toMatch(/^text\/html; ?charset=utf-8$/i)
      await hers.enter(GUARDIAN, '/', { language: 'zh' })
      const guardian = await hers.open('/staff', { headers: { 'accept-language': 'en' } })
      expect([guardian.status, guardian.text]).toEqual([403, 'ROLE_REFUSED'])
      // In the language in which the app opened it.
      expect(guardian.headers.get('content-language')).toBe('zh-HK')
      expect((await hers.open('/family')).text).toBe('family')
      await hers.enter(STAFF)
      expect((await hers.open('/staff')).text).toBe('for staff')
      expect((await hers.open('/family')).text).toBe('ROLE_REFUSED')
    })

    it('has no body in the answer to HEAD', async () => {
      const head = await phone(app.origin).open('/', { method: 'HEAD' })
      expect([head.status, head.text]).toEqual([401, ''])
    })
  })

  describe('what others may keep of an answer', () => {
    it('is nothing where the web-app asked whose visit it is, and else what the web-app says', async () => {
      const hers = phone(app.origin)
      const caching = async (path: string) => (await hers.open(path)).headers.get('cache-control')
      // A note cannot tell the proxy, and a response without a word on caching is not kept without one.
      expect(await caching('/open')).toBe(mount.decidesBefore ? null : FOR_ONE)
      await hers.enter(GUARDIAN)
      expect(await caching('/')).toBe(FOR_ONE)
      expect(await caching('/stream')).toBe(FOR_ONE)
      expect(await caching('/own-caching')).toBe(mount.decidesBefore ? FOR_ONE : 'private, max-age=60')
      expect(await caching('/file')).toBe(mount.decidesBefore ? FOR_ONE : 'public, max-age=60')
      expect(await caching('/by-hand')).toBe(mount.supposesReading ? FOR_ONE : null)
    })

    it.each(['/file', '/file-by-hand'])(
      'is nothing of an entrance, whatever the web-app says, and to whomever: %s',
      async path => {
        const hers = phone(app.origin)
        const names = ['cache-control', 'cdn-cache-control', 'surrogate-control', 'expires']
        const entered = await hers.enter(GUARDIAN, path)
        const [cacheControl, ...others] = names.map(name => entered.headers.get(name))
        expect(cacheControl).toBe(FOR_ONE)
        expect(others).toEqual(mount.decidesBefore ? ['no-store', 'no-store', '0'] : [null, null, null])
        const { headers } = await hers.open(path)
        expect(names.map(name => headers.get(name))).not.toContain(null)
      },
    )
  })

  describe('a service that fails', () => {
    it.each([
      ['is in trouble', { kind: 'status', status: 500 }, 503, 'UPSTREAM_UNAVAILABLE'],
      ['is asked too often', { kind: 'status', status: 429, retryAfter: 7 }, 503, 'UPSTREAM_UNAVAILABLE'],
      ['breaks the connection', { kind: 'reset' }, 503, 'UPSTREAM_UNAVAILABLE'],
      ['is being mended', { kind: 'html' }, 503, 'UPSTREAM_UNAVAILABLE'],
    ] as const)('because it %s, refuses for now', async (_, fault, status, code) => {
      service.faults.add({ endpoint: 'session', when: 'until-cleared', fault })
      const refused = await phone(app.origin).enter(GUARDIAN)
      expect([refused.status, refused.text]).toEqual([status, code])
      if ('retryAfter' in fault) expect(refused.headers.get('retry-after')).toBe('7')
    })

    it('and is slow, is not waited for', async () => {
      broken.answer(hang)
      const his = await mounted({ sessionUrl: broken.url, timeoutMs: 20 })
      const refused = await his.enter(GUARDIAN)
      expect([refused.status, refused.text]).toEqual([504, 'UPSTREAM_TIMEOUT'])
    })

    it('is asked no longer once the visitor has gone', async () => {
      const asked = Promise.withResolvers<AbortSignal | null | undefined>()
      const lost = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<string>()
      const noticeLoss = (message: unknown) => {
        const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
        // A session call of the test before may arrive only now.
        if (!request.url?.endsWith('/external-session')) response.once('close', () => lost.resolve())
      }
      subscribe('http.server.request.start', noticeLoss)
      const his = await mounted({
        // Answers all the same, as soon as the web-app has lost its visitor.
        async fetch(_, init) {
          asked.resolve(init?.signal)
          await lost.promise
          await setImmediate()
          return Response.json(sessionUser({ appId: APP_ID }))
        },
        onEntrance: outcome => ended.resolve(outcome === 'visit' ? outcome : outcome.code),
      })
      const leave = new AbortController()
      const entered = his.enter(GUARDIAN, '/', {}, { signal: leave.signal })
      const call = await asked.promise
      unsubscribe('http.server.request.start', noticeLoss)
      leave.abort()
      await expect(entered).rejects.toThrow()
      expect(await ended.promise).toBe('ABORTED')
      expect(call?.aborted).toBe(true)
    })

    it('and answers with another app’s user, or with something else, lets nobody in', async () => {
      const his = await mounted({ sessionUrl: broken.url })
      const user = await (
        await fetch(`${service.sessionUrls.staging}/v2/grd/external-session`, {
          headers: { 'x-app-id': APP_ID, 'x-session-token': GUARDIAN },
        })
      ).json()
      broken.answer(json({ ...user, appId: 'another-school' }))
      expect((await his.enter(STAFF)).text).toBe('APP_MISMATCH')
      for (const wrong of [json({ ...user, role: 'Admin' }), json([]), json({ ...user, expireAt: 'soon' })]) {
        broken.answer(wrong)
        const refused = await his.enter(GUARDIAN)
        expect([refused.status, refused.text]).toEqual([502, 'UPSTREAM_MALFORMED'])
      }
      broken.answer(truncated(user))
      expect((await his.enter(GUARDIAN)).status).toBe(503)
      broken.answer(json(user))
      expect((await his.enter(GUARDIAN)).status).toBe(200)
    })
  })
})

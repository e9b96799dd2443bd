/**
 * What an adapter itself can break, in its real framework on real sockets: how it reads headers, adds a cookie to every answer, sends
 * refusals, passes on failures. What the kit promises under all adapters is in plain-handler.unit.test.ts and extension.test.ts.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createExtension,
  type Extension,
  type ExtensionOptions,
  type JsonValue,
} from '../../extension/index.ts'
import { entranceOf, fakeSessions, sessionUser } from '../../extension/testing.ts'
import type { Mount, Mounted } from './mount-parts.ts'
import { APP_ID, type Phone, phone, visitCookies } from './phone.ts'

const guardian = sessionUser({ userId: 2001, appId: APP_ID, refNo: 'GDN-2001' })
const staff = sessionUser({ userId: 1001, appId: APP_ID, role: 'Staff' })
const [GUARDIAN = '', STAFF = ''] = [guardian, staff].map(
  user => entranceOf({ user }).headers['x-session-token'],
)
const FOR_ONE = 'private, no-store'

const sessions = fakeSessions({ users: [guardian, staff] })
const extension = (options: Partial<ExtensionOptions<JsonValue>> = {}): Extension<JsonValue> =>
  createExtension<JsonValue>({
    appId: APP_ID,
    sessionUrl: 'http://sessions.example/session/staging',
    environment: 'staging',
    secret: 'a secret of the tests, and of nobody else',
    onVisit: ({ refNo }, { ssoHint }) => ({
      family: `of ${refNo}`,
      sso: JSON.stringify(ssoHint ?? '').length,
    }),
    refusalPage: ({ code }) => code,
    onEntrance: () => {},
    fetch: sessions.fetch,
    ...options,
  })

export function keepsItsPromises(name: string, mount: Mount): void {
  describe(name, () => {
    let app: Mounted
    beforeAll(async () => {
      app = await mount(extension())
    })
    afterAll(() => app?.[Symbol.asyncDispose]())
    const newPhone = (): Phone => phone(app.origin)
    const visitor = async (shown: Phone, path = '/open') => (await shown.open(path)).json()

    // Promise: web-app/frameworks
    it('an entrance becomes a visit, and the next request goes on with it, without headers and without a call', async () => {
      const hers = newPhone()
      const before = sessions.calls
      const selected = { userId: 3001, refNo: 'TB260001' }
      const sso = { claims: 'x'.repeat(24_000), name: '陳' }
      const entered = await hers.enter(GUARDIAN, '/', { language: 'zh', selected, sso })
      expect(entered.status).toBe(200)
      const visit = entered.json()
      expect(visit).toMatchObject({
        user: { userId: 2001, role: 'Guardian', refNo: 'GDN-2001' },
        account: { family: 'of GDN-2001', sso: JSON.stringify(sso).length },
        language: 'zh-HK',
        selectionHint: { kind: 'student', ...selected },
        bearer: hers.visit(),
      })
      for (const path of ['/', '/open']) expect(await visitor(hers, path)).toEqual(visit)
      expect(sessions.calls - before).toBe(1)
      expect(await visitor(hers, '/from')).toBe(false)
      expect((await hers.enter(STAFF, '/from')).json()).toBe(true)
      expect(await visitor(hers)).toMatchObject({ user: { userId: 1001 } })
    })

    it('the cookie of an entrance stands beside the web-app’s own on every answer, which nobody keeps', async () => {
      const theme = 'theme=dark; Path=/'
      for (const [path, status, own] of [
        ['/', 200, []],
        ['/redirect', 302, [theme, 'b=2']],
        ['/stream', 200, [theme]],
        ['/fails', 500, mount.failsWithoutCookies ? [] : [theme]],
        ['/by-hand', 200, [theme, 'b=2']],
        ['/nowhere', 404, []],
      ] as const) {
        using _console = vi.spyOn(console, 'error').mockImplementation(() => {})
        const hers = newPhone()
        const entered = await hers.enter(GUARDIAN, path)
        expect([path, entered.status, visitCookies(entered).length]).toEqual([path, status, 1])
        expect(entered.setCookie.filter(line => !line.startsWith('__Host-'))).toEqual(own)
        expect(entered.headers.get('cache-control')).toBe(FOR_ONE)
        if (path === '/stream') expect(entered.text).toBe('first second third')
        if (path === '/by-hand') expect(entered.headers.get('x-mark')).toBe('kept')
      }
    })

    it('HEAD is answered without a body: an entrance as well as a refusal', async () => {
      const head = await newPhone().enter(GUARDIAN, '/', {}, { method: 'HEAD' })
      expect([head.status, head.text, visitCookies(head).length]).toEqual([200, '', 1])
      const refused = await newPhone().open('/', { method: 'HEAD' })
      expect([refused.status, refused.text]).toEqual([401, ''])
    })

    // Promise: web-app/no-token
    it('neither token nor single sign-on response is left where a log of the web-app could find them', async () => {
      const seen = await newPhone().enter(GUARDIAN, '/headers', { sso: { sub: 'private' }, selected: 'all' })
      expect(seen.text).not.toContain(GUARDIAN)
      expect(seen.text.toLowerCase()).not.toMatch(/x-session-token|x-sso-response/)
      expect(seen.text).toContain('x-selected-sub-user-id')
    })

    it('a refused entrance ends the visit of the phone’s last user, and shows nothing of any page', async () => {
      const shared = newPhone()
      for (const path of ['/', '/open', '/file', '/nowhere']) {
        shared.forge('of the last user')
        const refused = await shared.enter('no-such-token', path)
        expect([path, refused.status, refused.text]).toEqual([path, 401, 'TOKEN_REJECTED'])
        expect(refused.headers.get('cache-control')).toBe(FOR_ONE)
        expect(shared.visit()).toBeUndefined()
      }
    })

    it('an entrance that has lost its token on the way ends the visit of the phone’s last user', async () => {
      const shared = newPhone()
      await shared.enter(STAFF)
      const refused = await shared.open('/', { headers: { 'x-app-id': 'sample-school', 'x-language': 'en' } })
      expect([refused.status, refused.text]).toEqual([401, 'TOKEN_MISSING'])
      expect(shared.visit()).toBeUndefined()
    })

    it('an entrance whose page throws whatever it likes does not leave the phone to its last user', async () => {
      using _console = vi.spyOn(console, 'error').mockImplementation(() => {})
      const shared = newPhone()
      const paths = ['/fails', '/fails-twice', '/throws-text', '/throws-null', '/throws-nothing']
      for (const path of paths.filter(path => !mount.unanswered?.includes(path))) {
        shared.forge('of the last user')
        const failed = await shared.enter(GUARDIAN, path)
        expect([path, failed.status, failed.headers.get('cache-control')]).toEqual([path, 500, FOR_ONE])
        expect(visitCookies(failed).length).toBe(1)
        expect(shared.visit()).toMatch(/^ey/)
      }
      expect(await visitor(shared)).toMatchObject({ user: { userId: 2001 } })
    })

    // Promise: web-app/sign-out
    it('a visit comes as a bearer as well, and ends for the phone that signs out and for the page that does it', async () => {
      const hers = newPhone()
      const { bearer } = (await hers.enter(GUARDIAN)).json() as { bearer: string }
      const his = newPhone()
      await his.enter(STAFF)
      const headers = { authorization: `Bearer ${bearer}` }
      expect((await his.open('/', { headers })).json()).toMatchObject({ user: { userId: 2001 } })
      const out = await hers.open('/sign-out', { method: 'POST' })
      expect(out.json()).toEqual({ nobody: true })
      expect([visitCookies(out).length, out.headers.get('cache-control')]).toEqual([1, FOR_ONE])
      expect(hers.visit()).toBeUndefined()
      expect((await hers.open('/')).text).toBe('TOKEN_MISSING')
    })

    // Promise: web-app/other-origin
    it('a visit does not come with what another origin’s page writes, nor is it ended by that', async () => {
      const hers = newPhone()
      await hers.enter(GUARDIAN)
      const post = (path: string, headers: Record<string, string>) =>
        hers.open(path, { method: 'POST', headers })
      const [foreign, evil] = [{ 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.school.example' }]
      for (const from of [foreign, evil]) {
        expect((await post('/write', from)).text).toBe('TOKEN_MISSING')
        expect((await post('/sign-out', from)).setCookie).toEqual([])
      }
      expect((await post('/write', { origin: app.origin })).text).toBe('written')
    })

    // Promise: web-app/role
    it('whoever may not see a page is told so by the refusal: without a visit, or in another role', async () => {
      const hers = newPhone()
      const stranger = await hers.open('/')
      expect([stranger.status, stranger.text]).toEqual([401, 'TOKEN_MISSING'])
      expect(stranger.headers.get('content-type')).toMatch(/^text\/html; ?charset=utf-8$/i)
      await hers.enter(GUARDIAN, '/', { language: 'zh' })
      const refused = await hers.open('/staff', { headers: { 'accept-language': 'en' } })
      expect([refused.status, refused.text]).toEqual([403, 'ROLE_REFUSED'])
      // In the language in which the app opened it.
      expect(refused.headers.get('content-language')).toBe('zh-HK')
      expect((await hers.open('/family')).text).toBe('family')
      await hers.enter(STAFF)
      expect((await hers.open('/staff')).text).toBe('for staff')
      expect((await hers.open('/family')).text).toBe('ROLE_REFUSED')
    })

    // Promise: web-app/not-kept
    it('others may keep nothing of an answer where the web-app asked whose visit it is, and else what the web-app says', async () => {
      const hers = newPhone()
      const caching = async (path: string) => (await hers.open(path)).headers.get('cache-control')
      // A note cannot tell the proxy, and a response without a word on caching is not kept without one.
      expect(await caching('/open')).toBe(mount.decidesBefore ? null : FOR_ONE)
      await hers.enter(GUARDIAN)
      for (const path of ['/', '/stream']) expect(await caching(path)).toBe(FOR_ONE)
      expect(await caching('/own-caching')).toBe(mount.decidesBefore ? FOR_ONE : 'private, max-age=60')
      expect(await caching('/file')).toBe(mount.decidesBefore ? FOR_ONE : 'public, max-age=60')
      expect(await caching('/by-hand')).toBe(mount.supposesReading ? FOR_ONE : null)
    })

    // Promise: web-app/not-kept
    it.each(['/file', '/file-by-hand'])(
      'others may keep nothing of an entrance, whatever the web-app says, and to whomever: %s',
      async path => {
        const hers = newPhone()
        const names = ['cache-control', 'cdn-cache-control', 'surrogate-control', 'expires']
        const entered = await hers.enter(GUARDIAN, path)
        const [cacheControl, ...others] = names.map(name => entered.headers.get(name))
        expect(cacheControl).toBe(FOR_ONE)
        expect(others).toEqual(mount.decidesBefore ? ['no-store', 'no-store', '0'] : [null, null, null])
        const { headers } = await hers.open(path)
        expect(names.map(name => headers.get(name))).not.toContain(null)
      },
    )

    it('the service is asked no longer once the visitor has gone', async () => {
      const asked = Promise.withResolvers<AbortSignal | null | undefined>()
      const lost = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<string>()
      const noticeLoss = (message: unknown) =>
        void (message as { response: ServerResponse }).response.once('close', () => lost.resolve())
      await using other = await mount(
        extension({
          // Answers all the same, as soon as the web-app has lost its visitor.
          async fetch(_, init) {
            asked.resolve(init?.signal)
            await lost.promise
            await setImmediate()
            return Response.json(guardian)
          },
          onEntrance: outcome => ended.resolve(outcome === 'visit' ? outcome : outcome.code),
        }),
      )
      subscribe('http.server.request.start', noticeLoss)
      const leave = new AbortController()
      const entered = phone(other.origin).enter(GUARDIAN, '/', {}, { signal: leave.signal })
      const call = await asked.promise
      unsubscribe('http.server.request.start', noticeLoss)
      leave.abort()
      await expect(entered).rejects.toThrow()
      expect(await ended.promise).toBe('ABORTED')
      expect(call?.aborted).toBe(true)
    })
  })
}

/** Pages and actions of Next.js and SvelteKit: what the adapters' promises, which are about routes, do not reach. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createExtension, type Extension, type JsonValue } from '../../extension/index.ts'
import { entranceOf, fakeSessions, sessionUser } from '../../extension/testing.ts'
import type { Mounted } from '../extension/mount-parts.ts'
import { phone } from '../extension/phone.ts'
import { MOUNTS } from './mounts.ts'

const [guardian, staff] = [sessionUser({ role: 'Guardian' }), sessionUser({ role: 'Staff' })]
const tokenOf = (user: typeof guardian) => entranceOf({ user }).headers['x-session-token'] ?? ''
const COOKIE = '__Host-schoolbell-visit'

function extension(): Extension<JsonValue> {
  return createExtension<JsonValue>({
    appId: guardian.appId,
    sessionUrl: 'https://sis.example/session',
    environment: 'staging',
    secret: 'a secret of the tests, and of nobody else',
    onVisit: () => null,
    refusalPage: ({ code }) => code,
    onEntrance: () => {},
    fetch: fakeSessions({ users: [guardian, staff] }).fetch,
  })
}

let app: Mounted
afterEach(() => app[Symbol.asyncDispose]())
const mounted = (framework: string) => async () => {
  const mount = MOUNTS[framework]
  if (!mount) throw new Error(`no ${framework}`)
  app = await mount(extension())
}

/** Where a form leads, and what is shown there. */
async function post(path: string, fields: Record<string, string>, sealed: string | undefined, headers = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const answer = await fetch(app.origin + path, {
    ...{ method: 'POST', body, redirect: 'manual' },
    headers: {
      origin: app.origin,
      accept: 'text/html',
      ...(sealed && { cookie: `${COOKIE}=${sealed}` }),
      ...headers,
    },
  })
  const location = answer.headers.get('location') ?? ''
  return {
    status: answer.status,
    path: location && new URL(location, app.origin).pathname + new URL(location, app.origin).search,
    cookies: answer.headers.getSetCookie(),
    text: await answer.text(),
  }
}

describe('Next.js', () => {
  beforeEach(mounted('Next.js 16'))

  /** The fields that make a form of a page run its action without a script. */
  async function actionsOf(html: string) {
    return [...html.matchAll(/name="(\$ACTION_ID_\w+)"/g)].map(([, name = '']) => ({ [name]: '' }))
  }

  it('shows the visit in a server component on the request of the entrance, and says which request that is', async () => {
    const hers = phone(app.origin)
    const entered = await hers.enter(tokenOf(guardian), '/pages')
    expect(entered.text).toContain(`<p>${guardian.refNo}</p><p>the entrance</p>`)
    expect((await hers.open('/pages')).text).toContain(`<p>${guardian.refNo}</p><p>a later page</p>`)
  })

  it('opens a page at an address of any length, which leads a stranger to the refusal', async () => {
    const long = `/pages?state=${'x'.repeat(6_000)}`
    expect((await phone(app.origin).enter(tokenOf(guardian), long)).text).toContain(guardian.refNo)
    const { headers } = await phone(app.origin).open(long)
    expect(headers.get('location')).toBe('/pages?visit-refused=TOKEN_MISSING')
  })

  it('leads a refused visitor of a page to the refusal, and back from it whoever has come in since', async () => {
    const hers = phone(app.origin)
    const refused = await hers.open('/pages?a=b')
    const at = refused.headers.get('location') ?? ''
    expect(at).toBe('/pages?a=b&visit-refused=TOKEN_MISSING')
    const shown = await hers.open(at)
    expect([shown.status, shown.text]).toEqual([401, 'TOKEN_MISSING'])
    const queried = await hers.open('/pages?a=b?c&visit-refused=x')
    expect(queried.headers.get('location')).toBe('/pages?a=b%3Fc&visit-refused=TOKEN_MISSING')
    expect((await hers.open('//pages')).headers.get('location')).toBe('/pages')
    await hers.enter(tokenOf(guardian))
    expect((await hers.open(at)).text).toContain(`<p>${guardian.refNo}</p>`)
    // The address alone shows nothing else, and takes nobody's visit away.
    for (const odd of ['VISIT_FAILED', 'x', ''])
      expect((await hers.open(`/pages?visit-refused=${odd}`)).status).toBe(200)
  })

  it('runs an action for whom its own guard allows, however the form comes', async () => {
    const [hers, his] = [phone(app.origin), phone(app.origin)]
    const [staffOnly] = await actionsOf((await hers.enter(tokenOf(guardian), '/pages')).text)
    await his.enter(tokenOf(staff))
    if (!staffOnly) throw new Error('the page has no form')
    expect(await post('/pages', staffOnly, his.visit())).toMatchObject({ status: 303, path: '/done' })
    const roleRefused = { status: 303, path: '/pages?visit-refused=ROLE_REFUSED' }
    expect(await post('/pages', staffOnly, hers.visit())).toMatchObject(roleRefused)
    for (const [sealed, headers] of [
      [undefined, {}],
      ['forged', {}],
      [his.visit(), { 'sec-fetch-site': 'same-site' }],
      [his.visit(), { 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      const { path } = await post('/pages', staffOnly, sealed, headers)
      expect(path).toMatch(/^\/pages\?visit-refused=(TOKEN_MISSING|COOKIE_INVALID)$/)
    }
  })

  it('ends the visit in an action, but not for a form of another origin', async () => {
    const hers = phone(app.origin)
    const [, leave] = await actionsOf((await hers.enter(tokenOf(guardian), '/pages')).text)
    if (!leave) throw new Error('the page has no second form')
    const foreign = await post('/pages', leave, hers.visit(), { 'sec-fetch-site': 'same-site' })
    expect(foreign.cookies).toEqual([])
    const left = await post('/pages', leave, hers.visit())
    expect(left).toMatchObject({ status: 303, path: '/left' })
    expect(left.cookies).toEqual([expect.stringMatching(new RegExp(`^${COOKIE}=;.*Max-Age=0`))])
  })

  it('takes no visit from where the proxy does not read it, whatever headers come from outside', async () => {
    using _console = vi.spyOn(console, 'error').mockImplementation(() => {})
    const hers = phone(app.origin)
    await hers.enter(tokenOf(guardian))
    const sealed = hers.visit() ?? ''
    const { headers: entrance } = entranceOf({ user: guardian })
    for (const headers of [
      {},
      entrance,
      { 'x-schoolbell-note': sealed },
      { 'x-schoolbell-note': '{"pathname":"/","search":"","isEntrance":true,"isForeign":false,"code":null}' },
      { authorization: `Bearer ${sealed}` },
    ]) {
      const answer = await hers.open('/not-covered/open', { headers: headers as Record<string, string> })
      expect([answer.status, answer.text]).toEqual([500, ''])
    }
  })

  it('lets nobody in with the headers by which Next.js itself passes on what its proxy says', async () => {
    for (const headers of [
      { 'x-schoolbell-note': 'x' },
      { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
      { 'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy' },
      { 'x-middleware-override-headers': 'cookie', 'x-middleware-request-cookie': `${COOKIE}=forged` },
      { 'x-middleware-next': '1' },
      { 'x-middleware-set-cookie': `${COOKIE}=forged` },
    ]) {
      const answer = await phone(app.origin).open('/', { headers: headers as Record<string, string> })
      expect([answer.status, answer.text]).toEqual([401, 'TOKEN_MISSING'])
    }
  })
})

describe('SvelteKit', () => {
  beforeEach(mounted('SvelteKit 3'))

  it('shows the visit in a page on the request of the entrance, and in what the page asks of its own server', async () => {
    const hers = phone(app.origin)
    const entered = await hers.enter(tokenOf(guardian), '/pages')
    expect(entered.text).toContain(`${guardian.refNo} and ${guardian.refNo}`)
    expect(entered.setCookie.length).toBe(1)
    expect(entered.setCookie[0]).toMatch(/Max-Age=\d+/)
    expect((await hers.open('/pages')).text).toContain(`${guardian.refNo} and ${guardian.refNo}`)
  })

  it('refuses a page with the refusal, and the data of a page in the way that its own scripts read', async () => {
    const refused = await phone(app.origin).open('/pages')
    expect([refused.status, refused.text]).toEqual([401, 'TOKEN_MISSING'])
    const data = await phone(app.origin).open('/pages/__data.json')
    expect(data.headers.get('content-type')).toContain('application/json')
    expect(data.text).toContain('Unauthorized')
    expect(data.text).not.toContain(guardian.refNo)
  })

  it('runs an action for whom its own guard allows, however the form comes', async () => {
    const [hers, his] = [phone(app.origin), phone(app.origin)]
    await hers.enter(tokenOf(guardian))
    await his.enter(tokenOf(staff))
    const run = (sealed: string | undefined, headers = {}) =>
      post('/pages?/staffOnly', { a: '1' }, sealed, headers)
    expect(await run(his.visit())).toMatchObject({ status: 303, path: '/done' })
    expect(await run(hers.visit())).toMatchObject({ status: 403, text: 'ROLE_REFUSED' })
    expect(await run(undefined)).toMatchObject({ status: 401, text: 'TOKEN_MISSING' })
    expect(await run('forged')).toMatchObject({ status: 401, text: 'COOKIE_INVALID' })
    for (const site of ['same-site', 'cross-site'])
      expect(await run(his.visit(), { 'sec-fetch-site': site })).toMatchObject({ status: 401 })
  })

  it('ends the visit in an action, but not for a form of another origin', async () => {
    const hers = phone(app.origin)
    await hers.enter(tokenOf(guardian))
    const leave = (headers = {}) => post('/pages?/leave', { a: '1' }, hers.visit(), headers)
    expect((await leave({ 'sec-fetch-site': 'same-site' })).cookies).toEqual([])
    const left = await leave()
    expect(left).toMatchObject({ status: 303, path: '/left' })
    expect(left.cookies).toEqual([expect.stringMatching(new RegExp(`^${COOKIE}=;.*Max-Age=0`))])
  })
})

describe.each(Object.keys(MOUNTS))('%s', framework => {
  beforeEach(mounted(framework))

  it('shows whoever comes in at an address with a slash at its end, not whoever had the phone before', async () => {
    const shared = phone(app.origin)
    await shared.enter(tokenOf(staff), '/pages')
    const entered = await shared.enter(tokenOf(guardian), '/pages/')
    // The app would follow a redirect without its headers.
    const to = entered.headers.get('location')
    const shown = to === null ? entered : await shared.open(new URL(to, app.origin).pathname)
    expect(shown.text).toContain(guardian.refNo)
    expect(shown.text).not.toContain(staff.refNo)
  })

  it('lets whoever comes in at a route with a slash at its end in, too', async () => {
    const shared = phone(app.origin)
    await shared.enter(tokenOf(staff))
    const entered = await shared.enter(tokenOf(guardian), '/open/')
    expect(entered.headers.get('location')).toBeNull()
    expect((await shared.open('/')).text).toContain(guardian.refNo)
  })
})

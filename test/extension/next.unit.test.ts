/** What the adapter of Next.js passes from its proxy to a page, and what it takes from elsewhere for no such thing. */
import { expect, it } from 'vitest'
import { createExtension } from '../../extension/index.ts'
import { entranceOf, fakeSessions, sessionUser } from '../../extension/testing.ts'
import { heldClock } from '../support/held-clock.ts'
import { forNext, onPage, throughProxy } from './next-stand-in.ts'

const NOON = '2026-11-20T04:00:00Z'
const NOTE = 'x-schoolbell-note'
const ADDRESS = 'https://web-app.example/trips'
const user = sessionUser({ expireAt: '2099-01-01T00:00:00Z' })

function school({ secret = 'a secret of the tests, and of nobody else' } = {}) {
  const clock = heldClock(NOON)
  const { visits, requireVisit, visitOf, findVisit, isEntrance, signOut } = forNext(
    createExtension({
      ...{ appId: user.appId, sessionUrl: 'https://sis.example', environment: 'staging' as const },
      ...{ secret, clock, onEntrance: () => {}, onVisit: () => null },
      fetch: fakeSessions({ users: [user] }).fetch,
    }),
  )
  let seen = new Headers()
  const page = requireVisit(async () => Response.json((await visitOf()).user.userId))
  const show = async ({ headers }: Request) => {
    seen = headers
    return await page()
  }
  const route = requireVisit((_request: Request) => new Response('data'))
  const openAs = (request: Request) => throughProxy(request, visits, show)
  return {
    clock,
    openAs,
    open: (url: string, headers: Record<string, string> = {}) => openAs(new Request(url, { headers })),
    /** A route handler, which is given the request. */
    fetchData: (headers: Record<string, string>) =>
      throughProxy(new Request(ADDRESS, { headers }), visits, route),
    /** A page that asks for no visit. */
    look: (request: Request) =>
      throughProxy(request, visits, async () => {
        const visit = await findVisit()
        const thrown = await visitOf().catch(error => error.code)
        return Response.json({ isEntrance: await isEntrance(), isThere: visit !== undefined, thrown })
      }),
    leave: (headers: Record<string, string>, method = 'POST') =>
      throughProxy(new Request(ADDRESS, { method, headers }), visits, async () => {
        await signOut()
        return Response.json({ isEntrance: await isEntrance() })
      }),
    /** A page on a path for which no proxy runs, so that all headers come from outside. */
    openApart: async (headers: Headers) => (await onPage(headers, page)).response,
    /** The headers that a page was given last. */
    seen: () => seen,
  }
}
const entrance = (): Record<string, string> => ({ ...entranceOf({ user }).headers })

it.each(['?'.padEnd(980, '\\'), '?'.padEnd(6_000, 'x'), `/${'x'.repeat(6_000)}`, '?a=b'])(
  'an address of any length opens, and a stranger to it is refused',
  async more => {
    const { open } = school()
    const entered = await open(ADDRESS + more, entrance())
    expect([entered.status, entered.headers.getSetCookie().length]).toEqual([200, 1])
    const location = (await open(ADDRESS + more)).headers.get('location') ?? ''
    const refused = await open(new URL(location, ADDRESS).href)
    expect(refused.status).toBe(401)
  },
)

it('a stranger is led to the address with its query', async () => {
  const { open } = school()
  const { headers } = await open(`${ADDRESS}?a=b?c&visit-refused=x`)
  expect(headers.get('location')).toBe('/trips?a=b%3Fc&visit-refused=TOKEN_MISSING')
  const other = await open('https://web-app.example//elsewhere.example/')
  expect(other.headers.get('location')).toBe('/elsewhere.example/?visit-refused=TOKEN_MISSING')
  const [whole = '', longer = ''] = [1_000, 1_001].map(length => '/trips?a='.padEnd(length, 'x'))
  const leads = async (path: string) => (await open(new URL(path, ADDRESS).href)).headers.get('location')
  expect(await leads(whole)).toBe(`${whole}&visit-refused=TOKEN_MISSING`)
  expect(await leads(longer)).toBe('/trips?visit-refused=TOKEN_MISSING')
})

const cookieIn = (response: Response) => response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''

it('a page is refused to an earlier visit that was changed or is over, and says which', async () => {
  const { clock, open, look } = school()
  const cookie = cookieIn(await open(ADDRESS, entrance()))
  const outcome = async (headers: Record<string, string>) => {
    const { thrown, isThere } = await (await look(new Request(ADDRESS, { headers }))).json()
    return [(await open(ADDRESS, headers)).headers.get('location'), thrown, isThere]
  }
  const refused = (code: string) => [`/trips?visit-refused=${code}`, code, false]
  expect(await outcome({ cookie: `${cookie}x` })).toEqual(refused('COOKIE_INVALID'))
  clock.set('2026-11-20T12:00:00Z')
  expect(await outcome({ cookie })).toEqual(refused('EXPIRED'))
})

it('a route handler answers with the refusal itself, as the request asks for it', async () => {
  const { fetchData } = school()
  expect(await (await fetchData(entrance())).text()).toBe('data')
  const { status, headers } = await fetchData({ accept: 'application/json', 'accept-language': 'zh-HK' })
  expect([status, headers.get('content-type'), headers.get('content-language')]).toEqual([
    401,
    'application/problem+json',
    'zh-HK',
  ])
})

it('a page is given no token, also where the headers of the request cannot be changed', async () => {
  class FixedHeaders extends Headers {
    override delete(): never {
      throw new TypeError('immutable')
    }
  }
  const { openAs, seen } = school()
  const request = new Request(ADDRESS)
  Object.defineProperty(request, 'headers', { value: new FixedHeaders(entrance()) })
  expect((await openAs(request)).status).toBe(200)
  expect([...seen().keys()]).toEqual(['cookie', 'x-language', NOTE])
})

it('a visitor who has come in meanwhile sees the page, and one in another role is still refused', async () => {
  const { open } = school()
  const cookie = cookieIn(await open(ADDRESS, entrance()))
  const status = async (code: string, headers = {}) =>
    (await open(`${ADDRESS}?visit-refused=${code}`, headers)).status
  expect([await status('TOKEN_MISSING'), await status('EXPIRED'), await status('ROLE_REFUSED')]).toEqual([
    401, 401, 403,
  ])
  expect([await status('TOKEN_MISSING', { cookie }), await status('ROLE_REFUSED', { cookie })]).toEqual([
    200, 403,
  ])
  // It is no code that a page leads to.
  expect(await status('VISIT_FAILED')).toBe(307)
})

it('a page that asks for no visit hears whether there is one, and whether the app has just opened it', async () => {
  const { open, look } = school()
  const looked = async (headers: Record<string, string>) =>
    (await look(new Request(ADDRESS, { headers }))).json()
  expect(await looked({})).toEqual({ isEntrance: false, isThere: false, thrown: 'TOKEN_MISSING' })
  expect(await looked(entrance())).toMatchObject({ isEntrance: true, isThere: true })
  const cookie = cookieIn(await open(ADDRESS, entrance()))
  expect(await looked({ cookie })).toMatchObject({ isEntrance: false, isThere: true })
})

it('a page of another origin ends a visit only if it sends it as a bearer', async () => {
  const { open, leave } = school()
  const cookie = cookieIn(await open(ADDRESS, entrance()))
  const ended = async (headers: Record<string, string>) => (await leave(headers)).headers.getSetCookie()
  expect(await ended({ cookie, 'sec-fetch-site': 'cross-site' })).toEqual([])
  const gone = [
    expect.stringMatching(/^__Host-schoolbell-visit=; Path=\/; Max-Age=0; Secure; HttpOnly; SameSite=lax$/),
  ]
  expect(await ended({ cookie })).toEqual(gone)
  expect(await ended({})).toEqual(gone)
  const authorization = `Bearer ${cookie.slice(cookie.indexOf('=') + 1)}`
  expect(await ended({ authorization, 'sec-fetch-site': 'cross-site' })).toEqual(gone)
})

it('an entrance that signs out at once is none any more', async () => {
  const { leave } = school()
  expect(await (await leave(entrance(), 'GET')).json()).toEqual({ isEntrance: false })
})

it('where no proxy runs there is no visit, whatever headers come from outside', async () => {
  const here = school()
  await here.open(ADDRESS, entrance())
  const whole = new Headers(here.seen())
  expect((await here.openApart(whole)).status).toBe(200)
  const cookie = whole.get('cookie') ?? ''
  const elsewhere = school({ secret: 'a secret of somebody else, just as long' })
  await elsewhere.open(ADDRESS, entrance())
  const notes = [
    '',
    cookie.split('=').at(-1),
    `${whole.get(NOTE)}x`,
    elsewhere.seen().get(NOTE),
    '{"isEntrance":true}',
  ]
  for (const note of notes)
    expect((await here.openApart(new Headers({ ...entrance(), cookie, [NOTE]: note ?? '' }))).status).toBe(
      500,
    )
  here.clock.set('2026-11-20T04:05:00Z')
  expect((await here.openApart(whole)).status).toBe(500)
})

it('the proxy replaces a note from outside', async () => {
  const { open, seen } = school()
  await open(ADDRESS, entrance())
  const { [NOTE]: note = '', cookie = '' } = Object.fromEntries(seen())
  expect((await open(ADDRESS, { [NOTE]: note })).status).toBe(307)
  expect((await open(ADDRESS, { [NOTE]: note, cookie })).status).toBe(200)
  expect(seen().get(NOTE)).not.toBe(note)
})

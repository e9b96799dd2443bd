/** What the hook passes on inside the server, and what a later hook that throws does. SvelteKit itself is in test/frameworks. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createExtension } from '../../extension/index.ts'
import type { HookEvent } from '../../extension/sveltekit.ts'
import { entranceOf, fakeSessions, sessionUser } from '../../extension/testing.ts'
import { forSvelteKit, HttpError, Redirect } from './sveltekit-stand-in.ts'

const user = sessionUser()
const { visits, signOut, requireVisit, findVisit } = forSvelteKit(
  createExtension({
    appId: user.appId,
    sessionUrl: 'http://sessions.example/session/staging',
    environment: 'staging',
    secret: 'a secret of the tests, and of nobody else',
    onVisit: () => null,
    fetch: fakeSessions({ users: [user] }).fetch,
  }),
)
const ADDRESS = 'http://web-app.example/'
const VISIT = '__Host-schoolbell-visit'

let cookies: Map<string, { value: string; maxAge: number }>
/** What every cookie of a visit has, as SvelteKit is given it. */
let attributes: object[]
beforeEach(() => {
  cookies = new Map()
  attributes = []
})
afterEach(() => {
  for (const each of attributes)
    expect(each).toEqual({ path: '/', secure: true, httpOnly: true, sameSite: 'lax' })
})
const eventOf = (request: Request): HookEvent => ({
  request,
  isDataRequest: false,
  cookies: {
    set(name, value, { maxAge, encode, ...others }) {
      cookies.set(name, { value: encode(value), maxAge })
      attributes.push(others)
    },
  },
})
const entrance = () => eventOf(entranceOf({ user }).request(ADDRESS))
const throwing = (thrown: unknown) => () => {
  throw thrown
}

/** A request that the phone sends when it has a visit already. */
async function withVisit(init: RequestInit = {}): Promise<HookEvent> {
  const answer = await visits({ event: entrance(), resolve: () => new Response('page') })
  cookies.clear()
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? []
  const { headers, ...rest } = init
  return eventOf(
    new Request(ADDRESS, {
      ...rest,
      headers: { cookie: `${cookie}; a=1`, ...headers } as Record<string, string>,
    }),
  )
}

describe('requests inside the server', () => {
  /** @returns the cookies that they take from the event, and those of code that passes on all headers */
  async function passedOn(event: HookEvent) {
    let cookie: string | null = null
    const resolve = () => {
      cookie = event.request.headers.get('cookie')
      // As SvelteKit adds the event's cookies to its response.
      return new Response('page', {
        headers: [...cookies].map(([name, { value }]) => ['set-cookie', `${name}=${value}`]),
      })
    }
    const answer = await visits({ event, resolve })
    return { own: cookies.get(VISIT)?.value, cookie, sent: answer.headers.getSetCookie() }
  }

  it('have the new visit at an entrance, and no earlier one', async () => {
    const earlier = await withVisit({ headers: entranceOf({ user }).headers })
    const before = earlier.request.headers.get('cookie')
    const { own, cookie, sent } = await passedOn(earlier)
    expect(own).toMatch(/^ey/)
    expect(cookie).toBe(`a=1; ${VISIT}=${own}`)
    expect(before).not.toContain(own)
    expect(sent).toEqual([expect.stringMatching(/^__Host-schoolbell-visit=ey.*; Max-Age=\d+;/)])
  })

  it('have no visit on a write from a page of another origin, which ends none either', async () => {
    const write = (site: string) => withVisit({ method: 'POST', headers: { 'sec-fetch-site': site } })
    const foreign = await passedOn(await write('same-site'))
    expect(foreign).toEqual({ own: '', cookie: 'a=1', sent: [] })
    const event = await write('same-origin')
    const same = event.request.headers.get('cookie')
    expect(await passedOn(event)).toEqual({ own: undefined, cookie: same, sent: [] })
  })

  it('nor does it end a visit when a later hook redirects', async () => {
    const event = await withVisit({ method: 'POST', headers: { 'sec-fetch-site': 'same-site' } })
    const answer = await visits({ event, resolve: throwing(new Redirect()) })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/elsewhere'])
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})

describe('a page that asks for a visit', () => {
  const staffOnly = requireVisit({ role: 'Staff' }, () => new Response('for staff'))
  /** As SvelteKit answers when a route throws its error. */
  const errorPage = ({ status, body: { message } }: HttpError) => new Response(message, { status })
  const refusedTo = (event: HookEvent) =>
    visits({ event, resolve: async () => Promise.try(staffOnly, event).catch(errorPage) })

  it('is answered with the refusal’s own page', async () => {
    const stranger = await refusedTo(eventOf(new Request(ADDRESS)))
    expect([stranger.status, await stranger.text()]).toEqual([401, expect.stringContaining('TOKEN_MISSING')])
    const guardian = await refusedTo(await withVisit())
    expect([guardian.status, await guardian.text()]).toEqual([403, expect.stringContaining('ROLE_REFUSED')])
  })

  it.each<[string, (event: HookEvent) => HookEvent]>([
    ['for data', event => ({ ...event, isDataRequest: true })],
    ['of a remote function', event => ({ ...event, isRemoteRequest: true })],
    [
      'of a form',
      event => ({
        ...event,
        request: new Request(event.request, { headers: { 'x-sveltekit-action': 'true' } }),
      }),
    ],
  ])('and one of SvelteKit’s own scripts, %s, with SvelteKit’s own error', async (_, change) => {
    const stranger = await refusedTo(change(eventOf(new Request(ADDRESS))))
    expect([stranger.status, await stranger.text()]).toEqual([401, 'Unauthorized'])
    const guardian = await withVisit()
    const { cookie = '' } = Object.fromEntries(guardian.request.headers)
    const changed = change(guardian)
    changed.request.headers.set('cookie', cookie)
    const forbidden = await refusedTo(changed)
    expect([forbidden.status, await forbidden.text()]).toEqual([403, 'Forbidden'])
  })

  it('is not read once more inside the server', async () => {
    const event = await withVisit()
    const inner = () => visits({ event, resolve: () => Response.json(findVisit(event)?.user.userId) })
    const answer = await visits({ event, resolve: inner })
    expect(await answer.json()).toBe(user.userId)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })
})

it('a response without cookies is sent as it is', async () => {
  const page = new Response('page')
  const event = eventOf(new Request(ADDRESS))
  expect(await visits({ event, resolve: () => page })).toBe(page)
})

describe('a later hook that throws', () => {
  it.each([
    ['an error', new Error('the database is away'), 500],
    ['an error of SvelteKit', new HttpError(418, 'Teapot'), 418],
  ])('%s at an entrance leaves no earlier visit on the phone', async (_, thrown, status) => {
    using log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await visits({ event: entrance(), resolve: throwing(thrown) })
    expect(answer.status).toBe(status)
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-schoolbell-visit=ey/)])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.text()).not.toContain('database')
    expect(log.mock.calls).toEqual(status === 500 ? [[thrown]] : [])
  })

  it('a redirect takes the visit along, for as long as it lasts', async () => {
    const redirect = new Redirect()
    await expect(visits({ event: entrance(), resolve: throwing(redirect) })).rejects.toBe(redirect)
    const visit = cookies.get(VISIT)
    expect(visit?.value).toMatch(/^ey/)
    expect(visit?.maxAge).toBeGreaterThan(60)
  })

  it('a redirect after a sign-out ends the visit', async () => {
    const event = eventOf(new Request(ADDRESS))
    const redirect = new Redirect()
    const resolve = () => {
      signOut(event)
      throw redirect
    }
    await expect(visits({ event, resolve })).rejects.toBe(redirect)
    expect(cookies.get(VISIT)).toEqual({ value: '', maxAge: 0 })
  })

  it('is left to SvelteKit on every other request', async () => {
    for (const thrown of [new Error('the database is away'), new Redirect()]) {
      const event = eventOf(new Request(ADDRESS))
      await expect(visits({ event, resolve: throwing(thrown) })).rejects.toBe(thrown)
    }
    expect(cookies.size).toBe(0)
  })
})

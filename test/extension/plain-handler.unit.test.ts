/** What the kit promises under every adapter, at its plain handler: how a page finds its visitor, and what comes from elsewhere. */
import { beforeEach, describe, expect, it } from 'vitest'
import { forFetch } from '../../extension/fetch.ts'
import { createExtension } from '../../extension/index.ts'
import { entranceOf, fakeSessions, sessionUser } from '../../extension/testing.ts'
import { type HeldClock, heldClock } from '../support/held-clock.ts'
import { shown, type WebFunctions, webApp } from './mount-parts.ts'
import { APP_ID, phone } from './phone.ts'

const NOON = '2026-11-20T04:00:00Z'
const ORIGIN = 'https://shop.example'
const guardian = sessionUser({ userId: 2001, appId: APP_ID, expireAt: '2026-11-20T05:00:00Z' })
const GUARDIAN = entranceOf({ user: guardian }).headers['x-session-token']
const NOBODY = shown(undefined)

let clock: HeldClock
let answer: (request: Request) => Promise<Response>
beforeEach(() => {
  clock = heldClock(NOON)
  const { visits, ...functions } = forFetch(
    createExtension({
      ...{ appId: APP_ID, sessionUrl: 'http://sessions.example/session/staging', environment: 'staging' },
      ...{ secret: 'a secret of the tests, and of nobody else', clock, onEntrance: () => {} },
      onVisit: () => null,
      refusalPage: ({ code }) => code,
      fetch: fakeSessions({ users: [guardian], clock }).fetch,
    }),
  )
  const app = webApp<Request>({ ...functions, headersOf: () => null } as unknown as WebFunctions<Request>)
  answer = visits(request => app(request, request.method, new URL(request.url).pathname))
})
const newPhone = () => phone(ORIGIN, answer)
async function enteredPhone() {
  const hers = newPhone()
  await hers.enter(GUARDIAN)
  return hers
}

describe('a page', () => {
  it('tells an entrance from what comes after it', async () => {
    const hers = newPhone()
    const isEntrance = async (opened: ReturnType<typeof hers.open>) => (await opened).json()
    expect(await isEntrance(hers.open('/from'))).toBe(false)
    expect(await isEntrance(hers.enter(GUARDIAN, '/from'))).toBe(true)
    expect(await isEntrance(hers.open('/from'))).toBe(false)
    // Headers that prove nothing make none.
    expect(await isEntrance(hers.open('/from', { headers: { 'x-language': 'en' } }))).toBe(false)
    expect(await isEntrance(hers.enter(GUARDIAN, '/from'))).toBe(true)
  })

  it('for everybody finds nobody in a visit that is over or was changed; one that needs a visit says why', async () => {
    const hers = await enteredPhone()
    const sealed = hers.visit() ?? ''
    for (const changed of [`${sealed}x`, sealed.slice(0, -1), 'x']) {
      hers.forge(changed)
      expect((await hers.open('/open')).json()).toEqual(NOBODY)
      expect((await hers.open('/')).text).toBe('COOKIE_INVALID')
    }
    hers.forge(sealed)
    clock.set('2026-11-20T05:00:00Z')
    const over = await hers.open('/')
    expect([over.status, over.text]).toEqual([401, 'EXPIRED'])
    expect((await hers.open('/open')).json()).toEqual(NOBODY)
  })
})

describe('a write', () => {
  const SAME = 'written'
  const FOREIGN = 'TOKEN_MISSING'
  it.each<[Record<string, string>, string]>([
    [{}, SAME],
    [{ 'sec-fetch-site': 'same-origin' }, SAME],
    [{ 'sec-fetch-site': 'none' }, SAME],
    [{ 'sec-fetch-site': 'same-site' }, FOREIGN],
    [{ 'sec-fetch-site': 'cross-site' }, FOREIGN],
    [{ 'sec-fetch-site': 'same-site, x' }, FOREIGN],
    // A web view that says no more than Origin.
    [{ origin: ORIGIN, authorization: 'Basic dTpw' }, SAME],
    [{ origin: `${ORIGIN}:443` }, SAME],
    [{ origin: 'https://trips.example', 'x-forwarded-host': 'trips.example:443, inner' }, SAME],
    [{ origin: 'https://evil.shop.example' }, FOREIGN],
    [{ origin: 'null' }, FOREIGN],
  ])(
    'with %j is by the visitor only where it comes from the page’s own origin: %s',
    async (from, outcome) => {
      const hers = await enteredPhone()
      const write = async (headers: Record<string, string>) =>
        (await hers.open('/write', { method: 'POST', headers })).text
      expect(await write(from)).toBe(outcome)
      if (outcome === SAME) return
      for (const authorization of ['Basic dTpw', 'Negotiate abc', 'Bearer', ''])
        expect(await write({ ...from, authorization })).toBe(FOREIGN)
      // Only the page that holds a bearer can send it.
      expect(await write({ ...from, authorization: `Bearer ${hers.visit()}` })).toBe(SAME)
      expect((await hers.open('/sign-out', { method: 'POST', headers: from })).setCookie).toEqual([])
      // A link from there opens a page.
      expect((await hers.open('/', { headers: from })).status).toBe(200)
    },
  )
})

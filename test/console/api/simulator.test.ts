/** The app simulator by its API: whose phones, which sessions, and what the entrance is told. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createService, type Service, type ServiceAddresses } from '../../../console/index.ts'
import { readEntrance } from '../../../extension/index.ts'
import { createSessionClient } from '../../../shared/client/index.ts'
import type { Environment } from '../../../shared/contract/session.ts'
import { callConsole, type SignedIn, signIn } from '../../support/console.ts'
import { heldClock } from '../../support/held-clock.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { page, startWebApp, type WebApp } from '../../support/web-app.ts'

let webApp: WebApp
let service: Service
let addresses: ServiceAddresses
let session: SignedIn
const clock = heldClock('2026-11-20T08:00:00Z')

const SETUP = { userId: 2001, environment: 'staging', language: 'en', child: 'all', sessionMinutes: 60 }

beforeAll(async () => {
  webApp = await startWebApp({
    'GET /entrance': (_request, response) => void response.end(page('Welcome')),
  })
  service = await createService({ port: 0, clock })
  addresses = await service.listen()
  session = await signIn(service, addresses.base)
})
beforeEach(() => {
  clock.set('2026-11-20T08:00:00Z')
  service.app.settings = { moreEnabled: true, entranceUrl: `${webApp.origin}/entrance` }
})
afterAll(async () => {
  await service.close()
  await webApp[Symbol.asyncDispose]()
})

const call = (method: string, path: string, body?: unknown) =>
  callConsole(addresses.base, session, method, `/simulator${path}`, body)

async function phoneOf(setup: object = {}): Promise<number> {
  const answer = await call('POST', '/phones', { ...SETUP, ...setup })
  expect(answer.status).toBe(201)
  return (await answer.json()).phoneId
}

/** Taps More as a browser does, and gives what the web-app was told. */
async function tapMore(phoneId: number) {
  const answer = await call('POST', `/phones/${phoneId}/more`, {})
  const link = new URL((await answer.json()).direct)
  const opened = await rawRequest(link.origin, link.pathname)
  const [admission = ''] = [opened.headers['set-cookie'] ?? []].flat()
  if (opened.status === 303) await rawRequest(link.origin, '/entrance', { headers: { cookie: admission } })
  const { headers = {} } = webApp.requests.at(-1) ?? {}
  const header = (name: string) => [headers[name] ?? null].flat()[0]
  return { opened, headers, entrance: opened.status === 303 ? readEntrance(header) : undefined }
}

const userOf = (token: string, environment: Environment = 'staging') =>
  createSessionClient({ sessionUrl: addresses.sessionUrls[environment], appId: 'sample-school' })
    .resolve(token)
    .then(
      ({ userId }) => userId,
      ({ status }) => status,
    )

const tokenOf = async (phoneId: number) => (await tapMore(phoneId)).entrance?.sessionToken ?? ''

describe('a phone', () => {
  it('is offered to the sample’s guardian, student and staff first, and to everybody else by name', async () => {
    const users = async (q: string): Promise<number[]> => {
      const { users } = await (await call('GET', `/users?q=${encodeURIComponent(q)}`)).json()
      return users.map(({ userId }: { userId: number }) => userId)
    }
    expect((await users('')).slice(0, 3)).toEqual([2001, 3001, 1001])
    expect(await users('陳%')).toEqual([])
    expect(await users('\0')).toEqual([])
    expect(await users('常玉')).toHaveLength(1)
    const { children } = await (await call('GET', '/users/2001')).json()
    expect(children.map(({ refNo }: { refNo: string }) => refNo)).toEqual(['TB260001', 'TB260028'])
  })

  it.each([
    [{ userId: 4242 }, '/userId'],
    [{ child: 3002 }, '/child'],
    [{ child: 'some' }, '/child'],
    [{ language: 'fr' }, '/language'],
    [{ environment: 'test' }, '/environment'],
    [{ sessionMinutes: -1 }, '/sessionMinutes'],
    [{ sso: ['no object'] }, '/sso'],
    [{ sso: { long: 'x'.repeat(40_000) } }, '/sso'],
  ])('cannot be set up with %j', async (part, path) => {
    const answer = await call('POST', '/phones', { ...SETUP, ...part })
    expect(answer.status).toBe(422)
    const { errors } = await answer.json()
    expect(errors[0].path).toBe(path)
  })

  // Promise: silent/child-of-student, silent/no-sso, entrance/child, entrance/all-children
  it.each([
    [{ child: 'all' }, { kind: 'all' }],
    [{ child: 3028 }, { kind: 'student', userId: 3028, refNo: 'TB260028' }],
    [{ child: 'none' }, { kind: 'none' }],
    [
      { userId: 3005, child: 3005 },
      { kind: 'student', userId: 3005, refNo: 'TB260005' },
    ],
  ])('set up with %j tells the web-app so', async (part, selectionHint) => {
    const { entrance, headers } = await tapMore(await phoneOf(part))
    expect(entrance).toMatchObject({ appId: 'sample-school', language: 'en-US', selectionHint })
    expect(headers).not.toHaveProperty('x-sso-response')
  })

  // Promise: entrance/set-up, entrance/more
  it('opens neither the service or its console as a web-app, nor a More item that is switched off, and says where to switch it on', async () => {
    const phoneId = await phoneOf()
    const before = service.requests.list().requests.length
    service.app.settings = { moreEnabled: true, entranceUrl: `${addresses.base}/console/` }
    const { opened } = await tapMore(phoneId)
    expect(opened.body.toString()).toContain('this service itself')
    expect(service.requests.list().requests.length).toBe(before)
    service.app.settings = { moreEnabled: false, entranceUrl: `${webApp.origin}/entrance` }
    const answer = await call('POST', `/phones/${phoneId}/more`, {})
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('App settings')
  })

  it('is not set up anew over what somebody else has chosen since, but by a tap on More in between', async () => {
    const phoneId = await phoneOf()
    const [{ stamp }] = (await (await call('GET', '')).json()).phones.slice(-1)
    await tapMore(phoneId)
    const put = async (part: object) => {
      const answer = await call('PUT', `/phones/${phoneId}`, { ...SETUP, ...part })
      return { status: answer.status, body: await answer.json() }
    }
    const changed = await put({ language: 'zh', stamp })
    expect(changed).toMatchObject({ status: 200, body: { setup: { ...SETUP, language: 'zh' } } })
    const stale = await put({ child: 'none', stamp })
    expect(stale).toMatchObject({ status: 409, body: { current: { stamp: changed.body.stamp } } })
    expect((await put({ child: 'none' })).status).toBe(422)
    expect((await put({ child: 'none', stamp: changed.body.stamp })).status).toBe(200)
  })

  it('is tapped by a call without a body, or with one', async () => {
    const phoneId = await phoneOf()
    for (const body of [undefined, {}, { hostname: 'localhost' }])
      expect((await call('POST', `/phones/${phoneId}/more`, body)).status).toBe(200)
    expect((await call('POST', `/phones/${phoneId}/more`, [])).status).toBe(422)
  })

  it('that was longest unused makes room for a ninth', async () => {
    const first = await phoneOf()
    const token = await tokenOf(first)
    const others = []
    for (let count = 0; count < 8; count += 1) others.push(await phoneOf())
    expect((await call('GET', `/phones/${first}`)).status).toBe(404)
    expect(await userOf(token)).toBe(401)
    expect((await (await call('GET', '')).json()).phones).toHaveLength(8)
  })
})

describe('its session', () => {
  it('ends when the phone is put away, and when it is given to somebody else', async () => {
    const phoneId = await phoneOf()
    const first = await tokenOf(phoneId)
    const { stamp } = await (await call('GET', `/phones/${phoneId}`)).json()
    expect((await call('PUT', `/phones/${phoneId}`, { ...SETUP, userId: 2002, stamp })).status).toBe(200)
    expect(await userOf(first)).toBe(401)
    const second = await tokenOf(phoneId)
    expect(await userOf(second)).toBe(2002)
    expect((await call('DELETE', `/phones/${phoneId}`)).status).toBe(204)
    expect(await userOf(second)).toBe(401)
    expect((await call('DELETE', `/phones/${phoneId}`)).status).toBe(404)
  })

  it('is a real one of the chosen environment alone, for as long as chosen by the service’s clock; when it is over, the app has a new one', async () => {
    const phoneId = await phoneOf({ environment: 'production', sessionMinutes: 15 })
    const first = await tokenOf(phoneId)
    clock.set('2026-11-20T08:14:59Z')
    expect(await tokenOf(phoneId)).toBe(first)
    expect([await userOf(first, 'production'), await userOf(first, 'staging')]).toEqual([2001, 401])
    clock.set('2026-11-20T08:15:00Z')
    expect(await userOf(first, 'production')).toBe(401)
    const second = await tokenOf(phoneId)
    expect(await userOf(second, 'production')).toBe(2001)
    service.sessions.end('production', second)
    expect(await userOf(await tokenOf(phoneId), 'production')).toBe(2001)
    // It can have expired before the web-app asks.
    expect(await userOf(await tokenOf(await phoneOf({ sessionMinutes: 0 })))).toBe(401)
  })
})

// Promise: web-app/simulator-log
it('nothing that is shown, listed or logged holds a token', async () => {
  const phoneId = await phoneOf({ sso: { secret: 'sso-secret-of-the-test' } })
  const { entrance, headers } = await tapMore(phoneId)
  const exchanges = await (await call('GET', `/phones/${phoneId}/exchanges`)).text()
  const phones = await (await call('GET', '')).text()
  const logged = service.requests.list({ endpoint: 'entrance' }).requests
  expect(logged[0]).toMatchObject({ method: 'GET', path: '/entrance', status: 200 })
  const record = JSON.stringify(service.requests.get(logged[0]?.id ?? 0))
  expect(record).toContain('set, 43 characters')
  for (const secret of [entrance?.sessionToken ?? '', String(headers['x-sso-response'])]) {
    expect(secret.length).toBeGreaterThan(20)
    for (const text of [exchanges, phones, record]) expect(text).not.toContain(secret)
  }
})

it('a phone that is as new goes on with the numbers of what went over the wire, and so does who watches', async () => {
  const simulator = await service.simulator.open()
  const { phoneId } = await simulator.add(SETUP, { entranceUrl: `${webApp.origin}/entrance` })
  const open = async () => {
    const link = new URL(simulator.directLink(phoneId) ?? '')
    const { headers } = await rawRequest(link.origin, link.pathname)
    const cookie = [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
    await rawRequest(link.origin, '/', { headers: { cookie, accept: 'text/html' } })
    return simulator.exchanges(phoneId)?.at(-1)?.exchangeId ?? 0
  }
  const last = await open()
  await simulator.reinstall(phoneId)
  expect(await open()).toBeGreaterThan(last)
  expect(simulator.exchanges(phoneId, last)).not.toEqual([])
})

it('closing the service ends what its phones had begun, refuses one that is being opened, and leaves no port', async () => {
  await using other = await createService({ port: 0 })
  await other.listen()
  const simulator = await other.simulator.open()
  const { phoneId } = await simulator.add(SETUP, { entranceUrl: `${webApp.origin}/entrance` })
  const link = new URL(simulator.directLink(phoneId) ?? '')
  expect((await rawRequest(link.origin, link.pathname)).status).toBe(303)
  const opening = simulator.add(SETUP, { entranceUrl: `${webApp.origin}/entrance` })
  await Promise.all([expect(opening).rejects.toThrow('closed'), other.close()])
  expect(simulator.phones()).toEqual([])
  await expect(rawRequest(link.origin, link.pathname)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

/** Who gets into the console, and what another website, another name, or a stolen link come to. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownOrigins } from '../../console/access/origins.ts'
import { consoleHeaders } from '../../console/headers.ts'
import { createService, type Service, ServiceOptionError, type ServiceOptions } from '../../console/index.ts'
import { callConsole, type SignedIn, signIn } from '../support/console.ts'
import { heldClock } from '../support/held-clock.ts'
import { onSocket } from '../support/on-socket.ts'
import { type RawAnswer, rawRequest } from '../support/raw-request.ts'
import { type Scratch, scratch } from '../support/scratch.ts'

const PUBLIC = 'https://sis.larkwater.example'
const PASSWORD = 'harbour-lantern-tide'
const TOKEN = 'a-token-for-programs-of-0123456789-characters'

interface Listening {
  other: Service
  /** Its address. */
  at: string
}

let place: Scratch
let service: Service
let base: string
let session: SignedIn
/** Without a password and a console token. */
let bare: Listening
/** With a public address and a password. */
let far: Listening
/** By a clock that each test sets anew: a day later, so that no attempt of another counts. */
let timed: Listening
const clock = heldClock('2026-11-01T01:00:00Z')
let day = 1
const nextDay = () => {
  day += 1
  return `2026-11-${`${day}`.padStart(2, '0')}`
}

beforeAll(async () => {
  place = scratch()
  // The page and one asset, so that nothing here depends on a build.
  mkdirSync(place.path('console', 'assets'), { recursive: true })
  writeFileSync(place.path('console', 'index.html'), '<!doctype html><title>console</title>')
  writeFileSync(place.path('console', 'look.js'), ';')
  writeFileSync(place.path('console', 'assets', 'page-1.js'), ';')
  service = await createService(options({ consoleToken: TOKEN, adminPassword: PASSWORD }))
  base = (await service.listen()).base
  session = await signIn(service, base)
  const abroad = { host: '0.0.0.0', publicUrl: PUBLIC, adminPassword: PASSWORD }
  const listening = async (more: ServiceOptions): Promise<Listening> => {
    const other = await createService(options(more))
    return { other, at: (await other.listen()).base.replace('0.0.0.0', '127.0.0.1') }
  }
  bare = await listening({})
  far = await listening(abroad)
  timed = await listening({ clock })
})

afterAll(async () => {
  await service?.close()
  for (const each of [bare, far, timed]) await each?.other.close()
  place?.[Symbol.dispose]()
})

const options = (more: ServiceOptions = {}): ServiceOptions => ({
  port: 0,
  seed: 'empty',
  consoleDir: place.path('console'),
  ...more,
})

const own = () => ({ origin: base, 'sec-fetch-site': 'same-origin' })
const lines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
const json = { 'content-type': 'application/json' }

/** A write that changes nothing: 201 when it was let in. */
const write = (headers: Record<string, string>, body = '{}') =>
  rawRequest(base, '/console/api/sign-in-links', {
    method: 'POST',
    headers: { ...session, ...headers },
    body,
  })
const read = (headers: Record<string, string>, path = '/console/api/overview') =>
  rawRequest(base, path, { headers })
const tryToSignIn = (
  secret: object,
  more: { base?: string; localAddress?: string; headers?: object } = {},
) => {
  const { base: at = base, localAddress, headers = {} } = more
  return rawRequest(at, '/console/api/sign-in', {
    method: 'POST',
    headers: { origin: at, ...json, ...headers },
    body: JSON.stringify(secret),
    ...(localAddress === undefined ? {} : { localAddress }),
  })
}
/** Status of the overview: 200 for who is let in. */
const statusAt = async (at: string, headers: Record<string, string>, path = '/console/api/overview') =>
  (await rawRequest(at, path, { headers })).status
const signInStatus = async (...asked: Parameters<typeof tryToSignIn>) => (await tryToSignIn(...asked)).status
const linkToken = (of: Service = service) => new URL(of.console.signInLink()).hash.replace('#sign-in=', '')
const said = ({ body }: RawAnswer) => JSON.parse(body.toString('utf8'))

describe('a name that is not ours (DNS rebinding)', () => {
  const port = () => new URL(base).port
  // Promise: office/rebinding
  it.each([
    ['another site', () => `evil.example:${port()}`],
    ['another site without a port', () => 'evil.example'],
    ['ours with something behind', () => `127.0.0.1.evil.example:${port()}`],
    ['ours before something', () => `127.0.0.1:${port()}@evil.example`],
    ['ours on another port', () => '127.0.0.1:1'],
    ['ours without its port', () => '127.0.0.1'],
    ['every address at once', () => `0.0.0.0:${port()}`],
  ])('%s is refused on every page, file and call, signed in or not', async (_name, host) => {
    for (const path of ['/console/', '/console/popups', '/console/look.js', '/console/assets/page-1.js']) {
      const answer = await read({ host: host(), ...session }, path)
      expect({ path, status: answer.status }).toEqual({ path, status: 421 })
    }
    const call = await read({ host: host(), ...session, ...own() })
    expect(call.status).toBe(421)
    expect(call.body.toString()).not.toContain('school"')
    expect(await signInStatus({ token: linkToken() }, { headers: { host: host() } })).toBe(421)
    const bearer = await read({ host: host(), authorization: `Bearer ${TOKEN}` })
    expect(bearer.status).toBe(421)
  })

  it('nor is a call let in that names nobody, or two, ours first', async () => {
    const nobody = await onSocket(base, `GET /console/api/access HTTP/1.0\r\n${lines(session)}\r\n`)
    expect(nobody).toContain('HTTP/1.1 421')
    const hosts = `host: 127.0.0.1:${port()}\r\nHost: evil.example\r\n`
    const rest = `connection: close\r\n${lines(session)}\r\n`
    for (const path of ['/console/', '/console/api/overview'])
      expect(await onSocket(base, `GET ${path} HTTP/1.1\r\n${hosts}${rest}`)).toContain('HTTP/1.1 400')
  })

  it('our own names are let in', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])
      expect((await read({ host: `${name}:${port()}`, ...session })).status, name).toBe(200)
  })

  it('the public address is one of them, with and without its port', async () => {
    for (const [host, status] of [
      ['sis.larkwater.example', 401],
      ['sis.larkwater.example:443', 401],
      ['sis.larkwater.example:80', 421],
      ['larkwater.example', 421],
    ] as const)
      expect((await rawRequest(far.at, '/console/api/overview', { headers: { host } })).status, host).toBe(
        status,
      )
  })
})

describe('another website', () => {
  // Promise: office/other-site
  it.each<[name: string, headers: () => Record<string, string>]>([
    ['of another site', () => ({ ...json, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })],
    [
      'that says our origin and was found out by the browser',
      () => ({ ...json, ...own(), 'sec-fetch-site': 'cross-site' }),
    ],
    ['beside ours on the same site', () => ({ ...json, ...own(), 'sec-fetch-site': 'same-site' })],
    ['with an origin alone', () => ({ ...json, origin: 'https://evil.example' })],
    ['on another port of this machine', () => ({ ...json, origin: 'http://127.0.0.1:1' })],
    ['in a sandbox', () => ({ ...json, origin: 'null' })],
    ['that sends neither', () => json],
    ['by its own name for us', () => ({ ...json, origin: base.replace('http:', 'https:') })],
    ['that navigates', () => ({ ...json, 'sec-fetch-site': 'none' })],
    [
      'with a token that it has found',
      () => ({ ...json, origin: 'https://evil.example', authorization: `Bearer ${TOKEN}` }),
    ],
  ])('writes nothing: %s', async (_name, headers) => {
    const answer = await write(headers())
    expect(answer.status).toBe(403)
    expect(said(answer).title).toBe('Forbidden')
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('cannot send what a form may send: %s, not even from our own page', async type => {
    expect((await write({ ...own(), 'content-type': type }, '{"a":"="}')).status).toBe(415)
  })

  it('sends no file either, which may be of any type', async () => {
    const upload = { method: 'PUT', body: 'x' }
    for (const [status, headers] of [
      [403, { ...session, origin: 'https://evil.example' }],
      [401, own()],
    ] as const)
      expect((await rawRequest(base, '/console/api/media?name=a.pdf', { ...upload, headers })).status).toBe(
        status,
      )
  })

  // Promise: office/other-site
  it.each(['cross-site', 'same-site'])('reads nothing (%s)', async site => {
    expect((await read({ ...session, 'sec-fetch-site': site })).status).toBe(403)
    expect((await read({ ...session, origin: 'https://evil.example' })).status).toBe(403)
  })

  it('is told of no permission, before or after', async () => {
    const asked = await rawRequest(base, '/console/api/overview', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(asked.status).toBe(403)
    const answers = [
      asked,
      await read({ ...session }),
      await write(json),
      await read({ ...session }, '/console/'),
    ]
    for (const { headers } of answers)
      expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })

  it('our own page is let in, by what either kind of browser says', async () => {
    expect((await write({ ...json, ...own() })).status).toBe(201)
    expect((await write({ ...json, origin: base })).status).toBe(201)
    expect((await write({ ...json, 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  })
})

describe('a program', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  it('is let in by the console token, for reading and writing, and by no other, nor by any where there is none', async () => {
    expect((await read(bearer(TOKEN))).status).toBe(200)
    const made = await rawRequest(base, '/console/api/sign-in-links', {
      method: 'POST',
      headers: { ...json, ...bearer(TOKEN) },
      body: '{}',
    })
    expect(made.status).toBe(201)
    expect((await read(bearer(`${TOKEN}x`))).status).toBe(401)
    expect((await read({ ...bearer('wrong'), ...session })).status).toBe(401)
    expect(await statusAt(bare.at, bearer(TOKEN))).toBe(401)
  })

  it.each([
    ['consoleToken', { consoleToken: 'short' }],
    ['consoleToken', { consoleToken: `${TOKEN} with blanks` }],
    ['adminPassword', { adminPassword: 'elevenchars' }],
  ] as const)('%s that is too weak is refused without being said again', async (option, weak) => {
    const refusal = createService(options(weak))
    await expect(refusal).rejects.toThrow(ServiceOptionError)
    await expect(refusal).rejects.toMatchObject({ option })
    await expect(refusal).rejects.not.toThrow(Object.values(weak)[0])
  })
})

describe('a link that signs in', () => {
  it('carries 256 bits in its fragment, which is sent to no server', () => {
    const link = new URL(service.console.signInLink())
    expect(`${link.origin}${link.pathname}${link.search}`).toBe(`${base}/console/`)
    expect(link.hash).toMatch(/^#sign-in=[\w-]{43}$/)
    expect(service.console.signInLink()).not.toBe(link.href)
  })

  // Promise: office/link
  it('signs in once; whoever has stolen it is told what that means', async () => {
    const token = linkToken()
    expect(await signInStatus({ token })).toBe(200)
    const second = await tryToSignIn({ token })
    expect(second.status).toBe(401)
    expect(second.headers['set-cookie']).toBeUndefined()
    expect(said(second).detail).toMatch(/somebody else may have.*fresh one/)
  })

  // Promise: office/link
  it('signs in for a quarter of an hour; a wrong, an expired and a used one are answered alike', async () => {
    const { other, at } = timed
    const today = nextDay()
    clock.set(`${today}T01:00:00Z`)
    const [early, late] = [linkToken(other), linkToken(other)]
    clock.set(`${today}T01:14:59Z`)
    expect(await signInStatus({ token: early }, { base: at })).toBe(200)
    clock.set(`${today}T01:15:00Z`)
    const answers = []
    for (const token of [late, early, 'x'.repeat(43), '']) {
      const { status, body, headers } = await tryToSignIn({ token }, { base: at })
      answers.push({ status, body: body.toString(), names: Object.keys(headers).toSorted() })
    }
    expect(answers[0]?.status).toBe(401)
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  })

  it('tried without end tells the terminal no more often than somebody may fail', async () => {
    const { other, at } = bare
    let told = 0
    const end = other.console.onLinkUsed(() => {
      told += 1
    })
    const token = linkToken(other)
    const statuses = []
    for (let count = 0; count < 20; count += 1)
      statuses.push(await signInStatus({ token }, { base: at, localAddress: '127.0.0.7' }))
    expect(statuses).toEqual([200, ...Array(10).fill(401), ...Array(9).fill(429)])
    expect(told).toBe(11)
    end()
  })

  it('is followed by another when it was used or has expired, not by a wrong one, and a signed-in console makes more', async () => {
    let told = 0
    const end = timed.other.console.onLinkUsed(() => {
      told += 1
    })
    const today = nextDay()
    clock.set(`${today}T01:00:00Z`)
    const [used, expired] = [linkToken(timed.other), linkToken(timed.other)]
    for (const [token, status, times] of [
      ['wrong', 401, 0],
      [used, 200, 1],
      [used, 401, 2],
    ] as const) {
      expect(await signInStatus({ token }, { base: timed.at })).toBe(status)
      await expect.poll(() => told).toBe(times)
    }
    clock.set(`${today}T03:00:00Z`)
    expect(await signInStatus({ token: expired }, { base: timed.at })).toBe(401)
    await expect.poll(() => told).toBe(3)
    end()
    const made = await callConsole(base, session, 'POST', '/sign-in-links', {})
    const token = new URL((await made.json()).link).hash.replace('#sign-in=', '')
    expect(await signInStatus({ token })).toBe(200)
  })
})

describe('attempts', () => {
  // Promise: office/attempts
  it('end with 429 and the time to wait; from elsewhere, and by a link, the right one still signs in', async () => {
    const localAddress = '127.0.0.5'
    const statuses = []
    for (let count = 0; count < 11; count += 1)
      statuses.push(await signInStatus({ password: `wrong ${count}` }, { localAddress }))
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    const shut = await tryToSignIn({ password: PASSWORD }, { localAddress })
    expect(shut.status).toBe(429)
    expect(Number(shut.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(shut.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect(await signInStatus({ password: PASSWORD }, { localAddress: '127.0.0.2' })).toBe(200)
    expect(await signInStatus({ token: 'wrong' }, { localAddress })).toBe(429)
    expect(await signInStatus({ token: linkToken() }, { localAddress })).toBe(200)
  })

  it('count for console tokens, too', async () => {
    const ask = (token: string) =>
      rawRequest(base, '/console/api/overview', {
        headers: { authorization: `Bearer ${token}` },
        localAddress: '127.0.0.6',
      })
    const statuses = []
    for (let count = 0; count < 11; count += 1) statuses.push((await ask(`wrong-${count}`)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await ask(TOKEN)).status).toBe(200)
  })
})

describe('the cookie', () => {
  it('is for our own pages alone, for twelve hours, and read by no script', async () => {
    const { headers } = await tryToSignIn({ token: linkToken() })
    const port = new URL(base).port
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(
          `^schoolbell-console-${port}=[\\w-]{43}; Path=/console; HttpOnly; SameSite=Strict; Max-Age=43200$`,
        ),
      ),
    ])
  })

  it('is bound to the host and sent over TLS alone where the public address is https', async () => {
    const { other, at } = far
    const signed = await tryToSignIn(
      { token: linkToken(other) },
      { base: at, headers: { host: 'sis.larkwater.example', origin: PUBLIC } },
    )
    const [kept = ''] = signed.headers['set-cookie'] ?? []
    expect(kept).toMatch(
      /^__Host-schoolbell-console=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    )
    const [pair = ''] = kept.split(';')
    const { key } = said(signed)
    const ask = (cookie: string) =>
      statusAt(at, { host: 'sis.larkwater.example', cookie, 'x-console-key': key })
    expect(await ask(pair)).toBe(200)
    // One that an attacker on the way has planted over plain HTTP.
    const port = new URL(at).port
    expect(await ask(pair.replace('__Host-schoolbell-console', `schoolbell-console-${port}`))).toBe(401)
  })

  it('is that of one port: two services on one host sign each other neither in nor out', async () => {
    const { other, at } = bare
    const mine = await signIn(other, at)
    const cookie = `${session.cookie}; ${mine.cookie}`
    const ask = (to: string, signedIn: SignedIn, method: string, path: string) =>
      rawRequest(to, `/console/api${path}`, { method, headers: { ...signedIn, cookie, origin: to } })
    expect((await ask(base, mine, 'GET', '/overview')).status).toBe(401)
    const { headers } = await ask(at, mine, 'POST', '/sign-out')
    expect(headers['set-cookie']).toEqual([
      expect.stringContaining(`schoolbell-console-${new URL(at).port}=;`),
    ])
    expect((await ask(base, session, 'GET', '/overview')).status).toBe(200)
  })

  it('is nothing to the interface, to which it says nothing new', async () => {
    const asked = (headers: Record<string, string>) =>
      rawRequest(base, '/cms/api/v1/popupmsg/check?siteId=academy', { headers })
    const [without, withCookie] = [await asked({}), await asked(session)]
    for (const { status, headers } of [without, withCookie])
      expect({ status, said: headers['set-cookie'], varies: /cookie/i.test(`${headers.vary}`) }).toEqual({
        ...{ status: 200, said: undefined, varies: false },
      })
    expect(withCookie.headers.etag).toBe(without.headers.etag)
  })

  it('opens nothing when it is wrong, empty, long or strange', async () => {
    const { cookie, ...key } = session
    const [name] = cookie.split('=')
    for (const value of ['', 'x', 'x'.repeat(43), 'x'.repeat(9000), '%00', '"', '__proto__'])
      expect((await read({ ...key, cookie: `${name}=${value}` })).status).toBe(401)
    expect((await read({})).status).toBe(401)
    expect((await read({ ...key, cookie: `other=1; ${name}=wrong; ${cookie}` })).status).toBe(200)
  })
})

describe('a cookie that was stolen', () => {
  // A browser sends it to every port of this machine; what it stores for our pages it does not.
  it('opens nothing that the school has entered, and changes nothing', async () => {
    const { other, at } = bare
    const mine = await signIn(other, at)
    const { paths } = await (await fetch(`${at}/openapi-service.json`)).json()
    const opened: string[] = []
    for (const [path, item] of Object.entries<Record<string, object>>(paths)) {
      if (!path.startsWith('/console/api/')) continue
      for (const method of Object.keys(item).filter(name => /^(get|post|put|delete)$/.test(name))) {
        const address = path.replaceAll(/\{\w+\}/g, '1')
        if (address.endsWith('/events')) continue
        const headers = { origin: at, 'sec-fetch-site': 'same-origin', cookie: mine.cookie, ...json }
        const { status } = await rawRequest(at, address, { method: method.toUpperCase(), headers })
        if (status !== 401) opened.push(`${method} ${path} ${status}`)
      }
    }
    expect(opened.toSorted()).toEqual([
      'get /console/api/access 200',
      'get /console/api/media/{name}/file 404',
      'post /console/api/sign-in 422',
    ])
    const access = await read({ cookie: session.cookie }, '/console/api/access')
    expect(said(access).signedIn).toBe(false)
    const mixed = { cookie: session.cookie, 'x-console-key': mine['x-console-key'] }
    expect((await read(mixed)).status).toBe(401)
  })
})

describe('a download', () => {
  const EXPORT = '/console/api/student-lists?lang=en-US'
  const ticketOf = async (signedIn: SignedIn) =>
    (await (await callConsole(base, signedIn, 'POST', '/download-tickets', {})).json()).ticket
  const download = async (cookie: string, ticket: string) =>
    (await read({ cookie }, `${EXPORT}&ticket=${ticket}`)).status

  it('that follows a link is let through once by a ticket, for the session that asked for it', async () => {
    const theirs = await signIn(service, base)
    const ticket = await ticketOf(session)
    expect(ticket).toMatch(/^[\w-]{43}$/)
    expect(await download(theirs.cookie, ticket)).toBe(401)
    expect(await download('', ticket)).toBe(401)
    expect(await download(session.cookie, ticket)).toBe(200)
    expect(await download(session.cookie, ticket)).toBe(401)
    expect(await download(session.cookie, '')).toBe(401)
  })

  it('opens nothing else, and nothing after a minute', async () => {
    const ticket = await ticketOf(session)
    expect((await read({ cookie: session.cookie }, `/console/api/overview?ticket=${ticket}`)).status).toBe(
      401,
    )
    const { other, at } = timed
    const today = nextDay()
    clock.set(`${today}T01:00:00Z`)
    const mine = await signIn(other, at)
    const late = (await (await callConsole(at, mine, 'POST', '/download-tickets', {})).json()).ticket
    clock.set(`${today}T01:01:00Z`)
    const { status } = await rawRequest(at, `${EXPORT}&ticket=${late}`, { headers: { cookie: mine.cookie } })
    expect(status).toBe(401)
  })
})

describe('a session', () => {
  it('outlives the service, ends after twelve hours, and is kept as a hash', async () => {
    const clock = heldClock('2026-11-20T01:00:00Z')
    const kept = options({ clock, dataDir: place.path('kept') })
    let session: SignedIn
    {
      await using first = await createService(kept)
      const { base: at } = await first.listen()
      session = await signIn(first, at)
    }
    await using second = await createService({ ...kept, port: 0 })
    const { base: at } = await second.listen()
    // The name of the cookie holds the port.
    const moved = { ...session, cookie: session.cookie.replace(/-\d+=/, `-${new URL(at).port}=`) }
    const status = () => statusAt(at, moved)
    expect(await status()).toBe(200)
    const hashes = () => {
      const rows = new DatabaseSync(place.path('kept', 'service.db'), { readOnly: true })
      const select = 'SELECT hex(token_hash) AS token, hex(key_hash) AS key FROM console_session'
      const found = rows.prepare(select).all()
      rows.close()
      return found
    }
    const hash = expect.stringMatching(/^[0-9A-F]{64}$/)
    expect(hashes()).toEqual([{ token: hash, key: hash }])
    clock.set('2026-11-20T12:59:59Z')
    expect(await status()).toBe(200)
    clock.set('2026-11-20T13:00:00Z')
    expect(await status()).toBe(401)
    // The next one who signs in takes it away.
    await signIn(second, at)
    expect(hashes()).toHaveLength(1)
  })

  it('is over when its browser signs in anew or out, and the others stay; the service’s clock does not end it', async () => {
    const [first, mine, theirs] = [
      await signIn(service, base),
      await signIn(service, base),
      await signIn(service, base),
    ]
    expect(await signInStatus({ token: linkToken() }, { headers: first })).toBe(200)
    expect(await statusAt(base, first)).toBe(401)
    const answer = await callConsole(base, mine, 'POST', '/sign-out')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('set-cookie')).toMatch(/^schoolbell-console-\d+=; .*Max-Age=0$/)
    expect(await statusAt(base, mine)).toBe(401)
    service.clock.move('P1Y')
    expect(await statusAt(base, theirs)).toBe(200)
    service.clock.reset()
  })

  it('is over for every browser after “sign out everywhere”, from the console or from code', async () => {
    const { other, at } = bare
    const [first, second] = [await signIn(other, at), await signIn(other, at)]
    await callConsole(at, first, 'POST', '/sign-out-everywhere')
    expect([await statusAt(at, first), await statusAt(at, second)]).toEqual([401, 401])
    const third = await signIn(other, at)
    other.console.signOutEverywhere()
    expect(await statusAt(at, third)).toBe(401)
  })

  it('“sign out everywhere” also ends the links that nobody has used, and the terminal shows a fresh one', async () => {
    const { other, at } = bare
    let fresh = ''
    const end = other.console.onLinkUsed(() => {
      fresh = linkToken(other)
    })
    const mine = await signIn(other, at)
    await expect.poll(() => fresh).not.toBe('')
    const [held, before] = [linkToken(other), fresh]
    await callConsole(at, mine, 'POST', '/sign-out-everywhere')
    expect(fresh).not.toBe(before)
    expect(await signInStatus({ token: fresh }, { base: at })).toBe(200)
    for (const token of [held, before]) expect(await signInStatus({ token }, { base: at })).toBe(401)
    end()
    const afterwards = linkToken(other)
    other.console.signOutEverywhere()
    expect(await signInStatus({ token: afterwards }, { base: at })).toBe(401)
  })

  it.each([
    ['what others change', '/events', ':\n\n', 'topic', 0],
    ['calls that come', '/requests/events', 'newest', 'newest', 1],
  ] as const)('that is over hears nothing more of %s', async (_what, path, begins, tells, times) => {
    const mine = await signIn(service, base)
    const heard = await onSocket(
      base,
      `GET /console/api${path} HTTP/1.1\r\nhost: ${new URL(base).host}\r\ncookie: ${mine.cookie}\r\nconnection: close\r\n\r\n`,
      async received => {
        await expect.poll(received).toContain(begins)
        await callConsole(base, mine, 'POST', '/sign-out')
        await fetch(`${base}/cms/api/v1/popupmsg/check?siteId=academy`)
      },
    )
    // The end of the connection, which is what `onSocket` waits for.
    expect(heard).toContain('HTTP/1.1 200')
    expect(heard.split(tells)).toHaveLength(times + 1)
  })
})

describe('closing', () => {
  it('does not wait for consoles that are open', async () => {
    await using other = await createService(options())
    const { base: at } = await other.listen()
    const session = await signIn(other, at)
    const heard = await onSocket(
      at,
      `GET /console/api/events HTTP/1.1\r\nhost: ${new URL(at).host}\r\ncookie: ${session.cookie}\r\n\r\n`,
      async received => {
        await expect.poll(received).toContain(':\n\n')
        await other.close()
      },
    )
    expect(heard).toContain('text/event-stream')
  })
})

describe('on a network', () => {
  it('the console asks for a password: without one no service is made', async () => {
    using place = scratch()
    const dataDir = place.path('new')
    const refusal = createService(options({ host: '0.0.0.0', publicUrl: PUBLIC, dataDir }))
    await expect(refusal).rejects.toThrow(ServiceOptionError)
    expect(existsSync(dataDir)).toBe(false)
    await expect(refusal).rejects.toThrow(/adminPassword is needed on 0\.0\.0\.0.*SCHOOLBELL_ADMIN_PASSWORD/)
  })

  it('signs in by the password, and where there is none by no password', async () => {
    for (const password of ['', 'undefined', 'null', PASSWORD])
      expect(await signInStatus({ password }, { base: bare.at })).toBe(401)
    const { at } = far
    const access = await rawRequest(at, '/console/api/access')
    expect(said(access)).toEqual({ signedIn: false, hasPassword: true })
    expect(await signInStatus({ password: `${PASSWORD} ` }, { base: at })).toBe(401)
    expect(await signInStatus({ password: PASSWORD }, { base: at })).toBe(200)
  })
})

describe('what browsers are told', () => {
  it('is what they heed: isolation from other pages over TLS or on this machine, not elsewhere', () => {
    const at = (publicUrl: string) =>
      ownOrigins({ host: '192.0.2.1', publicUrl, base: () => 'http://192.0.2.1:4010' })
    expect(at('https://a.example').isSecureContext('a.example')).toBe(true)
    for (const host of ['127.0.0.1:4010', 'localhost:4010', '[::1]:4010'])
      expect(at('http://a.example').isSecureContext(host)).toBe(true)
    for (const host of ['a.example', '192.0.2.1:4010', 'localhost.example', undefined])
      expect(at('http://a.example').isSecureContext(host)).toBe(false)
    expect(consoleHeaders('', false)).not.toHaveProperty('cross-origin-opener-policy')
  })

  const NOT_SHARED = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }

  it.each(['overview', 'access', 'nothing'])(
    '/console/api/%s is no page: shown as one it has no origin and runs nothing',
    async path => {
      for (const headers of [{}, session])
        expect((await read(headers, `/console/api/${path}`)).headers).toMatchObject({
          ...NOT_SHARED,
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'no-store',
        })
    },
  )

  it.each([
    ['/console/', 'no-store'],
    ['/console/popups/12', 'no-store'],
    ['/console/look.js', 'no-store'],
    ['/console/assets/page-1.js', 'public, max-age=31536000, immutable'],
    ['/console/assets/none.js', 'no-store'],
  ])('%s: no frames, no other origin, no referrer, no scripts made of text; kept: %s', async (path, kept) => {
    for (const asked of [{}, session]) {
      const { headers } = await read(asked, path)
      const own = { 'cross-origin-opener-policy': 'same-origin', 'cache-control': kept }
      expect(headers).toMatchObject({ ...NOT_SHARED, ...own })
      const rules = `${headers['content-security-policy']}`.split('; ')
      for (const rule of [
        ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'"],
        ...["form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"],
      ])
        expect(rules).toContain(rule)
      expect(rules.filter(rule => /unsafe|\*/.test(rule) && !rule.startsWith('frame-src '))).toEqual([])
    }
  })

  it('files are those of the build and no others', async () => {
    for (const path of ['..%2findex.html', '%2e%2e/%2e%2e/service.db', ''])
      expect((await read({ ...session }, `/console/assets/${path}`)).body.toString()).not.toContain('<title>')
  })
})

describe('limits', () => {
  it('a sign-in of more than 4 KB is not read, nor any body of more than 1 MB', async () => {
    expect(await signInStatus({ password: 'x'.repeat(5000) })).toBe(413)
    expect((await write({ ...json, ...own() }, `"${'x'.repeat(1_100_000)}"`)).status).toBe(413)
  })

  it('a body that is nested without end is refused', async () => {
    const body = `${'['.repeat(2000)}${']'.repeat(2000)}`
    const headers = { ...own(), ...json }
    const { status } = await rawRequest(base, '/console/api/sign-in', { method: 'POST', headers, body })
    expect(status).toBe(422)
  })

  it('headers of up to 64 KB are read, more are refused', async () => {
    const host = new URL(base).host
    const ask = (bytes: number) =>
      onSocket(
        base,
        `GET /console/api/access HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\nx-long: ${'x'.repeat(bytes)}\r\n\r\n`,
      )
    expect(await ask(60_000)).toContain('HTTP/1.1 200')
    expect(await ask(66_000)).toContain('HTTP/1.1 431')
  })
})

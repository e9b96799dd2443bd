/** The in-app browser on real sockets: what reaches the web-app, what comes back, and what gets nowhere. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEntrance } from '../../extension/index.ts'
import { entranceHeaders } from '../../shared/contract/entrance-headers.ts'
import {
  type InAppBrowser,
  type InAppBrowserParts,
  openInAppBrowser,
  TapRefused,
} from '../../simulator/in-app-browser.ts'
import { CERTIFICATES, KEY } from '../support/bad-certificates.ts'
import { heldClock } from '../support/held-clock.ts'
import { nobodyListens } from '../support/nobody.ts'
import { onSocket } from '../support/on-socket.ts'
import { OWN_ADDRESS } from '../support/own-address.ts'
import { type RawAnswer, rawRequest } from '../support/raw-request.ts'
import { type Answers, type Got, page, startWebApp, type WebApp } from '../support/web-app.ts'

const TOKEN = 'token-of-the-test-0123456789'
const SSO = { issuer: 'https://login.example', name: '陳大文', roles: ['parent'] }
const HEADERS = entranceHeaders({
  appId: 'sample-school',
  sessionToken: TOKEN,
  language: 'zh',
  selected: { userId: 3001, refNo: 'TB260001' },
  sso: SSO,
})

const redirect =
  (to: string, status = 302) =>
  (_request: unknown, response: import('node:http').ServerResponse) =>
    void response.writeHead(status, { location: to }).end()

const answers: Answers = {
  'GET /entrance'(request, response) {
    const token = request.headers['x-session-token']
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'max-age=600',
        'x-frame-options': 'DENY',
        'content-security-policy':
          "default-src 'self'; frame-ancestors 'none'; upgrade-insecure-requests; img-src data:",
        'strict-transport-security': 'max-age=600',
        'clear-site-data': '"cache"',
        'set-cookie': [
          '__Host-session=s3cret; Path=/; Secure; HttpOnly; SameSite=Strict',
          'csrf=c1; Path=/',
          'schoolbell-console=taken; Path=/console',
        ],
      })
      .end(page(token === undefined ? 'No entrance' : 'Welcome'))
  },
  'GET /again': (_request, response) => void response.end(page('Again')),
  'POST /form': (_request, response, body) => void response.writeHead(200).end(`got ${body}`),
  'PUT /form': (_request, response, body) => void response.writeHead(201).end(`put ${body}`),
  'GET /inside': redirect('/again?from=inside#there'),
  'GET /forgetful': (_request, response) =>
    void response.writeHead(200, { 'set-cookie': 'csrf=; Path=/; Max-Age=0' }).end(),
  'GET /soon-over': (_request, response) =>
    void response.writeHead(200, { 'set-cookie': 'short=1; Path=/; Max-Age=60; HttpOnly' }).end(),
  'GET /loop': redirect('/loop'),
  'GET /elsewhere': redirect('https://elsewhere.example/landing?x=1'),
  'GET /protocol-relative': redirect('//elsewhere.example/x'),
  'GET /backslash': redirect('/\\elsewhere.example/x'),
  'GET /userinfo': (request, response) =>
    void response.writeHead(302, { location: `http://a:b@${request.headers.host}/again` }).end(),
  'GET /tell-token': redirect(`/again?token=${TOKEN}`),
  'GET /long-empty': (_request, response) => void response.writeHead(431).end(),
  'GET /long-said': (_request, response) => void response.writeHead(431).end('too long, says the web-app'),
  'GET /error': (_request, response) => void response.writeHead(500).end('stack trace of the web-app'),
  'GET /broken': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('half', () => response.destroy())
  },
  'GET /reset': (_request, response) => void response.destroy(),
  'GET /silent': () => {},
  'GET /large': (_request, response) => void response.end(Buffer.alloc(200_000)),
  'GET /events': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: one\n\n')
  },
}

let webApp: WebApp
let browser: InAppBrowser
let entranceUrl: string
let refused: TapRefused | undefined
const clock = heldClock('2026-11-20T08:00:00Z')
const opened: InAppBrowser[] = []

const parts = (): InAppBrowserParts => ({
  tap() {
    if (refused) throw refused
    return { entranceUrl, headers: HEADERS }
  },
  language: () => 'en',
  target: {
    lookup: async name => (name === 'pinned.example' ? [{ address: '127.0.0.1', family: 4 }] : []),
    ownPorts: () => [],
    ownOrigins: () => ['https://service.school.example'],
  },
  clock,
  newSecret: () => randomBytes(32).toString('base64url'),
  logger: pino({ level: 'silent' }),
})

async function another(more: Partial<InAppBrowserParts> = {}): Promise<InAppBrowser> {
  const one = await openInAppBrowser({ host: '127.0.0.1', port: 0 }, { ...parts(), ...more })
  opened.push(one)
  return one
}

beforeAll(async () => {
  webApp = await startWebApp(answers)
  entranceUrl = `${webApp.origin}/entrance?from=app#top`
  browser = await another()
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await webApp[Symbol.asyncDispose]()
})

/** As a browser that opened the link and goes on: its own cookies are sent with every request. */
async function visit(of = browser) {
  const link = new URL(of.link('direct'))
  const first = await rawRequest(link.origin, link.pathname)
  const cookie = [first.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
  const go = (path: string, request: Parameters<typeof rawRequest>[2] = {}) =>
    rawRequest(link.origin, path, {
      ...request,
      headers: { accept: 'text/html', cookie, ...request.headers },
    })
  const location = String(first.headers.location).replace(link.origin, '')
  return { first, cookie, origin: link.origin, go, location, enter: () => go(location.replace(/#.*/, '')) }
}

const lastRequest = () => webApp.requests.at(-1)
function lastGot(): Got {
  const got = lastRequest()
  if (!got) throw new Error('the web-app got no request')
  return got
}
const setCookies = (answer: RawAnswer) => [answer.headers['set-cookie'] ?? []].flat()

describe('the entrance', () => {
  // Promise: entrance/headers, entrance/more
  it('is opened anew with each tap on More, with the six headers of the interface and no other of its own', async () => {
    await (await visit()).enter()
    const { first, location, enter } = await visit()
    expect(first.status).toBe(303)
    expect(location).toBe('/entrance?from=app#top')
    const answer = await enter()
    expect(answer.body.toString()).toContain('Welcome')
    expect(answer.headers['cache-control']).toBe('no-store')
    const { headers, url } = lastGot()
    expect(url).toBe('/entrance?from=app')
    expect(Object.keys(headers).filter(name => name.startsWith('x-'))).toEqual(Object.keys(HEADERS))
    expect(headers).toMatchObject({ ...HEADERS, host: new URL(webApp.origin).host })
    for (const name of ['origin', 'referer']) expect(headers).not.toHaveProperty(name)
    const read = readEntrance(name => String(headers[name] ?? '') || undefined)
    expect(read).toEqual({
      appId: 'sample-school',
      sessionToken: TOKEN,
      language: 'zh-HK',
      selectionHint: { kind: 'student', userId: 3001, refNo: 'TB260001' },
      ssoHint: SSO,
    })
  })

  // Promise: silent/redirected-entrance
  it('has them on its first navigation only: not when loaded again, not with a form, not with what a page loads', async () => {
    const { enter, go } = await visit()
    await go('/again', { headers: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' } })
    expect(lastRequest()?.headers).not.toHaveProperty('x-session-token')
    await go('/entrance?from=app', { method: 'POST', body: 'a=1' })
    expect(lastRequest()?.headers).not.toHaveProperty('x-session-token')
    await enter()
    expect(lastRequest()?.headers).toHaveProperty('x-session-token', TOKEN)
    for (const path of ['/entrance?from=app', '/again', '/inside']) {
      await go(path)
      expect(Object.keys(lastRequest()?.headers ?? {}).filter(name => name in HEADERS)).toEqual([])
    }
  })

  // Promise: silent/beyond-ascii
  it('carries a reference number in any script', async () => {
    const sent = { ...HEADERS, 'x-selected-sub-ref-no': '學號一' }
    const chinese = await another({ tap: () => ({ entranceUrl, headers: sent }) })
    await (await visit(chinese)).enter()
    const got = String(lastRequest()?.headers['x-selected-sub-ref-no'])
    expect(Buffer.from(got, 'latin1').toString('utf8')).toBe('學號一')
  })
})

describe('cookies', () => {
  it('stay in the phone, and reach the web-app as scripts made or changed them; those of other programs on this machine and our own do not', async () => {
    const link = new URL((await another()).link('direct'))
    const first = await rawRequest(link.origin, link.pathname, { headers: { cookie: 'other-tool=private' } })
    const ours = `other-tool=private; schoolbell-console=x; ${setCookies(first)[0]?.split(';')[0]}`
    const send = (path: string, cookie: string) =>
      rawRequest(link.origin, path, { headers: { accept: 'text/html', cookie: `${ours}; ${cookie}` } })
    // Also those that a browser takes over TLS only.
    expect(setCookies(await send('/entrance?from=app', ''))).toEqual(['csrf=c1; Path=/; SameSite=Lax'])
    expect(lastRequest()?.headers).not.toHaveProperty('cookie')
    await send('/again', 'csrf=c1; theme=dark')
    expect(lastRequest()?.headers.cookie).toBe('__Host-session=s3cret; csrf=c1; theme=dark')
    await send('/again', 'csrf=changed')
    expect(lastRequest()?.headers.cookie).toBe('__Host-session=s3cret; csrf=changed')
    await send('/again', '')
    expect(lastRequest()?.headers.cookie).toBe('__Host-session=s3cret')
  })

  it('end when the web-app says so, and by the service’s clock', async () => {
    const { enter, go } = await visit(await another())
    await enter()
    expect(setCookies(await go('/forgetful'))).toEqual(['csrf=; Path=/; SameSite=Lax; Max-Age=0'])
    await go('/soon-over')
    await go('/again')
    expect(lastRequest()?.headers.cookie).toBe('__Host-session=s3cret; short=1')
    clock.set('2026-11-20T08:02:00Z')
    await go('/again')
    expect(lastRequest()?.headers.cookie).toBe('__Host-session=s3cret')
  })

  it.each<[string, (phone: InAppBrowser) => InAppBrowser | Promise<InAppBrowser>]>([
    [
      'on demand',
      phone => {
        phone.forgetCookies()
        return phone
      },
    ],
    ['with an installation before this one', phone => another({ leftovers: phone.leftovers() })],
  ])('are forgotten %s, and the browser is told to forget its part', async (_when, forget) => {
    const before = await another()
    await (await visit(before)).enter()
    const { first, enter } = await visit(await forget(before))
    expect(setCookies(first).slice(1)).toEqual(['csrf=; Path=/; Max-Age=0; SameSite=Lax'])
    await enter()
    expect(lastRequest()?.headers).not.toHaveProperty('cookie')
  })

  it('are kept for no request by a phone that forgets them, from the tap on More on which it is set so', async () => {
    let forgetsCookies = false
    const one = await another({ tap: () => ({ entranceUrl, headers: HEADERS, forgetsCookies }) })
    await (await visit(one)).enter()
    forgetsCookies = true
    const { enter, go, first } = await visit(one)
    expect(setCookies(first).slice(1)).toEqual(['csrf=; Path=/; Max-Age=0; SameSite=Lax'])
    expect(setCookies(await enter())).toEqual([])
    expect(lastRequest()?.headers).toHaveProperty('x-session-token', TOKEN)
    for (const mode of ['navigate', 'cors']) {
      await go('/again', { headers: { 'sec-fetch-mode': mode, 'sec-fetch-site': 'same-origin' } })
      expect(lastRequest()?.headers).not.toHaveProperty('cookie')
      expect(one.exchanges().at(-1)?.forgotten).toEqual(['__Host-session', 'csrf'])
    }
    await go('/again', { headers: { authorization: 'Bearer of-the-page' } })
    expect(lastRequest()?.headers).toMatchObject({ authorization: 'Bearer of-the-page' })
    forgetsCookies = false
    const again = await visit(one)
    await again.enter()
    expect(lastRequest()?.headers).not.toHaveProperty('cookie')
    await again.go('/again')
    expect(lastRequest()?.headers.cookie).toBe('__Host-session=s3cret; csrf=c1')
    expect(one.exchanges().at(-1)?.forgotten).toEqual([])
  })
})

describe('what passes', () => {
  it('forms, calls, errors and redirects, with Origin and Referer as at the web-app’s own address', async () => {
    const { enter, go, origin } = await visit()
    await enter()
    const headers = { origin, referer: `${origin}/entrance`, 'sec-fetch-site': 'same-origin' }
    const posted = await go('/form', { method: 'POST', body: 'name=陳', headers })
    expect(posted.body.toString()).toBe('got name=陳')
    expect(lastRequest()?.headers).toMatchObject({
      origin: webApp.origin,
      referer: `${webApp.origin}/entrance`,
    })
    const put = await go('/form', { method: 'PUT', body: '{}', headers })
    expect({ status: put.status, body: put.body.toString() }).toEqual({ status: 201, body: 'put {}' })
    const head = await go('/large', { method: 'HEAD' })
    expect(head.body.length).toBe(0)
    const error = await go('/error')
    expect([error.status, error.body.toString()]).toEqual([500, 'stack trace of the web-app'])
    const inside = await go('/inside')
    expect([inside.status, inside.headers.location]).toEqual([302, `${origin}/again?from=inside#there`])
  })

  it('events as they come, before their stream ends', async () => {
    const { origin, cookie } = await visit()
    const { host } = new URL(origin)
    const received = await onSocket(
      origin,
      `GET /events HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
      async seen => {
        await expect.poll(seen).toContain('data: one')
        throw new Error('seen')
      },
    ).catch(error => error.message)
    expect(received).toBe('seen')
  })

  it('a WebSocket of the web-app’s own page, and nobody else’s', async () => {
    const { enter, origin, cookie } = await visit(await another())
    await enter()
    const { host } = new URL(origin)
    const ask = (path: string, ...lines: string[]) =>
      [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: Upgrade', ...lines, '', ''].join('\r\n')
    const ours = ['Upgrade: websocket', `Origin: ${origin}`, `Cookie: ${cookie}`]
    const received = await onSocket(
      origin,
      ask('/echo', ...ours),
      seen => expect.poll(seen).toContain('101'),
      'ping',
      seen =>
        expect
          .poll(seen)
          .toMatch(/ping$/)
          .then(() => {
            throw new Error('came back')
          }),
    ).catch(error => error.message)
    expect(received).toBe('came back')
    expect(lastRequest()).toMatchObject({
      url: '/echo',
      headers: {
        origin: webApp.origin,
        host: new URL(webApp.origin).host,
        cookie: '__Host-session=s3cret; csrf=c1',
      },
    })
    const withBody = `${ask('/no-echo', ...ours, 'Content-Length: 2')}hi`
    expect(await onSocket(origin, withBody)).toContain('403')
    // Nothing of a body is sent.
    expect(lastRequest()?.url).toBe('/no-echo')
    expect(lastRequest()?.headers).not.toHaveProperty('content-length')
    const before = webApp.requests.length
    for (const lines of [
      ['Upgrade: websocket', `Origin: http://127.0.0.1:1`, `Cookie: ${cookie}`],
      ['Upgrade: websocket', `Cookie: ${cookie}`],
      ['Upgrade: websocket', `Origin: ${origin}`],
      ['Upgrade: h2c', `Origin: ${origin}`, `Cookie: ${cookie}`],
    ])
      expect(await onSocket(origin, ask('/echo', ...lines))).toBe('')
    expect(webApp.requests.length).toBe(before)
  })

  it('all of the web-app’s policy but what keeps it out of the frame or asks for TLS', async () => {
    const { headers } = await (await visit()).enter()
    expect(headers['content-security-policy']).toBe("default-src 'self'; img-src data:")
    for (const name of ['x-frame-options', 'strict-transport-security', 'clear-site-data'])
      expect(headers).not.toHaveProperty(name)
  })
})

describe('a request inside the body of another', () => {
  const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
  const chunked = (extension = '') =>
    `${SMUGGLED.length.toString(16)}${extension}\r\n${SMUGGLED}\r\n0\r\n\r\n`

  /** @returns status of the answer, and what the web-app got since */
  async function send(line: string, headers: string[], body: string) {
    const { origin, cookie, go } = await visit()
    const before = webApp.requests.length
    const host = new URL(origin).host
    const head = [line, `Host: ${host}`, `Cookie: ${cookie}`, ...headers, 'Connection: close', '', '']
    const received = await onSocket(origin, head.join('\r\n') + body)
    // The same connection to the web-app is used again: what stood there unread would be answered first.
    await go('/again')
    const got = webApp.requests.slice(before, -1)
    expect(webApp.requests.at(-1)?.url).toBe('/again')
    return {
      status: received.split(' ')[1] ?? '',
      got: got.map(({ method, url, body }) => [method, url, body]),
    }
  }

  it.each(['GET', 'DELETE', 'OPTIONS', 'HEAD', 'POST', 'PUT'])(
    'with %s it is body for the web-app as well',
    async method => {
      const sent = (...headers: string[]) => send(`${method} /x HTTP/1.1`, headers, SMUGGLED)
      const got = [[method, '/x', SMUGGLED]]
      const length = `Content-Length: ${SMUGGLED.length}`
      expect(await sent(length)).toEqual({ status: '404', got })
      expect(await sent(length, 'Connection: content-length')).toEqual({ status: '404', got })
      for (const extension of ['', ';a=1', ';a="\t,"']) {
        const inChunks = send(`${method} /x HTTP/1.1`, ['Transfer-Encoding: chunked'], chunked(extension))
        expect(await inChunks).toEqual({ status: '404', got })
      }
    },
  )

  it.each([
    ['both framings', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['both, the other way round', ['Transfer-Encoding: chunked', 'Content-Length: 4']],
    ['two lengths', ['Content-Length: 4', `Content-Length: ${SMUGGLED.length}`]],
    ['the same length twice', ['Content-Length: 4', 'Content-Length: 4']],
    ['a list of lengths', ['Content-Length: 4, 4']],
    ['a length with a sign', ['Content-Length: +4']],
    ['a length that is folded', ['Content-Length:', ' 4']],
    ['a coding that is folded', ['Transfer-Encoding:', ' chunked']],
    ['a folded line before the length', ['X-Note: a', ' b', 'Content-Length: 4']],
    ['a blank before the colon', ['Content-Length : 4']],
    ['another coding', ['Transfer-Encoding: gzip, chunked']],
    ['a coding twice', ['Transfer-Encoding: chunked, chunked']],
    ['a coding that is no list', ['Transfer-Encoding: xchunked']],
    ['chunked before another', ['Transfer-Encoding: chunked, identity']],
  ])('%s is refused', async (_what, headers) => {
    for (const line of ['GET /x HTTP/1.1', 'POST /x HTTP/1.1']) {
      const { status, got } = await send(line, headers, chunked())
      expect({ line, status, got }).toEqual({ line, status: expect.stringMatching(/^(400|501)$/), got: [] })
    }
  })

  it.each([
    ['a size that is none', 'x\r\nabcd\r\n0\r\n\r\n'],
    ['a chunk longer than its size', '2\r\nabcd\r\n0\r\n\r\n'],
    ['a line feed alone behind the size', '4\nabcd\r\n0\r\n\r\n'],
    ['an extension with a line feed', '4;a\nGET /smuggled\r\nabcd\r\n0\r\n\r\n'],
  ])('%s ends the request', async (_what, body) => {
    const { got } = await send('POST /x HTTP/1.1', ['Transfer-Encoding: chunked'], body)
    expect(got).toEqual([])
  })
})

describe('what was sent and received', () => {
  it('is kept for the developer without a secret in it', async () => {
    const watched = await another()
    const { enter, go } = await visit(watched)
    await enter()
    await go('/tell-token')
    await go(`/again?token=${TOKEN}`)
    const kept = watched.exchanges()
    expect(kept.map(({ kind, method, path, status }) => [kind, method, path, status])).toEqual([
      ['entrance', 'GET', '/entrance?from=app', 200],
      ['navigation', 'GET', '/tell-token', 302],
      ['navigation', 'GET', '/again?token=…', 200],
    ])
    expect(kept[0]?.sent.filter(({ name }) => /^x-/i.test(name))).toEqual([
      { name: 'X-App-Id', value: 'sample-school' },
      { name: 'X-Session-Token', hidden: TOKEN.length },
      { name: 'X-Language', value: 'zh' },
      { name: 'X-SSO-Response', hidden: HEADERS['x-sso-response']?.length },
      { name: 'X-Selected-Sub-User-Id', value: '3001' },
      { name: 'X-Selected-Sub-Ref-No', value: 'TB260001' },
    ])
    expect(kept[0]?.cookies).toContain('__Host-session; Path=/; Secure; HttpOnly; SameSite=Strict')
    expect(kept[1]?.redirect).toEqual({ to: '/again?token=…', isForeign: false })
    const everything = JSON.stringify(kept)
    for (const secret of [TOKEN, 's3cret', HEADERS['x-sso-response']])
      expect(everything).not.toContain(secret)
  })
})

describe('nothing leads anywhere but to the entrance’s origin', () => {
  it.each([
    ['/elsewhere', 'https://elsewhere.example/landing?x=1'],
    ['/protocol-relative', 'http://elsewhere.example/x'],
    ['/backslash', 'http://elsewhere.example/x'],
    ['/userinfo', '/again'],
  ])('a redirect at %s is shown and not followed', async (path, to) => {
    const { go } = await visit()
    const answer = await go(path)
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('location')
    expect(answer.body.toString()).toContain('The app would open')
    expect(answer.body.toString()).toContain(to)
    expect(browser.exchanges().at(-1)).toMatchObject({ failure: { code: 'FOREIGN_REDIRECT' } })
  })

  it.each([
    ['another host behind two slashes', '//elsewhere.example/x'],
    ['a backslash', '/\\elsewhere.example/x'],
    ['an at sign', '/@elsewhere.example/x'],
    ['an encoded authority', '/%2f%2felsewhere.example/x'],
    ['dots', '/../../elsewhere.example'],
  ])('%s in a path is a path of the web-app', async (_what, path) => {
    const { go } = await visit()
    await go(path)
    expect(lastRequest()).toMatchObject({ url: path, headers: { host: new URL(webApp.origin).host } })
  })

  it.each([
    ['a whole address as the target', 'GET http://elsewhere.example/ HTTP/1.1', '400'],
    ['an authority as the target', '@elsewhere.example/', '400'],
    ['a tunnel', 'CONNECT elsewhere.example:443 HTTP/1.1', ''],
    ['no target at all', 'OPTIONS * HTTP/1.1', '400'],
    ['a trace', 'TRACE /again HTTP/1.1', '405'],
  ])('%s is refused', async (_what, line, status) => {
    const { origin, cookie } = await visit()
    const before = webApp.requests.length
    const received = await onSocket(
      origin,
      `${line}\r\nHost: ${new URL(origin).host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    )
    expect(received.split(' ')[1] ?? '').toBe(status)
    expect(webApp.requests.length).toBe(before)
  })

  it('an entrance path with two slashes stays at the web-app', async () => {
    const odd = await another({
      tap: () => ({ entranceUrl: `${webApp.origin}//elsewhere.example/x`, headers: HEADERS }),
    })
    const { first, enter, origin } = await visit(odd)
    expect(first.headers.location).toBe(`${origin}//elsewhere.example/x`)
    await enter()
    expect(lastRequest()?.url).toBe('//elsewhere.example/x')
  })

  it('an entrance whose name nobody knows is the newest of what is kept, with nothing sent', async () => {
    const tap = () => ({ entranceUrl: 'http://nosuch.example/entrance', headers: HEADERS })
    const phone = await another({ tap })
    const { pathname, origin } = new URL(phone.link('direct'))
    expect((await rawRequest(origin, pathname)).status).toBe(502)
    expect(phone.exchanges().at(-1)).toMatchObject({
      ...{ kind: 'entrance', path: 'http://nosuch.example/entrance', sent: [], isOver: true },
      failure: { code: 'ENTRANCE_UNKNOWN', detail: 'the name nosuch.example has no address' },
    })
  })

  it('a name is looked up once a visit, and the answer is kept', async () => {
    const asked: string[] = []
    const { port } = new URL(webApp.origin)
    const named = await another({
      tap: () => ({ entranceUrl: `http://pinned.example:${port}/entrance`, headers: HEADERS }),
      target: {
        ...parts().target,
        async lookup(name) {
          asked.push(name)
          return asked.length === 1
            ? [{ address: '127.0.0.1', family: 4 }]
            : [{ address: '192.0.2.1', family: 4 }]
        },
      },
    })
    const { enter, go } = await visit(named)
    expect((await enter()).body.toString()).toContain('Welcome')
    expect(lastRequest()?.headers.host).toBe(`pinned.example:${port}`)
    expect((await go('/again')).body.toString()).toContain('Again')
    expect(asked).toEqual(['pinned.example'])
  })

  it.each([
    ['the service’s port on loopback', (port: number) => `http://127.0.0.1:${port}/console/`],
    ['by name', (port: number) => `http://localhost:${port}/`],
    ['as one number', (port: number) => `http://2130706433:${port}/`],
    ['with zeros', (port: number) => `http://0.0.0.0:${port}/`],
    ['in IPv6', (port: number) => `http://[::1]:${port}/`],
    ['in IPv6 that means IPv4', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['by its address in a network', (port: number) => `http://${OWN_ADDRESS}:${port}/`],
    ['by that in IPv6', (port: number) => `http://[::ffff:${OWN_ADDRESS}]:${port}/`],
    ['its public address', () => 'https://service.school.example/console/'],
  ])('the service itself is no web-app: %s', async (_what, urlOf) => {
    const port = Number(new URL(webApp.origin).port)
    const own = await another({
      tap: () => ({ entranceUrl: urlOf(port), headers: HEADERS }),
      target: {
        ...parts().target,
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
        ownPorts: () => [port],
      },
    })
    const before = webApp.requests.length
    const { first } = await visit(own)
    expect(first.status).toBe(502)
    expect(first.body.toString()).toContain('this service itself')
    expect(webApp.requests.length).toBe(before)
  })
})

describe('who may use it', () => {
  it('nobody without the link', async () => {
    const { origin, go } = await visit()
    const before = webApp.requests.length
    for (const [path, cookie] of [
      ['/entrance', ''],
      ['/again', 'schoolbell-phone=guess'],
      ['/.schoolbell/enter', ''],
      ['/.schoolbell/guess', ''],
      ['/.schoolbell/screen/guess', ''],
    ] as const)
      expect((await rawRequest(origin, path, { headers: { cookie } })).status, path).toBe(403)
    expect(webApp.requests.length).toBe(before)
    expect((await go('/again')).status).toBe(200)
  })

  it('the web-app cannot tap More itself: a framed link works once, and its screen’s frame enters once', async () => {
    const link = new URL(browser.link('framed'))
    const screen = await rawRequest(link.origin, link.pathname)
    expect(screen.status).toBe(200)
    expect(screen.headers['content-security-policy']).toContain("frame-src 'self'")
    expect((await rawRequest(link.origin, link.pathname)).status).toBe(403)
    const cookie = [screen.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
    const frame = /<iframe src="([^"]+)"/.exec(screen.body.toString())?.[1] ?? ''
    const enter = (path: string) => rawRequest(link.origin, path, { headers: { cookie } })
    expect((await enter(frame)).status).toBe(303)
    for (const path of [frame, '/.schoolbell/enter', '/.schoolbell/enter/', '/.schoolbell/enter/guess'])
      expect((await enter(path)).status, path).toBe(403)
  })

  it('no page of another port or site, although the browser sends the cookie with it', async () => {
    const { go } = await visit()
    const before = webApp.requests.length
    const POST = { method: 'POST', body: 'x=1' }
    const asked = (site: string, mode: string, dest: string) => ({
      headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest },
    })
    const statuses = [(await go('/form', { ...POST, headers: { origin: 'http://127.0.0.1:1' } })).status]
    for (const site of ['same-site', 'cross-site'])
      for (const [path, request] of [
        ['/again', asked(site, 'no-cors', 'image')],
        ['/again', asked(site, 'cors', 'empty')],
        ['/again', asked(site, 'navigate', 'iframe')],
        ['/form', { ...POST, ...asked(site, 'navigate', 'document') }],
      ] as const)
        statuses.push((await go(path, request)).status)
    expect(statuses).toEqual(Array(9).fill(403))
    expect(webApp.requests.length).toBe(before)
  })

  it('no name that was pointed at this machine', async () => {
    const { go, origin, cookie } = await visit()
    const { port } = new URL(origin)
    for (const host of [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, '127.0.0.1'])
      expect((await go('/again', { headers: { host } })).status, host).toBe(421)
    const hosts = `host: 127.0.0.1:${port}\r\nhost: evil.example\r\n`
    const twice = `GET /again HTTP/1.1\r\n${hosts}connection: close\r\ncookie: ${cookie}\r\n\r\n`
    expect(await onSocket(origin, twice)).toContain('HTTP/1.1 400')
    expect((await go('/again', { headers: { host: `localhost:${port}` } })).status).toBe(200)
  })
})

describe('what a developer sees first when something is wrong', () => {
  const see = async (url: string, more: Partial<InAppBrowserParts> = {}) => {
    const one = await another({ ...more, tap: () => ({ entranceUrl: url, headers: HEADERS }) })
    const { first, enter } = await visit(one)
    const answer = first.status === 303 ? await enter() : first
    return answer.body.toString()
  }

  it('nothing answers', async () => {
    using nobody = await nobodyListens()
    const text = await see(`${nobody.origin}/`)
    expect(text).toContain(`Nothing answers at ${nobody.origin}/`)
    expect(text).toContain('Start your web-app there, or change the entrance page URL in App settings.')
    expect(await see(`${nobody.origin}/`, { language: () => 'zh' })).toContain('沒有回應')
  })

  it.each([
    ['', 'There is no entrance page URL yet'],
    ['javascript:alert(1)', 'cannot be opened'],
    ['http://<script>alert(1)</script>/', 'cannot be opened'],
    ['http://a:b@127.0.0.1/', 'no user name or password'],
    ['http://unknown.example/', 'the name unknown.example has no address'],
  ])('the address %j, which is only ever text', async (url, words) => {
    const text = await see(url)
    expect(text).toContain(words)
    expect(text).not.toContain('<script>')
  })

  it('an app without a More item', async () => {
    refused = new TapRefused({ code: 'MORE_OFF', about: '' })
    const { first } = await visit()
    refused = undefined
    expect(first.body.toString()).toContain('The app shows no More item')
  })

  it('something that is not HTTP, or not TLS', async () => {
    const server = createServer(socket => socket.resume().end('220 mail.example ESMTP\r\n'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    expect(await see(`http://127.0.0.1:${port}/`)).toContain('does not speak HTTP')
    expect(await see(`https://127.0.0.1:${port}/`)).toContain('does not speak HTTPS')
    server.close()
  })

  it('a certificate that is not trusted, and why, in both languages', async () => {
    const server = createSecure({ key: KEY, cert: CERTIFICATES.expired }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `https://pinned.example:${(server.address() as AddressInfo).port}/`
    expect(await see(url)).toContain(
      'Its certificate has expired (CERT_HAS_EXPIRED). The app would refuse it',
    )
    expect(await see(url, { language: () => 'zh' })).toContain(
      '證書已過期（CERT_HAS_EXPIRED）。手機應用程式同樣會拒絕。',
    )
    server.close()
  })

  it.each([
    ['/reset', 'BROKE_OFF', 'broke the connection off', {}],
    ['/silent', 'TIMEOUT', 'takes too long', { answerWithinMs: 50 }],
    // Broken off half-way for the browser as well: its head has gone already.
    ['/broken', 'BROKE_OFF', 'nothing', {}],
    ['/large', 'TOO_LARGE', 'nothing', { answerBytes: 100_000 }],
  ])('an answer at %s: %s, in which the browser reads %s', async (path, code, words, limits) => {
    const one = await another({ limits })
    const { go } = await visit(one)
    const text = await go(path).then(
      ({ body }) => body.toString(),
      () => 'nothing',
    )
    expect(text).toContain(words)
    await expect.poll(() => one.exchanges().at(-1)?.failure?.code).toBe(code)
  })

  it('an empty refusal of long headers, in both languages; one with words is the web-app’s own', async () => {
    const refusing = (language: 'en' | 'zh', url = `${webApp.origin}/long-empty`) =>
      see(url, { language: () => language })
    expect(await refusing('en')).toMatch(
      /server does not accept 1 KB of headers[\s\S]*Give it maxHeaderSize 65536/,
    )
    expect(await refusing('zh')).toContain('網頁應用程式的伺服器不接受 1 KB 的標頭')
    expect(await refusing('en', `${webApp.origin}/long-said`)).toBe('too long, says the web-app')
  })

  it('redirects that never end', async () => {
    const one = await another()
    const { go } = await visit(one)
    const texts = []
    for (let step = 0; step < 14; step += 1) texts.push((await go('/loop')).body.toString())
    expect(texts.join('')).toContain('redirects in a circle')
  })

  it('a body larger than the limit is not passed on', async () => {
    const one = await another({ limits: { requestBytes: 1_000 } })
    const { go } = await visit(one)
    const before = webApp.requests.length
    const answer = await go('/form', { method: 'POST', body: 'x'.repeat(2_000) })
    expect(answer.status).toBe(413)
    expect(webApp.requests.length).toBe(before)
  })
})

import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fault, NewRule } from '../../../console/index.ts'
import { faultRules } from '../../../service/lab/faults/faults.ts'
import { mulberry32 } from '../../../shared/mulberry32.ts'
import { onSocket } from '../../support/on-socket.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import {
  ACCESS_KEY,
  APP_ID,
  type SmallSchool,
  STAGING_TOKEN,
  startSmallSchool,
} from '../../support/small-school.ts'

let place: Scratch
let school: SmallSchool
beforeAll(async () => {
  place = scratch()
  school = await startSmallSchool({ random: mulberry32(1), dataDir: place.path('data') })
})
afterAll(async () => {
  await school[Symbol.asyncDispose]()
  place[Symbol.dispose]()
})
beforeEach(() => {
  school.service.faults.clear()
  school.service.requests.clear()
})

const POPUPS = '/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US'
const NEWS = '/cms/api/v1/news/check?siteId=academy&lastSyncTime=19700101000000'
const LIST = '/sync/units/1/years/2026/groups/1A%20-%20Rowing/attendance-lists/2026-09-01'
const SESSION = '/session/staging/v2/grd/external-session'
const HEADERS = { 'x-app-id': APP_ID, 'x-access-key': ACCESS_KEY, 'x-session-token': STAGING_TOKEN }

const set = (fault: Fault, more: Partial<NewRule> = {}) =>
  school.service.faults.add({ endpoint: 'popups', when: 'until-cleared', fault, ...more })
const ask = (path = POPUPS, init: RequestInit = {}) =>
  fetch(school.addresses.base + path, { headers: HEADERS, ...init })
/** What a client's `fetch` says of a network that fails. */
const failure = async (path = POPUPS) => {
  const error = await ask(path).then(
    () => expect.fail('it has a head'),
    (error: Error) => error,
  )
  return (error.cause as { code?: string }).code ?? `${error.cause}`
}
const bodyFailure = async (path = POPUPS) => {
  const answer = await ask(path)
  const error: unknown = await answer.text().catch(error => error)
  return { status: answer.status, cause: Object(error).cause?.name }
}
const bytes = (path = POPUPS, method = 'GET') =>
  onSocket(school.addresses.base, `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
const asking = (path = POPUPS, more = '') => {
  const socket = connect(Number(new URL(school.addresses.base).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`)
  return socket
}
/** Where a picture of the first message is. */
const picture = async () => {
  const { content } = await (await ask()).json()
  return new URL(/src="([^"]+)"/.exec(content[0].msgBody)?.[1] ?? '').pathname
}
const turn = () => new Promise(setImmediate)

describe('a fault', () => {
  it('of a return code is an envelope without content, open to scripts as ever', async () => {
    set({ kind: 'code', code: 'D20003' })
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ txID: expect.any(String), code: 'D20003', message: 'timeout' })
    school.service.faults.clear()
    set({ kind: 'code', code: 'D29999', message: 'the moon is full' })
    expect(await (await ask()).json()).toMatchObject({ code: 'D29999', message: 'the moon is full' })
  })

  it('of a status is that status, with the Retry-After that was wished for', async () => {
    set({ kind: 'status', status: 429, retryAfter: 7 }, { when: { calls: 1 } })
    set({ kind: 'status', status: 502 })
    const [first, second] = [await ask(), await ask()]
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7'])
    expect([second.status, second.headers.get('retry-after')]).toEqual([502, null])
  })

  it('of a maintenance page is HTML where JSON was expected', async () => {
    set({ kind: 'html' })
    const answer = await ask()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('<h1>')
  })

  it('of a content type leaves the answer as it is, under the wrong name', async () => {
    const right = await (await ask()).json()
    set({ kind: 'content-type', type: 'text/plain' })
    const answer = await ask()
    expect(answer.headers.get('content-type')).toBe('text/plain')
    expect((await answer.json()).content).toEqual(right.content)
  })

  it('of a reset ends the connection with a reset, before any byte', async () => {
    set({ kind: 'reset' })
    expect(await failure()).toBe('ECONNRESET')
    const socket = asking()
    const [error] = await once(socket, 'error')
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    expect(socket.bytesRead).toBe(0)
  })

  it('of an empty reply ends the connection in order, before any byte', async () => {
    set({ kind: 'empty' })
    expect(await bytes()).toBe('')
    expect(await failure()).toBe('UND_ERR_SOCKET')
  })

  it('of a truncated body says the length of the whole and sends half', async () => {
    const whole = (await bytes()).split('\r\n\r\n')[1] ?? ''
    set({ kind: 'truncated' })
    const [head, body = ''] = (await bytes()).split('\r\n\r\n')
    expect(head).toContain(`content-length: ${whole.length}`)
    expect(head).toContain('access-control-allow-origin: *')
    expect(body.length).toBe(whole.length >> 1)
    expect(await bodyFailure()).toEqual({ status: 200, cause: 'ResponseContentLengthMismatchError' })
  })

  it('of a broken chunk is a chunk and then none that HTTP knows', async () => {
    set({ kind: 'broken-chunk' })
    const received = await bytes()
    expect(received).toContain('transfer-encoding: chunked')
    expect(received).not.toContain('content-length')
    expect(received).toContain('\r\nno-size\r\n')
    expect((await bodyFailure()).cause).toBe('HTTPParserError')
  })

  it('of a slow drip comes whole in the end, a few bytes at a time', async () => {
    const pieces: number[] = []
    set({ kind: 'drip', bytesPerSecond: 2_000 })
    const answer = await ask()
    for await (const piece of answer.body ?? []) pieces.push(piece.length)
    expect(pieces.length).toBeGreaterThan(1)
    school.service.faults.clear()
    const whole = (await (await ask()).arrayBuffer()).byteLength
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(whole)
  })

  it('of a slow head drips from its first byte', async () => {
    set({ kind: 'drip', bytesPerSecond: 4_000, head: true })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const socket = asking()
      const [first] = await once(socket, 'data')
      expect(first.length).toBe(200)
      expect(`${first}`).not.toContain('\r\n\r\n')
      const pieces = [first]
      socket.on('data', piece => pieces.push(piece))
      while (!socket.closed) {
        vi.advanceTimersByTime(50)
        await turn()
      }
      expect(Buffer.concat(pieces).toString()).toMatch(
        /^HTTP\/1\.1 200 OK\r\n[\s\S]*"code":"D00000"[\s\S]*\}$/,
      )
    } finally {
      vi.useRealTimers()
    }
  })

  it('may wait before all else, with any of them', async () => {
    set({ kind: 'reset', delayMs: 60_000 }, { when: { calls: 1 } })
    const patience = new AbortController()
    const held = ask(POPUPS, { signal: patience.signal })
    while (school.service.faults.list()[0]?.hits === 0) await turn()
    // The next call is answered while the first still waits to be cut off.
    expect((await ask()).status).toBe(200)
    patience.abort()
    await expect(held).rejects.toThrow()
    school.service.faults.clear()
    set({ kind: 'reset', delayMs: 5 })
    expect(await failure()).toBe('ECONNRESET')
    school.service.faults.clear()
    set({ kind: 'delay', delayMs: 5 })
    expect((await ask()).status).toBe(200)
    const line = await school.service.requests.waitFor(({ fault }) => fault?.kind === 'delay')
    expect(line).toMatchObject({ status: 200, code: 'D00000' })
  })

  it.each<[string, Fault]>([
    ['truncated', { kind: 'truncated' }],
    ['broken chunk', { kind: 'broken-chunk' }],
    ['drip', { kind: 'drip', bytesPerSecond: 100_000 }],
  ])('of a body spoils what has none as far as that goes: %s', async (_, fault) => {
    const etag = (await ask()).headers.get('etag') ?? ''
    set(fault)
    const request = `GET ${POPUPS} HTTP/1.1\r\nHost: a\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`
    const unchanged = await onSocket(school.addresses.base, request)
    const head = await bytes(POPUPS, 'HEAD')
    if (fault.kind === 'drip') {
      expect(unchanged).toMatch(/^HTTP\/1\.1 304 [\s\S]*\r\n\r\n$/)
      expect(head).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/)
    } else {
      expect(unchanged).toMatch(/^HTTP\/1\.1 304 /)
      for (const received of [unchanged, head]) expect(received).not.toContain('\r\n\r\n')
    }
  })
})

describe('which calls are hit', () => {
  // Promise: integrate/faults
  it.each([
    ['popups', POPUPS],
    ['news', NEWS],
    ['attendance', LIST],
    ['session', SESSION],
    ['media', '/media/avatar.svg'],
  ] as const)('those of %s alone, or of any interface', async (endpoint, path) => {
    const paths = [POPUPS, NEWS, LIST, SESSION, '/media/avatar.svg']
    const statuses = async () =>
      Object.fromEntries(await Promise.all(paths.map(async one => [one, (await ask(one)).status])))
    set({ kind: 'status', status: 500 }, { endpoint })
    expect(await statuses()).toEqual(Object.fromEntries(paths.map(one => [one, one === path ? 500 : 200])))
    school.service.faults.clear()
    set({ kind: 'status', status: 500 }, { endpoint: 'any', when: { calls: 4 } })
    expect(Object.values(await statuses())).toEqual([500, 500, 500, 500, 200])
    expect((await ask(path)).status).toBe(200)
  })

  it('files of media are hit and spoiled like all else', async () => {
    const src = await picture()
    const size = (await (await ask(src)).arrayBuffer()).byteLength
    set({ kind: 'truncated' }, { endpoint: 'media' })
    const [head = '', body = ''] = (await bytes(src)).split('\r\n\r\n')
    expect(head).toContain(`content-length: ${size}`)
    expect(body.length).toBeLessThan(size)
  })

  it('files of media are not among all interfaces: a browser asks for many at once', async () => {
    const src = await picture()
    const rule = set({ kind: 'status', status: 500 }, { endpoint: 'any' })
    expect([(await ask()).status, (await ask(src)).status]).toEqual([500, 200])
    expect(school.service.faults.list()).toMatchObject([{ id: rule.id, hits: 1 }])
  })

  // Promise: integrate/faults
  it('exactly so many, however many come at once', async () => {
    const rule = set({ kind: 'status', status: 500 }, { when: { calls: 7 } })
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await ask()).status))
    expect(statuses.filter(status => status === 500)).toHaveLength(7)
    expect(school.service.faults.list()).toMatchObject([{ id: rule.id, hits: 7, left: 0, active: false }])
  })

  it('every third, and a share of them', async () => {
    set({ kind: 'status', status: 500 }, { when: { every: 3 } })
    const statuses: number[] = []
    for (let call = 0; call < 7; call += 1) statuses.push((await ask()).status)
    expect(statuses).toEqual([200, 200, 500, 200, 200, 500, 200])
    school.service.faults.clear()
    set({ kind: 'status', status: 500 }, { when: { share: 1 } })
    expect((await ask()).status).toBe(500)
    school.service.faults.clear()
    set({ kind: 'status', status: 500 }, { when: { share: 0 } })
    expect((await ask()).status).toBe(200)
  })

  it('a share comes out at that share, and with a seed at the same calls', () => {
    const bench = faultRules(mulberry32(7))
    bench.add({ endpoint: 'any', when: { share: 0.2 }, fault: { kind: 'reset' } })
    const hits = Array.from({ length: 10_000 }, () => bench.take({ endpoint: 'news' })).filter(Boolean).length
    expect(hits).toBeGreaterThan(1_850)
    expect(hits).toBeLessThan(2_150)
    const pattern = () => {
      const own = faultRules(mulberry32(8))
      own.add({ endpoint: 'any', when: { share: 0.5, seed: 42 }, fault: { kind: 'reset' } })
      return Array.from({ length: 64 }, () => (own.take({ endpoint: 'news' }) ? 1 : 0)).join('')
    }
    expect(pattern()).toBe(pattern())
    expect(pattern()).toMatch(/01|10/)
  })

  it('only those of a site, a language or an environment', async () => {
    set({ kind: 'status', status: 500 }, { only: { siteId: 'academy', lang: 'en-US' } })
    const popups = (siteId: string, lang: string) =>
      ask(`/cms/api/v1/popupmsg/check?siteId=${siteId}${lang && `&lang=${lang}`}`)
    expect((await popups('academy', 'en-US')).status).toBe(500)
    // English is what is asked for when nothing is.
    expect((await popups('academy', '')).status).toBe(500)
    expect((await popups('academy', 'zh-HK')).status).toBe(200)
    expect((await popups('pre-school', 'en-US')).status).toBe(200)
    school.service.faults.clear()
    set({ kind: 'status', status: 500 }, { endpoint: 'session', only: { environment: 'production' } })
    expect((await ask(SESSION)).status).toBe(200)
    expect((await ask(SESSION.replace('staging', 'production'))).status).toBe(500)
  })

  it('return codes pass interfaces by that have none', async () => {
    set({ kind: 'code', code: 'D20000' }, { endpoint: 'any' })
    expect((await (await ask()).json()).code).toBe('D20000')
    expect((await (await ask(SESSION)).json()).userId).toBe(10)
  })

  it('the fault set first, then the next; cleared ones hit no more, and hit again when that is taken back', async () => {
    const first = set({ kind: 'status', status: 500 }, { when: { calls: 2 } })
    const second = set({ kind: 'status', status: 502 })
    expect((await ask()).status).toBe(500)
    expect(school.service.faults.clear(first.id)).toEqual([first.id])
    expect((await ask()).status).toBe(502)
    expect(school.service.faults.restore([first.id])).toMatchObject([{ hits: 1, left: 1 }])
    expect(school.service.faults.list().map(({ id }) => id)).toEqual([first.id, second.id])
    expect([(await ask()).status, (await ask()).status]).toEqual([500, 502])
    expect(school.service.faults.clear()).toEqual([first.id, second.id])
    expect((await ask()).status).toBe(200)
    expect(school.service.faults.clear(first.id)).toEqual([])
  })

  it('a browser’s question whether it may ask is none', async () => {
    set({ kind: 'status', status: 500 }, { when: { calls: 1 } })
    const preflight = await rawRequest(school.addresses.base, POPUPS, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect((await ask()).status).toBe(500)
  })
})

describe('a call that is held', () => {
  it('ends when the service closes', async () => {
    await using other = await startSmallSchool()
    const hours: NewRule[] = [
      { endpoint: 'popups', when: { calls: 1 }, fault: { kind: 'delay', delayMs: 3_600_000 } },
      { endpoint: 'popups', when: 'until-cleared', fault: { kind: 'drip', bytesPerSecond: 1 } },
    ]
    for (const rule of hours) other.service.faults.add(rule)
    const hold = () => onSocket(other.addresses.base, `GET ${POPUPS} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const delayed = hold()
    while (other.service.faults.list()[0]?.hits === 0) await turn()
    const dripped = hold()
    while (other.service.faults.list()[1]?.hits === 0) await turn()
    await other.service.close()
    expect(await delayed).toBe('')
    expect(await dripped).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('is let go of when the client leaves, and its line says that nothing was sent', async () => {
    set({ kind: 'delay', delayMs: 3_600_000 })
    const leaving = new AbortController()
    const asked = ask(POPUPS, { signal: leaving.signal }).catch((error: Error) => error.name)
    while (school.service.faults.list()[0]?.hits === 0) await turn()
    leaving.abort()
    expect(await asked).toBe('AbortError')
    const line = await school.service.requests.waitFor(({ fault }) => fault?.kind === 'delay')
    expect(line.status).toBe(null)
  })
})

describe('a film', () => {
  it.each<[string, Fault]>([
    ['dripped', { kind: 'drip', bytesPerSecond: 1_000_000 }],
    ['truncated', { kind: 'truncated' }],
    ['broken off after a chunk', { kind: 'broken-chunk' }],
  ])('that is %s is read as its client takes it, and not into memory as a whole', async (_, fault) => {
    const size = 200_000_000
    const src = await picture()
    truncateSync(place.path('data', decodeURIComponent(src)), size)
    set(fault, { endpoint: 'media', when: { calls: 1 } })
    const before = process.memoryUsage().arrayBuffers
    const socket = asking(src)
    const [head] = await once(socket, 'data')
    expect(`${head}`).toMatch(/^HTTP\/1\.1 200/)
    socket.pause()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(size / 4)
    socket.destroy()
  })
})

describe('a medium that hangs', () => {
  it('is let go of when its client leaves at once, while the file is still read', async () => {
    const src = await picture()
    const { port } = new URL(school.addresses.base)
    const { requests } = school.service
    set({ kind: 'drip', bytesPerSecond: 1 }, { endpoint: 'media' })
    requests.media = true
    for (let client = 0; client < 10; client += 1) {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET ${src} HTTP/1.1\r\nHost: a\r\n\r\n`, () => socket.destroy())
    }
    await expect
      .poll(() => requests.list({ endpoint: 'media' }).requests, { message: 'calls whose clients have left' })
      .toHaveLength(10)
    requests.media = false
  })

  it.each<[string, Fault, RegExp]>([
    ['is answered 504', { kind: 'delay', delayMs: 3_600_000 }, /^HTTP\/1.1 504 [\s\S]*30 seconds/],
    ['is broken off', { kind: 'drip', bytesPerSecond: 1 }, /^HTTP\/1.1 200 /],
  ])(
    '%s after half a minute, so that a browser has connections left for the console',
    async (_, fault, head) => {
      const src = await picture()
      set(fault, { endpoint: 'media' })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      try {
        const socket = asking(src, 'Connection: close\r\n')
        let answer = ''
        socket.setEncoding('latin1').on('data', piece => {
          answer += piece
        })
        // The half minute of a drip begins with its first byte, for which a file is looked for.
        const isHeld = () => school.service.faults.list()[0]?.hits === 1
        while (!(fault.kind === 'delay' ? isHeld() : answer)) await turn()
        vi.advanceTimersByTime(29_999)
        await turn()
        expect(socket.closed).toBe(false)
        vi.advanceTimersByTime(1)
        await once(socket, 'close')
        expect(answer).toMatch(head)
      } finally {
        vi.useRealTimers()
      }
    },
  )
})

it('a field that a fault does not have is named, with those that it has', () => {
  const wrong = { kind: 'status', status: 429, retryAfterSeconds: 1 } as Fault
  expect(() => set(wrong)).toThrow(
    '/fault/retryAfterSeconds is an unknown field; known fields: kind, status, retryAfter, delayMs',
  )
})

it.each([
  ['text/html', 'Text/HTML; charset=utf-8', 'text/plain, text/html', 'application/xhtml+xml'],
  ['image/svg+xml', 'text/xml', 'application/xml', 'application/pdf'],
  ['text/javascript', 'application/ecmascript', 'multipart/x-mixed-replace; boundary=a'],
])('content types that a browser runs are refused: %s, %s, %s', (...types) => {
  for (const type of types)
    expect(() => set({ kind: 'content-type', type })).toThrow(
      `/fault/type "${type}" is a type that browsers run, in the name of this service; name one that they do not (as in text/plain)`,
    )
  expect(school.service.faults.list()).toEqual([])
})

it('no more than 200 faults are set: each call is held against every one of them', () => {
  const { faults } = school.service
  for (let count = 0; count < 200; count += 1) set({ kind: 'reset' })
  expect(() => set({ kind: 'reset' })).toThrow('at most 200 faults')
  const first = faults.list()[0]?.id ?? 0
  faults.clear(first)
  set({ kind: 'reset' })
  expect(() => faults.restore([first])).toThrow('at most 200 faults')
  expect(faults.list()).toHaveLength(200)
})

it.each<[string[], object]>([
  [['/endpoint'], { endpoint: 'entrance' }],
  [['/fault/kind'], { fault: { kind: 'explosion' } }],
  [['/fault/delayMs'], { fault: { kind: 'delay' } }],
  [['/when/calls', '/fault/status'], { when: { calls: 0 }, fault: { kind: 'status', status: 42 } }],
  [['/when'], { when: 'sometimes' }],
  [['/when'], { when: {} }],
  [['/when/share'], { when: { share: 2 } }],
  [['/fault/type'], { fault: { kind: 'content-type', type: 'a\r\nb: c' } }],
  [['/fault/kind'], { endpoint: 'session', fault: { kind: 'code', code: 'D20000' } }],
  [['/only/siteId'], { only: { siteId: 'x' } }],
])('a rule that cannot be is refused, naming %j', (paths, wrong) => {
  const refusal = { faults: paths.map(path => expect.objectContaining({ path })) }
  expect(() => set({ kind: 'reset' }, { endpoint: 'news', ...wrong })).toThrow(
    expect.objectContaining(refusal),
  )
  expect(school.service.faults.list()).toEqual([])
})

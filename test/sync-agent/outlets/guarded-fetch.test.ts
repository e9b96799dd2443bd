import type { LookupAddress } from 'node:dns'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ClientError } from '../../../shared/client/errors.ts'
import { isHost } from '../../../sync-agent/options/host.ts'
import type { Lookup } from '../../../sync-agent/outlets/guarded-fetch.ts'
import { isPublicAddress } from '../../../sync-agent/outlets/public-address.ts'
import { type LimitedCall, limitedGuard } from '../../support/limited-guard.ts'
import { body, hang, reset, startUpstream, type Upstream } from '../../support/scripted-upstream.ts'

const LIMITS = { timeoutMs: 5_000, totalMs: 10_000, maxBytes: 1_000 }

let upstream: Upstream
beforeEach(async () => {
  upstream = await startUpstream(body('good day', 'text/plain'))
})
afterEach(() => upstream.close())

/** May ask the upstream, though it is on this machine. */
const toUpstream = (lookup?: Lookup) => {
  const hosts = [new URL(upstream.url).host]
  return limitedGuard({ hosts, privateHosts: hosts, ...(lookup && { lookup }) })
}

async function fault(promise: Promise<unknown>): Promise<ClientError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ClientError) return error
  throw new Error(`no error of a call but ${error}`)
}

const code = async (promise: Promise<unknown>) => (await fault(promise)).code

/** A name that resolves to these, one answer after the other. */
function resolving(...answers: string[][]): Lookup & { asked: number } {
  const lookup = (_name: string, _options: { all: true }, done: Parameters<Lookup>[2]) => {
    const answer = answers[Math.min(lookup.asked, answers.length - 1)] ?? []
    lookup.asked += 1
    const addresses: LookupAddress[] = answer.map(address => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
    done(null, addresses)
  }
  lookup.asked = 0
  return lookup
}

test('an allowed host answers: status, headers and body as they were sent', async () => {
  upstream.answer(body('made', 'text/plain', 201, { 'x-one': '1' }))
  const answer = await toUpstream()(`${upstream.url}/hook?key=1`, {
    ...LIMITS,
    call: { method: 'POST', headers: { 'x-two': '2' }, body: 'four' },
  })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-one')).toBe('1')
  expect(answer.text).toBe('made')
  expect(upstream.requests[0]).toMatchObject({
    method: 'POST',
    url: '/hook?key=1',
    headers: { 'x-two': '2', 'content-length': '4', 'accept-encoding': 'identity' },
  })
})

test('a host that is not allowed is not asked, nor the same host at another port, in another spelling or with its private address allowed', async () => {
  const guarded = limitedGuard({ hosts: ['127.0.0.1'], privateHosts: ['127.0.0.1'] })
  expect(await code(guarded(upstream.url, LIMITS))).toBe('HOST_NOT_ALLOWED')
  expect(await code(guarded('http://127.0.0.1.evil.example/', LIMITS))).toBe('HOST_NOT_ALLOWED')
  expect(await code(guarded('http://evil.example/?127.0.0.1', LIMITS))).toBe('HOST_NOT_ALLOWED')
  const privateHosts = [new URL(upstream.url).host]
  const other = limitedGuard({ hosts: ['media.example'], privateHosts })
  expect(await code(other(upstream.url, LIMITS))).toBe('HOST_NOT_ALLOWED')
  expect(upstream.requests).toEqual([])
})

test('a host is allowed whatever its case, and with the usual port written out or not', async () => {
  const lookup = resolving(['10.0.0.1'])
  const hosts = ['Media.Example:443', '學校.example']
  const guarded = limitedGuard({ hosts, privateHosts: [], lookup })
  expect(await code(guarded('https://media.example/a', LIMITS))).toBe('ADDRESS_PRIVATE')
  expect(await code(guarded('https://MEDIA.example:443/a', LIMITS))).toBe('ADDRESS_PRIVATE')
  expect(await code(guarded('https://學校.example/a', LIMITS))).toBe('ADDRESS_PRIVATE')
  expect(await code(guarded('http://media.example/a', LIMITS))).toBe('HOST_NOT_ALLOWED')
})

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0.0.0.0/',
])('%s is refused as an address within, in any spelling', async address => {
  const guarded = limitedGuard({ hosts: 'any', privateHosts: [] })
  expect(await code(guarded(address, LIMITS))).toBe('ADDRESS_PRIVATE')
})

// Promise: operate/no-inside
test.each([
  ['127.8.9.10', '10.1.2.3', '100.64.0.1', '169.254.1.1', '172.31.255.255', '192.168.0.1', '0.1.2.3'],
  ['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.19.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1', '::127.0.0.1'],
  ['::ffff:10.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::1', '2001::1'],
  ['2001:db8::1', '3fff::1', '100::1'],
])('%s and its like are not public', (...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('public addresses are public, those just outside a range too', () => {
  const addresses = ['1.1.1.1', '11.0.0.0', '100.128.0.0', '172.32.0.0', '172.15.255.255', '192.169.0.1']
  addresses.push('223.255.255.255', '2606:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101', '2a00::1')
  expect(addresses.filter(address => !isPublicAddress(address))).toEqual([])
})

test('a name with one private address among public ones is refused before a connection', async () => {
  const guarded = limitedGuard({
    ...{ hosts: ['media.example'], privateHosts: [] },
    lookup: resolving(['1.1.1.1', '10.0.0.8']),
  })
  const { code, message } = await fault(guarded('http://media.example/?token=t', LIMITS))
  expect(code).toBe('ADDRESS_PRIVATE')
  expect(message).toContain('10.0.0.8')
  expect(message).not.toContain('token')
})

// Promise: operate/no-inside
test('a name that resolves inwards the second time gains nothing: what was looked at is what is connected to', async () => {
  const { port } = new URL(upstream.url)
  const lookup = resolving(['192.0.2.1'], ['127.0.0.1'])
  const guarded = limitedGuard({ hosts: [`media.example:${port}`], privateHosts: [], lookup })
  expect(await code(guarded(`http://media.example:${port}/`, LIMITS))).toBe('ADDRESS_PRIVATE')
  expect(lookup.asked).toBe(1)
  expect(await code(guarded(`http://media.example:${port}/`, LIMITS))).toBe('ADDRESS_PRIVATE')
  expect(upstream.requests).toEqual([])
})

test('a name that the operator allowed inside is asked at the address it resolves to', async () => {
  const { port } = new URL(upstream.url)
  const hosts = [`intranet.example:${port}`]
  const guarded = limitedGuard({ hosts, privateHosts: hosts, lookup: resolving(['127.0.0.1']) })
  expect((await guarded(`http://intranet.example:${port}/`, LIMITS)).text).toBe('good day')
  expect(upstream.requests[0]?.headers.host).toBe(`intranet.example:${port}`)
})

test.each(['file:///etc/passwd', 'ftp://media.example/', 'data:text/plain,x', 'no address', ''])(
  '"%s" is no address to ask',
  async address => {
    expect(await code(limitedGuard({ hosts: 'any', privateHosts: [] })(address, LIMITS))).toBe(
      'ADDRESS_INVALID',
    )
  },
)

test('credentials in an address are refused and not repeated', async () => {
  const guarded = limitedGuard({ hosts: 'any', privateHosts: [] })
  const { code, message } = await fault(guarded('https://user:pass@media.example/', LIMITS))
  expect(code).toBe('ADDRESS_INVALID')
  expect(message).not.toContain('pass@')
})

// Promise: operate/no-redirect
test('a redirect is reported, not followed', async () => {
  upstream.answer((response, request) => {
    if (request.url === '/inside') return response.end('secret')
    response.writeHead(302, { location: `${upstream.url}/inside?key=1` }).end()
  })
  const error = await fault(toUpstream()(upstream.url, LIMITS))
  expect(error.code).toBe('REDIRECT')
  expect(error.message).toBe(
    `${upstream.url}/: answers with a redirect to ${upstream.url}; use the final address instead`,
  )
  expect(upstream.requests.map(({ url }) => url)).toEqual(['/'])
})

/** From now on no timer runs out by itself, but when a test lets so many milliseconds pass. */
function timeByHand(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return milliseconds => void vi.advanceTimersByTime(milliseconds)
}

describe('bounds', () => {
  test('a body said to be too large is not read, and an endless one is cut off at the limit', async () => {
    upstream.answer(response => response.writeHead(200, { 'content-length': 1_001 }).flushHeaders())
    expect(await code(toUpstream()(upstream.url, LIMITS))).toBe('TOO_LARGE')
    upstream.answer(response => {
      const more = (error?: Error | null) =>
        void (error || response.destroyed || response.write(Buffer.alloc(400), more))
      more()
    })
    let bytes = 0
    const taking = toUpstream()(upstream.url, LIMITS, async parts => {
      for await (const part of parts) bytes += part.length
    })
    expect(await code(taking)).toBe('TOO_LARGE')
    expect(bytes).toBeLessThanOrEqual(1_000)
  })

  test('what is compressed stays as it came, and counts as such', async () => {
    upstream.answer(body('not really gzip', 'text/plain', 200, { 'content-encoding': 'gzip' }))
    expect((await toUpstream()(upstream.url, LIMITS)).text).toBe('not really gzip')
  })

  test('silence before the answer ends the call', async () => {
    upstream.answer(hang)
    expect(await code(toUpstream()(upstream.url, { ...LIMITS, timeoutMs: 30 }))).toBe('TIMEOUT')
  })

  test('silence in the middle of a body ends the call', async () => {
    const pass = timeByHand()
    upstream.answer(response => void response.write('begun'))
    const taking = toUpstream()(upstream.url, LIMITS, async body => {
      const parts = body[Symbol.asyncIterator]()
      expect(Buffer.from((await parts.next()).value).toString()).toBe('begun')
      const next = parts.next()
      pass(LIMITS.timeoutMs)
      await next
    })
    expect(await code(taking)).toBe('TIMEOUT')
  })

  test('a body that drips without end is ended by the time for the whole', async () => {
    const pass = timeByHand()
    upstream.answer(response => {
      const more = () => void (response.destroyed || response.write('.', () => setImmediate(more)))
      more()
    })
    const limits = { ...LIMITS, maxBytes: Number.POSITIVE_INFINITY }
    const dripping = toUpstream()(upstream.url, limits, async body => {
      const parts = body[Symbol.asyncIterator]()
      // A tenth of its time for each part: it is never silent for long.
      for (let next = parts.next(); !(await next).done; pass(LIMITS.totalMs / 10)) next = parts.next()
    })
    expect(await code(dripping)).toBe('TIMEOUT')
  })

  test('a body that is not read, or not to its end, closes its connection without an error', async () => {
    const reads: ((parts: AsyncIterable<Uint8Array>) => unknown)[] = [
      () => undefined,
      parts => parts[Symbol.asyncIterator]().next(),
    ]
    for (const read of reads) {
      const closed = new Promise<void>(resolve =>
        upstream.answer(response => {
          response.write('begun')
          response.on('close', resolve)
        }),
      )
      await toUpstream()(upstream.url, LIMITS, read)
      await closed
    }
  })

  test('a reset connection and less of a body than was promised are a broken answer', async () => {
    upstream.answer(reset)
    expect(await code(toUpstream()(upstream.url, LIMITS))).toBe('UNREACHABLE')
    upstream.answer(response => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('half', () => response.destroy())
    })
    expect(await code(toUpstream()(upstream.url, LIMITS))).toBe('UNREACHABLE')
  })

  test('an answer that turns to another protocol ends the call and its connection, in a moment', async () => {
    const closed = new Promise<void>(resolve =>
      upstream.answer(({ socket }) => {
        socket?.on('close', () => resolve())
        socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
      }),
    )
    expect(await code(toUpstream()(upstream.url, LIMITS))).toBe('UNREACHABLE')
    await closed
  })

  test('a name server that never answers is ended by the time limit, and by the caller', async () => {
    const guarded = limitedGuard({ hosts: 'any', privateHosts: [], lookup: () => undefined })
    const within = (limits: LimitedCall) => code(guarded('https://media.example/', { ...LIMITS, ...limits }))
    expect(await within({ totalMs: 20 })).toBe('TIMEOUT')
    expect(await within({ signal: AbortSignal.timeout(20) })).toBe('ABORTED')
  })

  test('the caller can cancel before, while it waits and in the body', async () => {
    expect(await code(toUpstream()(upstream.url, { ...LIMITS, signal: AbortSignal.abort() }))).toBe('ABORTED')

    const waiting = new AbortController()
    upstream.answer(() => waiting.abort())
    expect(await code(toUpstream()(upstream.url, { ...LIMITS, signal: waiting.signal }))).toBe('ABORTED')

    const reading = new AbortController()
    upstream.answer(response => void response.write('begun'))
    const cancelled = { ...LIMITS, signal: reading.signal }
    const taking = toUpstream()(upstream.url, cancelled, async parts => {
      for await (const _part of parts) reading.abort()
    })
    expect(await code(taking)).toBe('ABORTED')
  })

  test('a name that does not resolve, or to nothing, is unreachable', async () => {
    // Too long for a name: the system says so itself, without a name server, which may be slow or lie.
    const name = `${'x'.repeat(64)}.invalid`
    const guarded = limitedGuard({ hosts: [name], privateHosts: [] })
    expect(await code(guarded(`https://${name}/`, LIMITS))).toBe('UNREACHABLE')
    const empty = limitedGuard({ hosts: 'any', privateHosts: [], lookup: resolving([]) })
    expect(await code(empty('https://nowhere.example/', LIMITS))).toBe('UNREACHABLE')
  })
})

test('a host is a name or an address, perhaps with a port, and nothing more', () => {
  const hosts = ['media.example', 'media.example:8443', '10.0.0.1:80', '[::1]:443', '學校.example']
  const others = [
    '',
    'https://media.example',
    'media.example/',
    'a b',
    'u@media.example',
    'x:port',
    '*.example',
  ]
  expect([...hosts, ...others].filter(isHost)).toEqual(hosts)
})

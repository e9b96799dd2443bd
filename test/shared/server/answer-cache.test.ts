/** Finished answers: what is kept, what makes room, and what is answered before the framework. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, createAnswer, respond } from '../../../shared/server/answer.ts'
import { AnswerCache, answerBeforeFramework, type EarlyAnswers } from '../../../shared/server/answer-cache.ts'
import { rawRequest } from '../../support/raw-request.ts'

const TEXT = { type: 'text/plain', caching: 'no-cache' }
const LONG = 'good morning '.repeat(100)

describe('an answer', () => {
  let answer: Answer
  beforeEach(() => {
    answer = createAnswer({ ...TEXT, body: LONG, headers: { 'x-part': 'kitchen' } })
  })

  it('comes in the preferred of the accepted encodings, each with a tag of its own', async () => {
    const [br, gzip, plain] = await Promise.all(
      ['gzip, br', 'gzip', 'identity'].map(accept => respond(answer, { 'accept-encoding': accept })),
    )
    expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(LONG)
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(LONG)
    expect(`${plain?.body}`).toBe(LONG)
    expect(new Set([br, gzip, plain].map(each => each?.headers.etag)).size).toBe(3)
    expect(plain?.headers).toMatchObject({ vary: 'accept-encoding', 'x-part': 'kitchen' })
    const encodings = [br, gzip, plain].map(each => each?.headers['content-encoding'])
    expect(encodings).toEqual(['br', 'gzip', undefined])
  })

  it.each([
    ['br;q=0, gzip', 'gzip'],
    [' BR ; q=1.0', 'br'],
    ['gzip;q=0.5;x=2', 'gzip'],
    ['gzip;x=q=0', 'gzip'],
    ['br;q=0', undefined],
    ['*', undefined],
    [undefined, undefined],
  ])('to a visitor who accepts %s comes in %s', async (accepts, encoding) => {
    const { headers } = await respond(answer, accepts === undefined ? {} : { 'accept-encoding': accepts })
    expect(headers['content-encoding']).toBe(encoding)
  })

  it('is compressed once for all who ask', async () => {
    const [one, other] = await Promise.all([answer.variant('br'), answer.variant('br')])
    expect(other).toBe(one)
    expect(answer.variant('br')).toBe(one)
  })

  it.each([
    [255, []],
    [256, ['br', 'gzip']],
  ])('of %i bytes is compressed as %j', async (length, encodings) => {
    expect(createAnswer({ ...TEXT, body: 'x'.repeat(length) }).encodings).toEqual(encodings)
  })

  it('is compressed as well as it is asked to be', async () => {
    const body = Array.from({ length: 500 }, (_, line) => `${line}: good morning`).join()
    const [quick, small] = [0, 11].map(quality => createAnswer({ ...TEXT, body, quality }))
    const bytesOf = async (answer?: Answer) => (await answer?.variant('br'))?.body.length
    expect(await bytesOf(quick)).toBeGreaterThan(Number(await bytesOf(small)))
  })

  it('that was compressed before comes in these encodings alone', async () => {
    const gzip = Buffer.from('zipped')
    const made = createAnswer({ ...TEXT, body: LONG, compressed: { gzip } })
    expect(made.encodings).toEqual(['gzip'])
    expect((await respond(made, { 'accept-encoding': 'br, gzip' })).body).toBe(gzip)
    const never = createAnswer({ ...TEXT, body: LONG, compressed: {} })
    expect([never.encodings, `${(await respond(never, { 'accept-encoding': 'br' })).body}`]).toEqual([
      [],
      LONG,
    ])
  })

  it('has headers of the moment, which replace its own', async () => {
    const { headers } = await respond(answer, {}, { age: '3', 'x-part': 'yard' })
    expect(headers).toMatchObject({ age: '3', 'x-part': 'yard', 'content-type': 'text/plain' })
  })

  it('is 304 in any encoding to who names none', async () => {
    const { etag } = (await respond(answer, { 'accept-encoding': 'br' })).headers
    const { status, headers } = await respond(answer, { 'if-none-match': `${etag}` })
    expect([status, headers.etag]).toEqual([304, etag])
  })

  it('is 304 to who has these very bytes, with its headers and without those of a body', async () => {
    const gzip = { 'accept-encoding': 'gzip' }
    const tag = `${(await respond(answer, gzip)).headers.etag}`
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*', '"other", *']) {
      const { status, headers, body } = await respond(
        answer,
        { ...gzip, 'if-none-match': held },
        { age: '3' },
      )
      expect([status, body, headers.etag]).toEqual([304, undefined, tag])
      expect(headers).toMatchObject({ age: '3', 'cache-control': 'no-cache', 'x-part': 'kitchen' })
      expect(Object.keys(headers).filter(name => name.startsWith('content-'))).toEqual([])
    }
    expect((await respond(answer, { ...gzip, 'if-none-match': '"other"' })).status).toBe(200)
    expect((await respond(answer, { 'accept-encoding': 'br', 'if-none-match': tag })).status).toBe(200)
  })

  it('that is not to be stored has no tag, and no 304', async () => {
    const once = createAnswer({ ...TEXT, caching: 'no-store', body: LONG })
    const { status, headers } = await respond(once, { 'if-none-match': '*' })
    expect([status, headers.etag]).toEqual([200, undefined])
    expect(once.entityTags.size).toBe(0)
  })

  it('is compared by its date only where no tag was sent, and by that very date', async () => {
    const date = 'Tue, 01 Sep 2026 00:00:00 GMT'
    const statusOf = async (asked: Record<string, string>) =>
      (await respond(answer, asked, { 'last-modified': date })).status
    expect(await statusOf({ 'if-modified-since': date })).toBe(304)
    expect(await statusOf({ 'if-modified-since': 'Wed, 02 Sep 2026 00:00:00 GMT' })).toBe(200)
    expect(await statusOf({ 'if-modified-since': date, 'if-none-match': '"other"' })).toBe(200)
  })
})

describe('the cache', () => {
  it('makes an answer once however many ask, and again for another version', async () => {
    let made = 0
    const cache = new AnswerCache()
    const get = (version: string) =>
      cache.getOrMake('key', version, async () => {
        made += 1
        return { ...TEXT, body: `${made}` }
      })
    await Promise.all([get('1'), get('1'), get('1')])
    await get('1')
    expect(made).toBe(1)
    await get('2')
    expect(made).toBe(2)
    expect(cache.get('key', '3')).toBeUndefined()
  })

  it('tries again what could not be made, and gives nothing late to another version', async () => {
    const cache = new AnswerCache()
    const content = { ...TEXT, body: 'x' }
    await expect(cache.getOrMake('key', '1', async () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
    let end = (_content: typeof content) => {}
    const late = cache.getOrMake('key', '1', () => new Promise(resolve => (end = resolve)))
    expect(cache.get('key', '2')).toBeUndefined()
    end(content)
    await late
    expect(cache.get('key', '2')).toBeUndefined()
  })

  it('the least recently used makes room', async () => {
    const content = (body: string) => async () => ({ ...TEXT, body })
    const { size } = createAnswer({ ...TEXT, body: 'x'.repeat(9_000) })
    const cache = new AnswerCache(2.5 * size)
    for (const key of ['a', 'b']) await cache.getOrMake(key, '1', content('x'.repeat(9_000)))
    cache.get('a', '1')
    await cache.getOrMake('c', '1', content('x'.repeat(9_000)))
    expect(['a', 'b', 'c'].filter(key => cache.get(key, '1'))).toEqual(['a', 'c'])
  })
})

describe('before the framework', () => {
  let server: FastifyInstance
  let answered: string[]
  let routed: string[]
  beforeEach(() => {
    answered = []
    routed = []
    server = fastify()
    server.get('/menu', request => {
      routed.push(request.method)
      return 'from the route'
    })
  })
  afterEach(() => server.close())

  const listen = (find: EarlyAnswers['find'], onRequest?: EarlyAnswers['onRequest']) => {
    answerBeforeFramework(server, {
      find,
      onAnswered: ({ method }, { statusCode }, route) => answered.push(`${method} ${route} ${statusCode}`),
      ...(onRequest && { onRequest }),
    })
    return server.listen({ port: 0, host: '127.0.0.1' })
  }
  const early = {
    status: 200,
    headers: { 'content-length': 5 },
    body: [Buffer.from('ea'), Buffer.from('rly')],
    route: '/menu',
  }
  const ask = async (address: string, method = 'GET') =>
    `${(await rawRequest(address, '/menu', { method })).body}`

  it.each([
    ['at once', () => early],
    ['later', async () => early],
  ])('what is found %s is sent and counted, and the route is not asked', async (_, find) => {
    const address = await listen(find)
    expect(await ask(address)).toBe('early')
    expect([answered, routed]).toEqual([['GET /menu 200'], []])
  })

  it.each([
    ['in one part', Buffer.from('whole'), 'whole'],
    ['in several', [Buffer.from('in '), Buffer.from('parts')], 'in parts'],
    ['without a body', undefined, ''],
  ])('is sent %s, to its end', async (_, body, read) => {
    const address = await listen(() => ({ status: 203, headers: { 'x-part': 'yard' }, body, route: '/menu' }))
    const answer = await rawRequest(address, '/menu')
    expect([answer.status, answer.headers['x-part'], `${answer.body}`]).toEqual([203, 'yard', read])
  })

  it.each([
    ['finds nothing', () => undefined],
    ['finds nothing later', async () => undefined],
    [
      'fails',
      () => {
        throw new Error('no store')
      },
    ],
    ['fails later', async () => Promise.reject(new Error('no store'))],
  ])('the route answers when the search %s', async (_, find) => {
    expect(await ask(await listen(find))).toBe('from the route')
    expect([answered, routed]).toEqual([[], ['GET']])
  })

  it('HEAD goes to the route', async () => {
    await ask(await listen(() => early), 'HEAD')
    expect([answered, routed]).toEqual([[], ['HEAD']])
  })

  it('an address may be rewritten first, for both', async () => {
    const seen: (string | undefined)[] = []
    const address = await listen(
      ({ url }) => void seen.push(url),
      request => {
        request.url = '/menu'
      },
    )
    const { body } = await rawRequest(address, '/school/menu')
    expect([`${body}`, seen]).toEqual(['from the route', ['/menu']])
  })

  it('a server that closes refuses, as its framework does', async () => {
    const closes = Promise.withResolvers<void>()
    server.addHook('preClose', async () => closes.resolve())
    const address = await listen(() => early)
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const text = readText(socket)
    const arrived = once(server.server, 'connection')
    socket.write('GET /menu HTTP/1.1\r\n')
    await arrived
    const closed = server.close()
    await closes.promise
    socket.end('host: school\r\n\r\n')
    // Node 26 has ended the connection by then.
    const answer = await text.catch(({ code }) => `${code}`)
    expect(answer).toMatch(/^(HTTP\/1.1 503 |EPIPE$|ECONNRESET$|$)/)
    await closed
    expect(answered).toEqual([])
  })
})

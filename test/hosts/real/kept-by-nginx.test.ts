/** How long nginx keeps an answer with the documented configuration: for as long as the answer says, and no longer. */
import { setTimeout } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { body, hang, json, reset, startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { agentBefore } from '../../sync-agent/support.ts'
import { type Nginx, startNginx } from './nginx.ts'

let files: Scratch
/** In the agent's place. */
let upstream: Upstream
let nginx: Nginx
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(reset)
  nginx = await startNginx({
    folder: files.folder,
    http: ['schoolbell-cache.conf'],
    server: ['schoolbell.conf'],
    // What one test breaks must not count in the next.
    filledIn: { '127.0.0.1:4020;': `${new URL(upstream.url).host} max_fails=0;` },
  })
})
afterAll(async () => {
  await nginx?.[Symbol.asyncDispose]()
  await upstream.close()
  files[Symbol.dispose]()
})

/** On a connection of its own: on one that is kept nginx answers the next request after it has asked anew for the last. */
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await rawRequest(nginx.url, `/school${path}`, { headers })
  return { status: answer.status, from: answer.headers['x-from-cache'], text: answer.body.toString() }
}
const good = (caching: string, text = 'good') =>
  body(text, 'text/plain', 200, { 'cache-control': `public, ${caching}` })
const asked = (path: string) => upstream.requests.filter(({ url }) => url === `/school${path}`)

// Promise: website/nginx-stale
it('while the agent is gone the last answer stands for its stale-if-error, and then no longer', async () => {
  upstream.answer(good('max-age=1, stale-if-error=3'))
  expect(await ask('/gone')).toMatchObject({ status: 200, from: 'MISS' })
  upstream.answer(reset)
  const before = new Set<unknown>()
  for (let answer = await ask('/gone'); answer.status !== 502; answer = await ask('/gone')) {
    before.add(answer.from)
    await setTimeout(50)
  }
  expect(before).toEqual(new Set(['HIT', 'STALE']))
})

/** Asks until nginx has the last answer no longer as a fresh one. */
async function afterFresh(path: string) {
  for (;;) {
    const answer = await ask(path)
    if (answer.from !== 'HIT') return answer
  }
}

it.each([500, 503])('while the agent answers %i the last answer stands', async status => {
  const path = `/${status}`
  upstream.answer(good('max-age=1'))
  await ask(path)
  upstream.answer(json({}, status))
  expect(await afterFresh(path)).toEqual({ status: 200, from: 'STALE', text: 'good' })
})

it('an agent that has no copy takes no news away, and its refusal is not kept', async () => {
  await using agent = await agentBefore(upstream, files.path('empty.db'))
  const refused = await fetch(`${await agent.listen()}/v1/news`)
  const refusal = body(await refused.text(), 'application/problem+json', refused.status, {
    'cache-control': `${refused.headers.get('cache-control')}`,
    'retry-after': `${refused.headers.get('retry-after')}`,
  })
  upstream.answer(good('max-age=1'))
  await ask('/v1/news')
  upstream.answer(refusal)
  expect(await afterFresh('/v1/news')).toEqual({ status: 200, from: 'STALE', text: 'good' })
  for (const _ of [1, 2])
    expect(await ask('/v1/news?limit=5')).toMatchObject({
      ...{ status: 503, from: 'MISS', text: expect.stringContaining('NOT_COPIED_YET') },
    })
  expect(asked('/v1/news?limit=5')).toHaveLength(2)
  const { headers } = await rawRequest(nginx.url, '/school/v1/news?limit=5')
  expect(headers).toMatchObject({ 'retry-after': '15', 'cache-control': 'no-store' })
})

it('a visitor gets what nginx has when the agent hangs', async () => {
  upstream.answer(good('max-age=1, stale-if-error=600', 'kept'))
  await ask('/hangs')
  // Much later than a visitor waits.
  upstream.answer(response => {
    void setTimeout(10_000).then(() => good('max-age=60', 'late')(response, {} as never))
  })
  expect(await afterFresh('/hangs')).toEqual({ status: 200, from: 'STALE', text: 'kept' })
})

// Promise: website/nginx-hangs
it('an agent that hangs costs one visitor the wait, not each', async () => {
  await using patient = await startNginx({
    folder: files.path('patient'),
    http: ['schoolbell-cache.conf'],
    server: ['schoolbell.conf'],
    // Nobody tries it again within this test.
    filledIn: { '127.0.0.1:4020;': `${new URL(upstream.url).host} fail_timeout=1h;` },
  })
  const visit = async (path: string) => {
    const { status, headers } = await rawRequest(patient.url, `/school${path}`)
    return { status, from: headers['x-from-cache'] }
  }
  upstream.answer(good('max-age=1, stale-if-error=600', 'kept'))
  await visit('/waits')
  upstream.answer(hang)
  await expect.poll(async () => (await visit('/waits')).from, { message: 'kept' }).toBe('STALE')
  const others = await Promise.all(Array.from({ length: 50 }, () => visit('/waits')))
  expect(new Set(others.map(({ from }) => from))).toEqual(new Set(['STALE']))
  expect(await visit('/waits-too')).toEqual({ status: 502, from: 'MISS' })
  expect(upstream.requests.filter(({ url }) => url.startsWith('/school/waits'))).toHaveLength(2)
})

it('a visitor is answered at once while a stale answer is asked for anew', async () => {
  upstream.answer(good('max-age=1, stale-while-revalidate=600'))
  await ask('/renewed')
  upstream.answer(hang)
  let from: unknown
  while (from !== 'STALE') ({ from } = await ask('/renewed'))
  // By another visitor, whose answer never comes.
  expect(await ask('/renewed')).toMatchObject({ status: 200, from: 'UPDATING' })
  expect(asked('/renewed')).toHaveLength(2)
})

// Promise: website/nginx-not-kept
it('what may not be kept is asked for each time, and what the site knows of its visitors stays with it', async () => {
  upstream.answer(body('{}', 'application/json', 200, { 'cache-control': 'no-store' }))
  const secret = { cookie: 'session=1', authorization: 'Basic eA==' }
  for (const _ of [1, 2]) expect(await ask('/fails', secret)).toMatchObject({ status: 200, from: 'MISS' })
  expect(asked('/fails')).toHaveLength(2)
  for (const { headers } of asked('/fails'))
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(cookie|auth)/)]),
    )
})

it('one answer is kept for all visitors, whatever origin and encodings their browsers name', async () => {
  const text = 'School closed. '.repeat(50)
  upstream.answer((response, { headers }) => {
    const packs = `${headers['accept-encoding']}`.includes('gzip')
    response.writeHead(200, {
      ...{ 'content-type': 'text/plain', 'cache-control': 'public, max-age=60', etag: '"closed-gzip"' },
      ...{ vary: 'accept-encoding, origin', ...(packs && { 'content-encoding': 'gzip' }) },
    })
    response.end(packs ? gzipSync(text) : text)
  })
  const encodings = ['gzip, deflate, br, zstd', 'gzip', 'br;q=1, gzip;q=0', 'identity', '']
  for (const encoding of encodings) {
    for (const origin of ['https://a.example', 'https://b.example', '']) {
      const headers = { ...(encoding && { 'accept-encoding': encoding }), ...(origin && { origin }) }
      const answer = await rawRequest(nginx.url, '/school/one', { headers })
      const packed = answer.headers['content-encoding'] === 'gzip'
      expect({ encoding, packed }).toEqual({ encoding, packed: /gzip(?!;q=0)/.test(encoding) })
      expect((packed ? gunzipSync(answer.body) : answer.body).toString()).toBe(text)
      const held = { ...headers, 'if-none-match': `${answer.headers.etag}` }
      expect((await rawRequest(nginx.url, '/school/one', { headers: held })).status).toBe(304)
    }
  }
  expect(asked('/one').map(({ headers }) => [headers['accept-encoding'], headers.origin])).toEqual([
    ['gzip', undefined],
  ])
})

it('origins that the operator names get answers of their own, all others share one', async () => {
  await using listed = await startNginx({
    folder: files.path('listed'),
    http: ['schoolbell-cache.conf'],
    server: ['schoolbell.conf'],
    filledIn: {
      '127.0.0.1:4020': new URL(upstream.url).host,
      'default "";': 'default ""; "https://a.example" $http_origin; "https://b.example" $http_origin;',
    },
  })
  upstream.answer((response, { headers: { origin } }) =>
    good('max-age=60', `for ${origin}`)(response, {} as never),
  )
  const textFor = async (origin: string) =>
    (await rawRequest(listed.url, '/school/listed', { headers: { origin } })).body.toString()
  for (const _ of ['asked', 'kept']) {
    expect(await textFor('https://a.example')).toBe('for https://a.example')
    expect(await textFor('https://b.example')).toBe('for https://b.example')
    for (const other of ['https://c.example', 'https://a.example.org', 'null'])
      expect(await textFor(other)).toBe('for undefined')
  }
  expect(asked('/listed')).toHaveLength(3)
})

it('a cache in between gets the packed answer', async () => {
  upstream.answer((response, _request) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync('packed')),
  )
  const headers = { 'accept-encoding': 'gzip', via: '1.1 cdn.example' }
  expect((await rawRequest(nginx.url, '/school/via', { headers })).headers['content-encoding']).toBe('gzip')
})

it('a film is fetched by the megabyte, from where a visitor begins to watch, and once', async () => {
  const film = Buffer.from(Array.from({ length: 3_500_000 }, (_, index) => index % 251))
  const path = '/media/00/film.mp4'
  upstream.answer((response, { headers: { range = '' } }) => {
    const [, first = 0, last = 0] = /^bytes=(\d+)-(\d+)$/.exec(range)?.map(Number) ?? []
    if (first >= film.length) {
      response.writeHead(416, { 'content-range': `bytes */${film.length}` }).end()
      return
    }
    const part = film.subarray(first, last + 1)
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-length': part.length,
      'content-range': `bytes ${first}-${first + part.length - 1}/${film.length}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: '"film"',
    })
    response.end(part)
  })
  const part = (range: string) => rawRequest(nginx.url, `/school${path}`, { headers: { range } })
  for (const _ of ['fetched', 'kept']) {
    const { status, headers, body } = await part('bytes=2500000-2500009')
    expect({ status, range: headers['content-range'] }).toEqual({
      status: 206,
      range: 'bytes 2500000-2500009/3500000',
    })
    expect(body.equals(film.subarray(2_500_000, 2_500_010))).toBe(true)
  }
  expect(asked(path).map(({ headers }) => headers.range)).toEqual(['bytes=2097152-3145727'])
  const across = await part('bytes=1048570-1048580')
  expect(across.body.equals(film.subarray(1_048_570, 1_048_581))).toBe(true)
  const whole = await rawRequest(nginx.url, `/school${path}`)
  expect({ status: whole.status, length: whole.headers['content-length'] }).toEqual({
    status: 200,
    length: '3500000',
  })
  expect(whole.body.equals(film)).toBe(true)
  expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asked(path)).toHaveLength(4)
  expect((await part('bytes=9000000-')).status).toBe(416)
  const head = await rawRequest(nginx.url, `/school${path}`, { method: 'HEAD' })
  expect({ status: head.status, length: head.headers['content-length'] }).toEqual({
    status: 200,
    length: '3500000',
  })
  const held = await rawRequest(nginx.url, `/school${path}`, { headers: { 'if-none-match': '"film"' } })
  expect(held.status).toBe(304)
  upstream.answer(reset)
  expect((await rawRequest(nginx.url, `/school${path}`)).body.equals(film)).toBe(true)
})

it('a file of media has an entry of its own in the cache, whatever another address decodes to', async () => {
  upstream.answer(good('max-age=60', 'another file'))
  await ask('/media/11/x%2f..%2f..%2f22%2fplan.pdf')
  upstream.answer(good('max-age=60', 'the plan'))
  expect(await ask('/media/22/plan.pdf')).toEqual({ status: 200, from: 'MISS', text: 'the plan' })
})

it('the configuration gives nginx nothing to warn of', () => {
  expect(nginx.warnings()).toEqual([])
})

/** What holds for everything that the OpenAPI document tells of, whichever outlet it is. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewsItem, SyncAgent } from '../../../sync-agent/index.ts'
import type { OpenApiDocument } from '../../../sync-agent/outlets/http/openapi.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, success, type Upstream } from '../../support/scripted-upstream.ts'
import { entry, getJson, news, RELAYING } from '../support.ts'
import { fileOf, mirrorBefore, PUBLIC_URL, serving } from './media/support.ts'

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
/** Each with something at it. */
let paths: string[]
beforeAll(async () => {
  files = scratch()
  const picture = fileOf('image/png', 5_000)
  const body = `<p>${'Boats go out at noon. '.repeat(100)}</p>`
  upstream = await startUpstream((response, request) => {
    const script = request.url?.includes('popupmsg')
      ? success([{ msgTitle: 'T', msgBody: body, displayDate: '20260901080000' }])
      : news([entry('a', { newsContent: body, mobileScreenImageUrl: `${upstream.url}/files/cover.png` })])
    serving(script, { '/files/cover.png': picture })(response, request)
  })
  agent = await mirrorBefore(upstream, files, {
    feeds: { newsLink: 'https://school.example/news/{newsId}' },
    ...RELAYING,
  })
  address = await agent.listen()
  await agent.syncOnce()
  await agent.mirrorMedia()
  const { coverUrl = '' } = (await getJson(`${address}/v1/news/a`)) as NewsItem
  const document = (await getJson(`${address}/openapi.json`)) as OpenApiDocument
  paths = Object.keys(document.paths).map(template =>
    template.startsWith('/media/') ? coverUrl.slice(PUBLIC_URL.length - 1) : asked(template),
  )
  paths.push('/widget/popup.js?site=academy')
})
afterAll(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

const asked = (template: string) => {
  const path = template
    .replace('{newsId}', 'a')
    .replace('{file}', 'school-popup.js')
    .replaceAll(/\{\w+\}/g, 'x')
  return path.includes('popupmsg') ? `${path}?siteId=academy` : path
}
/** Never ends, and must reach its reader at once. */
const isStream = (path: string) => path === '/v1/changes/stream'

it('HEAD says what GET does, without the body', async () => {
  expect(paths.length).toBeGreaterThan(12)
  for (const path of paths.filter(path => !isStream(path))) {
    const { body, ...got } = await rawRequest(address, path)
    const head = await rawRequest(address, path, { method: 'HEAD' })
    expect([path, got.status, head.body.length]).toEqual([path, 200, 0])
    expect([path, got.headers['x-content-type-options']]).toEqual([path, 'nosniff'])
    // Two times of day, and two readings of a process that goes on.
    const { date: _, ...headers } = got.headers
    if (path === '/metrics') delete headers['content-length']
    expect({ path, ...head }).toMatchObject({ path, status: got.status, headers })
    expect(body.length).toBeGreaterThan(0)
  }
  const stream = await rawRequest(address, '/v1/changes/stream', { method: 'HEAD' })
  expect([stream.status, stream.body.length]).toEqual([200, 0])
})

it('what is long and a text comes compressed to who takes it, and to nobody else', async () => {
  const texts: string[] = []
  for (const path of paths.filter(path => !isStream(path))) {
    const plain = await rawRequest(address, path)
    expect([path, plain.headers['content-encoding']]).toEqual([path, undefined])
    const isText = /^(text\/|application\/(\w+\+)?(json|xml))/.test(`${plain.headers['content-type']}`)
    if (!isText || plain.body.length < 1_000 || path === '/metrics') continue
    texts.push(path)
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const coded = await rawRequest(address, path, { headers: { 'accept-encoding': encoding } })
      expect([path, coded.headers['content-encoding']]).toEqual([path, encoding])
      expect([path, decode(coded.body).equals(plain.body)]).toEqual([path, true])
      expect(`${coded.headers.vary}`).toContain('accept-encoding')
      const { etag } = coded.headers
      if (!plain.headers.etag) continue
      expect(etag).not.toBe(plain.headers.etag)
      const headers = { 'accept-encoding': encoding, 'if-none-match': `${etag}` }
      const again = await rawRequest(address, path, { headers })
      expect([path, again.status, again.body.length, again.headers.etag]).toEqual([path, 304, 0, etag])
    }
  }
  expect(texts).toEqual(
    expect.arrayContaining([
      '/v1/news',
      '/v1/news/a',
      '/v1/changes',
      '/feeds/academy/en-US.rss',
      '/cms/api/v1/popupmsg/check?siteId=academy',
      '/widget/school-popup.js',
      '/widget/popup.js?site=academy',
      '/openapi.json',
    ]),
  )
  const metrics = await rawRequest(address, '/metrics', { headers: { 'accept-encoding': 'gzip' } })
  expect(`${gunzipSync(metrics.body)}`).toContain('schoolbell_sync_')
})

// Promise: operate/api-errors
it('a refusal is a problem that no cache keeps', async () => {
  const wrong = [
    ...paths.map(path => `${path.split('?')[0]}/none`),
    ...['limit=0', 'siteId=x', 'cursor=x', `q=${'x'.repeat(201)}`].map(query => `/v1/news?${query}`),
    ...[
      '/v1/news/none',
      '/v1/changes?after=x',
      '/v1/changes?after=99',
      '/v1/changes/stream?after=x',
      '/%',
      '/none',
    ],
  ]
  for (const path of wrong) {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { status, headers, body } = await rawRequest(address, path, { method })
      expect({ method, path, status, caching: headers['cache-control'] }).toMatchObject({
        caching: 'no-store',
      })
      expect([path, headers['content-type']]).toEqual([path, 'application/problem+json'])
      expect(status).toBeGreaterThanOrEqual(400)
      if (method !== 'HEAD')
        expect(JSON.parse(`${body}`)).toMatchObject({ status, title: expect.any(String) })
    }
  }
})

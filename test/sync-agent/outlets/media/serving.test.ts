import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SyncAgent } from '../../../../sync-agent/index.ts'
import { rawRequest } from '../../../support/raw-request.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../../support/scripted-upstream.ts'
import { entry, getJson, news } from '../../support.ts'
import { attachment, fileOf, mirrorBefore, PUBLIC_URL, serving } from './support.ts'

const SONG = fileOf('audio/mpeg', 300_000)
const PLAN = fileOf('application/pdf', 500)
const HASH = createHash('sha256').update(SONG).digest('hex')
const UNKNOWN = '0'.repeat(64)

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
/** Of the song and of the plan, without the public address. */
let song: string
let plan: string
beforeAll(async () => {
  files = scratch()
  const shelf = { '/files/校歌 (二).mp3': SONG, '/files/download': PLAN }
  upstream = await startUpstream(serving(news(), shelf))
  const attachments = [
    attachment(`${upstream.url}/files/${encodeURIComponent('校歌 (二).mp3')}`, SONG, 'audio/mp3'),
    attachment(`${upstream.url}/files/download?id=5`, PLAN),
  ]
  upstream.answer(serving(news([entry('a', { attachments })]), shelf))
  agent = await mirrorBefore(upstream, files)
  await agent.syncOnce()
  await agent.mirrorMedia()
  address = await agent.listen()
  const { items } = (await getJson(`${address}/v1/news`)) as { items: { attachments: { url: string }[] }[] }
  const [first = '', second = ''] = (items[0]?.attachments ?? []).map(({ url }) =>
    url.slice(PUBLIC_URL.length - 1),
  )
  song = address + first
  plan = address + second
})
afterAll(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

// Promise: operate/media-served
test('a file is itself, for good, of its own type, saved under its own name, harmless as a page, and for any site', async () => {
  const response = await fetch(song)
  expect(response.status).toBe(200)
  expect(await bytesOf(response)).toEqual(SONG)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': '300000',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${HASH}"`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': `inline; filename="__ (_).mp3"; filename*=UTF-8''%E6%A0%A1%E6%AD%8C%20%28%E4%BA%8C%29.mp3`,
  })
})

test('a name without an ending gets one', () => {
  expect(plan).toMatch(/\/download\.pdf$/)
})

test('a client that has the file gets 304, which leaves the type and length of its copy as they are', async () => {
  for (const method of ['GET', 'HEAD'])
    for (const held of [`"${HASH}"`, `W/"${HASH}"`, `"x", "${HASH}"`, '*']) {
      const { status, headers } = await fetch(song, { method, headers: { 'if-none-match': held } })
      expect([held, status]).toEqual([held, 304])
      expect([headers.get('content-type'), headers.get('content-length')]).toEqual([null, null])
    }
  expect((await fetch(song, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

describe('ranges', () => {
  // Promise: operate/media-served
  test('a part is the part that was asked for', async () => {
    for (const [range, first, last] of [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      ['bytes=299999-', 299_999, 299_999],
      ['bytes=299000-400000', 299_000, 299_999],
      ['bytes=-10', 299_990, 299_999],
      ['bytes=-400000', 0, 299_999],
    ] as const) {
      const response = await fetch(song, { headers: { range } })
      expect([range, response.status]).toEqual([range, 206])
      expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/300000`)
      expect(response.headers.get('content-length')).toBe(`${last - first + 1}`)
      expect((await bytesOf(response)).equals(SONG.subarray(first, last + 1))).toBe(true)
    }
  })

  test('a part beyond the end is refused', async () => {
    for (const range of ['bytes=300000-', 'bytes=300000-300001', 'bytes=-0']) {
      const { status, headers } = await fetch(song, { headers: { range } })
      expect([range, status]).toEqual([range, 416])
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-range': 'bytes */300000',
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
      })
    }
  })

  test('a range that is not understood brings the whole file', async () => {
    const odd = ['bytes=', 'bytes=-', 'bytes=5-4', 'lines=0-1', 'bytes=a-b', 'bytes=0-1,5-6']
    for (const range of [...odd, `bytes=${'9'.repeat(400)}x-`]) {
      const response = await fetch(song, { headers: { range } })
      expect([range, response.status, (await bytesOf(response)).length]).toEqual([range, 200, 300_000])
    }
  })

  test('on the condition that it is still this file', async () => {
    const partOf = async (condition: string) =>
      (await fetch(song, { headers: { range: 'bytes=0-9', 'if-range': condition } })).status
    expect(await partOf(`"${HASH}"`)).toBe(206)
    expect(await partOf('"other"')).toBe(200)
    expect(await partOf('Tue, 01 Sep 2026 08:00:00 GMT')).toBe(200)
  })
})

test('an address of no file says so as a problem, and dots lead nowhere', async () => {
  for (const path of [
    ...[`${UNKNOWN}/a.mp3`, `${HASH}/song.html`, `${HASH}/song`, `${HASH.toUpperCase()}/song.mp3`],
    ...[HASH, `${HASH}/`, '', 'parts/x.part', `${HASH.slice(0, 2)}/${HASH}`],
    ...['..%2f..%2fetc%2fpasswd/a.mp3', '%00/a.mp3', '../../../../etc/passwd', '%2e%2e/%2e%2e/news.db'],
    ...[`${HASH}/../../news.db`, `${HASH}/..%2f..%2fnews.db`],
    // Of another file, and made up.
    ...[`${HASH}/download.pdf`, `${HASH}/download.mp3`, `${HASH}/x%2f..%2f..%2f${HASH}%2fsong.mp3`],
  ]) {
    const { status, headers } = await rawRequest(address, `/media/${path}`)
    const told = ['content-type', 'cache-control', 'etag'].map(name => headers[name])
    expect([path, status, ...told]).toEqual([path, 404, 'application/problem+json', 'no-store', undefined])
  }
})

test('the agent’s own list of addresses has it', async () => {
  const { addresses } = (await getJson(`${address}/`)) as { addresses: Record<string, string> }
  expect(addresses.media).toMatch(/\/media\/{sha256}\/{name}$/)
})

test('a file lost from the folder is not there, nor what is no file of the mirror: a link to one as large, or a pipe', async () => {
  const [, , sha256 = ''] = new URL(plan).pathname.split('/')
  const place = files.path('media', sha256.slice(0, 2), sha256)
  writeFileSync(files.path('secret'), PLAN)
  rmSync(place)
  expect((await fetch(plan)).status).toBe(404)
  symlinkSync(files.path('secret'), place)
  expect((await fetch(plan)).status).toBe(404)
  rmSync(place)
  execFileSync('mkfifo', [place])
  expect((await fetch(plan)).status).toBe(404)
})

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentClient } from '../../shared/client/index.ts'
import { rawRequest } from '../support/raw-request.ts'
import { scratch } from '../support/scratch.ts'
import { MP3, type SmallSchool, startSmallSchool } from '../support/small-school.ts'

let school: SmallSchool
/** Address of each attachment by its type. */
let files: Record<string, string>
beforeAll(async () => {
  school = await startSmallSchool()
  const client = createContentClient({ serviceUrl: school.addresses.serviceUrl })
  const { newsList } = await client.news({ siteId: 'pre-school', lastSyncTime: '19700101000000' })
  const attachments = newsList.flatMap(({ attachments = [] }) => attachments)
  files = Object.fromEntries(attachments.map(({ fileType, url }) => [fileType, url]))
})
afterAll(() => school[Symbol.asyncDispose]())

const mp3 = () => files['audio/mp3'] ?? ''
const path = (url: string) => new URL(url).pathname

describe('media', () => {
  it('are served under the hash of their content, with their type', async () => {
    const types = {
      'image/png': 'image/png',
      'image/jpeg': 'image/jpeg',
      'application/pdf': 'application/pdf',
    }
    for (const [fileType, contentType] of Object.entries({ ...types, 'audio/mp3': 'audio/mpeg' })) {
      const answer = await fetch(files[fileType] ?? '')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get('content-type')).toBe(contentType)
      expect(path(answer.url).split('/')[2]).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
    expect(Buffer.from(await (await fetch(mp3())).arrayBuffer()).equals(MP3)).toBe(true)
  })

  it('may be kept for ever and shown on any site, and can do nothing when opened as a page', async () => {
    for (const url of [mp3(), `${school.addresses.base}/media/avatar.svg`]) {
      const { headers } = await fetch(url)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
  })

  it('come in the range asked for', async () => {
    const answer = await fetch(mp3(), { headers: { range: 'bytes=2-5' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe('bytes 2-5/417')
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(Buffer.from(await answer.arrayBuffer()).equals(MP3.subarray(2, 6))).toBe(true)
    const last = await fetch(mp3(), { headers: { range: 'bytes=-7' } })
    expect((await last.arrayBuffer()).byteLength).toBe(7)
    expect((await fetch(mp3(), { headers: { range: 'bytes=500-' } })).status).toBe(416)
  })

  it('answer HEAD with their size', async () => {
    const { status, headers, body } = await rawRequest(school.addresses.base, path(mp3()), { method: 'HEAD' })
    expect([status, headers['content-length'], body.length]).toEqual([200, '417', 0])
  })

  it('are all that can be reached: no folder and no path out of it', async () => {
    const hash = path(mp3()).split('/')[2] ?? ''
    const outside = school.scratch.path('outside.txt')
    writeFileSync(outside, 'swordfish')
    for (const attempt of [
      '/media/',
      '/media',
      `/media/${hash}`,
      `/media/${hash}/`,
      `/media/${hash}/none.mp3`,
      `/media/../..${outside}`,
      `/media/${hash}/../../..${outside}`,
      `/media/${'%2e%2e/'.repeat(12)}${outside.slice(1)}`,
      `/media/${'..%2f'.repeat(12)}${outside.slice(1)}`,
      `/media/${'..%5c'.repeat(12)}${outside.slice(1)}`,
      `/media/%00${outside}`,
      `/media//${outside}`,
      `/media/${hash}/%2e%2e/${hash}/bell.mp3`,
    ]) {
      const { status, body } = await rawRequest(school.addresses.base, attempt)
      expect([400, 403, 404], attempt).toContain(status)
      expect(body.toString()).not.toContain('swordfish')
    }
  })
})

describe('media in a kept folder', () => {
  it('lie under their hash, and a copy broken off is not served', async () => {
    using place = scratch()
    await using kept = await startSmallSchool({ dataDir: place.folder })
    const hash = createHash('sha256').update(MP3).digest('hex')
    expect(readFileSync(place.path('media', hash, 'bell.mp3')).equals(MP3)).toBe(true)
    expect(readdirSync(place.path('media', hash))).toEqual(['bell.mp3'])
    mkdirSync(place.path('media', hash, '.part-1'))
    writeFileSync(place.path('media', hash, '.part-1', 'bell.mp3'), 'half')
    expect((await fetch(`${kept.addresses.base}/media/${hash}/bell.mp3`)).status).toBe(200)
    expect((await fetch(`${kept.addresses.base}/media/${hash}/.part-1/bell.mp3`)).status).toBe(404)
  })
})

describe('addresses of media', () => {
  it('follow the public address when the service is reached from elsewhere', async () => {
    await using other = await startSmallSchool({ publicUrl: 'https://sis.larkwater.example/' })
    const client = createContentClient({ serviceUrl: other.addresses.serviceUrl })
    const { messages } = await client.popups({ siteId: 'pre-school' })
    expect(messages[0]?.msgBody).toMatch(
      /src="https:\/\/sis\.larkwater\.example\/media\/[0-9a-f]{64}\/gate\.png"/,
    )
  })
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileType } from '../../../../shared/contract/news.ts'
import { createGuardedFetch } from '../../../../sync-agent/outlets/guarded-fetch.ts'
import { type DownloadParts, download } from '../../../../sync-agent/outlets/media/download.ts'
import { mediaFolder } from '../../../../sync-agent/outlets/media/folder.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { body, startUpstream, type Upstream } from '../../../support/scripted-upstream.ts'
import { cut, fileOf, filesIn, HEADS, whole } from './support.ts'

const PDF = fileOf('application/pdf', 5_000)

let files: Scratch
let upstream: Upstream
beforeEach(async () => {
  files = scratch()
  upstream = await startUpstream(whole(PDF))
})
afterEach(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

function fetchFile(
  wanted: { fileType?: FileType | undefined; fileSize?: number | undefined; url?: string } = {},
  options: Partial<DownloadParts> = {},
) {
  const hosts = [new URL(upstream.url).host]
  return download(
    { url: `${upstream.url}/a.pdf`, fileType: 'application/pdf', fileSize: PDF.length, ...wanted },
    {
      fetch: createGuardedFetch({ hosts, privateHosts: hosts }),
      folder: mediaFolder(files.folder),
      plainHttp: true,
      ...{ timeoutMs: 5_000, totalMs: 10_000, maxBytes: 1_000_000 },
      signal: new AbortController().signal,
      ...options,
    },
  )
}

const code = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'copied',
    error => error.code,
  )

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a file lies under its content’s name once it is whole, and nothing else is left', async () => {
  const hash = sha256(PDF)
  expect(await fetchFile()).toEqual({ sha256: hash, type: 'application/pdf', size: 5_000 })
  expect(filesIn(files.folder)).toEqual([`${hash.slice(0, 2)}/${hash}`])
  expect(readFileSync(files.path(hash.slice(0, 2), hash))).toEqual(PDF)
})

describe('what it is, by its bytes', () => {
  // Promise: operate/media-whole
  test.each(Object.keys(HEADS) as FileType[])(
    '%s is taken for what it is, and an error page is not',
    async fileType => {
      upstream.answer(body('<!doctype html><title>Not here</title>'.padEnd(200), fileType))
      expect(await code(fetchFile({ fileType, fileSize: 200 }))).toBe('TYPE_DIFFERS')
      expect(filesIn(files.folder)).toEqual([])
      const file = fileOf(fileType)
      upstream.answer(whole(file))
      const type = fileType === 'audio/mp3' ? 'audio/mpeg' : fileType
      expect(await fetchFile({ fileType, fileSize: file.length })).toMatchObject({ type })
    },
  )

  test.each([
    ['application/pdf', 'image/png'],
    ['image/png', 'image/jpeg'],
    ['video/mp4', 'audio/mpeg'],
  ] as const)('%s is not taken for %s', async (is, fileType) => {
    upstream.answer(whole(fileOf(is)))
    expect(await code(fetchFile({ fileType, fileSize: 1_000 }))).toBe('TYPE_DIFFERS')
  })

  test('a cover may be any picture, and nothing but a picture', async () => {
    const cover = { fileType: undefined, fileSize: undefined }
    upstream.answer(whole(fileOf('image/jpeg')))
    expect(await fetchFile(cover)).toMatchObject({ type: 'image/jpeg' })
    for (const other of [PDF, Buffer.alloc(0)]) {
      upstream.answer(whole(other))
      expect(await code(fetchFile(cover))).toBe('TYPE_DIFFERS')
    }
  })
})

describe('as large as the entry says', () => {
  test.each([4_999, 5_001])('a file of 5,000 bytes is not taken for one of %i', async fileSize => {
    expect(await code(fetchFile({ fileSize }))).toBe('SIZE_DIFFERS')
    upstream.answer(response => response.end(PDF))
    expect(await code(fetchFile({ fileSize }))).toBe('SIZE_DIFFERS')
    expect(filesIn(files.folder)).toEqual([])
  })

  test('a file that the entry says is beyond the bound is not asked for', async () => {
    expect(await code(fetchFile({}, { maxBytes: 4_999 }))).toBe('TOO_LARGE')
    expect(upstream.requests).toEqual([])
  })

  test('an endless body is cut off at the bound and leaves nothing', async () => {
    upstream.answer(response => {
      response.write(HEADS['application/pdf'])
      const more = (error?: Error | null) =>
        void (error || response.destroyed || response.write(Buffer.alloc(10_000), more))
      more()
    })
    expect(await code(fetchFile({ fileSize: undefined }, { maxBytes: 50_000 }))).toBe('TOO_LARGE')
    expect(filesIn(files.folder)).toEqual([])
  })

  test('a compressed answer is refused: nobody asked for it, and it may unfold without end', async () => {
    upstream.answer(
      body(gzipSync(PDF).toString('latin1'), 'application/pdf', 200, { 'content-encoding': 'gzip' }),
    )
    expect(await code(fetchFile())).toBe('ENCODED')
    expect(upstream.requests[0]?.headers['accept-encoding']).toBe('identity')
  })
})

test.each([201, 204, 206, 404, 410, 500, 503])('HTTP %i brings no file', async status => {
  upstream.answer(response => response.writeHead(status).end(status === 204 ? '' : PDF))
  expect(await code(fetchFile())).toBe('STATUS')
  expect(filesIn(files.folder)).toEqual([])
})

test('a redirect is not followed, not even to the same host', async () => {
  upstream.answer(response => response.writeHead(302, { location: `${upstream.url}/b.pdf` }).end())
  expect(await code(fetchFile())).toBe('REDIRECT')
  expect(upstream.requests).toHaveLength(1)
})

test('plain http is refused before a request where the service is asked by https', async () => {
  expect(await code(fetchFile({}, { plainHttp: false }))).toBe('NOT_HTTPS')
  expect(upstream.requests).toEqual([])
})

describe('half a file', () => {
  const isWhole = () => {
    const hash = sha256(PDF)
    expect(filesIn(files.folder)).toEqual([`${hash.slice(0, 2)}/${hash}`])
    expect(readFileSync(files.path(hash.slice(0, 2), hash))).toEqual(PDF)
  }

  // Promise: operate/media-whole
  test.each<[string, string, (sever: () => void, cancel: AbortController) => void, Partial<DownloadParts>?]>([
    ['a connection is cut', 'UNREACHABLE', sever => sever()],
    ['it is cancelled', 'ABORTED', (_, cancel) => cancel.abort()],
    ['nothing more comes', 'TIMEOUT', () => undefined, { timeoutMs: 500 }],
    ['all of it takes too long', 'TIMEOUT', () => undefined, { totalMs: 500 }],
  ])('is gone when %s, and the next attempt asks for all of it', async (_case, fault, interrupt, limits) => {
    const { script, sever } = cut(PDF, 2_000)
    upstream.answer(script)
    const cancel = new AbortController()
    let seen: string[] = []
    const onBytes = () => {
      seen = filesIn(files.folder)
      interrupt(sever, cancel)
    }
    expect(await code(fetchFile({}, { signal: cancel.signal, onBytes, ...limits }))).toBe(fault)
    // It stood under no content’s name while it came.
    expect(seen).toEqual([expect.stringMatching(/^parts\//)])
    expect(filesIn(files.folder)).toEqual([])

    upstream.answer(whole(PDF))
    expect(await code(fetchFile())).toBe('copied')
    expect(upstream.requests[1]?.headers).not.toHaveProperty('range')
    isWhole()
  })

  test('is gone when the caller has no room for more', async () => {
    const onBytes = () => {
      throw new Error('no room')
    }
    await expect(fetchFile({}, { onBytes })).rejects.toThrow('no room')
    expect(filesIn(files.folder)).toEqual([])
  })

  test('of an agent that sleeps and wakes up is in nobody’s way', async () => {
    const { script, sever } = cut(fileOf('application/pdf', 5_000, 'old'), 2_000)
    upstream.answer(script)
    const come = Promise.withResolvers<void>()
    const asleep = code(fetchFile({}, { onBytes: () => come.resolve() }))
    await come.promise
    upstream.answer(whole(PDF))
    expect(await code(fetchFile())).toBe('copied')
    sever()
    expect(await asleep).toBe('UNREACHABLE')
    isWhole()
  })
})

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileType } from '../../../../shared/contract/news.ts'
import { createGuardedFetch } from '../../../../sync-agent/outlets/guarded-fetch.ts'
import { type DownloadParts, download } from '../../../../sync-agent/outlets/media/download.ts'
import { mediaFolder } from '../../../../sync-agent/outlets/media/folder.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { body, type Script, startUpstream, type Upstream } from '../../../support/scripted-upstream.ts'
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
      guarded: createGuardedFetch({ hosts, privateHosts: hosts }),
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
      const more = () => void (response.destroyed || response.write(Buffer.alloc(10_000), more))
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
  expect(await code(fetchFile())).toBe('REDIRECTED')
  expect(upstream.requests).toHaveLength(1)
})

test('plain http is refused before a request where the service is asked by https', async () => {
  expect(await code(fetchFile({}, { plainHttp: false }))).toBe('NOT_HTTPS')
  expect(upstream.requests).toEqual([])
})

describe('after a connection was cut', () => {
  /** The connection breaks once something of the file has come. */
  const untilCut = async ({ script, sever }: ReturnType<typeof cut>) => {
    upstream.answer(script)
    expect(await code(fetchFile({}, { onBytes: sever }))).toBe('UNREACHABLE')
    // Half a file is not visible under any content's name.
    expect(filesIn(files.folder).filter(path => !path.startsWith('parts/'))).toEqual([])
  }
  const afterCut = async (first: ReturnType<typeof cut>, then: Script) => {
    await untilCut(first)
    upstream.answer(then)
    const attempt = await code(fetchFile())
    return { attempt, asked: upstream.requests.slice(1).map(({ headers }) => headers.range) }
  }
  const isWhole = () => {
    const hash = sha256(PDF)
    expect(filesIn(files.folder)).toEqual([`${hash.slice(0, 2)}/${hash}`])
    expect(readFileSync(files.path(hash.slice(0, 2), hash))).toEqual(PDF)
  }

  test('only the rest is asked for, on the condition that it is the same file', async () => {
    expect(await afterCut(cut(PDF, 2_000), whole(PDF))).toEqual({ attempt: 'copied', asked: ['bytes=2000-'] })
    expect(upstream.requests[1]?.headers['if-range']).toBe('"one"')
    isWhole()
  })

  test('a date tells as well, when it was over for a minute', async () => {
    const modified = 'Tue, 01 Sep 2026 08:00:00 GMT'
    const first = cut(PDF, 2_000, { 'last-modified': modified, date: 'Tue, 01 Sep 2026 09:00:00 GMT' })
    const headers = { 'last-modified': modified, 'content-range': 'bytes 2000-4999/5000' }
    const rest: Script = response => response.writeHead(206, headers).end(PDF.subarray(2_000))
    expect(await afterCut(first, rest)).toMatchObject({ attempt: 'copied', asked: ['bytes=2000-'] })
    expect(upstream.requests[1]?.headers['if-range']).toBe(modified)
    isWhole()
  })

  test.each([
    ['no validator', {}],
    ['a weak tag', { etag: 'W/"one"' }],
    [
      'a date of this very minute',
      { 'last-modified': 'Tue, 01 Sep 2026 08:00:00 GMT', date: 'Tue, 01 Sep 2026 08:00:59 GMT' },
    ],
  ])('%s: all is asked for again', async (_case, headers) => {
    const asked = [undefined]
    expect(await afterCut(cut(PDF, 2_000, headers), whole(PDF))).toEqual({ attempt: 'copied', asked })
    isWhole()
  })

  test('a file that has changed since is taken whole, with nothing of the old one in it', async () => {
    const old = fileOf('application/pdf', 5_000, 'old')
    const { attempt } = await afterCut(cut(old, 2_000, { etag: '"old"' }), whole(PDF))
    expect(attempt).toBe('copied')
    isWhole()
  })

  const BEFORE = 'Tue, 01 Sep 2026 08:00:00 GMT'
  const DATED = { 'last-modified': BEFORE, date: 'Tue, 01 Sep 2026 09:00:00 GMT' }
  const TAGGED = { etag: '"one"' }
  const REST = { 'content-range': 'bytes 2000-4999/5000' }
  test.each<[string, Record<string, string>, OutgoingHttpHeaders, number?]>([
    ['a tag, and the part has none', TAGGED, REST],
    ['a tag, and the part has a weak one', TAGGED, { ...REST, etag: 'W/"one"' }],
    ['a tag, and the part has another', TAGGED, { ...REST, etag: '"two"' }],
    ['a tag, and the part has only a date', { ...TAGGED, ...DATED }, { ...REST, 'last-modified': BEFORE }],
    ['a date, and the part has none', DATED, REST],
    ['a date, and the part is newer', DATED, { ...REST, 'last-modified': 'Tue, 01 Sep 2026 08:30:00 GMT' }],
    ['a tag, and the part is the middle', TAGGED, { ...TAGGED, 'content-range': 'bytes 2000-2999/5000' }],
    ['a tag, and the part is another', TAGGED, { ...TAGGED, 'content-range': 'bytes 1000-4999/5000' }],
    ['a tag, and nobody says where the part is', TAGGED, TAGGED],
    ['a tag, and the server finds the part beyond its file', TAGGED, {}, 416],
  ])(
    'known by %s: all is asked for again, and two files never become one',
    async (_case, first, then, status = 206) => {
      const unheeding: Script = (response, request) => {
        if (!request.headers.range) return whole(PDF)(response, request)
        response.writeHead(status, then).end(PDF.subarray(2_000))
      }
      const old = fileOf('application/pdf', 5_000, 'old')
      const asked = ['bytes=2000-', undefined]
      expect(await afterCut(cut(old, 2_000, first), unheeding)).toEqual({ attempt: 'copied', asked })
      isWhole()
    },
  )

  test('a wrong rest is noticed by its size and forgotten with all that was there', async () => {
    const wrong: Script = response =>
      response
        .writeHead(206, { etag: '"one"', 'content-range': 'bytes 2000-4999/5000' })
        .end(PDF.subarray(2_001))
    expect(await afterCut(cut(PDF, 2_000), wrong)).toMatchObject({ attempt: 'SIZE_DIFFERS' })
    expect(filesIn(files.folder)).toEqual([])
  })

  test('cancelling leaves what has come, and the next attempt goes on from it', async () => {
    const cancel = new AbortController()
    upstream.answer(response => {
      response.writeHead(200, { etag: '"one"', 'content-length': PDF.length })
      response.write(PDF.subarray(0, 2_000))
    })
    const attempt = fetchFile({}, { signal: cancel.signal, onBytes: () => cancel.abort() })
    expect(await code(attempt)).toBe('ABORTED')
    upstream.answer(whole(PDF))
    expect(await code(fetchFile())).toBe('copied')
    expect(upstream.requests[1]?.headers.range).toBe('bytes=2000-')
    isWhole()
  })

  test('the same address with another size is another file: nothing is gone on with', async () => {
    await untilCut(cut(PDF, 2_000))
    const longer = fileOf('application/pdf', 6_000)
    upstream.answer(whole(longer))
    expect(await code(fetchFile({ fileSize: 6_000 }))).toBe('copied')
    expect(upstream.requests[1]?.headers.range).toBeUndefined()
    expect(existsSync(files.path(sha256(longer).slice(0, 2), sha256(longer)))).toBe(true)
  })

  test('an agent that wakes up and writes on reaches nobody’s file', async () => {
    await untilCut(cut(PDF, 2_000))
    const part = files.path(filesIn(files.folder).find(path => path.endsWith('.part')) ?? '')
    const asleep = await open(part, 'a')
    upstream.answer(whole(PDF))
    let woken = Promise.resolve()
    const onBytes = () => {
      woken = asleep.appendFile('what came late').then(() => undefined)
    }
    expect(await code(fetchFile({}, { onBytes }))).toBe('copied')
    await woken
    await asleep.close()
    isWhole()
  })

  test('a part that somebody else has put there is not taken for the file', async () => {
    const onBytes = () => {
      const part = files.path(filesIn(files.folder).find(path => path.endsWith('.part')) ?? '')
      rmSync(part)
      writeFileSync(part, Buffer.alloc(5_000))
    }
    await expect(fetchFile({}, { onBytes })).rejects.toThrow('another agent')
    expect(filesIn(files.folder).filter(path => !path.startsWith('parts/'))).toEqual([])
  })
})

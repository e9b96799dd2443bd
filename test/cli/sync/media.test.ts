/** `schoolbell sync media` as an operator uses it, killed in the middle too. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call } from '../../support/call.ts'
import { run, start } from '../../support/command.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import {
  attachment,
  cut,
  fileOf,
  filesIn,
  type Shelf,
  serving,
} from '../../sync-agent/outlets/media/support.ts'
import { entry, news } from '../../sync-agent/support.ts'

const PDF = fileOf('application/pdf', 200_000)

let place: Scratch
let upstream: Upstream
let shelf: Shelf
beforeEach(async () => {
  place = scratch()
  shelf = { '/files/a.pdf': PDF }
  upstream = await startUpstream(serving(news(), shelf))
  const entries = [entry('a', { attachments: [attachment(`${upstream.url}/files/a.pdf`, PDF)] })]
  upstream.answer(serving(news(entries), shelf))
})
afterEach(async () => {
  await upstream.close()
  place[Symbol.dispose]()
})

const env = () => ({
  SCHOOLBELL_SERVICE_URL: `${upstream.url}/cms`,
  SCHOOLBELL_DB: place.path('news.db'),
  SCHOOLBELL_LANG: 'en-US',
  SCHOOLBELL_PUBLIC_URL: 'https://school.example/',
  SCHOOLBELL_MEDIA_DIR: place.path('media'),
  SCHOOLBELL_LOG_LEVEL: 'silent',
})
const once = () => run(['sync', 'once'], { env: env() })
const media = (...args: string[]) => run(['sync', 'media', ...args], { env: env() })
/** Whole ones. */
const held = () =>
  existsSync(place.path('media'))
    ? filesIn(place.path('media')).filter(path => !path.startsWith('parts/'))
    : []

it('names a folder that cannot be made', async () => {
  writeFileSync(place.path('file'), '')
  const wrong = ['--media-dir', place.path('file')]
  const { code, errors } = await call(['sync', 'media', 'fetch', ...wrong], env())
  expect(code).toBe(2)
  expect(errors).toBe(
    `schoolbell: --media-dir: ${place.path('file')} cannot be used: a part of the path is a file, not a folder (EEXIST)\n`,
  )
})

it('fetches once, and tells what is there', async () => {
  await once()
  expect(await media('fetch')).toMatchObject({ code: 0, output: '1 file copied (0.2 MB), 0 failed\n' })
  expect(held()).toHaveLength(1)
  const [listed, status] = await Promise.all([
    media('list', '--json'),
    run(['sync', 'status', '--db', place.path('news.db')]),
  ])
  const all = { files: 1, bytes: 200_000, waiting: 0, failed: 0, failures: [] }
  expect(JSON.parse(listed.output)).toEqual(all)
  expect(status.output).toContain('media: 1 file (0.2 MB), 0 waiting, 0 not mirrored')
})

it('lists what failed with the reason, and tries it again on request', async () => {
  delete shelf['/files/a.pdf']
  await once()
  expect(await media('fetch', '--json')).toMatchObject({ code: 1 })
  const [listed, shown] = await Promise.all([media('list', '--json'), media('list')])
  const { failures } = JSON.parse(listed.output)
  expect(failures).toMatchObject([{ code: 'STATUS', attempts: 1, url: `${upstream.url}/files/a.pdf` }])
  expect(shown.output).toContain('answers HTTP 404')

  shelf['/files/a.pdf'] = PDF
  expect(await media('fetch')).toMatchObject({ code: 0, output: expect.stringContaining('0 files copied') })
  expect(await media('retry', `${failures[0].id}`)).toMatchObject({
    code: 0,
    output: '1 will be tried again\n',
  })
  expect(await media('fetch')).toMatchObject({ code: 0, output: expect.stringContaining('1 file copied') })
  expect(await media('retry', '999')).toMatchObject({ code: 1 })
})

it('a kill in the middle of a file leaves no half of it to be seen, and the next attempt fetches all of it and clears away what was left', async () => {
  await once()
  shelf['/files/a.pdf'] = cut(PDF, 120_000).script
  await using killed = start(['sync', 'media', 'fetch'], { env: env() })
  const come = () => {
    if (!existsSync(place.path('media', 'parts'))) return 0
    const part = filesIn(place.path('media', 'parts')).find(path => path.endsWith('.part'))
    return part && statSync(place.path('media', 'parts', part)).size
  }
  await expect.poll(come, { message: 'bytes that have come' }).toBe(120_000)
  await killed.stop('SIGKILL')
  expect(held()).toEqual([])

  shelf['/files/a.pdf'] = PDF
  expect(await media('fetch')).toMatchObject({ code: 0 })
  const [path = ''] = held()
  expect(readFileSync(place.path('media', path))).toEqual(PDF)
  expect(upstream.requests.at(-1)?.headers).not.toHaveProperty('range')
  expect(filesIn(place.path('media', 'parts'))).toEqual([])
})

it('checks what is there beside a running agent, which fetches damaged files again', async () => {
  await once()
  await media('fetch')
  const check = (...args: string[]) =>
    run([
      'sync',
      'media',
      'check',
      '--db',
      place.path('news.db'),
      '--media-dir',
      place.path('media'),
      ...args,
    ])
  expect(await check()).toMatchObject({
    ...{ code: 0, errors: '' },
    output: '1 file sound, 0 damaged, 0 missing (0.2 MB read)\n',
  })
  await using _agent = start(['sync', '--port', '0'], { env: env() })
  const [path = ''] = held()
  writeFileSync(place.path('media', path), Buffer.alloc(200_000, 'rotten'))
  const found = await check('--json')
  expect(found.code).toBe(1)
  expect(JSON.parse(found.output)).toEqual({ sound: 0, bytes: 200_000, damaged: 1, missing: 0 })
  const isThere = () =>
    existsSync(place.path('media', path)) && PDF.equals(readFileSync(place.path('media', path)))
  await expect.poll(isThere, { message: 'the file is there again', timeout: 15_000 }).toBe(true)
})

it('a check needs the folder, and does not take a wrong one for a lost one', async () => {
  await once()
  const check = (...args: string[]) =>
    call(['sync', 'media', 'check', '--db', place.path('news.db'), ...args])
  expect(await check()).toMatchObject({
    code: 2,
    errors: expect.stringContaining("required option '--media-dir <folder>' not specified"),
  })
  expect(await check('--media-dir', place.path('wrong'))).toMatchObject({
    code: 2,
    errors: `schoolbell: --media-dir: ${place.path('wrong')} cannot be used: it does not exist (ENOENT)\n`,
  })
})

it.each([
  [['--media-dir', ''], '--media-dir'],
  [['--media-host', 'https://media.example'], 'is not a host'],
])('%j was called wrong', async (args, says) => {
  const options = ['--service-url', 'http://127.0.0.1:1/cms', ...args]
  const { code, errors } = await call(['sync', 'media', 'fetch', ...options])
  expect(errors).toContain(says)
  expect(code).toBe(2)
})

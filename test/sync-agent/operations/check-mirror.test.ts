/** What an operator learns about the mirror’s files, and what the agent then does about it. */
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type CheckMirrorOptions,
  type CheckMirrorProgress,
  checkMirror,
  publishStore,
  type SyncAgent,
} from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { attachment, fileOf, filesIn, mirrorBefore, type Shelf, serving } from '../outlets/media/support.ts'
import { entry, getJson, handClock, news } from '../support.ts'

const NAMES = ['a', 'b', 'c']
const fileNamed = (name: string) => fileOf('application/pdf', 1_000, name)

let files: Scratch
let upstream: Upstream
let shelf: Shelf
let agent: SyncAgent
let address: string | undefined
beforeEach(async () => {
  address = undefined
  files = scratch()
  shelf = Object.fromEntries(NAMES.map(name => [`/files/${name}.pdf`, fileNamed(name)]))
  upstream = await startUpstream(serving(news(), shelf))
  const entries = NAMES.map(name =>
    entry(name, { attachments: [attachment(`${upstream.url}/files/${name}.pdf`, fileNamed(name))] }),
  )
  upstream.answer(serving(news(entries), shelf))
  agent = await mirrorBefore(upstream, files)
  await agent.syncOnce()
  await agent.mirrorMedia()
})
afterEach(async () => {
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

const check = (options: Partial<CheckMirrorOptions> = {}) =>
  checkMirror({ db: files.path('news.db'), mediaDir: files.path('media'), ...options })
const held = () => filesIn(files.path('media')).map(path => files.path('media', path))
/** As large as before. */
const spoil = (path: string) => writeFileSync(path, Buffer.alloc(1_000, 'rotten'))
const contents = () => new Set(held().map(path => readFileSync(path, 'latin1')))
const ALL = new Set(NAMES.map(name => fileNamed(name).toString('latin1')))

interface Item {
  newsId: string
  attachments: { url: string }[]
}
async function addresses(): Promise<string[]> {
  address ??= await agent.listen()
  const { items } = (await getJson(`${address}/v1/news`)) as { items: Item[] }
  return items.flatMap(({ attachments }) => attachments.map(({ url }) => url))
}

test('of a sound mirror it reads everything, says how far it is, and changes nothing', async () => {
  const progress: CheckMirrorProgress[] = []
  const before = await addresses()
  expect(await check({ onProgress: step => progress.push(step) })).toEqual({
    ...{ sound: 3, bytes: 3_000, damaged: 0, missing: 0 },
  })
  expect(progress.at(-1)).toEqual({ done: 3_000, total: 3_000 })
  expect(await addresses()).toEqual(before)
  expect(await agent.mirrorMedia()).toMatchObject({ copied: 0, failed: 0 })
})

test('damaged and missing files are found beside the agent, which fetches them again without a change for readers', async () => {
  const before = await addresses()
  const [first = '', second = '', third = ''] = held()
  spoil(first)
  writeFileSync(second, 'half')
  rmSync(third)
  expect(await check()).toMatchObject({ sound: 0, damaged: 2, missing: 1 })
  expect(held()).toEqual([])
  expect(await agent.mirrorMedia()).toMatchObject({ copied: 3, failed: 0 })
  expect(contents()).toEqual(ALL)
  expect(await addresses()).toEqual(before)
  expect(await check()).toMatchObject({ sound: 3, damaged: 0, missing: 0 })
})

test('a file that cannot be had again is gone, and its entry shows the original address', async () => {
  for (const path of held()) spoil(path)
  delete shelf['/files/a.pdf']
  expect(await check()).toMatchObject({ damaged: 3 })
  expect(await agent.mirrorMedia()).toMatchObject({ copied: 2, failed: 1 })
  const original = `${upstream.url}/files/a.pdf`
  const shown = await addresses()
  expect(shown.filter(url => url === original)).toHaveLength(1)
  expect(shown.filter(url => url.startsWith('https://school.example/'))).toHaveLength(2)
})

test('a running agent fetches them by itself', async () => {
  agent.start()
  const [path = ''] = held()
  spoil(path)
  expect(await check()).toMatchObject({ sound: 2, damaged: 1 })
  await expect
    .poll(() => existsSync(path) && ALL.has(readFileSync(path, 'latin1')), { timeout: 15_000 })
    .toBe(true)
})

test('a link is not followed: it is damaged, and what it leads to stays', async () => {
  const [path = ''] = held()
  writeFileSync(files.path('elsewhere'), readFileSync(path))
  rmSync(path)
  symlinkSync(files.path('elsewhere'), path)
  expect(await check()).toMatchObject({ sound: 2, damaged: 1 })
  expect(await agent.mirrorMedia()).toMatchObject({ copied: 1, failed: 0 })
  expect(existsSync(files.path('elsewhere'))).toBe(true)
})

test('interrupted, it has noted what it found so far', async () => {
  const [path = ''] = held()
  spoil(path)
  const cancel = new AbortController()
  const onProgress = ({ done }: CheckMirrorProgress) => {
    if (done > 1_000) cancel.abort()
  }
  await expect(check({ signal: cancel.signal, onProgress })).rejects.toThrow('abort')
  expect(await agent.mirrorMedia()).toMatchObject({ copied: 1, failed: 0 })
  expect(contents()).toEqual(ALL)
})

test('a wrong folder is refused: its files are not lost', async () => {
  await expect(check({ mediaDir: files.path('wrong') })).rejects.toMatchObject({
    ...{ code: 'OPTION_INVALID', message: expect.stringContaining('does not exist') },
  })
  expect(await agent.mirrorMedia()).toMatchObject({ copied: 0, failed: 0 })
})

test('a damaged file that a publication names is published once it was checked and fetched again', async () => {
  const [path = ''] = held()
  spoil(path)
  const streams = [{ siteId: 'academy', lang: 'en-US' }] as const
  const published = () =>
    publishStore({
      ...{ db: files.path('news.db'), to: files.path('public'), mediaDir: files.path('media'), streams },
      ...{ baseUrl: 'https://school.example/files/', clock: handClock('2026-09-02T00:00:00Z') },
    })
  expect((await published()).damaged).toEqual([expect.stringContaining(basename(path))])
  await check()
  expect(await agent.mirrorMedia()).toMatchObject({ copied: 1, failed: 0 })
  expect(await published()).toMatchObject({ damaged: [], blocked: [] })
})

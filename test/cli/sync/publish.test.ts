/** `schoolbell sync publish` from a store that an agent has filled. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call } from '../../support/call.ts'
import { run, start } from '../../support/command.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { dated, school } from '../../sync-agent/outlets/files/support.ts'
import { entry, news } from '../../sync-agent/support.ts'

let place: Scratch
let upstream: Upstream
beforeEach(async () => {
  place = scratch()
  mkdirSync(place.path('news'))
  upstream = await startUpstream(news([entry('a'), entry('b')]))
})
afterEach(async () => {
  await upstream.close()
  place[Symbol.dispose]()
})

const env = () => ({ SCHOOLBELL_DB: place.path('news', 'news.db'), SCHOOLBELL_LOG_LEVEL: 'silent' })
const sync = (...args: string[]) => call(['sync', ...args], env())
const copy = () => sync('once', '--service-url', `${upstream.url}/cms`)
const to = () => place.path('public')

it('says what it did, in words and as JSON, and asks the service for nothing', async () => {
  await copy()
  await upstream.close()
  const args = ['sync', 'publish', '--publish-to', to(), '--feed-title', 'academy=Tern Bay']
  const first = await run(args, { env: env() })
  expect(first).toMatchObject({ code: 0, errors: '' })
  expect(first.output).toMatch(
    /public {2}29 written \(0\.1 MB\), 0 unchanged, 0 removed\nno feeds: they need --base-url, [^\n]+\n$/,
  )
  expect(readFileSync(`${to()}/pages/academy/zh-HK/index.html`, 'utf8')).toContain('Tern Bay')
  writeFileSync(`${to()}/pages/style.css`, 'broken')
  const again = await sync('publish', '--publish-to', to())
  expect(again.output).toMatch(
    /1 written \(0\.0 MB\), 28 unchanged, 0 removed\nas last time: --feed-title "academy=Tern Bay"\nno feeds: [^\n]+\nrepaired: pages\/style\.css\n$/,
  )
  const report = await sync('publish', '--publish-to', to(), '--format', 'json', '--json')
  expect(JSON.parse(report.output)).toMatchObject({
    ...{ written: 0, unchanged: 8, removed: 21, repaired: [], blocked: [], seq: 4 },
    streams: [
      { siteId: 'academy', lang: 'en-US' },
      { siteId: 'academy', lang: 'zh-HK' },
    ],
  })
})

it('what it leaves out is as it was last time, what it gives counts, and --as-given takes nothing over', async () => {
  await copy()
  mkdirSync(place.path('mirror'))
  writeFileSync(place.path('own.css'), 'a{}')
  const base = ['--base-url', 'https://school.example/files/']
  const lasting = [...base, '--media-dir', place.path('mirror'), '--stylesheet', place.path('own.css')]
  const others = ['--lang', 'en-US', '--format', 'json,html,feeds', '--home-link', '/start']
  await sync('publish', '--publish-to', to(), ...lasting, ...others)
  const again = await sync('publish', '--publish-to', to(), '--format', 'html')
  expect(again.output).toMatch(/ removed\nas last time: [^\n]+\nnot published: academy\/zh-HK; [^\n]+\n$/)
  const line = again.output.split('\n')[1]
  expect(line).toBe(
    `as last time: --lang en-US --base-url https://school.example/files/ --stylesheet ${place.path('own.css')} --media-dir ${place.path('mirror')} --home-link /start`,
  )
  expect(existsSync(`${to()}/news`)).toBe(false)
  const third = JSON.parse(
    (await sync('publish', '--publish-to', to(), '--json', '--lang', 'en-US,zh-HK')).output,
  )
  expect(third.takenOver).toContain('--format html')
  expect(third.streams).toHaveLength(2)
  expect(existsSync(`${to()}/pages/own.css`)).toBe(true)
  const plain = await sync('publish', '--publish-to', to(), '--as-given')
  expect(plain.output).not.toContain('as last time')
  expect(existsSync(`${to()}/pages/own.css`)).toBe(false)
  expect(existsSync(`${to()}/news/academy/zh-HK/index.json`)).toBe(true)
})

it('publishes every site and language of the store, and names those that last time leaves out', async () => {
  await sync('once', '--service-url', `${upstream.url}/cms`, '--site', 'academy,pre-school')
  const all = JSON.parse((await sync('publish', '--publish-to', to(), '--format', 'json', '--json')).output)
  expect(all.leftOut).toEqual([])
  expect(
    all.streams.map(({ siteId, lang }: { siteId: string; lang: string }) => `${siteId}/${lang}`),
  ).toEqual([...['academy/en-US', 'academy/zh-HK', 'pre-school/en-US', 'pre-school/zh-HK']])
  const some = await sync('publish', '--publish-to', to(), '--format', 'json', '--site', 'academy')
  expect(some.output).toContain(
    '\nnot published: pre-school/en-US, pre-school/zh-HK; add them with --site and --lang\n',
  )
  expect(existsSync(`${to()}/news/pre-school`)).toBe(false)
  const again = await sync('publish', '--publish-to', to())
  expect(again.output).toContain(
    'as last time: --site academy --format json\nnot published: pre-school/en-US',
  )
})

it('works beside the agent that writes the store, and the agent publishes by itself when told to', async () => {
  await using agent = start(
    [
      ...['sync', '--service-url', `${upstream.url}/cms`, '--port', '0', '--publish-to', to()],
      ...['--base-url', 'https://school.example/files/', '--format', 'html,feeds'],
    ],
    { env: env() },
  )
  await agent.nextLine()
  const feeds = ['en-US', 'zh-HK'].map(lang => `${to()}/feeds/academy/${lang}.rss`)
  await expect.poll(() => feeds.every(existsSync)).toBe(true)
  const other = await sync('publish', '--publish-to', place.path('other'), '--format', 'markdown')
  expect(other).toMatchObject({ code: 0, errors: '' })
  expect(readFileSync(place.path('other', 'markdown', 'academy', 'en-US', 'a.md'), 'utf8')).toContain(
    'title: "Title of a"',
  )
})

it('ends with 1, and the reason in one line, when it cannot', async () => {
  expect(await sync('publish', '--publish-to', to())).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/news\.db does not exist/),
  })
  expect(existsSync(to())).toBe(false)
  await copy()
  mkdirSync(`${to()}/news`, { recursive: true })
  const taken = await sync('publish', '--publish-to', to())
  expect(taken).toMatchObject({ code: 1, output: '' })
  expect(taken.errors).toMatch(
    /^schoolbell: [^\n]+have the names of published ones: "[^\n"]+public\/news"[^\n]+\n$/,
  )
  mkdirSync(place.path('second'))
  await sync('publish', '--publish-to', place.path('second'))
  upstream.answer(news([entry('c')]))
  await copy()
  writeFileSync(place.path('second', 'news', 'academy', 'en-US', 'entries', 'c.json'), 'mine')
  const blocked = await sync('publish', '--publish-to', place.path('second'))
  expect(blocked.code).toBe(1)
  expect(blocked.errors).toBe(
    'schoolbell: news/academy/en-US/entries/c.json is not known as published and was left unchanged: remove it, and it is published\n',
  )
})

it('names a file that is damaged in the mirror, publishes all else, and ends with 1', async () => {
  await using home = await school()
  await home.copy([dated(1, { mobileScreenImageUrl: 'https://files.example/a.png' })])
  const sha256 = 'ab'.repeat(32)
  const database = new Database(home.db)
  const mirrored = JSON.stringify({ 'https://files.example/a.png': `media/${sha256}/a.png` })
  database.prepare('UPDATE news SET mirrored = ?').run(mirrored)
  database.close()
  mkdirSync(home.path('mirror', 'ab'), { recursive: true })
  writeFileSync(home.path('mirror', 'ab', sha256), 'something else')
  const args = ['--db', home.db, '--publish-to', home.to, '--media-dir', home.path('mirror')]
  const { code, output, errors } = await call(['sync', 'publish', ...args])
  expect({ code, errors }).toEqual({
    code: 1,
    errors: `schoolbell: media/${sha256}/a.png is damaged in the mirror and was left out; to fetch it again: schoolbell sync media check\n`,
  })
  expect(output).toMatch(/ 0 removed\nno feeds: [^\n]+\n$/)
  expect(existsSync(`${home.to}/pages/academy/en-US/entries/n1.html`)).toBe(true)
})

it('that Ctrl-C cancels ends with 1, and goes on when it is run again', async () => {
  upstream.answer(news(Array.from({ length: 600 }, (_, index) => entry(`n${index}`))))
  await copy()
  // Typed by the process itself once the first entry stands: somebody else might come too late.
  const first = `${to()}/news/academy/en-US/entries/n0.json`
  const ctrlC = `import { existsSync } from 'node:fs'
    const timer = setInterval(() => {
      if (!existsSync(${JSON.stringify(first)})) return
      clearInterval(timer)
      process.kill(process.pid, 'SIGINT')
    }, 1).unref()`
  writeFileSync(place.path('ctrl-c.mjs'), ctrlC)
  const cancelled = await run(['sync', 'publish', '--publish-to', to()], {
    env: { ...env(), NODE_OPTIONS: `--import="${place.path('ctrl-c.mjs')}"` },
  })
  expect(cancelled.errors).toMatch(/cancelled; written files are complete, run it again to continue\n$/)
  expect(cancelled).toMatchObject({ code: 1, output: '' })
  expect(existsSync(first)).toBe(true)
  expect(existsSync(`${to()}/pages/index.html`)).toBe(false)
  const { output } = await sync('publish', '--publish-to', to(), '--json')
  expect(JSON.parse(output).unchanged).toBeGreaterThan(0)
  expect(existsSync(`${to()}/pages/index.html`)).toBe(true)
})

/** The agent's feeds as two readers of other people take them: feedparser, and newsboat with what it remembers. */
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewsEntry } from '../../../shared/contract/news.ts'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { agentBefore, entry, news } from '../../sync-agent/support.ts'

/** Debian's own, which has Debian's packages. */
const PYTHON = '/usr/bin/python3'
const PARSE = `
import feedparser, json, sys
feed = feedparser.parse(sys.argv[1])
print(json.dumps({
    "fault": str(feed.get("bozo_exception", "")),
    "title": feed.feed.title,
    "entries": [{
        "id": one.id,
        "title": one.title,
        "link": one.link,
        "published": list(one.published_parsed[:6]),
        "text": (one.get("content") or [{"value": one.summary}])[0]["value"],
        "files": [[each.href, each.type, each.length] for each in one.enclosures],
    } for one in feed.entries],
}))
`

const file = (name: string, fileType: 'application/pdf' | 'audio/mpeg') => ({
  ...{ fileType, fileSize: 2048, url: `https://files.example/${name}` },
  thumbnailUrl: 'https://files.example/t.png',
  mobileScreenImageUrl: 'https://files.example/m.png',
})
const LETTER = file('%E4%BF%A1.pdf?a=1&b=2', 'application/pdf')
const LIST: NewsEntry[] = [
  entry('gala', {
    newsTitle: 'Fish & <chips> ]]> "gala"',
    newsDateTime: '20260902161500',
    newsDate: '20260902',
  }),
  entry('b&<>', { newsTitle: '校園開放日 🎉', newsContent: '<p>校園 &amp; 海 <a href="/map">map</a></p>' }),
  entry('letter', { attachments: [LETTER, file('bell.mp3', 'audio/mpeg')], newsDateTime: '20260831000000' }),
]

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let address: string
beforeAll(async () => {
  if (spawnSync(PYTHON, ['-c', 'import feedparser']).status !== 0)
    throw new Error('These tests run feedparser, and there is none: apt-get install python3-feedparser')
  if (spawnSync('newsboat', ['--version']).status !== 0)
    throw new Error('These tests run newsboat, and there is none: apt-get install newsboat')
  files = scratch()
  upstream = await startUpstream(news(LIST))
  agent = await agentBefore(upstream, files.path('news.db'), {
    publicUrl: 'https://school.example/school/',
    feeds: { newsLink: 'https://school.example/{language}/news/{newsId}' },
  })
  address = await agent.listen()
  await agent.syncOnce()
})
afterAll(async () => {
  await agent?.close()
  await upstream?.close()
  files?.[Symbol.dispose]()
})

/** The service says from now on that the gala has another title; nothing else changes. */
async function rename(newsTitle: string): Promise<void> {
  upstream.answer(news(LIST.map(one => (one.newsId === 'gala' ? { ...one, newsTitle } : one))))
  await agent.syncOnce()
}

interface Parsed {
  fault: string
  title: string
  entries: { id: string; title: string; link: string; published: number[]; text: string; files: string[][] }[]
}

async function run(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { env: { ...process.env, HOME: files.folder, LC_ALL: 'C.UTF-8' } })
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(complaints).toBe('')
  return output
}

const parsed = async (format: string): Promise<Parsed> =>
  JSON.parse(await run(PYTHON, ['-c', PARSE, `${address}/feeds/academy/en-US.${format}`]))

// Promise: operate/feed-valid
it.each(['rss', 'atom'])('feedparser reads %s as it is meant', async format => {
  await rename('Fish & <chips> ]]> "gala"')
  const { fault, title, entries } = await parsed(format)
  expect({ fault, title }).toEqual({ fault: '', title: 'School news' })
  expect(entries.map(one => ({ title: one.title, link: one.link, published: one.published }))).toEqual([
    {
      title: 'Fish & <chips> ]]> "gala"',
      link: 'https://school.example/en/news/gala',
      published: [2026, 9, 2, 8, 15, 0],
    },
    {
      title: '校園開放日 🎉',
      link: 'https://school.example/en/news/b%26%3C%3E',
      published: [2026, 9, 1, 0, 30, 0],
    },
    {
      title: 'Title of letter',
      link: 'https://school.example/en/news/letter',
      published: [2026, 8, 30, 16, 0, 0],
    },
  ])
  expect(entries[1]?.text).toContain('校園 &amp; 海 <a href=')
  const both = [
    [LETTER.url, 'application/pdf', '2048'],
    ['https://files.example/bell.mp3', 'audio/mpeg', '2048'],
  ]
  // RSS allows one enclosure.
  expect(entries[2]?.files).toEqual(format === 'rss' ? both.slice(0, 1) : both)
  for (const { id } of entries) expect(id).toMatch(/^urn:uuid:/)

  await rename('Gala moved')
  const after = await parsed(format)
  expect(after.entries[0]?.title).toBe('Gala moved')
  expect(after.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
})

it.each(['rss', 'atom'])('newsboat remembers an entry of %s once, also when it changes', async format => {
  const cache = files.path(`${format}.db`)
  writeFileSync(files.path('urls'), `${address}/feeds/academy/en-US.${format}\n`)
  writeFileSync(files.path('config'), '')
  const reload = async () => {
    await run('newsboat', ['-u', files.path('urls'), '-c', cache, '-C', files.path('config'), '-x', 'reload'])
    const database = new Database(cache, { readonly: true })
    const rows = database
      .prepare<[], { guid: string; title: string; pubDate: number }>(
        'SELECT guid, title, pubDate FROM rss_item ORDER BY pubDate DESC',
      )
      .all()
    database.close()
    return rows
  }
  await rename('Fish & <chips> ]]> "gala"')
  const before = await reload()
  expect(before.map(({ title, pubDate }) => ({ title, at: new Date(pubDate * 1000).toISOString() }))).toEqual(
    [
      { title: 'Fish & <chips> ]]> "gala"', at: '2026-09-02T08:15:00.000Z' },
      { title: '校園開放日 🎉', at: '2026-09-01T00:30:00.000Z' },
      { title: 'Title of letter', at: '2026-08-30T16:00:00.000Z' },
    ],
  )
  expect(await reload()).toEqual(before)
  await rename('Gala moved')
  const after = await reload()
  expect(after.map(({ guid }) => guid)).toEqual(before.map(({ guid }) => guid))
  expect(after[0]?.title).toBe('Gala moved')
})

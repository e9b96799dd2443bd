/** The database as hosts read it by themselves: the views that docs/website/server-side.md promises, and no less. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { agentBefore, entry, handClock, news } from '../support.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const guide = readFileSync(join(ROOT, 'docs', 'website', 'server-side.md'), 'utf8')
const PICTURE = {
  fileType: 'image/png',
  fileSize: 1234,
  url: 'https://files.example/a.png',
  thumbnailUrl: 'https://files.example/a-200.png',
  mobileScreenImageUrl: 'https://files.example/a-1024.png',
  imageWidth: 2000,
  imageHeight: 1000,
  imageDateTime: '2026-08-30T01:02:03.000Z',
} as const
const SONG = {
  fileType: 'audio/mp3',
  fileSize: 5_000_000_000,
  url: 'https://files.example/b.mp3',
  thumbnailUrl: 'none',
  mobileScreenImageUrl: '',
} as const

const NOT_MIRRORED = { path: null, thumbnail_path: null, screen_path: null }

let files: Scratch
let upstream: Upstream
let agent: SyncAgent
let db: string
let reader: Database.Database
beforeAll(async () => {
  files = scratch()
  db = files.path('news.db')
  upstream = await startUpstream(
    news(
      [
        entry('a', { attachments: [PICTURE, SONG], thumbnailUrl: 'https://files.example/t.png' }),
        entry('b', { newsDateTime: '20260902070000', newsDate: '20260902' }),
      ],
      ['gone'],
    ),
  )
  agent = await agentBefore(upstream, db, { clock: handClock('2026-09-02T00:00:00.999Z') })
  await agent.syncOnce()
  reader = new Database(db, { readonly: true })
})
afterAll(async () => {
  reader.close()
  await agent.close()
  await upstream.close()
  files[Symbol.dispose]()
})

const all = (view: string, order: string) => reader.prepare(`SELECT * FROM ${view} ORDER BY ${order}`).all()

/** Column names and types out of a table in the guide, in its order. */
function promised(view: string): { name: string; type: string }[] {
  const section = guide.split(`## \`${view}\``)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| (`[^|]*) \| (TEXT|INTEGER)( or NULL)? \|/gm)].flatMap(
    ([, names = '', type = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, type })),
  )
}

// Promise: website/views
it.each([
  [
    'published_news',
    'site_id lang news_id incarnation title html news_date news_date_time cover_url thumbnail_url attachment_count first_seen_at changed_at seq cover_path thumbnail_path',
  ],
  [
    'published_attachments',
    'site_id lang news_id position file_type file_size url thumbnail_url screen_url image_width image_height image_date_time path thumbnail_path screen_path',
  ],
  ['deleted_news', 'site_id lang news_id deleted_at seq'],
])('%s has the columns that it had, as the guide tells them', (view, columns) => {
  const declared = reader.pragma(`table_info(${view})`) as { name: string; type: string }[]
  // SQLite says INT of what is reckoned and INTEGER of what is stored, and means the same.
  const there = declared.map(({ name, type }) => ({ name, type: type.replace(/^INT$/, 'INTEGER') }))
  expect(there.map(({ name }) => name)).toEqual(columns.split(' '))
  expect(promised(view)).toEqual(there)
})

it('published_news holds every entry, its times readable', () => {
  expect(all('published_news', 'news_id')).toEqual([
    {
      site_id: 'academy',
      lang: 'en-US',
      news_id: 'a',
      incarnation: 0,
      title: 'Title of a',
      html: '<p>Body of a</p>',
      news_date: '2026-09-01',
      news_date_time: '20260901083000',
      cover_url: null,
      thumbnail_url: 'https://files.example/t.png',
      attachment_count: 2,
      first_seen_at: '2026-09-02T00:00:00Z',
      changed_at: '2026-09-02T00:00:00Z',
      seq: expect.any(Number),
      cover_path: null,
      thumbnail_path: null,
    },
    expect.objectContaining({ news_id: 'b', attachment_count: 0 }),
  ])
})

it('published_attachments holds them in the school’s order, and nothing where there is no picture', () => {
  const ofA = { site_id: 'academy', lang: 'en-US', news_id: 'a' }
  expect(all('published_attachments', 'position')).toEqual([
    {
      ...ofA,
      position: 0,
      file_type: 'image/png',
      file_size: 1234,
      url: 'https://files.example/a.png',
      thumbnail_url: 'https://files.example/a-200.png',
      screen_url: 'https://files.example/a-1024.png',
      image_width: 2000,
      image_height: 1000,
      image_date_time: '2026-08-30T01:02:03.000Z',
      ...NOT_MIRRORED,
    },
    {
      ...ofA,
      position: 1,
      file_type: 'audio/mp3',
      file_size: 5_000_000_000,
      url: 'https://files.example/b.mp3',
      thumbnail_url: null,
      screen_url: null,
      image_width: null,
      image_height: null,
      image_date_time: null,
      ...NOT_MIRRORED,
    },
  ])
})

// Promise: website/views
it('every value has the type of its column', () => {
  for (const view of ['published_news', 'published_attachments', 'deleted_news']) {
    for (const { name, type } of promised(view)) {
      const types = reader.prepare<[], string>(`SELECT DISTINCT typeof(${name}) FROM ${view}`).pluck().all()
      const others = types.filter(found => found !== type.toLowerCase() && found !== 'null')
      expect([view, name, others]).toEqual([view, name, []])
    }
  }
})

it('the newest entries come along an index, without a sort', () => {
  const plan = reader
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT title FROM published_news WHERE site_id = 'academy' AND lang = 'en-US'
       ORDER BY news_date_time DESC, news_id DESC LIMIT 10`,
    )
    .all()
    .map(({ detail }) => detail)
  expect(plan.join()).toContain('news_newest')
  expect(plan.join()).not.toMatch(/TEMP B-TREE|SCAN/)
})

it('the guide’s program for Node runs while the agent writes', async () => {
  const example = readFileSync(join(ROOT, 'docs', 'files', 'server-side', 'database.mjs'), 'utf8')
  const program = files.path('example.mjs')
  // Beside the packages of the project, which the example imports by name.
  const database = JSON.stringify(import.meta.resolve('better-sqlite3'))
  writeFileSync(program, example.replace("'better-sqlite3'", database))
  const { stdout } = await promisify(execFile)(process.execPath, [program, db])
  expect(stdout).toBe(
    '2026-09-02 Title of b\n2026-09-01 Title of a https://files.example/a.png https://files.example/b.mp3\n',
  )
})

// Promise: website/reader
it('a reader that stays open sees what the agent writes, keeps it from nothing, and can write nothing', async () => {
  const deleted = () => reader.prepare('SELECT news_id, deleted_at, seq FROM deleted_news ORDER BY seq').all()
  expect(deleted()).toEqual([{ news_id: 'gone', deleted_at: '2026-09-02T00:00:00Z', seq: 3 }])
  const reading = reader.prepare('SELECT news_id FROM published_news').iterate()
  reading.next()
  upstream.answer(news([], ['b']))
  expect(await agent.syncOnce()).toMatchObject([{ applied: { deleted: 1 } }])
  reading.return?.()
  expect(deleted()).toMatchObject([{ news_id: 'gone' }, { news_id: 'b', seq: 4 }])
  upstream.answer(news([entry('b', { newsTitle: 'Used again' })]))
  await agent.syncOnce()
  expect(deleted()).toHaveLength(1)
  expect(all('published_news', 'news_id')).toMatchObject([
    { news_id: 'a', incarnation: 0 },
    { news_id: 'b', incarnation: 1, title: 'Used again' },
  ])
  expect(() => reader.exec("DELETE FROM published_news WHERE news_id = 'a'")).toThrow()
  expect(() => reader.exec("DELETE FROM news WHERE news_id = 'a'")).toThrow('readonly')
})

/** What the agent's tests share: an agent before a scripted upstream, entries, and a look into every table. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import type { Counter, Gauge } from 'prom-client'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach } from 'vitest'
import { readNewsEntry } from '../../shared/client/news-entry.ts'
import type { Clock } from '../../shared/clock.ts'
import type { NewsEntry } from '../../shared/contract/news.ts'
import type { Status, SyncAgent, SyncAgentOptions } from '../../sync-agent/index.ts'
import type { EntryContent } from '../../sync-agent/store/types.ts'
import { ingestEntry } from '../../sync-agent/sync/received-entries.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import { type Script, startUpstream, success, type Upstream } from '../support/scripted-upstream.ts'

export const ACADEMY = { siteId: 'academy', lang: 'en-US' } as const
export const ACADEMY_ZH = { siteId: 'academy', lang: 'zh-HK' } as const
export const PRE_SCHOOL = { siteId: 'pre-school', lang: 'en-US' } as const

/** For a host's process: what Node makes of the sources is kept from one start to the next. */
export const KEEPING_COMPILED = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(
    import.meta.dirname,
    '..',
    '..',
    'node_modules',
    '.cache',
    'compiled',
    'sync-agent',
  ),
}

/** Loaded by those who need it: tests of a part are quick without the whole. */
const agentPackage = () => import('../../sync-agent/index.ts')

/** Popup messages as by default. */
export const RELAYING = { popupIntervalMs: 15_000 } as const

export interface Scene {
  files: Scratch
  /** Where the agent's store will be. */
  db: string
  /** Answers without any news until a test says otherwise. */
  upstream: Upstream
}

/** For each test of a file: a folder of its own and a service. Both are gone after it. */
export function beforeEachTest(set: (scene: Scene) => void): void {
  let scene: Scene
  beforeEach(async () => {
    const files = scratch()
    scene = { files, db: files.path('news.sqlite'), upstream: await startUpstream(news()) }
    set(scene)
  })
  afterEach(async () => {
    await scene.upstream.close()
    scene.files[Symbol.dispose]()
  })
}

/** As another process reads it from the store. */
export async function statusOf(db: string, clock: Clock, publishTo?: string): Promise<Status> {
  const { openStoreAdmin } = await agentPackage()
  await using store = await openStoreAdmin(db, clock, publishTo)
  return await store.status()
}

/** An agent that copies academy/en-US from the upstream, relays nothing, listens on a free port and logs nowhere. */
export async function agentBefore(
  upstream: Pick<Upstream, 'url'>,
  db: string,
  options: Partial<SyncAgentOptions> = {},
): Promise<SyncAgent> {
  const { createSyncAgent } = await agentPackage()
  return createSyncAgent({
    serviceUrl: `${upstream.url}/cms`,
    streams: [ACADEMY],
    db,
    port: 0,
    logger: pino({ level: 'silent' }),
    // It would ask the upstream for them as soon as it listens.
    popupIntervalMs: false,
    // Retries come at once.
    wait: async () => undefined,
    ...options,
  })
}

/** A D00000 answer with this news. */
export function news(newsList: unknown[] = [], delNewsIds: unknown = [], headers = {}): Script {
  return success({ newsList, delNewsIds }, headers)
}

/** Another answer to a question by `newsIDs` than to the others. */
export function unlessAsked(main: Script, byIds: (newsIds: string[]) => Script): Script {
  return (response, request) => {
    const newsIds = queryOf({ url: request.url ?? '' }).get('newsIDs')
    const script = newsIds === null ? main : byIds(newsIds.split(','))
    script(response, request)
  }
}

/** An entry of a school that does not exist. */
export function entry(newsId: string, differing: Partial<NewsEntry> = {}): NewsEntry {
  return {
    newsId,
    newsTitle: `Title of ${newsId}`,
    newsContent: `<p>Body of ${newsId}</p>`,
    newsDate: '20260901',
    newsDateTime: '20260901083000',
    attachments: [],
    ...differing,
  }
}

export function ingested(newsId: string, differing: Partial<NewsEntry> = {}): EntryContent {
  const raw = entry(newsId, differing)
  const read = readNewsEntry(raw)
  if ('fault' in read) throw new Error(`${read.fault.path} ${read.fault.reason}`)
  return ingestEntry(read.entry, raw, read.remarks)
}

/** Every row of every table in a store's file, but for the lease, which beats by itself, and the marks it leaves. */
export function allTables(db: string): Record<string, unknown[]> {
  const database = new Database(db, { readonly: true })
  const names = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('lease', 'change_mark')",
    )
    .pluck()
  const rows = names.all().map(name => [name, database.prepare(`SELECT * FROM "${name}"`).all()] as const)
  database.close()
  return Object.fromEntries(rows)
}

/** The newsIds that an agent serves, newest first. */
export async function servedIds(address: string, query = ''): Promise<string[]> {
  const { items } = (await getJson(`${address}/v1/news?${query}`)) as { items: { newsId: string }[] }
  return items.map(({ newsId }) => newsId)
}

export async function getJson(url: string): Promise<unknown> {
  return (await fetch(url)).json()
}

/** The query of a recorded request. */
export const queryOf = ({ url }: { url: string }) => new URL(url, 'http://upstream.invalid').searchParams

/** A clock that stands until it is set. */
export interface HandClock extends Clock {
  set(instant: string): void
}

export function handClock(start: string): HandClock {
  let now = Temporal.Instant.from(start)
  return {
    now: () => now,
    set: instant => {
      now = Temporal.Instant.from(instant)
    },
  }
}

/** What a metric shows now; of a metric with labels, the sum. */
export async function metricValue(metric: Pick<Counter | Gauge, 'get'>): Promise<number> {
  const { values } = await metric.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

/** A logger whose lines a test can read. */
export function logLines() {
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'debug' }, { write: line => lines.push(JSON.parse(line)) })
  return { logger, lines, at: (level: number) => lines.filter(line => line.level === level) }
}

export const DEBUG = 20
export const INFO = 30
export const WARN = 40
export const ERROR = 50

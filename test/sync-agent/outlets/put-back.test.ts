/** A store that was put back from a backup comes to the same numbers again, with other news: nothing kept may pass for it. */
import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Temporal } from 'temporal-polyfill'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { agentBefore, entry, getJson, news } from '../support.ts'

const PATHS = [
  '/v1/news',
  '/v1/news?q=harbour',
  '/v1/news?newsId=b',
  '/v1/news/b',
  '/v1/changes',
  '/feeds/academy/en-US.rss',
  '/feeds/academy/en-US.atom',
  '/feeds/academy/en-US.json',
]

let files: Scratch
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(news([]))
})
afterAll(() => upstream.close())
beforeEach(() => {
  files = scratch()
})
afterEach(() => files[Symbol.dispose]())

/** Seconds that went by without anything happening: a date is told once its second is over. */
let quietMs = 0
const clock = { now: () => Temporal.Now.instant().add({ milliseconds: quietMs }) }
const aQuietWhile = () => {
  quietMs += 3_000
}

/** The copy was made while its writer was at work, so the next one waits until that is silent for this long. */
const opened = (db: string) => agentBefore(upstream, db, { leaseMs: 100, clock })

async function write(agent: SyncAgent, newsId: string, newsTitle: string) {
  upstream.answer(news([entry(newsId, { newsTitle })]))
  await agent.syncOnce()
}

interface Held {
  etag: string
  modified: string
}

/** What a visitor has of each address, all asked for twice, so that the agent has it as well. */
async function visit(address: string): Promise<Map<string, Held>> {
  aQuietWhile()
  const held = new Map<string, Held>()
  for (const path of [...PATHS, ...PATHS]) {
    const { status, headers } = await rawRequest(address, path)
    expect([path, status]).toEqual([path, 200])
    if (path.startsWith('/feeds')) expect(headers['last-modified']).toBeDefined()
    held.set(path, { etag: `${headers.etag}`, modified: `${headers['last-modified']}` })
  }
  return held
}

async function expectOtherNews(address: string, held: Map<string, Held>) {
  aQuietWhile()
  expect(await getJson(`${address}/v1/news`)).toMatchObject({ seq: 2 })
  for (const [path, { etag, modified }] of held) {
    for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': modified }, {}]) {
      const { status, body } = await rawRequest(address, path, { headers })
      expect([path, status, `${body}`.includes('Harbour open')]).toEqual([path, 200, true])
      expect(`${body}`).not.toContain('Harbour closed')
    }
  }
}

it('by the same process, which opens it anew', async () => {
  const db = files.path('news.sqlite')
  const agent = await opened(db)
  await write(agent, 'a', 'Ferry')
  await agent.backup(files.path('backup.sqlite'))
  await write(agent, 'b', 'Harbour closed')
  const held = await visit(await agent.listen())
  await agent.close()

  copyFileSync(files.path('backup.sqlite'), db)
  await using next = await opened(db)
  await write(next, 'b', 'Harbour open')
  await expectOtherNews(await next.listen(), held)
})

it('under a process that serves it, by others', async () => {
  const db = files.path('news.sqlite')
  await using reader = await opened(db)
  const address = await reader.listen()
  const writer = await opened(db)
  await write(writer, 'a', 'Ferry')
  await writer.backup(files.path('backup.sqlite'))
  await write(writer, 'b', 'Harbour closed')
  const held = await visit(address)
  await writer.close()

  const backup = new Database(files.path('backup.sqlite'), { readonly: true })
  await backup.backup(db)
  backup.close()
  await using other = await opened(db)
  await write(other, 'b', 'Harbour open')
  await expectOtherNews(address, held)
})

/** A store that moves from a file to PostgreSQL and back: what goes along, what a kill leaves, and what is refused. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  type CopyProgress,
  migrateStore,
  openWebhookAdmin,
  type SyncAgent,
} from '../../../sync-agent/index.ts'
import { apply } from '../../../sync-agent/store/apply.ts'
import { COPIED } from '../../../sync-agent/store/copied-tables.ts'
import { readLease, releaseLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { searchNews } from '../../../sync-agent/store/search.ts'
import { soughtPhrases } from '../../../sync-agent/store/search-terms.ts'
import { call } from '../../support/call.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { cycleAt } from '../cycle-at.ts'
import { execute, newDatabase, tablesOf } from '../database.ts'
import { startReceiver } from '../outlets/webhooks/support.ts'
import {
  ACADEMY,
  ACADEMY_ZH,
  agentBefore,
  beforeEachTest,
  getJson,
  handClock,
  ingested,
  KEEPING_COMPILED,
  type Scene,
} from '../support.ts'

let scene: Scene
beforeEachTest(next => {
  scene = next
})

const migrate = (from: string, to: string, onProgress?: (progress: CopyProgress) => void) =>
  migrateStore({ from, to, leaseMs: 1_000, onProgress }, new AbortController().signal)

const refused = (work: Promise<unknown>, code: string, message = '') =>
  expect(work).rejects.toMatchObject({ code, message: expect.stringContaining(message) })

/** Each table that goes along, as it is read in both engines. */
async function copiedRows(db: string): Promise<Record<string, unknown[]>> {
  const all = await tablesOf(db)
  const copied = COPIED.flatMap(({ name }) => (all[name] ? [[name, sorted(all[name])] as const] : []))
  return Object.fromEntries(copied)
}

const sorted = (rows: object[]) =>
  rows.map(row => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort()

describe('a store with everything', () => {
  // Promise: operate/two-stores
  it('is the same in PostgreSQL and back in a file: rows, outlets, positions, feeds, secrets, numbers', async () => {
    await using receiver = await startReceiver()
    const [file, database, back] = [
      scene.files.path('full.db'),
      await newDatabase(),
      scene.files.path('back.db'),
    ]
    const { secret } = await fullStore(file, receiver)
    const before = await copiedRows(file)
    const storeBefore = await execute(file, 'SELECT * FROM store')

    const there = await migrate(file, database)
    const again = await migrate(database, back)
    expect(there.tables.map(({ table }) => table)).toEqual(COPIED.map(({ name }) => name))
    // Nothing was copied that was not there, or was forgotten because it was not there.
    expect(there.tables.filter(({ rows }) => rows === 0)).toEqual([])
    expect(await copiedRows(file)).toEqual(before)
    expect(await copiedRows(database)).toEqual(before)
    expect(await copiedRows(back)).toEqual(before)
    expect(await execute(database, 'SELECT moved_to FROM store')).toEqual([{ moved_to: back }])
    // As somebody who wants it back by force.
    for (const db of [file, database]) await execute(db, 'UPDATE store SET moved_to = NULL')
    expect(await execute(database, 'SELECT * FROM store')).toEqual(storeBefore)
    expect(await execute(back, 'SELECT * FROM store')).toEqual(storeBefore)
    expect(again).toMatchObject({ identity: '5964820aa87e27ee', seq: 10 })

    const visits = await Promise.all([file, database, back].map(db => visit(db)))
    expect(visits[1]).toEqual(visits[0])
    expect(visits[2]).toEqual(visits[0])

    await using agent = await opened(database, {
      webhookKey: `${file}.webhook-key`,
      webhookAllowHosts: [receiver.host],
    })
    agent.start()
    const { news: entries = [], tombstone = [] } = await tablesOf(database)
    const told = [
      ...entries.map(entry => `news.published ${Object(entry).news_id}`),
      ...tombstone.map(deletion => `news.deleted ${Object(deletion).news_id}`),
    ]
    await receiver.until(told.length)
    expect(receiver.told().sort()).toEqual(told.sort())
    const { Webhook } = await import('standardwebhooks')
    for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers)

    // Number 4 was used, and is not used again.
    for (const db of [database, back]) {
      await using admin = await webhooksOf(db, receiver, `${file}.webhook-key`)
      expect((await admin.add({ url: receiver.url, langs: ['en-US'] })).target.id).toBe(5)
    }
  })

  it('has no table that a copy forgets', async () => {
    const database = await newDatabase()
    for (const db of [database, scene.db]) {
      await (await openStore(db)).close()
      const copied = COPIED.map(({ name }) => `${name}`)
      const all = [...Object.keys(await tablesOf(db)), 'lease', 'change_mark']
      const own = ['store', 'lease', 'staged', 'staged_misfit', 'alert']
      const made = /^(search_(entry|terms)|sqlite_|schoolbell_migration)/
      expect(all.filter(name => !own.includes(name) && !made.test(name)).sort()).toEqual(copied.toSorted())
    }
  })
})

/** The first page of the index under the primary key of the news says that it has a part less than it has. */
async function loseEntries(file: string): Promise<void> {
  await execute(file, 'VACUUM')
  const [page] = await execute(
    file,
    "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'sqlite_autoindex_news_2'",
  )
  const bytes = readFileSync(file)
  const cells = (Number(page?.rootpage) - 1) * Number(page?.page_size) + 3
  bytes.writeUInt16BE(bytes.readUInt16BE(cells) - 1, cells)
  writeFileSync(file, bytes)
}

/** As the last version without followers has written it, with a webhook that has a real secret and an outbox. */
async function fullStore(file: string, receiver: { url: string; host: string }): Promise<{ secret: string }> {
  writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, '..', 'store', 'schema-16.db.gz'))))
  await execute(file, `UPDATE store SET service_url = '${scene.upstream.url}/cms'`)
  await using admin = await webhooksOf(file, receiver)
  await admin.remove(1)
  await admin.remove(2)
  const { secret } = await admin.add({ url: receiver.url, backlog: true })
  await admin.add({ url: receiver.url, langs: ['en-US'] })
  await admin.remove(4)
  await execute(
    file,
    `INSERT INTO put_aside (follower, site_id, lang, subject, applied_seq, since, attempts, next_at, reason, unanswered)
     VALUES ('webhook-3', 'academy', 'en-US', 'entry odd', 0, 0, 1, 9e12, 'HTTP 500', 0)`,
  )
  await execute(
    file,
    `INSERT INTO destination (id, kind, address, settings, state, created_at)
       VALUES (2, 'wordpress', 'https://site.example/', '{}', 'paused', 0);
     INSERT INTO wordpress_post (destination_id, site_id, lang, news_id, post_id, state, known, overwrite)
       VALUES (2, 'academy', 'en-US', 'a', 12, 'shown', '{}', 0);
     INSERT INTO wordpress_file (destination_id, key, url, media_id, address)
       VALUES (2, 'k', 'https://files.example/a.png', 13, 'https://site.example/a.png')`,
  )
  return { secret }
}

const webhooksOf = (db: string, { host }: { host: string }, keyFile?: string) =>
  openWebhookAdmin(db, { clock: handClock('2026-09-02T00:00:00Z'), allowedHosts: [host], keyFile })

const opened = (db: string, options: Parameters<typeof agentBefore>[2] = {}): Promise<SyncAgent> =>
  agentBefore(scene.upstream, db, { streams: [ACADEMY, ACADEMY_ZH], ...options })

const PATHS = [
  '/v1/news',
  '/v1/news?lang=zh-HK',
  '/v1/news?q=swimming',
  '/v1/news/c',
  '/v1/changes',
  '/feeds/academy/en-US.rss',
  '/feeds/academy/en-US.atom',
  '/feeds/academy/zh-HK.json',
]

/** What readers are given, and what a follower reads who stands after the third change. */
async function visit(db: string): Promise<unknown[]> {
  await using agent = await opened(db, { clock: handClock('2026-09-03T00:00:00Z') })
  const address = await agent.listen()
  const { next } = (await getJson(`${address}/v1/changes?limit=3`)) as { next: string }
  const got: unknown[] = []
  for (const path of [...PATHS, `/v1/changes?after=${next}`]) {
    const { status, headers, body } = await rawRequest(address, path)
    expect([path, status]).toEqual([path, 200])
    // The address is another one at each start.
    const text = `${body}`.replaceAll(address, 'http://agent.example')
    const etag = text === `${body}` ? headers.etag : undefined
    got.push({ path, text, etag, modified: headers['last-modified'] })
    if (path.startsWith('/v1/news')) expect([path, etag]).not.toEqual([path, undefined])
  }
  return got
}

const CHILD = join(import.meta.dirname, 'copy-store-child.ts')

async function killedAt(step: CopyProgress['step'], share: number, to: string): Promise<void> {
  const child = spawn(process.execPath, [CHILD, scene.db, to, step, `${share}`], {
    env: KEEPING_COMPILED,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

/** Entries, and what else the batch brings. */
async function publish(listed: string[], deleted: string[] = []): Promise<void> {
  const store = await openStore(scene.db)
  const token = (await takeLease(store, 'test', await readLease(store.reading))) ?? 0
  const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
  const serviceUrl = `${scene.upstream.url}/cms`
  await apply(
    store,
    token,
    ACADEMY,
    { listed: listed.map(newsId => ingested(newsId, { newsTitle: `Nul \0 of ${newsId}` })), deleted },
    cycleAt(at, { serviceUrl }),
  )
  await releaseLease(store, token)
  await store.close()
}

const MANY = Array.from({ length: 150 }, (_, index) => `n${index}`)

describe('a copy that is killed', () => {
  it.each<[engine: string, step: CopyProgress['step']]>([
    ['PostgreSQL', 'indexing'],
    ['a file', 'comparing'],
  ])('goes on where it was, and nobody can use it before its end: in %s, when %s', async (engine, step) => {
    await publish(MANY)
    const to = engine === 'PostgreSQL' ? await newDatabase() : scene.files.path('copy.db')
    await killedAt('copying', 0.5, to)
    await refused(openStore(to), 'STORE_UNUSABLE', 'holds an unfinished copy of another store; finish it')
    await expect(opened(to)).rejects.toThrow('unfinished copy')
    await refused(migrate(to, scene.files.path('third.db')), 'SOURCE_UNFINISHED')
    // Rows that the source has lost since then must go from the copy, too.
    await publish(['later'], ['n0'])
    await killedAt(step, 0.5, to)

    const progress: CopyProgress[] = []
    await migrate(scene.db, to, one => progress.push(one))
    // All news were there.
    expect(progress[0]?.done).toBeGreaterThan(MANY.length)
    if (step === 'comparing') expect(progress.filter(one => one.step === 'indexing')).toEqual([])
    expect(await copiedRows(to)).toEqual(await copiedRows(scene.db))
    const store = await openStore(to)
    const found = { ...ACADEMY, phrases: soughtPhrases('body later'), limit: 9, offset: 0 }
    expect(await searchNews(store, found)).toMatchObject({ entries: [{ newsId: 'later' }] })
    await store.close()
  })

  it('or cancelled, leaves the source to its agent, and takes along what is changed there without a change of the news', async () => {
    await publish(MANY)
    const putAside = `INSERT INTO quarantine (site_id, lang, key, raw, path, reason, first_seen_at, last_seen_at, attempts, retry_at)
      VALUES ('academy', 'en-US', 'id:odd', '{}', '', '', 1, 1, 1, 1)`
    await execute(scene.db, putAside)
    const cancel = new AbortController()
    const to = scene.files.path('copy.db')
    const cancelled = migrateStore(
      { from: scene.db, to, onProgress: ({ step }) => step === 'indexing' && cancel.abort() },
      cancel.signal,
    )
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
    const store = await openStore(scene.db)
    expect((await readLease(store.reading)).holder).toBeUndefined()
    await store.close()
    await execute(scene.db, `DELETE FROM quarantine; ${putAside}`)
    const progress: CopyProgress[] = []
    await migrate(scene.db, to, one => progress.push(one))
    expect(progress[0]?.done).toBeGreaterThan(MANY.length)
    expect(await copiedRows(to)).toEqual(await copiedRows(scene.db))
  })
})

describe('refused is', () => {
  it('a source that an agent writes, and a copy that an agent takes over', async () => {
    await publish(MANY)
    const to = scene.files.path('copy.db')
    {
      await using agent = await opened(scene.db, { leaseMs: 200 })
      await agent.syncOnce()
      await refused(migrate(scene.db, to), 'LEASE_HELD')
    }
    let isTaken = false
    const takenOver = migrateStore(
      {
        // Without a sign of life of its own meanwhile.
        ...{ from: scene.db, to, leaseMs: 600_000 },
        onProgress({ done }) {
          if (done < 100 || isTaken) return
          isTaken = true
          execute(scene.db, 'UPDATE lease SET token = token + 1')
        },
      },
      new AbortController().signal,
    )
    await refused(takenOver, 'LEASE_LOST')
  })

  it('a target that is in use, holds a copy of another store, or this store already', async () => {
    await publish(['a', 'b'])
    const before = await tablesOf(scene.db)
    const used = scene.files.path('used.db')
    copyFileSync(scene.db, used)
    await execute(used, "UPDATE store SET identity = 'another'")
    await refused(migrate(scene.db, used), 'TARGET_NOT_EMPTY')

    await refused(migrate(scene.db, scene.db), 'SAME_STORE')
    const begun = await newDatabase()
    await (await openStore(begun)).close()
    await execute(begun, `UPDATE store SET unfinished_copy = '{"identity":"yet another"}'`)
    await refused(
      migrate(scene.db, begun),
      'TARGET_NOT_EMPTY',
      'unfinished copy of another store; name a new file or an empty schema',
    )
    expect(await tablesOf(scene.db)).toEqual(before)

    const done = scene.files.path('done.db')
    await migrate(scene.db, done)
    await refused(migrate(scene.db, done), 'SAME_STORE')
    // Also before its first agent.
    await refused(migrate(used, done), 'TARGET_NOT_EMPTY')
    expect(await copiedRows(done)).toEqual(await copiedRows(scene.db))
  })

  it('a store that was moved: to copy it elsewhere, to open it, and to lead it, also for an agent that waits', async () => {
    await publish(['a'])
    const before = await openStore(scene.db)
    const to = scene.files.path('new.db')
    await migrate(scene.db, to)
    const moved = { code: 'STORE_MOVED', message: expect.stringContaining(`this store was moved to ${to}`) }
    await expect(
      readLease(before.reading).then(seen => takeLease(before, 'waiting', seen)),
    ).rejects.toMatchObject(moved)
    await before.close()
    await expect(openStore(scene.db)).rejects.toMatchObject(moved)
    await refused(migrate(scene.db, scene.files.path('other.db')), 'SOURCE_MOVED')
    await migrate(to, scene.files.path('back.db'))
    await (await openStore(scene.files.path('back.db'))).close()
  })

  it('nothing, when it was interrupted after the source was marked as moved', async () => {
    await publish(['a'])
    const to = scene.files.path('new.db')
    await migrate(scene.db, to)
    const { identity } = (await execute(scene.db, 'SELECT identity FROM store'))[0] ?? {}
    await execute(
      to,
      `UPDATE store SET identity = 'begun', unfinished_copy = '${JSON.stringify({ identity })}'`,
    )
    await execute(to, 'UPDATE lease SET token = 0')
    await migrate(scene.db, to)
    await (await openStore(to)).close()
  })

  it('an identifier that an older version has taken into a file, and that PostgreSQL cannot hold', async () => {
    await publish(['a', 'b'], ['gone'])
    const long = Array.from({ length: 1_000 }, (_, n) => `${n * 7919}`).join('')
    const to = await newDatabase()
    for (const [table, newsId] of [
      ['news', 'a'],
      ['tombstone', 'gone'],
    ]) {
      await execute(scene.db, `UPDATE ${table} SET news_id = '${long}' WHERE news_id = '${newsId}'`)
      await expect(migrate(scene.db, to)).rejects.toMatchObject({
        code: 'IDENTIFIER_TOO_LONG',
        message: expect.stringMatching(
          `academy/en-US.*${long.slice(0, 50)}.*${long.length} bytes.*start the agent with the empty database`,
        ),
      })
      await execute(scene.db, `UPDATE ${table} SET news_id = '${newsId}' WHERE news_id = '${long}'`)
    }
    // As it was: what the message says can be done.
    await (await openStore(to)).close()
    await execute(scene.db, `UPDATE news SET news_id = '${long}' WHERE news_id = 'a'`)
    await migrate(scene.db, scene.files.path('file.db'))
  })

  it('a file whose index misses entries, and one that no agent has used', async () => {
    await publish(MANY.map(newsId => newsId.padEnd(200, 'x')))
    await loseEntries(scene.db)
    const to = scene.files.path('copy.db')
    await expect(migrate(scene.db, to)).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringMatching(/ is damaged \(.+\); nothing was changed, put a backup in its place/),
    })
    const empty = scene.files.path('empty.db')
    writeFileSync(empty, '')
    await refused(migrate(empty, to), 'SOURCE_UNUSED', 'name the one that is in use')
    expect(existsSync(to)).toBe(false)
  })

  it('a row that differs when everything is copied', async () => {
    await publish(MANY)
    const to = scene.files.path('copy.db')
    let isChanged = false
    const { tables } = await migrate(scene.db, to, ({ step }) => {
      if (step !== 'comparing' || isChanged) return
      isChanged = true
      execute(to, "UPDATE news SET title = 'other' WHERE news_id = 'n7'")
    })
    expect(tables.find(({ table }) => table === 'news')?.rows).toBe(MANY.length)
    // It was copied again.
    expect(await copiedRows(to)).toEqual(await copiedRows(scene.db))
  })
})

describe('the command', () => {
  it('says what it copied, and what to do next', async () => {
    await using receiver = await startReceiver()
    const file = scene.files.path('full.db')
    await fullStore(file, receiver)
    const to = await newDatabase()
    const moved = await call(['sync', 'migrate', '--from', file, '--to', to, '--db-schema', 'news'])
    expect(moved).toMatchObject({ code: 0, errors: '' })
    expect(moved.output).toMatch(/^news +4 +[0-9a-f]{16}$/m)
    expect(moved.output).toContain(`copied from ${file}, the same in both; last change: 10`)
    expect(moved.output).toContain(`${file}.webhook-key: start the agent with --webhook-key and this file`)
    expect(moved.output).toContain(
      `start the agent with --db ${to} --db-schema news; none starts with ${file} any more`,
    )
    const status = await call(['sync', 'status', '--db', to, '--db-schema', 'news', '--json'])
    expect(JSON.parse(status.output)).toMatchObject({
      lease: { token: 2 },
      followers: [
        { name: 'media', seq: 0 },
        { name: 'webhook-3', behind: 6, aside: 1 },
      ],
    })

    const back = ['--from', `${to}?schema=news`, '--to', scene.files.path('back.db'), '--json']
    const report = await call(['sync', 'migrate', ...back])
    expect(JSON.parse(report.output)).toMatchObject({ identity: '5964820aa87e27ee', seq: 10 })
  })

  it.each([
    [['--from', 'news.db'], 2, "required option '--to <store>' not specified"],
    [['--from', '/nowhere/news.db', '--to', 'x.db'], 1, '--from: /nowhere/news.db does not exist'],
    [
      ['--from', 'postgres://a/b', '--to', 'postgres://a/c', '--db-schema', 'news'],
      2,
      'name schema and password file in their addresses',
    ],
    [['--from', 'package.json', '--to', 'postgres://a:secret@b/c'], 1, 'package.json (the sync agent'],
  ])('refuses %j', async (args, code, message) => {
    const wrong = await call(['sync', 'migrate', ...args])
    expect(wrong).toMatchObject({ code, errors: expect.stringContaining(message) })
    expect(wrong.errors).not.toContain('secret')
  })
})

/** What only a store in PostgreSQL can meet: other programs' schemas, several agents at once, lost connections. */

import { sql } from 'kysely'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LONGEST_IDENTIFIER } from '../../../shared/client/identifier.ts'
import { apply } from '../../../sync-agent/store/apply.ts'
import { lastSeq } from '../../../sync-agent/store/change-marks.ts'
import { beatLease, readLease, releaseLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { dueSources } from '../../../sync-agent/store/media-queue.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { keepPopups } from '../../../sync-agent/store/popup-rows.ts'
import { openPostgres } from '../../../sync-agent/store/postgres/engine.ts'
import { postgresFault } from '../../../sync-agent/store/postgres/faults.ts'
import { getNews, knownEntries, listNews } from '../../../sync-agent/store/reading.ts'
import { clearStaged, stage } from '../../../sync-agent/store/staging.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { countStream } from '../../../sync-agent/store/stream-rows.ts'
import { freePort } from '../../support/free-port.ts'
import { poolerBefore } from '../../support/postgres/pooler.ts'
import { scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { cycleAt } from '../cycle-at.ts'
import { execute, newDatabase } from '../database.ts'
import { ACADEMY, agentBefore, ingested, news, RELAYING } from '../support.ts'
import { followMedia } from './led-store.ts'

const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
const outcome = cycleAt(at)
const faultOf = (address: string) =>
  openStore(address)
    .then(store => store.close())
    .catch(error => error)
const fault = (code: string, text: string) => ({ code, message: expect.stringContaining(text) })

let db: string
beforeEach(async () => {
  db = await newDatabase()
})

describe('opening', () => {
  it('makes the schema once, though several agents open an empty database together', async () => {
    const stores = await Promise.all([openStore(db), openStore(db), openStore(db)])
    expect(new Set(stores.map(({ identity }) => identity)).size).toBe(1)
    expect(stores[0]?.identity).toMatch(/^[0-9a-f]{16}$/)
    await Promise.all(stores.map(store => store.close()))
  })

  it('two schemas of one database are two stores, also under an odd name', async () => {
    const [one, two] = [await openStore(db), await openStore(`${db}?schema=Other%20%22school%22`)]
    expect(one.identity).not.toBe(two.identity)
    const token = (await takeLease(two, 'test', await readLease(two.reading))) ?? 0
    await apply(two, token, ACADEMY, { listed: [ingested('a')], deleted: [] }, outcome)
    expect(await countStream(one, ACADEMY)).toMatchObject({ entries: 0 })
    await Promise.all([one.close(), two.close()])
  })

  // Promise: operate/downgrade
  it('leaves another program’s schema alone, and the store of a newer version', async () => {
    await execute(db, 'CREATE SCHEMA schoolbell; CREATE TABLE schoolbell.pupils ()')
    expect(await faultOf(db)).toMatchObject(fault('STORE_FOREIGN', 'holds something else'))
    await (await openStore(`${db}?schema=news`)).close()
    await execute(db, "INSERT INTO news.schoolbell_migration VALUES ('9999-later', '2030-01-01T00:00:00Z')")
    expect(await faultOf(`${db}?schema=news`)).toMatchObject(fault('STORE_NEWER', '9999-later'))
    expect(await execute(db, "SELECT tablename FROM pg_tables WHERE schemaname = 'schoolbell'")).toEqual([
      { tablename: 'pupils' },
    ])
  })

  it('makes no store for a command that needs one, and says so', async () => {
    await expect(openStore(db, { mustExist: true })).rejects.toMatchObject(
      fault('STORE_UNUSABLE', 'holds no store yet'),
    )
    expect(await execute(db, "SELECT FROM pg_namespace WHERE nspname = 'schoolbell'")).toEqual([])
    await (await openStore(db)).close()
    await (await openStore(db, { mustExist: true })).close()
  })

  it('makes a store in a schema that the role owns, and says how to make one that it may not make', async () => {
    const role = `clerk_${db.slice(-8)}`
    await execute(
      db,
      `CREATE ROLE ${role} LOGIN; CREATE SCHEMA own AUTHORIZATION ${role};
       CREATE SCHEMA foreigners; GRANT USAGE ON SCHEMA foreigners TO ${role}`,
    )
    const asClerk = (schema: string) => `${db.replace('postgres@', `${role}@`)}?schema=${schema}`
    expect(await faultOf(asClerk('own'))).toBeUndefined()
    expect(await faultOf(asClerk('none'))).toMatchObject(
      fault('STORE_UNUSABLE', `or make it: CREATE SCHEMA "none" AUTHORIZATION "${role}"`),
    )
    expect(await faultOf(asClerk('foreigners'))).toMatchObject(
      fault('STORE_UNUSABLE', 'make the role the owner of the schema'),
    )
  })

  it('of a store that is up to date waits for no agent that is bringing one up to date', async () => {
    await (await openStore(db)).close()
    const other = new pg.Client({ connectionString: db })
    await other.connect()
    await other.query('BEGIN; LOCK TABLE schoolbell.schoolbell_migration_lock')
    await (await openStore(db)).close()
    await other.end()
  })

  it('says in one line what is wrong with server, user or database', async () => {
    const nobody = await freePort()
    const [server] = db.split('/t_')
    expect(await faultOf(`postgres://127.0.0.1:${nobody}/school`)).toMatchObject({
      code: 'STORE_UNREACHABLE',
      message: expect.stringMatching(
        `^the database school \\(schema schoolbell\\) at 127.0.0.1:${nobody} cannot be reached.*ECONNREFUSED`,
      ),
    })
    expect(await faultOf(db.replace('postgres@', 'stranger@'))).toMatchObject(
      fault('STORE_REFUSED', 'refuses this user'),
    )
    expect(await faultOf(`${server}/missing`)).toMatchObject(fault('STORE_REFUSED', 'does not exist'))
  })
})

describe('a pooler that gives a connection to several in turn', () => {
  const says = /pooler in transaction mode.*pool_mode = session/

  it('is refused at the start, with the remedy, and no setting stays on its connections', async () => {
    await using pooler = await poolerBefore(db)
    expect(await faultOf(`${pooler.db}?sslmode=disable`)).toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(says),
    })
    const other = new pg.Client({ connectionString: pooler.db })
    await other.connect()
    const { rows } = await other.query('SHOW default_transaction_read_only')
    expect(rows).toEqual([{ default_transaction_read_only: 'off' }])
    await other.end()
  })

  it('is told from a server that is away, when it knows no transactions at all', () => {
    const refusal = Object.assign(new Error('transaction blocks not allowed in statement pooling mode'), {
      code: '08P01',
    })
    expect(postgresFault('database', refusal)).toMatchObject(
      fault('STORE_UNUSABLE', 'statement mode; set pool_mode = session'),
    )
  })

  it('ends an agent’s start with that sentence', async () => {
    await using pooler = await poolerBefore(db)
    await using upstream = await startUpstream(news())
    await expect(agentBefore(upstream, `${pooler.db}?sslmode=disable`)).rejects.toThrow(says)
  })
})

describe('an open store', () => {
  let store: AgentStore
  let token: number
  beforeEach(async () => {
    store = await openStore(db)
    token = (await takeLease(store, 'test', await readLease(store.reading))) ?? 0
  })
  afterEach(() => store.close())

  it('gives signs of life while a transaction writes, and nobody takes the lease before its end', async () => {
    const engine = await openPostgres(db)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const writing = engine.write(async () => held)
    await expect.poll(() => waitingFor(db), { message: 'transactions that wait' }).toBe(0)
    const before = await readLease(store.reading)
    expect(await beatLease(store, token)).toBe(true)
    const seen = await readLease(store.reading)
    expect(seen.beat).toBe(before.beat + 1)
    const taken = takeLease(store, 'other', seen)
    await expect.poll(() => waitingFor(db), { message: 'transactions that wait' }).toBe(1)
    expect(await readLease(store.reading)).toEqual(seen)
    letGo()
    await writing
    expect(await taken).toBe(token + 1)
    expect(await beatLease(store, token)).toBe(false)
    await engine.close()
  })

  it('gives signs of life while it waits for another agent to keep popup messages', async () => {
    const engine = await openPostgres(db)
    const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const heard = { answer: undefined, failure: { at, code: 'TIMEOUT', message: '' } }
    const keep = () => keepPopups(store, ACADEMY, outcome.serviceUrl, heard)
    await keep()
    const locking = engine.write(async queries => {
      await sql`SELECT FROM popup_answer FOR UPDATE`.execute(queries)
      noteLocked()
      await held
    })
    await locked
    const keeping = keep().then(() => 'kept')
    await expect.poll(() => waitingFor(db), { message: 'transactions that wait' }).toBe(1)
    expect(await Promise.race([keeping, beatLease(store, token)])).toBe(true)
    letGo()
    await Promise.all([locking, keeping])
    await engine.close()
  })

  it('an agent leads on while its popup messages wait for another agent', async () => {
    await using upstream = await startUpstream(news())
    await using agent = await agentBefore(upstream, db, { ...RELAYING, leaseMs: 400 })
    const failure = { at, code: 'TIMEOUT', message: '' }
    await keepPopups(store, ACADEMY, `${upstream.url}/cms`, { answer: undefined, failure })
    await releaseLease(store, token)
    agent.start()
    await expect
      .poll(async () => (await readLease(store.reading)).token, { message: 'who leads' })
      .toBe(token + 1)
    const other = new pg.Client({ connectionString: db, options: '-c search_path=schoolbell' })
    await other.connect()
    await other.query('BEGIN; SELECT FROM popup_answer FOR UPDATE')
    // Popup messages are asked for as soon as it listens.
    await agent.listen()
    const waiting = () =>
      execute(
        db,
        "SELECT pid, xact_start FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    await expect.poll(waiting, { message: 'transactions that wait' }).toHaveLength(1)
    const [before, { beat }] = [await waiting(), await readLease(store.reading)]
    await expect
      .poll(async () => (await readLease(store.reading)).beat, { message: 'signs of life' })
      .toBeGreaterThan(beat)
    expect(await waiting()).toEqual(before)
    await other.query('ROLLBACK')
    await other.end()
  })

  it('plans for the entries that a large answer has brought, staged and published', async () => {
    const planned = async (table: string) => {
      const [row] = await execute(
        db,
        `SELECT reltuples::integer AS entries FROM pg_class WHERE oid = 'schoolbell.${table}'::regclass`,
      )
      return row?.entries
    }
    await stage(store, token, ACADEMY, { listed: [ingested('a'), ingested('b')], invalid: [] })
    await apply(store, token, ACADEMY, { listed: [], deleted: [], staged: { except: [] } }, outcome)
    expect([await planned('staged'), await planned('news')]).toEqual([2, -1])
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, number) => ingested(`${name}${number}`))
    await apply(store, token, ACADEMY, { listed: many(1_001, 'listed'), deleted: [] }, outcome)
    expect(await planned('news')).toBe(1_002)
    // In the middle: otherwise each part would take as long as all parts before it.
    await clearStaged(store, token, ACADEMY)
    await stage(store, token, ACADEMY, { listed: many(2_000, 'staged'), invalid: [] })
    await apply(store, token, ACADEMY, { listed: [], deleted: [], staged: { except: [] } }, outcome)
    expect([await planned('staged'), await planned('news')]).toEqual([2_000, 2_103])
  })

  it('goes on after all its connections were cut, also in the middle of a transaction', async () => {
    await apply(store, token, ACADEMY, { listed: [ingested('a')], deleted: [] }, outcome)
    await cutAll(db)
    expect(await lastSeq(store.reading)).toBe(1)
    const engine = await openPostgres(db)
    const cut = engine.write(async queries => {
      await queries.updateTable('store').set({ seq: 99 }).execute()
      await cutAll(db)
      await queries.updateTable('store').set({ seq: 100 }).execute()
    })
    await expect(cut).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(await engine.write(queries => queries.selectFrom('store').select('seq').execute())).toEqual([
      { seq: 1 },
    ])
    await engine.close()
    // It may be another server now, which has the lease but not the last changes.
    const write = (held: number) =>
      apply(store, held, ACADEMY, { listed: [ingested('b')], deleted: [] }, outcome)
    await expect(write(token)).rejects.toMatchObject({ code: 'LEASE_LOST' })
    const next = await takeLease(store, 'test', await readLease(store.reading))
    expect(await write(next ?? 0)).toMatchObject({ seq: 2 })
  })

  it('writes in turn, however long one takes', async () => {
    const engine = await openPostgres(db)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: begun, resolve: noteBegun } = Promise.withResolvers<void>()
    const first = engine.write(() => {
      noteBegun()
      return held
    })
    await begun
    const second = engine.write(async () => 'written')
    await vi.advanceTimersByTimeAsync(10_000)
    letGo()
    await first
    expect(await second).toBe('written')
    vi.useRealTimers()
    await engine.close()
  })

  it('numbers new rows after the last one of a store that was copied, or from 1', async () => {
    const engine = await openPostgres(db)
    const last = async (number: number) => {
      await engine.write(db => engine.numberAfter(db, 'run', number))
      return engine.lastNumber(engine.reading, 'run')
    }
    expect([await last(7), await last(0)]).toEqual([7, 0])
    await engine.close()
  })

  it('has no backup of its own, and names the command that makes one', async () => {
    const engine = await openPostgres(db)
    await expect(engine.backup('news.db')).rejects.toThrow(
      'the store is in PostgreSQL, which has its own backup: pg_dump --schema=schoolbell',
    )
    await engine.close()
  })

  it('gives signs of life while all visitors wait', async () => {
    const engine = await openPostgres(db)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const locking = engine.write(async queries => {
      await sql`LOCK TABLE news IN ACCESS EXCLUSIVE MODE`.execute(queries)
      await held
    })
    const visits = Array.from({ length: 20 }, () => listNews(store, { ...ACADEMY, limit: 1 }))
    await expect.poll(() => waitingFor(db), { message: 'transactions that wait' }).toBe(8)
    expect(await beatLease(store, token)).toBe(true)
    letGo()
    await locking
    expect(await Promise.all(visits)).toHaveLength(20)
    await engine.close()
  })

  it('answers a question for what no text of PostgreSQL can hold', async () => {
    expect(await getNews(store, { ...ACADEMY, newsId: '\0' })).toBeUndefined()
    expect(await knownEntries(store, ACADEMY, ['a\0b', '\ud800'])).toEqual(new Map())
  })

  it('has the tables that a file has, with their columns in the same order', async () => {
    using files = scratch()
    const file = files.path('news.db')
    await (await openStore(file)).close()
    const inFile = await execute(
      file,
      `SELECT it.name AS "table", col.name AS "column", CASE col.type WHEN 'TEXT' THEN 'text' ELSE 'number' END AS type,
              col."notnull" OR col.pk > 0 AS "isFilled"
       FROM sqlite_schema AS it, pragma_table_info(it.name) AS col
       WHERE it.type = 'table' AND it.name NOT GLOB 'sqlite_*' AND it.name NOT GLOB 'search_[et]*'
         AND col.name NOT IN ('file_stamp', 'stamp_before')
       ORDER BY it.name, col.cid`,
    )
    const onServer = await execute(
      db,
      `SELECT table_name AS "table", column_name AS "column",
              CASE data_type WHEN 'text' THEN 'text' ELSE 'number' END AS type, (is_nullable = 'NO')::int AS "isFilled"
       FROM information_schema.columns JOIN pg_tables ON schemaname = table_schema AND tablename = table_name
       WHERE table_schema = 'schoolbell' AND table_name !~ '^(schoolbell_|search_e)'
       ORDER BY table_name COLLATE "C", ordinal_position`,
    )
    expect(onServer).toEqual(inFile)
    expect(inFile.map(({ table }) => table)).toContain('put_aside')
  })

  it('has the views that a file has, with their columns in the same order', async () => {
    using files = scratch()
    const file = files.path('news.db')
    await (await openStore(file)).close()
    for (const view of ['published_news', 'published_attachments', 'deleted_news']) {
      const inFile = await execute(file, `SELECT name FROM pragma_table_info('${view}')`)
      const columns = await execute(
        db,
        `SELECT column_name AS name, data_type AS type FROM information_schema.columns
         WHERE table_schema = 'schoolbell' AND table_name = '${view}' ORDER BY ordinal_position`,
      )
      expect(columns.map(({ name }) => ({ name }))).toEqual(inFile)
      expect(columns.filter(({ type }) => type !== 'text' && type !== 'bigint')).toEqual([])
    }
    await apply(store, token, ACADEMY, { listed: [], deleted: ['gone'] }, outcome)
    expect(await execute(db, 'SELECT * FROM deleted_news')).toEqual([
      { site_id: 'academy', lang: 'en-US', news_id: 'gone', deleted_at: '2026-09-01T00:00:00Z', seq: 1 },
    ])
  })

  it('takes the longest identifiers and addresses', async () => {
    const long = (letter: string) =>
      Array.from({ length: 5_000 }, (_, n) => letter + ((n * 7919) % 104_729)).join('')
    const longest = long('i').slice(0, LONGEST_IDENTIFIER)
    const entry = ingested(longest, { mobileScreenImageUrl: `https://files.example/${long('c')}` })
    await apply(store, token, ACADEMY, { listed: [entry], deleted: [] }, outcome)
    await apply(store, token, ACADEMY, { listed: [], deleted: [longest] }, outcome)
    await apply(store, token, ACADEMY, { listed: [entry], deleted: [] }, outcome)
    await followMedia(store, token, 0)
    expect(await dueSources(store, 0, 5)).toMatchObject([{ url: entry.coverUrl }])
  })
})

/** Transactions that wait for another one. */
async function waitingFor(db: string): Promise<number> {
  const [row] = await execute(
    db,
    "SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return Number(row?.waiting)
}

const cutAll = (db: string) =>
  execute(
    db,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )

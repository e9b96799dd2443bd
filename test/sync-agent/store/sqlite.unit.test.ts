/** A store in a file: whether it is still the file of its name, who else writes it, what ends a write, and its copies. */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { apply } from '../../../sync-agent/store/apply.ts'
import { BackupError } from '../../../sync-agent/store/backup-error.ts'
import { lastSeq } from '../../../sync-agent/store/change-marks.ts'
import { readLease } from '../../../sync-agent/store/fence.ts'
import { openEngine, openStore } from '../../../sync-agent/store/open.ts'
import { inodeOf } from '../../../sync-agent/store/sqlite/same-file.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { countStream } from '../../../sync-agent/store/stream-rows.ts'
import type { Scratch } from '../../support/scratch.ts'
import { cycleAt } from '../cycle-at.ts'
import { ACADEMY, ingested } from '../support.ts'
import { at, beforeEachLedStore, entriesIn, fault, lead, publishMany } from './led-store.ts'

let files: Scratch
let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ files, db, store, token } = led)
})
// A test may have opened another one.
afterEach(() => store.close())

const publish = (count: number, name?: string) => publishMany({ store, token }, count, name)

describe('a file that is not the one of its name any more', () => {
  const refused = (what: string) => expect(publish(1, 'x')).rejects.toEqual(fault('STORE_REPLACED', what))

  it.each(['removed', 'replaced'])('%s, is not written, and the reason says what to do', async how => {
    await publish(1)
    expect(store.replaced()).toBeUndefined()
    renameSync(db, files.path('away.db'))
    if (how === 'replaced') copyFileSync(files.path('away.db'), db)
    await refused(`${db} was removed or replaced while the agent had it open; nothing more is written`)
    expect(store.replaced()).toContain(db)
    expect((await countStream(store, ACADEMY)).entries).toBe(1)
  })

  it('nor is one whose log was removed', async () => {
    await publish(1)
    expect(store.replaced()).toBeUndefined()
    renameSync(`${db}-wal`, files.path('away'))
    await refused(`${db}-wal, the log of the store, was removed or replaced`)
  })

  it('is known by its inode', () => {
    symlinkSync(db, files.path('link.db'))
    expect(inodeOf(files.path('link.db'))).toBe(inodeOf(db))
    expect(inodeOf(db)).toMatch(/^\d+:\d+$/)
    expect(inodeOf(files.path('missing'))).toBeUndefined()
  })

  it('has its log beside itself when it is opened by another name', async () => {
    await publish(1)
    await store.close()
    symlinkSync(db, files.path('link.db'))
    store = await openStore(files.path('link.db'))
    token = await lead(store)
    await publish(1, 'x')
    expect([existsSync(`${db}-wal`), existsSync(files.path('link.db-wal'))]).toEqual([true, false])
  })
})

describe('a store that somebody else writes', () => {
  it('waits for the end of the transaction', async () => {
    const other = new Database(db)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    let isWritten = false
    const writing = publish(1).then(() => {
      isWritten = true
    })
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    expect(isWritten).toBe(false)
    other.exec('COMMIT')
    await writing
    expect((await countStream(store, ACADEMY)).entries).toBe(1)
  })

  it('holds back a write only so long, and no longer once it is done', async () => {
    const engine = await openEngine(db, { busyMs: 10 })
    onTestFinished(() => engine.close())
    const other = new Database(db)
    onTestFinished(() => void other.close())
    const write = () => engine.write(work => work.updateTable('store').set({ seq: 7 }).execute())
    other.exec('BEGIN IMMEDIATE')
    await expect(write()).rejects.toThrow('database is locked')
    other.exec('COMMIT')
    await write()
    expect(await lastSeq(engine.reading)).toBe(7)
  })
})

describe('a write', () => {
  it('that the database itself has ended says why, and the next one is written', async () => {
    const twice = sql`INSERT OR ROLLBACK INTO lease SELECT * FROM lease`
    await expect(store.write(work => twice.execute(work))).rejects.toThrow('UNIQUE constraint failed')
    await publish(1)
    expect((await countStream(store, ACADEMY)).entries).toBe(1)
  })

  it('of the writer is a sign of its life', async () => {
    const { beat } = await readLease(store.reading)
    await publish(1)
    expect((await readLease(store.reading)).beat).toBeGreaterThan(beat)
  })

  it('that the store does not allow fails at once', async () => {
    const engine = await openEngine(db, { busyMs: Number.POSITIVE_INFINITY })
    onTestFinished(() => engine.close())
    await engine.write(work => sql`PRAGMA query_only = ON`.execute(work))
    await expect(engine.write(async () => undefined)).rejects.toMatchObject({ code: 'STORE_READ_ONLY' })
  })
})

describe('a copy', () => {
  it('is whole, and another file than the store', async () => {
    await publish(3)
    const copy = files.path('copy.db')
    await store.backup(copy)
    expect(readdirSync(files.path('.')).filter(name => name.includes('copy'))).toEqual(['copy.db'])
    expect(await entriesIn(copy)).toBe(3)
    const stamp = (path: string) => {
      const opened = new Database(path, { readonly: true })
      const found = opened.prepare('SELECT file_stamp FROM lease').pluck().get()
      opened.close()
      return found
    }
    expect(stamp(copy)).toMatch(/^schoolbell-file-[0-9a-f-]{36}$/)
    expect(stamp(copy)).not.toBe(stamp(db))
  })

  it('can be made of a store in memory', async () => {
    const memory = await openEngine(':memory:')
    await memory.backup(files.path('copy.db'))
    await memory.close()
    expect(await entriesIn(files.path('copy.db'))).toBe(0)
  })

  it('keeps to the moment at which it was asked for, whoever writes meanwhile', async () => {
    await apply(
      store,
      token,
      ACADEMY,
      { listed: [ingested('large', { newsContent: `<p>${'x'.repeat(3_000_000)}</p>` })], deleted: [] },
      cycleAt(at),
    )
    const copying = store.backup(files.path('copy.db'))
    for (let number = 0; number < 5; number += 1) await publish(1, `later${number}`)
    await copying
    expect(await entriesIn(files.path('copy.db'))).toBe(1)
  })

  it('takes nobody’s place, and leaves nothing behind', async () => {
    const copy = files.path('copy.db')
    writeFileSync(copy, 'of somebody')
    const refused = await store.backup(copy).catch(error => error)
    expect(refused).toBeInstanceOf(BackupError)
    expect(refused.message).toBe(`${copy}: the file exists already; choose another name`)
    expect(refused.cause).toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(copy, 'utf8')).toBe('of somebody')
    const missing = files.path('missing/copy.db')
    await expect(store.backup(missing)).rejects.toThrow(
      `${missing}: cannot write the backup: the folder ${files.path('missing')} does not exist; correct the path, or make the folder first`,
    )
    const below = `${copy}/folder/copy.db`
    await expect(store.backup(below)).rejects.toThrow(
      `${below}: cannot write the backup: a part of the path is a file, not a folder (ENOTDIR)`,
    )
    expect(readdirSync(files.path('.')).filter(name => name.includes('partial'))).toEqual([])
  })
})

it('a full disk at the beginning of a term is said as at any other time', async () => {
  const database = new Database(db)
  database.exec(
    'CREATE TRIGGER large AFTER UPDATE ON lease BEGIN UPDATE lease SET holder = hex(zeroblob(4000000)); END',
  )
  database.close()
  const engine = await openEngine(db, { maxPages: 200 })
  onTestFinished(() => engine.close())
  await expect(engine.stamp()).rejects.toMatchObject({ code: 'STORE_FULL' })
})

it('a store is not made in a folder that does not exist', async () => {
  await expect(openStore(files.path('missing/news.db'))).rejects.toEqual(
    fault(
      'STORE_UNUSABLE',
      `(the sync agent's store) cannot be made: the folder ${files.path('missing')} does not exist`,
    ),
  )
})

it('a store of which a page was overwritten is said to be damaged, in one line', async () => {
  await publish(300)
  await store.close()
  const database = new Database(db)
  const page = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'news_newest'").pluck().get()
  const size = Number(database.pragma('page_size', { simple: true }))
  database.close()
  const bytes = readFileSync(db)
  bytes.fill(0, (Number(page) - 1) * size, Number(page) * size)
  writeFileSync(db, bytes)
  store = await openStore(db)
  const found = await store.verify().catch(error => error)
  expect(found).toEqual(fault('STORE_CORRUPT', `${db} is damaged (`))
  expect(found.message).toMatch(/^[^\n]+; nothing was changed, put a backup in its place$/)
})

it('a whole store is found to be whole, and may be closed twice', async () => {
  await store.verify()
  await Promise.all([store.close(), store.close()])
})

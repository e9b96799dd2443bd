/** Whether a store takes the write-ahead log that lies beside its file: after a kill its own, and never that of another file. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { listNews } from '../../../sync-agent/store/reading.ts'
import { copyFile } from '../../../sync-agent/store/sqlite/backup.ts'
import { stampFile } from '../../../sync-agent/store/sqlite/own-log.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import type { Scratch } from '../../support/scratch.ts'
import { ACADEMY } from '../support.ts'
import { beforeEachLedStore, entriesIn, fault, lead, publishMany } from './led-store.ts'

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

/** What a killed agent leaves: the file and its log. */
function killed(path = files.path('killed.db')): string {
  copyFileSync(db, path)
  copyFileSync(`${db}-wal`, `${path}-wal`)
  return path
}

describe('the log beside a file', () => {
  it('is taken after a kill', async () => {
    await publish(3)
    expect(await entriesIn(killed())).toBe(3)
  })

  it('of a later time than the file, which a backup is, is refused, and nothing is changed', async () => {
    await publish(3)
    const backup = files.path('backup.db')
    await store.backup(backup)
    await publish(300, 'later')
    const path = killed()
    copyFileSync(backup, path)
    const before = [readFileSync(path), readFileSync(`${path}-wal`)]
    await expect(openStore(path)).rejects.toEqual(
      fault(
        'STORE_REPLACED',
        `${path}-wal is the log of another file: killed.db was put in its place, as a backup is. Nothing was changed`,
      ),
    )
    await expect(copyFile(path, files.path('copy.db'))).rejects.toMatchObject({ code: 'STORE_REPLACED' })
    expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before)
    rmSync(`${path}-wal`)
    expect(await entriesIn(path)).toBe(3)
  })

  it('of a file of an earlier term is refused as well', async () => {
    await publish(3)
    await store.close()
    const before = files.path('before.db')
    copyFileSync(db, before)
    store = await openStore(db)
    token = await lead(store)
    await publish(3, 'later')
    const path = killed()
    copyFileSync(before, path)
    await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_REPLACED' })
  })

  describe('of a store from before logs had stamps', () => {
    let older: string
    let writer: Database.Database
    beforeEach(() => {
      older = files.path('older.db')
      writeFileSync(older, gunzipSync(readFileSync(join(import.meta.dirname, 'schema-16.db.gz'))))
      writer = new Database(older)
      writer.pragma('journal_mode = WAL')
      writer.exec("UPDATE news SET title = 'Written last: schoolbell-file-2.pdf'")
    })
    afterEach(() => void writer.close())

    it('is taken after a kill, also when an entry has the beginning of a stamp', async () => {
      const path = files.path('killed.db')
      copyFileSync(older, path)
      copyFileSync(`${older}-wal`, `${path}-wal`)
      const opened = await openStore(path)
      const { entries } = await listNews(opened, { ...ACADEMY, limit: 1 })
      expect(entries).toMatchObject([{ title: 'Written last: schoolbell-file-2.pdf' }])
      await opened.close()
    })

    it('is the only one that such a file takes: a backup of that time refuses a later log', async () => {
      await publish(3)
      const path = killed()
      writer.pragma('wal_checkpoint(TRUNCATE)')
      copyFileSync(older, path)
      await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_REPLACED' })
      expect(readFileSync(path)).toEqual(readFileSync(older))
    })
  })

  it('without a file is not taken for a new store', async () => {
    await publish(3)
    const path = killed()
    rmSync(path)
    await expect(openStore(path)).rejects.toEqual(fault('STORE_REPLACED', 'killed.db is missing'))
    writeFileSync(path, '')
    await expect(openStore(path)).rejects.toEqual(fault('STORE_REPLACED', 'killed.db is missing'))
    expect(existsSync(`${path}-wal`)).toBe(true)
  })

  it('that is empty belongs to any file', async () => {
    await publish(3)
    const backup = files.path('backup.db')
    await store.backup(backup)
    writeFileSync(`${backup}-wal`, '')
    expect(await entriesIn(backup)).toBe(3)
  })

  it('that has every page needs nothing of the file: SQLite itself has put a backup there', async () => {
    await publish(3)
    const [old, fresh] = [files.path('old.db'), files.path('fresh.db')]
    await store.backup(old)
    await publish(300, 'later')
    await store.backup(fresh)
    const writer = new Database(fresh)
    writer.pragma('journal_mode = WAL')
    writer.exec('VACUUM')
    const path = files.path('restored.db')
    copyFileSync(old, path)
    copyFileSync(`${fresh}-wal`, `${path}-wal`)
    writer.close()
    expect(await entriesIn(path)).toBe(303)
  })

  it('that began anew has no more than its beginning, though the pages of before are behind it', async () => {
    await publish(3)
    const [old, fresh] = [files.path('old.db'), files.path('fresh.db')]
    for (const path of [old, fresh]) {
      await store.backup(path)
      await publish(300, 'later')
    }
    const [first, writer] = [new Database(old), new Database(fresh)]
    first.exec('VACUUM')
    first.close()
    // Each page is there twice, the second time behind what is written over.
    writer.exec('VACUUM; VACUUM')
    writer.pragma('wal_checkpoint(RESTART)')
    writer.exec('UPDATE lease SET beat = beat + 1')
    const path = files.path('killed.db')
    copyFileSync(old, path)
    copyFileSync(`${fresh}-wal`, `${path}-wal`)
    writer.close()
    await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_REPLACED' })
  })

  it('that has many pages of a transaction that was not committed is no log with every page', async () => {
    await publish(3)
    const backup = files.path('backup.db')
    await store.backup(backup)
    await publish(3, 'later')
    const writer = new Database(db)
    writer.pragma('cache_size = 10')
    writer.exec('BEGIN IMMEDIATE')
    writer.exec('UPDATE lease SET holder = hex(randomblob(1000000))')
    const path = killed()
    writer.close()
    copyFileSync(backup, path)
    await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_REPLACED' })
  })

  it('goes along with a copy of a file that nobody has open, and stays as it is', async () => {
    await publish(3)
    const path = killed()
    const before = [readFileSync(path), readFileSync(`${path}-wal`)]
    await copyFile(path, files.path('copy.db'))
    expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before)
    expect(await entriesIn(files.path('copy.db'))).toBe(3)
    // Whoever closes it last takes the log away: the copy has left nothing open.
    expect(await entriesIn(path)).toBe(3)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  it('is not there after the end, and a copy leaves nothing beside the file', async () => {
    await publish(3)
    await store.backup(files.path('backup.db'))
    await store.close()
    await copyFile(db, files.path('copy.db'))
    expect(readdirSync(files.path('.')).filter(name => /-(wal|shm)$/.test(name))).toEqual([])
    expect(await entriesIn(files.path('copy.db'))).toBe(3)
  })

  describe('where another process reads while terms begin', () => {
    const reading = () => {
      const reader = new Database(db, { readonly: true })
      onTestFinished(() => void reader.close())
      reader.exec('BEGIN')
      reader.prepare('SELECT seq FROM store').get()
    }
    const emptyLog = () => {
      const database = new Database(db)
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
    }

    it.each([
      ['with what was just written', () => undefined],
      ['of a store whose log was empty', emptyLog],
    ])('the log %s is taken after a kill', async (_, prepare) => {
      await publish(3)
      prepare()
      reading()
      for (let term = 0; term < 3; term += 1) token = await lead(store)
      await publish(3, 'later')
      expect(await entriesIn(killed())).toBe(6)
    })

    it('is not taken by a copy, not even from the first term', async () => {
      await store.close()
      db = files.path('new.db')
      store = await openStore(db)
      emptyLog()
      reading()
      token = await lead(store)
      await publish(3)
      const copy = files.path('copy.db')
      await store.backup(copy)
      await publish(3, 'later')
      const path = killed()
      expect(await entriesIn(killed(files.path('own.db')))).toBe(6)
      copyFileSync(copy, path)
      await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_REPLACED' })
    })
  })

  it('of an earlier term than the file is refused, whoever was the writer', async () => {
    const holders = ['a', 'a writer with a long name', 'b']
    for (const holder of holders) {
      token = (await takeLease(store, holder, await readLease(store.reading))) ?? 0
      await publish(1, holder)
    }
    const path = killed()
    await store.close()
    store = await openStore(db)
    token = await lead(store)
    await store.close()
    copyFileSync(db, path)
    await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_REPLACED' })
  })

  it('is not the log of a file that is no database, nor of a large backup', async () => {
    await publish(3)
    const path = killed()
    writeFileSync(path, 'Dear parents, '.repeat(10_000))
    await expect(openStore(path)).rejects.toEqual(fault('STORE_REPLACED', 'killed.db was put in its place'))
    await publish(300)
    const backup = files.path('backup.db')
    await store.backup(backup)
    await publish(3, 'later')
    copyFileSync(backup, killed(path))
    truncateSync(path, 3_000_000)
    await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_REPLACED' })
  })

  it('of a damaged file stays as it is, and so does the file', async () => {
    await publish(3)
    const path = killed()
    const bytes = readFileSync(path)
    for (let start = 0; start < bytes.length; start += 4096) {
      const page = bytes.subarray(start, start + 4096)
      if (!page.includes('schoolbell-file-')) page.fill(0)
    }
    writeFileSync(path, bytes)
    const before = [readFileSync(path), readFileSync(`${path}-wal`)]
    await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
    expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before)
  })

  it('beside a folder does not hide that it is a folder', async () => {
    await publish(3)
    const path = files.path('folder')
    mkdirSync(path)
    copyFileSync(`${db}-wal`, `${path}-wal`)
    await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  })
})

it('a term begins without a new stamp where another process writes at that moment', async () => {
  const database = new Database(db, { timeout: 0 })
  const other = new Database(db)
  onTestFinished(() => {
    other.close()
    database.close()
  })
  const stamps = database.prepare('SELECT file_stamp, stamp_before FROM lease')
  const before = stamps.get()
  const writtenBetween = {
    prepare: (text: string) => {
      if (text.startsWith('UPDATE')) other.exec('BEGIN IMMEDIATE')
      return database.prepare(text)
    },
    pragma: (text: string) => database.pragma(text),
  } as unknown as SqliteDatabase
  stampFile(writtenBetween)
  expect(other.inTransaction).toBe(true)
  expect(stamps.get()).toEqual(before)
})

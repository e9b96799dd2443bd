/** A store in a file: whose log lies beside it, whether it is still the file of its name, who else writes it, and its copies. */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { apply } from '../../../sync-agent/store/apply.ts'
import { BackupError } from '../../../sync-agent/store/backup-error.ts'
import { openEngine, openStore } from '../../../sync-agent/store/open.ts'
import { listNews } from '../../../sync-agent/store/reading.ts'
import { copyFile } from '../../../sync-agent/store/sqlite/backup.ts'
import { inodeOf } from '../../../sync-agent/store/sqlite/same-file.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { countStream } from '../../../sync-agent/store/stream-rows.ts'
import type { Scratch } from '../../support/scratch.ts'
import { cycleAt } from '../cycle-at.ts'
import { ACADEMY, ingested } from '../support.ts'
import { beforeEachLedStore, lead } from './led-store.ts'

let files: Scratch
let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ files, db, store, token } = led)
})

const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
const publish = (count: number, name = 'n') =>
  apply(
    store,
    token,
    ACADEMY,
    { listed: Array.from({ length: count }, (_, index) => ingested(`${name}${index}`)), deleted: [] },
    cycleAt(at),
  )
/** Entries of the store in this file, which is closed again. */
async function entriesIn(path: string): Promise<number> {
  const opened = await openStore(path)
  const { entries } = await countStream(opened, ACADEMY)
  await opened.close()
  return entries
}
const fault = (code: string, text: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(text) })
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
      writer.exec("UPDATE news SET title = 'Written last'")
    })
    afterEach(() => void writer.close())

    it('is taken after a kill, whatever it has', async () => {
      const path = files.path('killed.db')
      copyFileSync(older, path)
      copyFileSync(`${older}-wal`, `${path}-wal`)
      const opened = await openStore(path)
      const { entries } = await listNews(opened, { ...ACADEMY, limit: 1 })
      expect(entries).toMatchObject([{ title: 'Written last' }])
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

  it('goes along with a copy of a file that nobody has open', async () => {
    await publish(3)
    await copyFile(killed(), files.path('copy.db'))
    expect(await entriesIn(files.path('copy.db'))).toBe(3)
  })

  it('is not there after the end, and a copy leaves nothing beside the file', async () => {
    await publish(3)
    await store.close()
    await copyFile(db, files.path('copy.db'))
    expect(readdirSync(files.path('.')).filter(name => /-(wal|shm)$/.test(name))).toEqual([])
    expect(await entriesIn(files.path('copy.db'))).toBe(3)
    store = await openStore(db)
  })
})

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

  it('takes nobody’s place, and leaves nothing behind', async () => {
    const copy = files.path('copy.db')
    writeFileSync(copy, 'of somebody')
    const refused = await store.backup(copy).catch(error => error)
    expect(refused).toBeInstanceOf(BackupError)
    expect(refused.message).toBe(`${copy}: the file exists already; choose another name`)
    expect(readFileSync(copy, 'utf8')).toBe('of somebody')
    const missing = files.path('missing/copy.db')
    await expect(store.backup(missing)).rejects.toThrow(
      `${missing}: cannot write the backup: the folder ${files.path('missing')} does not exist; correct the path, or make the folder first`,
    )
    expect(readdirSync(files.path('.')).filter(name => name.includes('partial'))).toEqual([])
  })
})

it('a store is not made in a folder that does not exist', async () => {
  await expect(openStore(files.path('missing/news.db'))).rejects.toEqual(
    fault(
      'STORE_UNUSABLE',
      `(the sync agent's store) cannot be made: the folder ${files.path('missing')} does not exist`,
    ),
  )
})

it('a whole store is found to be whole, and may be closed twice', async () => {
  await store.verify()
  await Promise.all([store.close(), store.close()])
  store = await openStore(db)
})

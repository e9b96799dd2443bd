import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type Migration, openDatabase } from '../../../shared/sqlite/open.ts'
import { scratch } from '../../support/scratch.ts'
import type { OpenerTask } from './opener.ts'

const first: Migration = database => database.exec('CREATE TABLE bell (tone TEXT NOT NULL) STRICT')
const second: Migration = database => database.exec("INSERT INTO bell VALUES ('deep')")
const options = { purpose: 'the test’s store', applicationId: 0x7465_7374 }
const tones = (database: Database.Database) => database.prepare('SELECT tone FROM bell').pluck().all()

describe('opening a store', () => {
  it('creates file and folders, and what is written stays', () => {
    using place = scratch()
    const path = place.path('deep', 'down', 'store.db')
    openDatabase({ ...options, path, migrations: [first, second] }).close()
    const again = openDatabase({ ...options, path, migrations: [first, second] })
    expect(tones(again)).toEqual(['deep'])
    again.close()
  })

  it('writes through to the disk before it says done', () => {
    using place = scratch()
    const database = openDatabase({ ...options, path: place.path('store.db'), migrations: [first] })
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(database.pragma('synchronous', { simple: true })).toBe(2)
    database.close()
  })

  it('with a kept journal leaves the journal’s room taken, for the next change', () => {
    using place = scratch()
    const path = place.path('store.db')
    openDatabase({ ...options, path, migrations: [first, second], journal: 'kept' }).close()
    const room = statSync(`${path}-journal`).size
    expect(room).toBeGreaterThan(0)
    const again = openDatabase({ ...options, path, migrations: [first, second], journal: 'kept' })
    again.exec("UPDATE bell SET tone = 'high'")
    expect(readdirSync(place.folder).sort()).toEqual(['store.db', 'store.db-journal'])
    again.close()
    expect(statSync(`${path}-journal`).size).toBeGreaterThanOrEqual(room)
  })

  it('creates it for several at once, who wait for each other', async () => {
    using place = scratch()
    const paths = Array.from({ length: 15 }, (_, round) => place.path(`store-${round}.db`))
    const task = { paths, threads: 3, begun: new Int32Array(new SharedArrayBuffer(4)) } satisfies OpenerTask
    const opener = join(import.meta.dirname, 'opener.ts')
    const threads = [1, 2, 3].map(() => new Worker(opener, { workerData: task }))
    const faults = await Promise.all(threads.map(thread => once(thread, 'message')))
    expect(faults.flat(2)).toEqual([])
  })

  it('applies only the migrations that a file lacks, in order', () => {
    using place = scratch()
    const path = place.path('store.db')
    openDatabase({ ...options, path, migrations: [first] }).close()
    const later = openDatabase({ ...options, path, migrations: [first, second] })
    expect(tones(later)).toEqual(['deep'])
    expect(later.pragma('user_version', { simple: true })).toBe(2)
    later.close()
  })

  it('a migration that fails changes nothing', () => {
    using place = scratch()
    const path = place.path('store.db')
    openDatabase({ ...options, path, migrations: [first] }).close()
    const broken: Migration = database => database.exec("INSERT INTO bell VALUES ('lost'); nonsense")
    expect(() => openDatabase({ ...options, path, migrations: [first, broken] })).toThrow(
      /cannot be used for the test/,
    )
    const after = openDatabase({ ...options, path, migrations: [first] })
    expect(tones(after)).toEqual([])
    after.close()
  })

  it('a new file is made at once where there is a schema for it, an older one is brought up', () => {
    using place = scratch()
    const fresh: Migration = database => database.exec('CREATE TABLE bell (tone TEXT)')
    const since3 = { ...options, fresh, oldest: 3, migrations: [second] }
    const made = openDatabase({ ...since3, path: place.path('new.db') })
    expect([tones(made), made.pragma('user_version', { simple: true })]).toEqual([[], 4])
    made.close()

    const path = place.path('old.db')
    openDatabase({ ...options, path, fresh: first, oldest: 3, migrations: [] }).close()
    const later = openDatabase({ ...since3, path })
    expect([tones(later), later.pragma('user_version', { simple: true })]).toEqual([['deep'], 4])
    later.close()
  })

  it('refuses a file that is too old, names a remedy, and leaves it as it is', () => {
    using place = scratch()
    const path = place.path('store.db')
    openDatabase({ ...options, path, migrations: [first, second] }).close()
    const before = readFileSync(path)
    expect(() => openDatabase({ ...options, path, oldest: 3, migrations: [] })).toThrow(
      expect.objectContaining({
        code: 'STORE_OLDER',
        message: `${path} (the test’s store) has schema 2, this program takes over 3 and later; open it once with an earlier schoolbell, which brings it up to 3`,
      }),
    )
    expect(readFileSync(path)).toEqual(before)
  })

  // Promise: operate/downgrade
  it('refuses a file from a newer version, and leaves it as it is', () => {
    using place = scratch()
    const path = place.path('store.db')
    openDatabase({ ...options, path, migrations: [first, second] }).close()
    const before = readFileSync(path)
    const open = () => openDatabase({ ...options, path, migrations: [first] })
    expect(open).toThrow(expect.objectContaining({ code: 'STORE_NEWER' }))
    expect(open).toThrow('has schema 2, this program knows 1; use the newer schoolbell')
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('refuses another program’s database, and leaves it as it is', () => {
    using place = scratch()
    const path = place.path('foreign.db')
    const foreign = new Database(path)
    foreign.exec('CREATE TABLE orders (id)')
    foreign.close()
    const before = readFileSync(path)
    const open = () => openDatabase({ ...options, path, migrations: [first] })
    expect(open).toThrow(expect.objectContaining({ code: 'STORE_FOREIGN' }))
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('refuses a file that is no database, and leaves it as it is', () => {
    using place = scratch()
    const path = place.path('notes.txt')
    writeFileSync(path, 'Dear parents, '.repeat(100))
    const open = () => openDatabase({ ...options, path, migrations: [first] })
    expect(open).toThrow(expect.objectContaining({ code: 'STORE_CORRUPT' }))
    expect(readFileSync(path, 'utf8')).toBe('Dear parents, '.repeat(100))
  })

  it('says so when the folder cannot be made', () => {
    using place = scratch()
    writeFileSync(place.path('file'), '')
    const open = () => openDatabase({ ...options, path: place.path('file', 'store.db'), migrations: [first] })
    expect(open).toThrow(expect.objectContaining({ code: 'STORE_UNUSABLE' }))
  })
})

import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Migration, openDatabase, StoreError, storeFault } from '../../../shared/sqlite/open.ts'
import { scratch } from '../../support/scratch.ts'
import type { OpenerTask } from './opener.ts'

const first: Migration = database => database.exec('CREATE TABLE bell (tone TEXT NOT NULL) STRICT')
const second: Migration = database => database.exec("INSERT INTO bell VALUES ('deep')")
const options = { purpose: 'the test’s store', applicationId: 0x7465_7374 }
const permissionsOf = (path: string) => statSync(path).mode & 0o777
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

  describe('while another process changes how a new file is written', () => {
    /** The other one has the write lock when the file is opened. It gives it back when it is waited for, and takes it again so many times. */
    const beside = (path: string, times: number) => {
      openDatabase({ ...options, path, migrations: [first], journal: 'kept' }).close()
      const other = new Database(path)
      other.exec('BEGIN IMMEDIATE')
      const waited = vi.fn()
      const { transaction } = Database.prototype
      const begun = vi.spyOn(Database.prototype, 'transaction')
      begun.mockImplementation(function (this: Database.Database, work) {
        const made = transaction.call(this, work)
        const immediate = () => {
          waited()
          if (other.inTransaction) other.exec('COMMIT')
          made.immediate()
          if (waited.mock.calls.length <= times) other.exec('BEGIN IMMEDIATE')
        }
        return Object.assign(() => made(), made, { immediate })
      })
      onTestFinished(() => {
        begun.mockRestore()
        other.close()
      })
      const open = () => openDatabase({ ...options, path, migrations: [first], busyMs: 1 })
      return { open, waited }
    }

    it('waits until it has ended', () => {
      using place = scratch()
      const { open, waited } = beside(place.path('store.db'), 0)
      const database = open()
      expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
      expect(waited).toHaveBeenCalledOnce()
      database.close()
    })

    it('gives up where it begins again and again', () => {
      using place = scratch()
      const { open, waited } = beside(place.path('store.db'), 1_000)
      expect(open).toThrow(
        expect.objectContaining({ cause: expect.objectContaining({ code: 'SQLITE_BUSY' }) }),
      )
      expect(waited).toHaveBeenCalled()
    })
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
    // The file is let go of: what SQLite keeps beside an open one is gone.
    expect(readdirSync(place.folder)).toEqual(['store.db'])
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

  it('a mark of its own makes an empty file another program’s too', () => {
    using place = scratch()
    const path = place.path('foreign.db')
    const foreign = new Database(path)
    foreign.pragma('application_id = 7')
    foreign.close()
    const open = () => openDatabase({ ...options, path, migrations: [first] })
    expect(open).toThrow(expect.objectContaining({ code: 'STORE_FOREIGN' }))
  })

  it('waits for another process as long as it is told to, else five seconds', () => {
    using place = scratch()
    for (const [waits, told] of [
      [7, { busyMs: 7 }],
      [5_000, {}],
    ] as const) {
      const database = openDatabase({
        ...options,
        path: place.path('store.db'),
        migrations: [first],
        ...told,
      })
      expect(database.pragma('busy_timeout', { simple: true })).toBe(waits)
      database.close()
    }
  })

  it('a file of today is opened while another process writes', () => {
    using place = scratch()
    const path = place.path('store.db')
    const migrations = [first, second]
    const writer = openDatabase({ ...options, path, migrations })
    writer.exec('BEGIN IMMEDIATE')
    const reader = openDatabase({ ...options, path, migrations, busyMs: 0 })
    expect(tones(reader)).toEqual(['deep'])
    const older = () => openDatabase({ ...options, path, migrations: [...migrations, second], busyMs: 0 })
    expect(older).toThrow(expect.objectContaining({ code: 'STORE_UNUSABLE', cause: expect.any(Error) }))
    reader.close()
    writer.close()
  })

  it('a private one is its owner’s alone, with its folder and its journals, an older file too', () => {
    using place = scratch()
    const path = place.path('private', 'store.db')
    const isPrivate = true
    const made = openDatabase({ ...options, path, migrations: [first, second], isPrivate })
    expect(permissionsOf(place.path('private'))).toBe(0o700)
    const files = [path, `${path}-wal`, `${path}-shm`]
    expect(files.map(permissionsOf)).toEqual([0o600, 0o600, 0o600])
    for (const file of files) chmodSync(file, 0o644)
    const again = openDatabase({ ...options, path, migrations: [first, second], isPrivate })
    expect(files.map(permissionsOf)).toEqual([0o600, 0o600, 0o600])
    expect(tones(again)).toEqual(['deep'])
    again.close()
    made.close()

    const open = place.path('open.db')
    openDatabase({ ...options, path: open, migrations: [first] }).close()
    writeFileSync(place.path('any'), '', { mode: 0o644 })
    expect(permissionsOf(open)).toBe(permissionsOf(place.path('any')))
    chmodSync(open, 0o640)
    openDatabase({ ...options, path: open, migrations: [first] }).close()
    expect(permissionsOf(open)).toBe(0o640)
  })

  it('in memory it leaves no file', () => {
    openDatabase({ ...options, path: ':memory:', migrations: [first], isPrivate: true }).close()
    expect(existsSync(':memory:')).toBe(false)
  })

  it('where SQLite can put no file beside it, it is read from memory if that is allowed', () => {
    using place = scratch()
    const path = place.path('store.db')
    const migrations = [first, second]
    openDatabase({ ...options, path, migrations }).close()
    // It follows no link for its own files.
    symlinkSync(place.path('nowhere'), `${path}-wal`)
    const open = (more: object) => openDatabase({ ...options, path, migrations, ...more })
    expect(() => open({})).toThrow(expect.objectContaining({ code: 'STORE_UNUSABLE' }))
    const copy = open({ orReadOnly: true })
    expect(tones(copy)).toEqual(['deep'])
    expect(() => copy.exec("INSERT INTO bell VALUES ('high')")).toThrow(/readonly/)
    copy.close()

    const older = () => open({ orReadOnly: true, migrations: [...migrations, second] })
    expect(older).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))

    // Changes that wait in the log would be missing.
    writeFileSync(place.path('nowhere'), 'x')
    expect(() => open({ orReadOnly: true })).toThrow(expect.objectContaining({ code: 'STORE_UNUSABLE' }))
  })

  it('one that another process has locked is not read from memory', () => {
    using place = scratch()
    const path = place.path('store.db')
    const kept = { ...options, path, migrations: [first, second], journal: 'kept' } as const
    const writer = openDatabase(kept)
    writer.exec('BEGIN EXCLUSIVE')
    const cause = expect.objectContaining({ code: 'SQLITE_BUSY' })
    expect(() => openDatabase({ ...kept, busyMs: 0, orReadOnly: true })).toThrow(
      expect.objectContaining({ code: 'STORE_UNUSABLE', cause }),
    )
    writer.close()
  })

  it('one that is to be made is not read from memory', () => {
    using place = scratch()
    const path = place.path('new.db')
    symlinkSync(place.path('nowhere', 'new.db'), path)
    const open = () => openDatabase({ ...options, path, migrations: [first], orReadOnly: true })
    expect(open).toThrow(expect.objectContaining({ code: 'STORE_UNUSABLE' }))
  })

  it('says so when the folder cannot be made', () => {
    using place = scratch()
    writeFileSync(place.path('file'), '')
    const path = place.path('file', 'store.db')
    const message = expect.stringMatching(/cannot be used for the test’s store: a part of the path is a file/)
    expect(() => openDatabase({ ...options, path, migrations: [first] })).toThrow(
      expect.objectContaining({ code: 'STORE_UNUSABLE', message }),
    )
  })
})

describe('what SQLite says of a file', () => {
  const PATH = '/missing/store.db'
  const said = (code: string, path = PATH) =>
    storeFault(path, 'the test’s store', new Database.SqliteError('as SQLite says', code), 'something else')

  it.each([
    ['SQLITE_FULL', 'STORE_FULL', /the disk is full/],
    ['SQLITE_READONLY', 'STORE_READ_ONLY', /give it write access to both$/],
    ['SQLITE_READONLY_DIRECTORY', 'STORE_READ_ONLY', /give it write access to both$/],
    ['SQLITE_CORRUPT', 'STORE_CORRUPT', /damaged one \(as SQLite says\); .* put a backup in its place$/],
    ['SQLITE_CORRUPT_INDEX', 'STORE_CORRUPT', /damaged one/],
    ['SQLITE_NOTADB', 'STORE_CORRUPT', /is no SQLite database/],
  ])('%s is %s', (code, fault, message) => {
    const error = said(code)
    expect(error).toBeInstanceOf(StoreError)
    expect(error).toMatchObject({
      code: fault,
      message: expect.stringMatching(message),
      cause: expect.objectContaining({ code }),
    })
  })

  it('of a folder where none can be made is that, to whom it is closed', () => {
    using place = scratch()
    const isSuperuser = process.getuid?.() === 0
    chmodSync(place.folder, 0o555)
    const fault = said('SQLITE_CANTOPEN', place.path('new.db'))
    chmodSync(place.folder, 0o755)
    const closed = expect.objectContaining({
      code: 'STORE_READ_ONLY',
      message: expect.stringMatching(/cannot be made: its folder is read-only for this user; give it write/),
    })
    expect(fault).toEqual(isSuperuser ? 'something else' : closed)
  })

  it('is passed on where there is nothing better to say, as any other error is', () => {
    using place = scratch()
    writeFileSync(place.path('there'), '')
    expect(said('SQLITE_BUSY')).toBe('something else')
    for (const path of [PATH, place.path('there'), place.path('to-be-made')]) {
      expect(said('SQLITE_CANTOPEN', path)).toBe('something else')
    }
    const other = Object.assign(new Error('not of SQLite'), { code: 'SQLITE_FULL' })
    expect(storeFault(PATH, 'the test’s store', other)).toBe(other)
  })
})

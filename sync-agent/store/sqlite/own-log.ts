/**
 * Whether the write-ahead log beside a file is its own.
 *
 * SQLite does not ask: a backup that takes the place of a file whose process was killed gets what that process wrote last, silently.
 * So each writer's term begins with a new stamp in the row of the lease, which every transaction of an agent writes: file and log
 * have it, and so has nothing that was copied before.
 */
import { randomUUID } from 'node:crypto'
import { openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { type SqliteDatabase, StoreError, storeFault } from '../../../shared/sqlite/open.ts'
import { inodeOf } from './same-file.ts'

interface Stamps {
  file_stamp: string
  /** The file may still have this one: the log was not emptied since. Empty: it may have none. */
  stamp_before: string
}

const STAMP = 'schoolbell-file-'
/** A whole one: an entry may have its beginning. */
const ANY_STAMP = new RegExp(`${STAMP}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
const STAMP_LENGTH = STAMP.length + 36
/** Of a file from before there were any, and of a new one before its first term. */
const NO_STAMP = ''

/**
 * To be called before the file is opened: whoever closes it writes the log into it.
 *
 * @throws {StoreError} the log is another file's, or the two are damaged; nothing was changed
 */
export function refuseForeignLog(path: string, purpose: string): void {
  for (let before: string | undefined; ; ) {
    if (sizeOf(`${path}-wal`) === 0) return
    if (sizeOf(path) === 0) throw foreign(path, `${basename(path)} is missing`)
    const seen = throughLog(path, purpose)
    if (!seen || isOwn(path, seen)) return
    const { file_stamp: stamp } = seen
    if (stamp === before) throw foreign(path, `${basename(path)} was put in its place, as a backup is`)
    // Another process may have begun a term between the two looks.
    before = stamp
  }
}

/** Where the file knows no stamp, the log knows none either. */
const isOwn = (path: string, { file_stamp, stamp_before }: Stamps): boolean =>
  file_stamp === NO_STAMP
    ? hasStamp(`${path}-wal`, NO_STAMP)
    : hasStamp(path, file_stamp) || hasStamp(path, stamp_before) || isWhole(`${path}-wal`)

const hasStamp = (path: string, stamp: string) =>
  stamp === NO_STAMP ? !isStamped(path) : holds(path, bytes => bytes.includes(stamp))

const isStamped = (path: string) => holds(path, bytes => ANY_STAMP.test(bytes.toString('latin1')))

function foreign(path: string, why: string): StoreError {
  const name = basename(path)
  return new StoreError(
    'STORE_REPLACED',
    `${path}-wal is the log of another file: ${why}. Nothing was changed. Put a backup there with schoolbell sync restore, which sets the log aside; or move ${name}-wal and ${name}-shm away, to go on without them`,
  )
}

/** Makes the file another one than all copies of it so far; not while others use it, then it waits for the next term. */
export function stampFile(database: SqliteDatabase): void {
  try {
    const known = database.prepare('SELECT file_stamp FROM lease').pluck().get()
    if (!emptyLog(database)) return
    const stamp = STAMP + randomUUID()
    // Unless another writer was faster: the file has its stamp now.
    database
      .prepare('UPDATE lease SET stamp_before = file_stamp, file_stamp = ? WHERE file_stamp = ?')
      .run(stamp, known)
    if (emptyLog(database))
      database.prepare('UPDATE lease SET stamp_before = file_stamp WHERE file_stamp = ?').run(stamp)
  } catch (error) {
    if (!(error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code))) throw error
  }
}

/** Makes a copy another file than what it was copied from. */
export function stampCopy(path: string): void {
  const database = new Database(path, { fileMustExist: true })
  try {
    database.pragma('secure_delete = ON')
    stampFile(database)
  } finally {
    database.close()
  }
}

/** @returns whether the file has everything */
function emptyLog(database: SqliteDatabase): boolean {
  const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  return result?.busy === 0
}

/** Read only, so that the log stays a log. Undefined: it cannot be read, and opening it tells why. */
function throughLog(path: string, purpose: string): Stamps | undefined {
  let database: SqliteDatabase | undefined
  try {
    database = new Database(path, { readonly: true })
    return database.prepare<[], Stamps>('SELECT file_stamp, stamp_before FROM lease').get()
  } catch (error) {
    const fault = storeFault(path, purpose, error)
    const isCorrupt = fault instanceof StoreError && fault.code === 'STORE_CORRUPT'
    if (isCorrupt && isStamped(path)) throw fault
    const isOlder = isCorrupt || /^no such (column|table)/.test(String(Object(error).message))
    return isOlder ? { file_stamp: NO_STAMP, stamp_before: NO_STAMP } : undefined
  } finally {
    database?.close()
  }
}

/** By inode. Never closed: a process that closes a file once loses all locks on it (fcntl), those of any SQLite in it. */
const descriptors = new Map<string | undefined, number>()

function descriptorOf(path: string): number {
  const inode = inodeOf(path)
  const descriptor = descriptors.get(inode) ?? openSync(path, 'r')
  descriptors.set(inode, descriptor)
  return descriptor
}

/** A log with every page needs nothing of the file: SQLite itself has put a backup there (`.restore`). */
function isWhole(log: string): boolean {
  const descriptor = descriptorOf(log)
  const header = Buffer.alloc(32)
  readSync(descriptor, header, 0, 32, 0)
  const salts = header.subarray(16, 24)
  const pages = new Set<number>()
  let hasAll = false
  const frame = Buffer.alloc(24)
  const step = frame.length + header.readUInt32BE(8)
  for (
    let at = header.length;
    readSync(descriptor, frame, 0, frame.length, at) === frame.length;
    at += step
  ) {
    // What follows is of the time before the log began anew.
    if (!frame.subarray(8, 16).equals(salts)) break
    pages.add(frame.readUInt32BE(0))
    // Of the database: in the last frame of a transaction. A later one without it was not committed.
    const size = frame.readUInt32BE(4)
    if (size > 0) hasAll = pages.size >= size
  }
  return hasAll
}

/** Whether a stamp is found in the bytes of the file, which are read past SQLite. It is near the beginning. */
function holds(path: string, isFound: (bytes: Buffer) => boolean): boolean {
  const descriptor = descriptorOf(path)
  const bytes = Buffer.alloc(CHUNK + STAMP_LENGTH)
  for (let start = 0; ; start += CHUNK) {
    const length = readSync(descriptor, bytes, 0, bytes.length, start)
    if (isFound(bytes.subarray(0, length))) return true
    if (length < bytes.length) return false
  }
}

const CHUNK = 1024 * 1024

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

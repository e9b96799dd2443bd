/**
 * Whether the write-ahead log beside a file is its own.
 *
 * SQLite does not ask: a backup that takes the place of a file whose process was killed gets what that process wrote last, silently.
 * So each writer's term begins with a new stamp in the row of the lease, which every transaction of an agent writes: file and log
 * have it, and so has nothing that was copied before.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { type SqliteDatabase, StoreError, storeFault } from '../../../shared/sqlite/open.ts'
import { inodeOf } from './same-file.ts'

interface Stamps {
  file_stamp: string
  /** The file may still have this one: the log was not emptied since. Empty: it may have none. */
  stamp_before: string
}

/** Inodes and how often each is open in this process: reading such a file past SQLite would end its locks (fcntl). */
const open = new Map<string | undefined, number>()

/** @returns to be called when it is closed */
export function noteOpen(path: string): () => void {
  const file = inodeOf(path)
  open.set(file, (open.get(file) ?? 0) + 1)
  return () => {
    const others = (open.get(file) ?? 1) - 1
    if (others === 0) open.delete(file)
    else open.set(file, others)
  }
}

/**
 * To be called before the file is opened: whoever closes it writes the log into it.
 *
 * @throws {StoreError} the log is another file's, or the two are damaged; nothing was changed
 */
export function refuseForeignLog(path: string, purpose: string): void {
  if (sizeOf(path) === 0 || sizeOf(`${path}-wal`) === 0 || open.has(inodeOf(path))) return
  const seen = throughLog(path, purpose)
  if (!seen) return
  const page = bytesOf(path, { start: (seen.rootpage - 1) * seen.page_size, length: seen.page_size })
  if (page.includes(seen.file_stamp) || page.includes(seen.stamp_before)) return
  const name = basename(path)
  throw new StoreError(
    'STORE_REPLACED',
    `${path}-wal is the log of another file: ${name} was put in its place, as a backup is. Nothing was changed. Put the backup there with schoolbell sync restore, which sets the log aside; or move ${name}-wal and ${name}-shm away, to go on with the file as it is`,
  )
}

/** Makes the file another one than all copies of it so far; not while others use it, then it waits for the next term. */
export function stampFile(database: SqliteDatabase): void {
  try {
    const known = database.prepare('SELECT file_stamp FROM lease').pluck().get()
    if (!emptyLog(database)) return
    const stamp = randomUUID()
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

/** Read only, so that the log stays a log. Undefined: a store without stamps, or none; opening it tells what is wrong. */
function throughLog(
  path: string,
  purpose: string,
): (Stamps & { rootpage: number; page_size: number }) | undefined {
  let database: SqliteDatabase | undefined
  try {
    database = new Database(path, { readonly: true })
    return database
      .prepare<[], Stamps & { rootpage: number; page_size: number }>(
        `SELECT file_stamp, stamp_before, rootpage, page_size
         FROM lease, sqlite_schema, pragma_page_size WHERE sqlite_schema.name = 'lease'`,
      )
      .get()
  } catch (error) {
    const fault = storeFault(path, purpose, error, undefined)
    if (fault instanceof StoreError && fault.code === 'STORE_CORRUPT') throw fault
    return undefined
  } finally {
    database?.close()
  }
}

function bytesOf(path: string, { start, length }: { start: number; length: number }): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, start)
    return bytes
  } finally {
    closeSync(file)
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

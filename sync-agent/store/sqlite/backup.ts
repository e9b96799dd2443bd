/** Copies the store as of one moment, also while it is written. The copy gets its name when it is complete. */

import { access, constants, copyFile as copyBytes, link, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { codeOf } from '../../../shared/error-code.ts'
import { missingParent } from '../../../shared/files/make-folder.ts'
import { writeFault } from '../../../shared/files/path-fault.ts'
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { BackupError } from '../backup-error.ts'
import { refuseForeignLog, stampCopy } from './own-log.ts'

/** @throws {BackupError} the file exists or cannot be written */
export async function backup(database: SqliteDatabase, path: string): Promise<void> {
  try {
    // SQLite says only that it cannot open a file.
    await access(dirname(path), constants.W_OK | constants.X_OK)
    await copyWhole(database, path)
  } catch (error) {
    throw new BackupError(`${path}: ${reasonOf(path, error)}`, { cause: error })
  }
}

async function copyWhole(database: SqliteDatabase, path: string): Promise<void> {
  const partial = `${path}.partial-${process.pid}`
  try {
    await database.backup(partial)
    stampCopy(partial)
    await flush(partial)
    // Unlike a rename, a link never replaces an existing file.
    await link(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
}

/** Copies a store that is not open here. What is in its log goes along. */
export async function copyFile(path: string, to: string): Promise<void> {
  const log = await stat(`${path}-wal`).catch(() => undefined)
  // Only to read: SQLite would leave files of its own beside it.
  if (!log?.size) return await copyBytes(path, to)
  refuseForeignLog(path, 'a backup')
  const database = new Database(path, { readonly: true })
  try {
    await database.backup(to)
  } finally {
    database.close()
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}

function reasonOf(path: string, error: unknown): string {
  const taken = codeOf(error) === 'EEXIST'
  if (taken) return 'the file exists already; choose another name'
  const missing = codeOf(error) === 'ENOENT' ? missingParent(path) : undefined
  return `cannot write the backup: ${missing ?? writeFault(dirname(path), error)}`
}

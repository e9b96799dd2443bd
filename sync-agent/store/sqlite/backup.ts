/** Copies the store as of one moment, also while it is written. The copy gets its name when it is complete. */

import { link, open, rm } from 'node:fs/promises'
import { codeOf } from '../../../shared/error-code.ts'
import { openToRead, type SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { BackupError } from '../backup-error.ts'
import { refuseForeignLog, stampCopy } from './own-log.ts'

/** @throws {BackupError} the file exists or cannot be written */
export async function backup(database: SqliteDatabase, path: string): Promise<void> {
  const partial = `${path}.partial-${process.pid}`
  try {
    await database.backup(partial)
    stampCopy(partial)
    await flush(partial)
    // Unlike a rename, a link never replaces an existing file.
    await link(partial, path)
  } catch (error) {
    throw new BackupError(`${path}: ${reasonOf(error)}`, { cause: error })
  } finally {
    await rm(partial, { force: true })
  }
}

/** Copies a file that is not open, as it is. */
export async function copyFile(path: string, to: string): Promise<void> {
  refuseForeignLog(path, 'a backup')
  const database = openToRead(path)
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

function reasonOf(error: unknown): string {
  const taken = codeOf(error) === 'EEXIST'
  if (taken) return 'the file exists already; choose another name'
  return `cannot write the backup (${error instanceof Error ? error.message : String(error)})`
}

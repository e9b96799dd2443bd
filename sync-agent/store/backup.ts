/** A copy of the store while it is written: whole as of one moment, and under its name only once it is complete. */

import { link, open, rm } from 'node:fs/promises'
import { codeOf } from '../../shared/error-code.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

/** The copy could not be made; nothing stands under its name that did not stand there before. */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly code = 'BACKUP_FAILED'
}

/** @throws {BackupError} the path is taken or cannot be written */
export async function backup(database: SqliteDatabase, path: string): Promise<void> {
  const partial = `${path}.partial-${process.pid}`
  try {
    await database.backup(partial)
    await flush(partial)
    // Unlike a rename, a link never replaces what stands there.
    await link(partial, path)
  } catch (error) {
    throw new BackupError(`${path}: ${reasonOf(error)}`, { cause: error })
  } finally {
    await rm(partial, { force: true })
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}

function reasonOf(error: unknown): string {
  const taken = codeOf(error) === 'EEXIST'
  if (taken) return 'there is a file already; name another one'
  return `no backup can be written (${error instanceof Error ? error.message : String(error)})`
}

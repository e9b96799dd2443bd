/**
 * Allows one demo for each folder. A second demo would set its own web-app in App settings, and the first one's phone would
 * call a dead address when the second ends.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { makeFolder } from '../shared/files/make-folder.ts'
import { pathFault } from '../shared/files/path-fault.ts'

/** @returns releases the lock. @throws {Error} a demo already runs on the folder */
export function holdFolder(folder: string): () => void {
  dataFolder(folder)
  // SQLite releases the lock when the process ends, even after a crash.
  const lock = new Database(join(folder, 'running.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return () => void lock.close()
  } catch (cause) {
    lock.close()
    if (!(cause instanceof Database.SqliteError) || !cause.code.startsWith('SQLITE_BUSY')) throw cause
    const message = `a demo runs on ${folder} already; stop it, or start this one with --ephemeral or another --data-dir`
    throw new Error(message, { cause })
  }
}

function dataFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700)
  } catch (cause) {
    const message = `${folder} cannot be used for the demo's data: ${pathFault(cause)}; give another --data-dir`
    throw new Error(message, { cause })
  }
}

/**
 * One demo on a folder: a second would tell the app where its own web-app is, and leave the first one's phone at an address
 * where nobody answers once it has ended.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** @returns lets go of it. @throws {Error} a demo runs there already */
export function holdFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  // SQLite's lock goes with the process, however that ends.
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

/**
 * Deletes media that were removed, with their files, when their removal can be undone no more and nothing names them.
 *
 * Only when a service starts: then nothing comes in that could name a file while it is deleted, be it an upload, an import or a
 * reset to the sample school.
 */
import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Store } from '../store/store.ts'
import { mediaPaths } from './tables.ts'

/** How long a removal can be undone at least. */
const UNDO_SECONDS = 3600

interface Removed {
  name: string
  path: string
  thumbnail_path: string
  screen_path: string
}

/** @param isUsed whether news, people or a body name it @param now epoch second */
export function forgetRemoved(
  { database, folder, mediaDir }: Store,
  isUsed: (name: string) => boolean,
  now: number,
): void {
  const removed = database
    .prepare<[number], Removed>('SELECT * FROM media WHERE removed_at < ?')
    .all(now - UNDO_SECONDS)
    .filter(({ name }) => !isUsed(name))
  if (removed.length === 0) return
  const inSnapshots = namedBySnapshots(database, folder)
  const forget = database.prepare('DELETE FROM media WHERE name = ?')
  const noteName = database.prepare('INSERT OR IGNORE INTO former_media VALUES (?)')
  const pathsOf = ({ path, thumbnail_path, screen_path }: Removed) => [path, thumbnail_path, screen_path]
  const forgotten = removed.filter(({ path }) => !inSnapshots.has(path))
  // Rows first: a file without a row does no harm, a row without its file would.
  database.transaction(() => {
    for (const { name } of forgotten) {
      forget.run(name)
      noteName.run(name)
    }
  })()
  const named = new Set([...mediaPaths(database), ...inSnapshots])
  for (const path of new Set(forgotten.flatMap(pathsOf)))
    if (!named.has(path)) deleteFile(join(mediaDir, path))
}

/** One can go back to them. */
function namedBySnapshots(database: SqliteDatabase, folder: string): Set<string> {
  const files = database.prepare<[], string>('SELECT file FROM snapshot').pluck().all()
  const named = new Set<string>()
  for (const file of files.map(name => join(folder, 'snapshots', name)).filter(existsSync)) {
    const snapshot = new Database(file, { readonly: true })
    try {
      for (const path of mediaPaths(snapshot)) named.add(path)
    } finally {
      snapshot.close()
    }
  }
  return named
}

function deleteFile(file: string): void {
  rmSync(file, { force: true })
  try {
    rmdirSync(dirname(file))
  } catch {
    // Another name of the same content lies there.
  }
}

/**
 * Whether an open store is still the file of its name.
 *
 * A file that was removed, or replaced by a copy, is written on and gone when it is closed. The same comes of a second SQLite in this
 * process that closes the store: it ends all locks of the process (fcntl), so that another process takes itself for the last one
 * and removes the write-ahead log.
 */
import { statSync } from 'node:fs'

/** @returns what is wrong, in words */
export type LookForReplacement = () => string | undefined

/** @param path of a store with a write-ahead log that has just been opened */
export function watchFile(path: string): LookForReplacement {
  const file = inodeOf(path)
  let log: string | undefined
  return () => {
    if (inodeOf(path) !== file)
      return `${path} was removed or replaced while the agent had it open; nothing more is written. Restart the agent, which goes on with the file that is there; a backup is put in its place with schoolbell sync restore`
    // It comes with the first transaction.
    const now = inodeOf(`${path}-wal`)
    log ??= now
    if (now !== log)
      return `${path}-wal, the log of the store, was removed or replaced while the agent had it open; nothing more is written. Restart the agent, and read the store in another process or over HTTP: a second SQLite in its process ends its locks`
    return undefined
  }
}

export function inodeOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}

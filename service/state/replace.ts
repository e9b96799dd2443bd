/** Puts a state file in the place of the store's state. */
import Database from 'better-sqlite3'
import { epochSecond } from '../../shared/contract/wire-time.ts'
import type { StateParts } from './parts.ts'
import type { Snapshot } from './snapshots.ts'
import { StateError } from './state-error.ts'
import { replaceByStateFile } from './state-file.ts'

/** @param options `onlyNew`: a school that is there stays */
export function replaceState(parts: StateParts, file: string, options?: { onlyNew: boolean }): void {
  refuseSamples(parts, file)
  const now = epochSecond(parts.clock.now())
  parts.replacing(() => replaceByStateFile(parts.store.database, file, now, options))
}

/** @returns a snapshot of the state until now, under this name */
export function replaceKeeping(parts: StateParts, file: string, name: string): Snapshot {
  refuseSamples(parts, file)
  const before = parts.snapshots.take(name, 'before')
  replaceState(parts, file)
  return before
}

function refuseSamples({ isPublic }: StateParts, file: string): void {
  if (isPublic() && hasSamples(file))
    throw new StateError(
      'STATE_SAMPLE',
      'this state holds published sample keys or tokens, which are served on loopback only; nothing was changed',
    )
}

function hasSamples(stateFile: string): boolean {
  const database = new Database(stateFile, { readonly: true })
  try {
    const count = database.prepare(
      'SELECT EXISTS (SELECT 1 FROM access_key WHERE sample = 1) OR EXISTS (SELECT 1 FROM session WHERE sample = 1)',
    )
    return count.pluck().get() === 1
  } finally {
    database.close()
  }
}

/** The store without an agent: what an operator asks of the file itself, whether or not an agent is writing it. */
import type { Clock } from '../../shared/clock.ts'
import { failureReport, type MediaFailureReport } from '../outlets/media/reports.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import type { QuarantinedEntry, QuarantinedEntryWithRaw } from '../store/types.ts'
import { readStatus, type Status } from './status.ts'

export interface StoreAdmin extends AsyncDisposable {
  /** Where its news came from; undefined before the first. */
  serviceUrl(): Promise<string | undefined>
  status(): Promise<Status>
  /** Newest first. */
  quarantined(): Promise<QuarantinedEntry[]>
  quarantinedEntry(id: number): Promise<QuarantinedEntryWithRaw | undefined>
  /** Forgets it; it comes back when the service delivers it so again. False when there is none. */
  dropQuarantined(id: number): Promise<boolean>
  /** What the mirror could not fetch, the last first. */
  mediaFailures(limit: number): Promise<MediaFailureReport[]>
  /** Makes these due at once, or all; the agent that runs, or the next, tries them. @returns how many */
  retryMedia(ids: readonly number[] | undefined): Promise<number>
  /** A copy, whole as of one moment. @throws {BackupError} the path is taken or cannot be written */
  backup(path: string): Promise<void>
}

/** @throws {StoreError} the file cannot be read, or is something else */
export function openStoreAdmin(path: string, clock: Clock): StoreAdmin {
  const store = openSqliteStore(path)
  return {
    async serviceUrl() {
      return store.serviceUrl()
    },
    async status() {
      const source = (await store.serviceUrl()) ?? path
      return readStatus(store, { source, streams: await store.streams(), clock })
    },
    quarantined: store.quarantined,
    quarantinedEntry: store.quarantinedEntry,
    dropQuarantined: store.dropQuarantined,
    mediaFailures: async limit => (await store.media.failures(limit)).map(failureReport),
    retryMedia: store.media.retryFailed,
    backup: store.backup,
    [Symbol.asyncDispose]: store.close,
  }
}

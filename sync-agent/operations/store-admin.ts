/** Operators' access to a store without an agent; an agent may be writing it. */
import type { Clock } from '../../shared/clock.ts'
import { failureReport, type MediaFailureReport } from '../outlets/media/reports.ts'
import { openStore } from '../store/open.ts'
import type { EntryRemark, QuarantinedEntry, QuarantinedEntryWithRaw } from '../store/types.ts'
import { readStatus, type Status } from './status.ts'

export interface StoreAdmin extends AsyncDisposable {
  /** The service that its news comes from; undefined before the first sync. */
  serviceUrl(): Promise<string | undefined>
  status(): Promise<Status>
  /** What was odd in published entries. */
  remarks(): Promise<EntryRemark[]>
  /** Newest first. */
  quarantined(): Promise<QuarantinedEntry[]>
  quarantinedEntry(id: number): Promise<QuarantinedEntryWithRaw | undefined>
  /** Removes it; it comes back if the service sends it again unchanged. False if there is none. */
  dropQuarantined(id: number): Promise<boolean>
  /** Files that the mirror could not download, last failure first. */
  mediaFailures(limit: number): Promise<MediaFailureReport[]>
  /** Makes these due now, or all; the running agent, or the next one, tries them. @returns how many */
  retryMedia(ids: readonly number[] | undefined): Promise<number>
  /** Copies the store as of one moment. @throws {BackupError} the file exists or cannot be written */
  backup(path: string): Promise<void>
}

/** @throws {StoreError} the file cannot be read, or is not a store */
export async function openStoreAdmin(path: string, clock: Clock): Promise<StoreAdmin> {
  const store = await openStore(path, { mustExist: true })
  return {
    async serviceUrl() {
      return store.serviceUrl()
    },
    async status() {
      const source = (await store.serviceUrl()) ?? path
      return readStatus(store, { source, streams: await store.streams(), clock })
    },
    remarks: store.remarks,
    quarantined: store.quarantined,
    quarantinedEntry: store.quarantinedEntry,
    dropQuarantined: store.dropQuarantined,
    mediaFailures: async limit => (await store.media.failures(limit)).map(failureReport),
    retryMedia: store.media.retryFailed,
    backup: store.backup,
    [Symbol.asyncDispose]: store.close,
  }
}

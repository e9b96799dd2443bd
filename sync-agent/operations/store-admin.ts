/** Operators' access to a store without an agent; an agent may be writing it. */

import type { Clock } from '../../shared/clock.ts'
import { folderStatusReader } from '../outlets/files/folder-status.ts'
import { mediaFailures, retryFailed } from '../store/media-queue.ts'
import type { MediaFailure } from '../store/media-types.ts'
import { openStore } from '../store/open.ts'
import { dropQuarantined, listQuarantined, readQuarantined } from '../store/quarantine-rows.ts'
import { listRemarks } from '../store/remark-rows.ts'
import { serviceSource } from '../store/service-source.ts'
import { listStreams } from '../store/stream-rows.ts'
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

/** A file that is not mirrored yet; instants are ISO 8601 in UTC. */
export interface MediaFailureReport {
  /** For `retry`. */
  id: number
  url: string
  /** Stable, for programs. */
  code: string
  reason: string
  attempts: number
  failedAt: string
  /** Time of the next attempt. */
  retryAt: string
}

/**
 * @param publishTo the published folder, for the status
 * @throws {StoreError} the file cannot be read, or is not a store
 */
export async function openStoreAdmin(path: string, clock: Clock, publishTo?: string): Promise<StoreAdmin> {
  const store = await openStore(path, { mustExist: true })
  return {
    serviceUrl: async () => (await serviceSource(store.reading)).url,
    async status() {
      const source = (await serviceSource(store.reading)).url ?? path
      const folder = publishTo === undefined ? undefined : { status: folderStatusReader(publishTo, store) }
      return readStatus(store, { source, streams: await listStreams(store), clock, folder })
    },
    remarks: () => listRemarks(store),
    quarantined: () => listQuarantined(store),
    quarantinedEntry: id => readQuarantined(store, id),
    dropQuarantined: id => dropQuarantined(store, id),
    mediaFailures: async limit => (await mediaFailures(store, limit)).map(failureReport),
    retryMedia: ids => retryFailed(store, ids),
    backup: store.backup,
    [Symbol.asyncDispose]: store.close,
  }
}

function failureReport(failure: MediaFailure): MediaFailureReport {
  const { id, url, code, reason, attempts, failedAt, retryAt } = failure
  const written = (ms: number) => new Date(ms).toISOString()
  return { id, url, code, reason, attempts, failedAt: written(failedAt), retryAt: written(retryAt) }
}

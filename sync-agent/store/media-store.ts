/**
 * The mirror's part of the store: which entry shows which URL, which file each URL has, and what to download. The files
 * themselves are in the media folder.
 *
 * The URLs of entries are read from the change log, so no cycle waits for the mirror. Writers hold the lease.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Fence } from './fence.ts'
import { type MediaFiles, mediaFiles } from './media-files.ts'
import { mirroredEntries } from './media-mirrored.ts'
import { type MediaQueue, mediaQueue } from './media-queue.ts'
import { type MediaUses, mediaUses } from './media-uses.ts'
import type { WebhookOutbox } from './webhook-outbox.ts'
import type { Named } from './webhook-types.ts'

export type MediaStore = MediaUses & MediaQueue & MediaFiles

export interface MediaStoreParts {
  fence: Fence
  outbox: WebhookOutbox
  named: Named
}

export function mediaStore(database: SqliteDatabase, { fence, outbox, named }: MediaStoreParts): MediaStore {
  const parts = { fence, named, entries: mirroredEntries(database, outbox) }
  return {
    ...mediaUses(database, parts),
    ...mediaQueue(database, parts),
    ...mediaFiles(database, parts),
  }
}

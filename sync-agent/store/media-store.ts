/**
 * The mirror's part of the store: which entry shows which URL, which file each URL has, and what to download. The files
 * themselves are in the media folder.
 *
 * The URLs of entries are noted by a follower of the change log, so no cycle waits for the mirror. Writers hold the lease.
 */
import type { Engine } from './engine.ts'
import { fileStore, type MediaFiles } from './media-files.ts'
import { type MediaQueue, mediaQueue } from './media-queue.ts'
import { type MediaFollowing, mediaFollowing } from './media-uses.ts'

export type MediaStore = MediaFollowing & MediaQueue & MediaFiles

export function mediaStore(engine: Engine): MediaStore {
  return { ...mediaFollowing(engine), ...mediaQueue(engine), ...fileStore(engine) }
}

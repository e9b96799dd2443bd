/**
 * The mirror's part of the store: which entry shows which URL, which file each URL has, and what to download. The files
 * themselves are in the media folder.
 *
 * The URLs of entries are read from the change log, so no cycle waits for the mirror. Writers hold the lease.
 */
import type { Engine } from './engine.ts'
import { fileStore, type MediaFiles } from './media-files.ts'
import { type MediaQueue, mediaQueue } from './media-queue.ts'
import { type MediaUses, useStore } from './media-uses.ts'

export type MediaStore = MediaUses & MediaQueue & MediaFiles

export function mediaStore(engine: Engine): MediaStore {
  return { ...useStore(engine), ...mediaQueue(engine), ...fileStore(engine) }
}

/**
 * Mirrored files in the folder, at `media/{sha256}/{name}`: copies of the agent's files, and the entries that link to them.
 */
import { lstat } from 'node:fs/promises'
import type { StoredEntry } from '../../store/types.ts'
import { mediaFolder } from '../media/folder.ts'
import type { PlannedFile } from './planned-file.ts'

/** A mirrored path as in the store. */
const MEDIA_PATH = /^media\/([0-9a-f]{64})\/(?!\.)[^/\p{Cc}]+$/u

export function mediaPathsOf({ mirrored = {} }: Pick<StoredEntry, 'mirrored'>): string[] {
  return [...new Set(Object.values(mirrored))].filter(path => MEDIA_PATH.test(path)).sort()
}

/**
 * The files to publish, of those in entries.
 *
 * @param mediaDir the agent's mirror
 * @param isPublished whether the folder has the file already
 * @returns without files that are in neither: their entries keep the original URLs until they are downloaded again
 */
export async function mediaFiles(
  paths: Iterable<string>,
  mediaDir: string,
  isPublished: (path: string) => boolean,
): Promise<PlannedFile[]> {
  const mirror = mediaFolder(mediaDir)
  const files: PlannedFile[] = []
  for (const path of new Set(paths)) {
    const sha256 = MEDIA_PATH.exec(path)?.[1] ?? ''
    const original = mirror.path(sha256)
    const isThere = isPublished(path) || (await lstat(original).catch(() => undefined))?.isFile()
    if (isThere) files.push({ path, source: sha256, content: { kind: 'copy', original, sha256 } })
  }
  return files
}

/** A file's name may have characters that a URL may not. */
export const asAddress = (path: string) => path.split('/').map(encodeURIComponent).join('/')

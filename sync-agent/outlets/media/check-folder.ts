/** Compares the folder with the store: lost files are downloaded again, unused ones are removed. It reads no file. */

import type { Logger } from 'pino'
import { counted } from '../../../shared/text/counted.ts'
import { collectMedia, mediaFile, mediaFiles, noteMissing } from '../../store/media-files.ts'
import type { AgentStore } from '../../store/store.ts'
import type { MediaFolder } from './folder.ts'

export interface FolderCheckParts {
  store: AgentStore
  folder: MediaFolder
  /** Epoch milliseconds. */
  now: number
  /** How long unused files stay, because cached pages may still link to them. */
  graceMs: number
  logger: Logger
}

const FILES_AT_A_TIME = 200

/** @throws {LeaseLostError} */
export async function checkFolder(token: number, parts: FolderCheckParts): Promise<void> {
  const { store, folder, now, graceMs, logger } = parts
  await fetchAgain(token, await lostFiles(parts), parts)
  const unused = await collectMedia(store, token, { now, unusedBefore: now - graceMs })
  for (const sha256 of unused) await folder.remove(sha256)
  if (unused.length > 0) logger.info(`media: removed ${counted(unused.length, 'unused file')}`)
  const isKnown = async (sha256: string) => (await mediaFile(store, sha256)) !== undefined
  await folder.removeStrangers(isKnown, now - graceMs)
  await folder.removeParts()
}

async function fetchAgain(
  token: number,
  files: readonly string[],
  { store, folder, now, logger }: FolderCheckParts,
): Promise<void> {
  if (files.length === 0) return
  logger.warn(`media: missing, or of another size, to be downloaded again: ${counted(files.length, 'file')}`)
  await noteMissing(store, token, files, now)
  // A file that cannot be removed is replaced by the download.
  for (const sha256 of files) await folder.remove(sha256).catch(() => undefined)
}

async function lostFiles({ store, folder }: FolderCheckParts): Promise<string[]> {
  const lost: string[] = []
  let after = ''
  for (;;) {
    const files = await mediaFiles(store, after, FILES_AT_A_TIME)
    const sizes = await Promise.all(files.map(({ sha256 }) => folder.size(sha256)))
    for (const [index, { sha256, size }] of files.entries()) {
      if (sizes[index] !== size) lost.push(sha256)
    }
    const last = files.at(-1)
    if (!last) return lost
    after = last.sha256
  }
}

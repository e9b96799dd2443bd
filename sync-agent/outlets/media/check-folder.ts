/** Compares the folder with the store: lost or damaged files are downloaded again, unused ones are removed. */

import type { Logger } from 'pino'
import { counted } from '../../../shared/text/counted.ts'
import type { AgentStore } from '../../store/store.ts'
import type { MediaFolder } from './folder.ts'

export interface CheckParts {
  store: Pick<AgentStore, 'media'>
  folder: MediaFolder
  /** Epoch milliseconds. */
  now: number
  logger: Logger
  signal: AbortSignal
}

export interface FolderCheckParts extends CheckParts {
  /** How long unused files stay, because cached pages may still link to them. */
  graceMs: number
  /** Day number that selects the files to read; undefined: they were already read today. */
  readOn: number | undefined
}

const FILES_AT_A_TIME = 200
/** Bytes to read each day, because a disk may lose bits or somebody may change a file. */
const READ_A_DAY = 1024 ** 3

/** @throws {LeaseLostError} */
export async function checkFolder(token: number, parts: FolderCheckParts): Promise<void> {
  const { store, folder, now, graceMs, logger } = parts
  await fetchAgain(token, await lostFiles(parts), parts)
  const unused = await store.media.collectMedia(token, { now, unusedBefore: now - graceMs })
  for (const sha256 of unused) await folder.remove(sha256)
  if (unused.length > 0) logger.info(`media: removed ${counted(unused.length, 'unused file')}`)
  const isKnown = async (sha256: string) => (await store.media.mediaFile(sha256)) !== undefined
  await folder.removeStrangers(isKnown, now - graceMs)
  await folder.removeParts()
}

/** Checks files that were reported as damaged. @throws {LeaseLostError} */
export async function checkDoubted(token: number, parts: CheckParts): Promise<void> {
  const { store, folder, signal } = parts
  for (const sha256 of await folder.doubted()) {
    const isHeld = (await store.media.mediaFile(sha256)) !== undefined
    if (isHeld && !(await folder.isSound(sha256, signal))) await fetchAgain(token, [sha256], parts)
    await folder.clearDoubt(sha256)
  }
}

async function fetchAgain(
  token: number,
  files: readonly string[],
  { store, folder, now, logger }: CheckParts,
): Promise<void> {
  if (files.length === 0) return
  logger.warn(`media: missing or damaged, to be downloaded again: ${counted(files.length, 'file')}`)
  await store.media.noteMissing(token, files, now)
  // A file that cannot be removed is replaced by the download.
  for (const sha256 of files) await folder.remove(sha256).catch(() => undefined)
}

async function lostFiles({ store, folder, readOn, signal }: FolderCheckParts): Promise<string[]> {
  const { bytes } = await store.media.mediaCounts()
  const isRead = readOn === undefined ? () => false : filesOfDay(readOn, bytes)
  const lost: string[] = []
  let after = ''
  for (;;) {
    const files = await store.media.mediaFiles(after, FILES_AT_A_TIME)
    const sizes = await Promise.all(files.map(({ sha256 }) => folder.size(sha256)))
    for (const [index, { sha256, size }] of files.entries()) {
      const isThere = sizes[index] === size && (!isRead(sha256) || (await folder.isSound(sha256, signal)))
      if (!isThere) lost.push(sha256)
    }
    const last = files.at(-1)
    if (!last) return lost
    after = last.sha256
  }
}

/** Files to read today: all of a small folder; of a large one a different part each day. */
export function filesOfDay(day: number, bytes: number): (sha256: string) => boolean {
  const turns = Math.max(1, Math.ceil(bytes / READ_A_DAY))
  return sha256 => Number.parseInt(sha256.slice(0, 8), 16) % turns === day % turns
}

/** The folder and what the store says of it, brought together: lost or rotten files are fetched again, unused ones go. */
import type { Logger } from 'pino'
import type { AgentStore } from '../../store/store.ts'
import type { MediaFolder } from './folder.ts'

export interface LookParts {
  store: Pick<AgentStore, 'media'>
  folder: MediaFolder
  /** Epoch milliseconds. */
  now: number
  logger: Logger
  signal: AbortSignal
}

export interface TidyParts extends LookParts {
  /** How long a file stays that no entry shows: a page in a cache may still do. */
  graceMs: number
  /** The files whose turn is on this day are read; undefined: none, they were read today. */
  readOn: number | undefined
}

const FILES_AT_A_TIME = 200
/** A disk loses bits, and somebody may have written into a file: so many bytes a day are read again. */
const READ_A_DAY = 1024 ** 3

/** @throws {LeaseLostError} */
export async function keepTidy(token: number, parts: TidyParts): Promise<void> {
  const { store, folder, now, graceMs, logger } = parts
  await fetchAgain(token, await lostFiles(parts), parts)
  const unused = await store.media.collectMedia(token, { now, unusedBefore: now - graceMs })
  for (const sha256 of unused) await folder.remove(sha256)
  if (unused.length > 0)
    logger.info(`media: ${unused.length} files were removed that no entry shows any more`)
  const isKnown = async (sha256: string) => (await store.media.mediaFile(sha256)) !== undefined
  await folder.removeStrangers(isKnown, now - graceMs)
}

/** Files that somebody has named as not what they should be. @throws {LeaseLostError} */
export async function lookAtDoubted(token: number, parts: LookParts): Promise<void> {
  const { store, folder, signal } = parts
  for (const sha256 of await folder.doubted()) {
    const isHeld = (await store.media.mediaFile(sha256)) !== undefined
    if (isHeld && !(await folder.isSound(sha256, signal))) await fetchAgain(token, [sha256], parts)
    await folder.settle(sha256)
  }
}

async function fetchAgain(
  token: number,
  files: readonly string[],
  { store, folder, now, logger }: LookParts,
): Promise<void> {
  if (files.length === 0) return
  logger.warn(`media: ${files.length} files are gone from the folder or damaged; they are fetched again`)
  await store.media.noteMissing(token, files, now)
  // What cannot be removed is replaced by what comes.
  for (const sha256 of files) await folder.remove(sha256).catch(() => undefined)
}

async function lostFiles({ store, folder, readOn, signal }: TidyParts): Promise<string[]> {
  const { bytes } = await store.media.mediaCounts()
  const isRead = readOn === undefined ? () => false : turnOn(readOn, bytes)
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

/** Whose turn it is: all of a small folder; of a large one a part, another each day until all were read. */
export function turnOn(day: number, bytes: number): (sha256: string) => boolean {
  const turns = Math.max(1, Math.ceil(bytes / READ_A_DAY))
  return sha256 => Number.parseInt(sha256.slice(0, 8), 16) % turns === day % turns
}

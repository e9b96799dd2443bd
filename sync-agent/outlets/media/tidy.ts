/** The folder and what the store says of it, brought together: lost files are fetched again, unused ones go. */
import type { Logger } from 'pino'
import type { AgentStore } from '../../store/store.ts'
import type { MediaFolder } from './folder.ts'

export interface TidyParts {
  store: Pick<AgentStore, 'media'>
  folder: MediaFolder
  /** Epoch milliseconds. */
  now: number
  /** How long a file stays that no entry shows: a page in a cache may still do. */
  graceMs: number
  logger: Logger
}

const FILES_AT_A_TIME = 200

/** @throws {LeaseLostError} */
export async function keepTidy(
  token: number,
  { store, folder, now, graceMs, logger }: TidyParts,
): Promise<void> {
  const lost = await lostFiles(store, folder)
  if (lost.length > 0) {
    logger.warn(`media: ${lost.length} files are gone from the folder or damaged; they are fetched again`)
    await store.media.noteMissing(token, lost, now)
  }
  const unused = await store.media.collectMedia(token, { now, unusedBefore: now - graceMs })
  for (const sha256 of unused) await folder.remove(sha256)
  if (unused.length > 0)
    logger.info(`media: ${unused.length} files were removed that no entry shows any more`)
  const isKnown = async (sha256: string) => (await store.media.mediaFile(sha256)) !== undefined
  await folder.removeStrangers(isKnown, now - graceMs)
}

async function lostFiles({ media }: TidyParts['store'], folder: MediaFolder): Promise<string[]> {
  const lost: string[] = []
  let after = ''
  for (;;) {
    const files = await media.mediaFiles(after, FILES_AT_A_TIME)
    const sizes = await Promise.all(files.map(({ sha256 }) => folder.size(sha256)))
    lost.push(...files.filter(({ size }, index) => sizes[index] !== size).map(({ sha256 }) => sha256))
    const last = files.at(-1)
    if (!last) return lost
    after = last.sha256
  }
}

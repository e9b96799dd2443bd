/** Reads an archive: it is unpacked and checked as a whole, then its media and its state are put in place. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepFile } from '../media/files.ts'
import type { Manifest } from './manifest.ts'
import type { Progress, StateParts } from './parts.ts'
import { replaceKeeping, replaceState } from './replace.ts'
import type { Snapshot } from './snapshots.ts'
import { namingFile } from './state-error.ts'
import { hasSchool } from './state-file.ts'
import type { Unpacked } from './unpack.ts'

export interface PreparedImport extends AsyncDisposable {
  manifest: Manifest
  /** Replaces the state. @returns a snapshot of the state until now */
  apply(): Promise<Snapshot>
}

const BEFORE = 'Before the import'

/** A store that is new has no state to keep. */
export const importState = (parts: StateParts, file: string, onProgress?: Progress): Promise<Manifest> =>
  parts.running.untilDone(async () => {
    await using archive = await openPlaced(parts, file, onProgress)
    const { manifest, stateFile } = archive
    if (hasSchool(parts.store.database)) replaceKeeping(parts, stateFile, BEFORE)
    else replaceState(parts, stateFile)
    return manifest
  })

export async function prepareImport(
  parts: StateParts,
  file: string,
  onProgress?: Progress,
): Promise<PreparedImport> {
  const archive = await openArchive(parts, file, onProgress)
  return {
    manifest: archive.manifest,
    apply: () =>
      parts.running.untilDone(async () => {
        await placeMedia(parts, archive)
        return replaceKeeping(parts, archive.stateFile, BEFORE)
      }),
    [Symbol.asyncDispose]: archive[Symbol.asyncDispose],
  }
}

/** An archive whose media are in place; errors name its file. */
export async function openPlaced(
  parts: StateParts,
  file: string,
  onProgress?: Progress,
): Promise<Unpacked & AsyncDisposable> {
  const archive = await namingFile(file, openArchive(parts, file, onProgress))
  try {
    await placeMedia(parts, archive)
    return archive
  } catch (error) {
    await archive[Symbol.asyncDispose]()
    throw error
  }
}

/** In a folder of its own. */
const openArchive = ({ work, running }: StateParts, file: string, onProgress?: Progress) =>
  running.untilDone(async (): Promise<Unpacked & AsyncDisposable> => {
    // Loaded only for an import, with all the checks.
    const { unpack } = await import('./unpack.ts')
    const { folder, [Symbol.asyncDispose]: dispose } = await work.newFolder()
    try {
      const unpacked = await unpack({ file, into: folder, signal: running.signal, onProgress })
      return { ...unpacked, [Symbol.asyncDispose]: dispose }
    } catch (error) {
      await dispose()
      throw error
    }
  })

/** Media first: a file without a row does no harm, a row without its file would. */
async function placeMedia({ running, store }: StateParts, { media, mediaDir }: Unpacked): Promise<void> {
  running.signal.throwIfAborted()
  await putMedia(media, mediaDir, store.mediaDir)
}

/** By renaming, so that none is ever incomplete. Existing files stay: the same hash is the same content. */
export async function putMedia(paths: readonly string[], from: string, mediaDir: string): Promise<void> {
  for (const path of paths) {
    if (existsSync(join(mediaDir, path))) continue
    const [hash = '', name = ''] = path.split('/')
    await keepFile(join(from, path), hash, name, mediaDir)
  }
}

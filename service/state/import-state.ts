/** Reads an archive: it is unpacked and checked as a whole, then its media and its state are put in place. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepFile } from '../media/files.ts'
import type { Manifest } from './manifest.ts'
import type { Progress, StateParts } from './parts.ts'
import { replaceKeeping, replaceState } from './replace.ts'
import type { Snapshot } from './snapshots.ts'
import { namingFile } from './state-error.ts'
import type { Unpacked } from './unpack.ts'

export interface PreparedImport extends AsyncDisposable {
  manifest: Manifest
  /** Replaces the state. @returns a snapshot of the state until now */
  apply(): Promise<Snapshot>
}

/** An unpacked archive in a folder of its own. */
export interface UnpackedArchive extends AsyncDisposable {
  unpacked: Unpacked
}

export const importState = (parts: StateParts, file: string, onProgress?: Progress): Promise<Manifest> =>
  parts.running.untilDone(importWhole(parts, file, onProgress))

async function importWhole(parts: StateParts, file: string, onProgress?: Progress): Promise<Manifest> {
  await using prepared = await namingFile(file, prepareImport(parts, file, onProgress))
  await prepared.apply()
  return prepared.manifest
}

export async function prepareImport(
  parts: StateParts,
  file: string,
  onProgress?: Progress,
): Promise<PreparedImport> {
  const archive = await openArchive(parts, file, onProgress)
  const { unpacked } = archive
  const apply = async () => {
    await placeMedia(parts, unpacked)
    return replaceKeeping(parts, unpacked.stateFile, 'Before the import')
  }
  return {
    manifest: unpacked.manifest,
    apply: () => parts.running.untilDone(apply()),
    [Symbol.asyncDispose]: () => archive[Symbol.asyncDispose](),
  }
}

/** Fills a store that is new. */
export async function fillFromArchive(
  parts: StateParts,
  file: string,
  onProgress?: Progress,
): Promise<Manifest> {
  await using archive = await namingFile(file, openArchive(parts, file, onProgress))
  await placeMedia(parts, archive.unpacked)
  replaceState(parts, archive.unpacked.stateFile)
  return archive.unpacked.manifest
}

export const openArchive = (
  parts: StateParts,
  file: string,
  onProgress?: Progress,
): Promise<UnpackedArchive> => parts.running.untilDone(unpackArchive(parts, file, onProgress))

async function unpackArchive(
  { work, running }: StateParts,
  file: string,
  onProgress?: Progress,
): Promise<UnpackedArchive> {
  // Loaded only for an import, with all the checks.
  const { unpack } = await import('./unpack.ts')
  const own = await work.newFolder()
  try {
    const unpacked = await unpack({
      file,
      into: own.folder,
      signal: running.signal,
      ...(onProgress && { onProgress }),
    })
    return { unpacked, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() }
  } catch (error) {
    await own[Symbol.asyncDispose]()
    throw error
  }
}

/** Media first: a file without a row does no harm, a row without its file would. */
export async function placeMedia(
  { running, store }: StateParts,
  { media, mediaDir }: Unpacked,
): Promise<void> {
  running.signal.throwIfAborted()
  await running.untilDone(putMedia(media, mediaDir, store.mediaDir))
}

/** By renaming, so that none is ever incomplete. Existing files stay: the same hash is the same content. */
export async function putMedia(paths: readonly string[], from: string, mediaDir: string): Promise<void> {
  for (const path of paths) {
    if (existsSync(join(mediaDir, path))) continue
    const [hash = '', name = ''] = path.split('/')
    await keepFile(join(from, path), hash, name, mediaDir)
  }
}

/** Writes the whole state, media included, into one archive. */
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { writeWhole } from '../../shared/files/whole-file.ts'
import type { Manifest } from './manifest.ts'
import type { Progress, StateParts } from './parts.ts'
import { writeStateFile } from './state-file.ts'

/** Only the owner may read it: it holds hashes of keys, and records of pupils. */
const FILE_MODE = 0o600

export function exportState(parts: StateParts, file: string, onProgress?: Progress): Promise<Manifest> {
  return writeWhole(
    file,
    async unfinished => {
      const { manifest, stream } = await openExport(parts, onProgress)
      await unfinished.writeFile(stream)
      return manifest
    },
    FILE_MODE,
  )
}

/** The state as of now, as a stream. */
export async function openExport(
  { store: { database, mediaDir }, realClock, work }: StateParts,
  onProgress?: Progress,
): Promise<{ manifest: Manifest; stream: Readable }> {
  const own = await work.newFolder()
  try {
    const stateFile = join(own.folder, 'state.db')
    writeStateFile(database, stateFile, { durable: false })
    const exportedAt = realClock.now().toString({ smallestUnit: 'second' })
    // Loaded only for an export.
    const { createArchive } = await import('./archive.ts')
    const archive = await createArchive({ stateFile, mediaDir, exportedAt, onProgress })
    archive.stream.once('close', () => void own[Symbol.asyncDispose]())
    return archive
  } catch (error) {
    await own[Symbol.asyncDispose]()
    throw error
  }
}

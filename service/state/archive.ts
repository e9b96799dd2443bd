/**
 * A whole state as one .zip file: the database, and every medium that the state names.
 *
 *   school.db                       a SQLite file; keys and tokens as hashes, as the store has them
 *   media/<SHA-256>/<file name>     as below the media folder
 *
 * It is streamed from a copy of one moment: it may be large, and the service keeps running.
 */
import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import Database from 'better-sqlite3'
import { DATABASE, heldIn, type Manifest, MEDIA_FOLDER } from './manifest.ts'
import type { Progress } from './parts.ts'
import { invalid } from './state-error.ts'
import { CURRENT_SCHEMA } from './state-file.ts'
import { mediaPaths } from './tables.ts'

export interface ArchiveParts {
  /** A state file; nobody may change it during the export. */
  stateFile: string
  mediaDir: string
  /** ISO 8601 in UTC. */
  exportedAt: string
  onProgress?: Progress | undefined
}

/** @throws {StateError} a medium that the state names is not there */
export async function createArchive(parts: ArchiveParts): Promise<{ manifest: Manifest; stream: Readable }> {
  // Loaded by those who export only.
  const { ZipFile } = await import('yazl')
  const { stateFile, mediaDir, exportedAt, onProgress = () => {} } = parts
  const database = new Database(stateFile, { readonly: true })
  const { media, manifest } = contentOf(database, mediaDir, exportedAt)

  const zip = new ZipFile()
  const total = statSync(stateFile).size + manifest.media.bytes
  let done = 0
  const count = (chunk: Buffer | string) => {
    done += chunk.length
    onProgress(done, total)
  }
  let source: Readable | undefined
  const add = (file: string, name: string, compress: boolean) =>
    zip.addReadStreamLazy(name, { mtime: new Date(exportedAt), compress }, give => {
      source = createReadStream(file)
      source.on('data', count).pause()
      once(source, 'open').then(
        () => give(null, source as Readable),
        error => give(error, Readable.from([])),
      )
    })
  add(stateFile, DATABASE, true)
  // Pictures, sounds and films are compressed in themselves.
  for (const path of media) add(join(mediaDir, path), entryName(path), false)
  zip.end()
  const stream = zip.outputStream as Readable
  zip.on('error', error => stream.destroy(error))
  // When the reader stops, a file is half read.
  stream.once('close', () => source?.destroy())
  return { manifest, stream }
}

function contentOf(database: Database.Database, mediaDir: string, exportedAt: string) {
  try {
    const media = mediaPaths(database)
    const bytes = media.reduce((sum, path) => sum + sizeOf(join(mediaDir, path)), 0)
    const of = { schema: CURRENT_SCHEMA, exportedAt, media: { files: media.length, bytes } }
    return { media, manifest: { ...of, ...heldIn(database) } }
  } finally {
    database.close()
  }
}

/** As in `media/…/plan.pdf`; what some systems do not allow in a name is percent-encoded. */
const entryName = (path: string) =>
  MEDIA_FOLDER +
  path.replaceAll(/[%\\:*?"<>|]/g, character => encodeURIComponent(character).replace('*', '%2A'))

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch (error) {
    throw invalid(file, 'is named by the state and is not there', { cause: error })
  }
}

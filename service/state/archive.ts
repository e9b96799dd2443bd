/**
 * A whole state as one .zip file: the manifest, each table as lines of JSON, and every medium that the state names.
 *
 *   schoolbell.json                 what it is, how old, how much
 *   tables/news.jsonl               a row a line; keys and tokens as hashes, as the store has them
 *   media/<SHA-256>/<file name>     as below the media folder
 *
 * It is streamed from a copy of one moment: it may be large, and the service keeps running.
 */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import Database from 'better-sqlite3'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { createManifest, MANIFEST, type Manifest, MEDIA_FOLDER, tableFile } from './manifest.ts'
import { mediaPaths } from './media-paths.ts'
import { linesOf } from './rows.ts'
import { invalid } from './state-error.ts'
import { countRows, stateTables } from './tables.ts'

export interface ArchiveParts {
  /** A state file; nobody may change it during the export. */
  stateFile: string
  mediaDir: string
  /** ISO 8601 in UTC. */
  exportedAt: string
  /** Called with the bytes that were taken in so far, of how many. */
  onProgress?(done: number, total: number): void
}

export interface Archive {
  manifest: Manifest
  stream: Readable
}

/** @throws {StateError} a medium that the state names is not there */
export async function createArchive(parts: ArchiveParts): Promise<Archive> {
  // Loaded by those who export only.
  const { ZipFile } = await import('yazl')
  const { stateFile, mediaDir, exportedAt, onProgress = () => {} } = parts
  const database = new Database(stateFile, { readonly: true })
  try {
    const media = mediaPaths(database).map(path => ({ path, bytes: sizeOf(join(mediaDir, path)) }))
    const bytes = media.reduce((sum, file) => sum + file.bytes, 0)
    const tables = countRows(database)
    const school = schoolName(database)
    const manifest = createManifest({ exportedAt, school, tables, media: { files: media.length, bytes } })

    const zip = new ZipFile()
    const total = statSync(stateFile).size + bytes
    let done = 0
    const count = (length: number) => {
      done += length
      onProgress(Math.min(done, total), total)
    }
    const mtime = new Date(exportedAt)
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST, { mtime })
    const sources: Readable[] = []
    for (const table of stateTables(database)) {
      const source = Readable.from(counted(linesOf(database, table), count))
      sources.push(source)
      zip.addReadStream(source, tableFile(table.name), { mtime })
    }
    // Pictures, sounds and films are compressed in themselves.
    for (const file of media)
      zip.addReadStreamLazy(entryName(file.path), { mtime, compress: false, size: file.bytes }, give =>
        openMedium(join(mediaDir, file.path), count).then(
          stream => give(null, stream),
          error => give(error, Readable.from([])),
        ),
      )
    zip.end()
    const stream = zip.outputStream as Readable
    zip.on('error', error => stream.destroy(error))
    stream.once('close', () => {
      // When the reader stops, tables are half read.
      for (const source of sources) source.destroy()
      setImmediate(() => database.close())
    })
    return { manifest, stream }
  } catch (error) {
    database.close()
    throw error
  }
}

/** As in `media/…/plan.pdf`; what some systems do not allow in a name is percent-encoded. */
export const entryName = (path: string) =>
  MEDIA_FOLDER +
  path.replaceAll(/[%\\:*?"<>|]/g, character => encodeURIComponent(character).replace('*', '%2A'))

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch (error) {
    throw invalid(file, 'is named by the state and is not there', { cause: error })
  }
}

async function openMedium(file: string, count: (bytes: number) => void): Promise<Readable> {
  const { createReadStream } = await import('node:fs')
  const stream = createReadStream(file)
  stream.on('data', chunk => count(chunk.length)).pause()
  await once(stream, 'open')
  return stream
}

async function* counted(
  lines: AsyncIterable<string>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const text of lines) {
    const bytes = Buffer.from(text)
    count(bytes.length)
    yield bytes
  }
}

function schoolName(database: SqliteDatabase): Manifest['school'] {
  const row = database
    .prepare<[], { name_en: string; name_zh: string }>('SELECT name_en, name_zh FROM school')
    .get()
  return { 'en-US': row?.name_en ?? '', 'zh-HK': row?.name_zh ?? '' }
}

/**
 * Reads an archive into its own folder and checks everything in it: names, sizes, hashes, rows and their content.
 *
 * The result is a state file of the current schema and the media beside it, both checked. Nothing else is changed: the
 * caller moves them to their place, or deletes the folder.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { addAbortSignal, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { isDiskFull } from '../../shared/error-code.ts'
import { checkState } from './check-state.ts'
import { MANIFEST, type Manifest, MEDIA_FOLDER, readManifest, tableFile } from './manifest.ts'
import { mediaPaths } from './media-paths.ts'
import { enterLines } from './rows.ts'
import { invalid, StateError } from './state-error.ts'
import { createStateFile, migrateStateFile } from './state-file.ts'
import { stateTables } from './tables.ts'

export interface UnpackLimits {
  entries: number
  /** Of one file, unpacked. */
  fileBytes: number
  /** Of all files, unpacked. */
  totalBytes: number
  /** How many times its packed size a large file may have. */
  ratio: number
}

export const UNPACK_LIMITS: UnpackLimits = {
  entries: 200_000,
  fileBytes: 4 * 1024 ** 3,
  totalBytes: 16 * 1024 ** 3,
  ratio: 200,
}

export interface Unpacked {
  manifest: Manifest
  stateFile: string
  /** Laid out as the media folder is. */
  mediaDir: string
  /** Paths below it. */
  media: string[]
}

export interface UnpackParts {
  file: string
  /** An empty folder. */
  into: string
  limits?: UnpackLimits
  /** Stops it. */
  signal?: AbortSignal
  onProgress?(done: number, total: number): void
}

/** @throws {StateError} the file is not an archive of a state, is damaged, too large, or has invalid content */
export async function unpack({
  file,
  into,
  limits = UNPACK_LIMITS,
  signal,
  onProgress,
}: UnpackParts): Promise<Unpacked> {
  const zip = await openZip(file)
  try {
    const entries = await listed(zip, (await stat(file)).size, limits)
    const total = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
    let done = 0
    const count = (bytes: number) => {
      done += bytes
      onProgress?.(done, total)
    }
    const open = async (entry: Entry) => {
      const source = await zip.openReadStreamPromise(entry)
      return signal ? addAbortSignal(signal, source) : source
    }
    const reading = { open, count }

    const manifest = readManifest(await manifestText(reading, entries.get(MANIFEST)))
    const stateFile = join(into, 'state.db')
    await enterTables(reading, entries, manifest, stateFile)
    migrateStateFile(stateFile)
    const mediaDir = join(into, 'media')
    const media = await checkState(stateFile, database => mediaPaths(database))
    await takeMedia(reading, entries, media, mediaDir)
    return { manifest, stateFile, mediaDir, media }
  } catch (error) {
    if (isDiskFull(error))
      throw new StateError('STATE_NO_ROOM', 'there is no room left on the disk to unpack the file', {
        cause: error,
      })
    throw error instanceof StateError
      ? error
      : invalid('', `the file cannot be read: ${reasonOf(error)}`, { cause: error })
  } finally {
    zip.close()
  }
}

interface Reading {
  open(entry: Entry): Promise<Readable>
  count(bytes: number): void
}

async function openZip(file: string): Promise<ZipFile> {
  // Loaded by those who import only.
  const { openPromise } = await import('yauzl')
  try {
    return await openPromise(file, { autoClose: false, lazyEntries: true, strictFileNames: true })
  } catch (error) {
    throw invalid('', 'the file is no .zip file, or a damaged one', { cause: error })
  }
}

/** The files of an archive by name, all of them such as an export writes. */
async function listed(zip: ZipFile, fileSize: number, limits: UnpackLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries)
    throw tooLarge(`it holds ${zip.entryCount} files, more than ${limits.entries}`)
  const entries = new Map<string, Entry>()
  const seen = new Set<string>()
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    // Two names that some systems take for one are one.
    const folded = fileName.normalize('NFC').toLowerCase()
    if (seen.has(folded)) throw invalid(fileName, 'is there twice')
    seen.add(folded)
    refuseOdd(entry)
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    if (entry.uncompressedSize > limits.fileBytes || unpacked > limits.totalBytes)
      throw tooLarge(`${fileName} makes it larger than is taken in, unpacked`)
    if (entry.uncompressedSize > LARGE && entry.uncompressedSize > entry.compressedSize * limits.ratio)
      throw tooLarge(`${fileName} grows more than ${limits.ratio} times when it is unpacked`)
    entries.set(fileName, entry)
  }
  // Files that share their bytes would unpack to far more than was sent.
  if (packed > fileSize) throw tooLarge('its files lie upon one another')
  return entries
}

/** Bytes. Below, growing does no harm, and many like rows are packed very small. */
const LARGE = 32 * 1024 ** 2

const NAME = /^(?:schoolbell\.json|tables\/[a-z_]+\.jsonl|media\/[0-9a-f]{64}\/[^/]+)$/
const FILE_TYPE = 0o170000
const REGULAR = 0o100000

function refuseOdd(entry: Entry): void {
  const { fileName } = entry
  if (!NAME.test(fileName)) throw invalid(fileName.slice(0, 200), 'is no file of a state')
  const kind = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  if (kind !== 0 && kind !== REGULAR) throw invalid(fileName, 'is a link or another special file')
  if (entry.isEncrypted()) throw invalid(fileName, 'is encrypted')
  if (!entry.canDecodeFileData()) throw invalid(fileName, 'is packed in a way that is not known here')
}

const tooLarge = (what: string) => new StateError('STATE_TOO_LARGE', `the file is too large: ${what}`)

const LONGEST_MANIFEST = 256 * 1024

async function manifestText({ open, count }: Reading, entry: Entry | undefined): Promise<string> {
  if (!entry) throw invalid('', `the file is no state of schoolbell: it has no ${MANIFEST}`)
  if (entry.uncompressedSize > LONGEST_MANIFEST) throw invalid(MANIFEST, 'is too long')
  const chunks: Buffer[] = []
  for await (const chunk of await open(entry)) {
    count(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Into the schema that the archive was written with: the store's own history brings it up to date. */
async function enterTables(
  { open, count }: Reading,
  entries: ReadonlyMap<string, Entry>,
  manifest: Manifest,
  stateFile: string,
): Promise<void> {
  const database = createStateFile(stateFile, manifest.schema)
  try {
    const tables = stateTables(database)
    const known = new Set(tables.map(({ name }) => tableFile(name)))
    const odd = [...entries.keys()].find(name => name.startsWith('tables/') && !known.has(name))
    if (odd !== undefined) throw invalid(odd, 'is no table of this schema')
    database.pragma('foreign_keys = OFF')
    for (const table of tables) {
      const place = tableFile(table.name)
      const entry = entries.get(place)
      if (!entry) throw invalid(place, 'is missing')
      const source = await open(entry)
      database.exec('BEGIN')
      const rows = await enterLines(
        database,
        table,
        source.on('data', chunk => count(chunk.length)).pause(),
        place,
      )
      database.exec('COMMIT')
      if (rows !== manifest.tables[table.name])
        throw invalid(
          place,
          `has ${rows} rows where ${MANIFEST} says ${manifest.tables[table.name] ?? 'nothing'}`,
        )
    }
  } finally {
    database.close()
  }
}

/** All media of the state, each under the hash of its content, and no other file. */
async function takeMedia(
  { open, count }: Reading,
  entries: ReadonlyMap<string, Entry>,
  named: readonly string[],
  mediaDir: string,
): Promise<void> {
  const wanted = new Set(named)
  const found = new Map<string, Entry>()
  for (const [name, entry] of entries) {
    if (!name.startsWith(MEDIA_FOLDER)) continue
    const path = pathOf(name)
    if (!wanted.has(path)) throw invalid(name, 'is named by nothing in the state')
    found.set(path, entry)
  }
  for (const path of named) {
    const entry = found.get(path)
    if (!entry) throw invalid(`${MEDIA_FOLDER}${path}`, 'is missing')
    const [hash = ''] = path.split('/')
    await mkdir(join(mediaDir, hash), { recursive: true })
    const digest = createHash('sha256')
    const look = new Transform({
      transform(chunk, _encoding, next) {
        digest.update(chunk)
        count(chunk.length)
        next(null, chunk)
      },
    })
    await pipeline(await open(entry), look, createWriteStream(join(mediaDir, path), { flags: 'wx' }))
    if (digest.digest('hex') !== hash)
      throw invalid(entry.fileName, 'is not what its hash says: the file is damaged')
  }
}

/** From `media/<hash>/<name>` to the path below the media folder. */
function pathOf(entryName: string): string {
  const [hash = '', encoded = ''] = entryName.slice(MEDIA_FOLDER.length).split('/')
  let name: string
  try {
    name = decodeURIComponent(encoded)
  } catch (error) {
    throw invalid(entryName, 'has a name that cannot be decoded', { cause: error })
  }
  if (name === '.' || name === '..' || name.includes('\0') || basename(name) !== name)
    throw invalid(entryName, 'is no name of a file')
  return `${hash}/${name}`
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Reads an archive into its own folder and checks it: sizes, the database, and the hash of each medium.
 *
 * The result is a state file of the current schema and the media beside it. Nothing else is changed: the caller moves them
 * to their place, or deletes the folder. No name of the archive becomes the name of a file: media are found by their hashes,
 * so an archive that another program has packed again, in a folder or with names in another alphabet, is read as well.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { isDiskFull } from '../../shared/error-code.ts'
import { checkState } from './check-state.ts'
import { takeFirstForm } from './first-form.ts'
import { DATABASE, FIRST_FORM, type Manifest, MEDIA_FOLDER, type Packed } from './manifest.ts'
import type { Progress } from './parts.ts'
import { takeRows } from './sent-database.ts'
import { invalid, reasonOf, StateError } from './state-error.ts'

const UNPACK_LIMITS = {
  entries: 200_000,
  /** Of one file, unpacked. */
  fileBytes: 4 * 1024 ** 3,
  /** Of all files, unpacked. */
  totalBytes: 16 * 1024 ** 3,
  /** How many times its packed size a large file may have. */
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
  limits?: typeof UNPACK_LIMITS
  /** Stops it. */
  signal?: AbortSignal
  onProgress?: Progress | undefined
}

/** @throws {StateError} the file is not an archive of a state, is damaged, or too large */
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
    const read = async (entry: Entry) => {
      let sum = 0
      const look = new Transform({
        transform(chunk, _encoding, next) {
          sum = crc32(chunk, sum)
          done += chunk.length
          onProgress?.(done, total)
          next(null, chunk)
        },
        flush(next) {
          next(sum === entry.crc32 ? null : invalid(entry.fileName, 'is damaged: its checksum is another'))
        },
      })
      const source = await zip.openReadStreamPromise(entry)
      source.on('error', error => look.destroy(error))
      look.on('close', () => source.destroy())
      return source.pipe(signal ? addAbortSignal(signal, look) : look)
    }
    const stateFile = join(into, 'state.db')
    const packed: Packed = new Map(
      [...entries].map(([name, entry]) => [
        name,
        {
          fileName: entry.fileName,
          bytes: entry.uncompressedSize,
          writtenAt: entry.getLastModDate(),
          read: () => read(entry),
        },
      ]),
    )
    const sent = await takeTables(packed, into, stateFile)
    const { media, ...held } = checkState(stateFile)
    const mediaDir = join(into, 'media')
    const bytes = await takeMedia(packed, media, mediaDir)
    const manifest = { ...sent, ...held, media: { files: media.length, bytes } }
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

async function openZip(file: string): Promise<ZipFile> {
  // Loaded by those who import only.
  const { openPromise } = await import('yauzl')
  try {
    return await openPromise(file, { autoClose: false, lazyEntries: true })
  } catch (error) {
    throw invalid('', 'the file is no .zip file, or a damaged one', { cause: error })
  }
}

/** Bytes. Below, growing does no harm, and many like rows are packed very small. */
const LARGE = 32 * 1024 ** 2

/** The files of an archive by name, from the folder that the state lies in. */
async function listed(
  zip: ZipFile,
  fileSize: number,
  limits: typeof UNPACK_LIMITS,
): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > limits.entries)
    throw tooLarge(`it holds ${zip.entryCount} files, more than ${limits.entries}`)
  const all: Entry[] = []
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    if (entry.uncompressedSize > limits.fileBytes || unpacked > limits.totalBytes)
      throw tooLarge(`${fileName} makes it larger than is taken in, unpacked`)
    if (entry.uncompressedSize > LARGE && entry.uncompressedSize > entry.compressedSize * limits.ratio)
      throw tooLarge(`${fileName} grows more than ${limits.ratio} times when it is unpacked`)
    all.push(entry)
  }
  // Files that share their bytes would unpack to far more than was sent.
  if (packed > fileSize) throw tooLarge('its files lie upon one another')
  const marks = all.filter(({ fileName }) =>
    [DATABASE, FIRST_FORM].includes(fileName.split('/').at(-1) ?? ''),
  )
  const [mark, another] = marks
  if (!mark) throw invalid('', `the file is no state of schoolbell: it has no ${DATABASE}`)
  if (another) throw invalid(another.fileName, `is there beside ${mark.fileName}: the file holds two states`)
  const folder = mark.fileName.slice(0, mark.fileName.lastIndexOf('/') + 1)
  return new Map(
    all
      .filter(({ fileName }) => fileName.startsWith(folder) && !LEFT_BY_SYSTEMS.test(fileName))
      .map(entry => [entry.fileName.slice(folder.length), entry]),
  )
}

/** What macOS and Windows put into folders, and folders themselves. */
const LEFT_BY_SYSTEMS = /(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini|)$/

const tooLarge = (what: string) => new StateError('STATE_TOO_LARGE', `the file is too large: ${what}`)

async function takeTables(
  packed: Packed,
  into: string,
  stateFile: string,
): Promise<Pick<Manifest, 'schema' | 'exportedAt'>> {
  const database = packed.get(DATABASE)
  if (!database) return takeFirstForm(packed, stateFile)
  const sent = join(into, 'sent.db')
  await pipeline(await database.read(), createWriteStream(sent, { flags: 'wx' }))
  const exportedAt = database.writtenAt.toISOString().replace('.000', '')
  return { schema: takeRows(sent, stateFile), exportedAt }
}

/** All media that the state names, each by the hash of its content. @returns their bytes */
async function takeMedia(packed: Packed, named: readonly string[], mediaDir: string): Promise<number> {
  const byHash = new Map(
    [...packed]
      .filter(([name]) => name.startsWith(MEDIA_FOLDER))
      .map(([name, file]) => [name.split('/')[1] ?? '', file]),
  )
  let bytes = 0
  for (const path of named) {
    const [hash = ''] = path.split('/')
    const file = byHash.get(hash)
    if (!file) throw invalid(`${MEDIA_FOLDER}${path}`, 'is missing')
    await mkdir(join(mediaDir, hash), { recursive: true })
    const digest = createHash('sha256')
    const look = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk)
        yield chunk
      }
    }
    await pipeline(await file.read(), look, createWriteStream(join(mediaDir, path), { flags: 'wx' }))
    if (digest.digest('hex') !== hash)
      throw invalid(file.fileName, 'is not what its hash says: the file is damaged')
    bytes += file.bytes
  }
  return bytes
}

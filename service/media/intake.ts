/**
 * A file becomes a medium: it is received, recognised, decoded, moved to its place and recorded, or refused and deleted.
 *
 * A file comes in under a name that nothing serves, and moves to its place only when nothing can be wrong with it any more.
 * A picture is written anew, without what its camera wrote about place, device and owner. What would be served byte for byte
 * as another is the same medium again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock } from '../../shared/clock.ts'
import { epochSecond } from '../../shared/contract/wire-time.ts'
import { isDiskFull } from '../../shared/error-code.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { hashOf, keepBytes, keepFile } from './files.ts'
import type { MediaLimits } from './limits.ts'
import type { MediaRepository, StoredMedia } from './media.ts'
import { mediaName, refuseMismatch, storedType } from './names.ts'
import { type ConvertedType, type FoundType, isFoundPicture, isPictureType } from './picture-types.ts'
import { type Picture, readPicture } from './pictures.ts'
import { type Poster, posterOf } from './posters.ts'
import { readerOf } from './recognise/reader.ts'
import { beginsAs, HEAD_BYTES, recognise } from './recognise/recognise.ts'
import { MediaRefused } from './refused.ts'
import { servedPicture } from './served-picture.ts'

export interface MediaFacts {
  /** As the file was called; its medium is called something like it. */
  name: string
  /** The type as the sender declares it. */
  type?: string | undefined
  /** Bytes, if the sender declares the size. */
  size?: number | undefined
}

export interface MediaIntake {
  /**
   * @param content bytes, a stream of them, or the path of a file
   * @throws {MediaRefused} nothing of the file is kept
   */
  add(content: Uint8Array | Readable | string, facts: MediaFacts): Promise<StoredMedia>
}

export interface IntakeParts {
  database: SqliteDatabase
  media: MediaRepository
  mediaDir: string
  clock: Clock
  zone: string
  limits: MediaLimits
  /** PNG and JPEG pictures are served as they come in, with all that is written in them. */
  keepOriginals: boolean
}

/** Files that come in at the same time; each may take the disk's room of a film. */
const MOST_AT_ONCE = 8
/** Nothing is received for so long: what lies there was left by a process that ended. */
const LEFT_BEHIND_MS = 3_600_000
const SECONDS_A_PICTURE = 20

export function mediaIntake(parts: IntakeParts): MediaIntake {
  const { mediaDir, limits } = parts
  const incoming = join(mediaDir, '.incoming')
  let underWay = 0
  return {
    async add(content, facts) {
      if (underWay >= MOST_AT_ONCE)
        throw new MediaRefused('MEDIA_BUSY', 'Too many files are coming in at once; try again in a moment')
      underWay += 1
      const file = join(incoming, randomUUID())
      try {
        await refuseWithoutRoom(parts, facts.size ?? 0)
        await mkdir(incoming, { recursive: true })
        const { hash, size } = await receive(streamOf(content), file, facts.size, limits)
        await sweep(incoming, file)
        return await enter(file, hash, size, facts, parts)
      } catch (error) {
        throw isDiskFull(error) ? noRoom(error) : error
      } finally {
        underWay -= 1
        await rm(file, { force: true })
      }
    },
  }
}

function streamOf(content: Uint8Array | Readable | string): Readable {
  if (typeof content === 'string') return createReadStream(content)
  return content instanceof Readable ? content : Readable.from([content])
}

async function refuseWithoutRoom({ media, mediaDir, limits }: IntakeParts, size: number): Promise<void> {
  if (media.count() >= limits.files) {
    const most = `There are ${limits.files} media already; delete some that are used no more`
    throw new MediaRefused('MEDIA_TOO_MANY', most, { limit: limits.files })
  }
  await mkdir(mediaDir, { recursive: true })
  const { bavail, bsize } = await statfs(mediaDir)
  if (bavail * bsize - size < limits.freeBytes) throw noRoom()
}

/** By the disk's own clock, which has just dated the newest file. */
async function sweep(incoming: string, newest: string): Promise<void> {
  const { mtimeMs: now } = await stat(newest)
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name)
    const facts = await stat(file).catch(() => undefined)
    if (facts && now - facts.mtimeMs > LEFT_BEHIND_MS) await rm(file, { force: true })
  }
}

/** Written to the disk as it arrives; the limit depends on the type that its first bytes show. */
async function receive(content: Readable, file: string, announced: number | undefined, limits: MediaLimits) {
  await using target = await open(file, 'wx')
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let size = 0
  // Not destroyed when it is refused in the middle: a request is still to be answered on the same connection.
  for await (const chunk of content.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = Buffer.from(chunk)
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, bytes.subarray(0, HEAD_BYTES - head.length)])
    size += bytes.length
    const limit = beginsAs(head) === 'video/mp4' ? limits.videoBytes : limits.fileBytes
    if (Math.max(size, head.length >= 12 ? (announced ?? 0) : 0) > limit) throw tooLarge(limit)
    hash.update(bytes)
    await target.writeFile(bytes)
  }
  await target.datasync()
  return { hash: hash.digest('hex'), size }
}

async function enter(
  file: string,
  hash: string,
  size: number,
  facts: MediaFacts,
  parts: IntakeParts,
): Promise<StoredMedia> {
  const { database, media, clock } = parts
  const found = await lookAt(file, size, facts.name)
  refuseMismatch(facts.name, facts.type, found)
  const served = await servedForm({ file, hash, size }, found, parts)
  const fileType = storedType(served.type, facts.type)
  const name = mediaName(facts.name, fileType)
  const [known] = media.ofHash(served.hash)
  const made = known ?? (await makeVersions(served, name, parts))
  // Another file with the same content or name may have been added in the meantime.
  const enterOnce = database.transaction((): StoredMedia => {
    const before = media.ofHash(served.hash).find(medium => medium.fileType === fileType)
    if (before) media.restore(before.name)
    if (before) return before
    const medium = { ...made, name: media.freeName(name), fileType }
    media.add(medium, epochSecond(clock.now()))
    return medium
  })
  return enterOnce.immediate()
}

interface Received {
  file: string
  /** Of the content. */
  hash: string
  size: number
}

/** What will be served: what has come in, or what was made of it in memory. */
interface Served extends Received {
  bytes?: Buffer
  type: Exclude<FoundType, ConvertedType>
  takenAt?: string | undefined
}

async function servedForm(received: Received, found: FoundType, parts: IntakeParts): Promise<Served> {
  if (!isFoundPicture(found)) return { ...received, type: found }
  // What was downloaded here is the same medium when it comes back: it is not compressed again.
  if (isPictureType(found) && parts.media.ofHash(received.hash).length > 0)
    return { ...received, type: found }
  const { bytes, ...facts } = await servedPicture(
    received.file,
    found,
    pictureLimits(parts),
    parts.keepOriginals,
  )
  if (!bytes) return { ...received, ...facts }
  return { file: received.file, bytes, hash: hashOf(bytes), size: bytes.length, ...facts }
}

async function makeVersions(
  { file, bytes, hash, size, type, takenAt }: Served,
  name: string,
  parts: IntakeParts,
): Promise<Omit<StoredMedia, 'name' | 'fileType'>> {
  const { mediaDir } = parts
  const versions = isPictureType(type)
    ? await readPicture(bytes ?? file, pictureLimits(parts))
    : await posterOf(type)
  const { thumbnail, screen } = versions
  // All files of a type have the same poster.
  const stem = 'width' in versions ? name.replaceAll('.', '-') : type.replace('/', '-')
  return {
    fileSize: size,
    path: await (bytes ? keepBytes(bytes, name, mediaDir) : keepFile(file, hash, name, mediaDir)),
    thumbnailPath: await keepBytes(thumbnail.bytes, `${stem}-200${thumbnail.ending}`, mediaDir),
    screenPath: await keepBytes(screen.bytes, `${stem}-1024${screen.ending}`, mediaDir),
    ...sizeOf(versions),
    ...(takenAt !== undefined && { imageDateTime: takenAt }),
  }
}

const sizeOf = (versions: Picture | Poster) =>
  'width' in versions ? { imageWidth: versions.width, imageHeight: versions.height } : {}

const pictureLimits = ({ limits: { pixels }, zone }: Pick<IntakeParts, 'limits' | 'zone'>) => ({
  pixels,
  seconds: SECONDS_A_PICTURE,
  zone,
})

async function lookAt(file: string, size: number, name: string) {
  await using handle = await open(file, 'r')
  return await recognise(readerOf(handle, size), name)
}

function tooLarge(limit: number): MediaRefused {
  const most = `${Math.floor(limit / 1024 ** 2)} MB`
  return new MediaRefused('MEDIA_TOO_LARGE', `The file is larger than ${most}, the most for its type`, {
    limit,
  })
}

function noRoom(cause?: unknown): MediaRefused {
  return new MediaRefused('MEDIA_NO_ROOM', 'There is no room left on the service’s disk', {}, { cause })
}

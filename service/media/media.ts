/**
 * Media: pictures, documents, sounds and films that news, users and bodies refer to by name.
 *
 * A file lies at `<content hash>/<file name>` below the media folder and is served under the same path, so an address
 * always means the same bytes and may be kept for ever.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { type Attachment, type FileType, PICTURE_TYPES } from '../../shared/contract/news.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { SeedMedia } from '../seed.ts'

/** A file's paths below the media folder, with what there is to say of it. */
export interface StoredMedia extends Omit<SeedMedia, 'file' | 'thumbnail' | 'screen'> {
  path: string
  thumbnailPath: string
  screenPath: string
  fileSize: number
}

export interface MediaShelf {
  add(media: StoredMedia): void
  has(name: string): boolean
  get(name: string): StoredMedia | undefined
}

/** File name endings that the server's content types are read from; the first is given to a file that has none. */
const ENDINGS: Record<FileType, readonly [string, ...string[]]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'application/pdf': ['.pdf'],
  'audio/mpeg': ['.mp3'],
  'audio/mp3': ['.mp3'],
  'video/mp4': ['.mp4'],
}

/** Whether a file is named as a picture of a type that the interface allows. */
export function isPictureName(file: string): boolean {
  return PICTURE_TYPES.some(type => ENDINGS[type].includes(extname(file).toLowerCase()))
}

/** Copies a medium's three files below the media folder. Done twice, nothing changes. */
export async function copyMedia(media: SeedMedia, sourceDir: string, mediaDir: string): Promise<StoredMedia> {
  const { file, thumbnail, screen, ...facts } = media
  const original = await copyFile(join(sourceDir, file), nameFor(file, media.fileType), mediaDir)
  const small = await copyFile(join(sourceDir, thumbnail), basename(thumbnail), mediaDir)
  const large = await copyFile(join(sourceDir, screen), basename(screen), mediaDir)
  return {
    ...facts,
    path: original.path,
    fileSize: original.size,
    thumbnailPath: small.path,
    screenPath: large.path,
  }
}

function nameFor(file: string, type: FileType): string {
  const fits = ENDINGS[type].includes(extname(file).toLowerCase())
  return fits ? basename(file) : `${basename(file)}${ENDINGS[type][0]}`
}

async function copyFile(source: string, name: string, mediaDir: string) {
  const bytes = await readFile(source)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const place = join(mediaDir, hash)
  await mkdir(place, { recursive: true })
  // Renamed into place, so that a copy broken off is never served; in a folder of its own, so that two services which
  // fill one store do not take each other's copy away.
  const unfinished = await mkdtemp(join(place, '.part-'))
  try {
    await writeFile(join(unfinished, name), bytes)
    await rename(join(unfinished, name), join(place, name))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return { path: `${hash}/${name}`, size: bytes.byteLength }
}

interface MediaRow {
  name: string
  file_type: FileType
  file_size: number
  path: string
  thumbnail_path: string
  screen_path: string
  image_width: number | null
  image_height: number | null
  image_date_time: string | null
}

export function mediaIn(database: SqliteDatabase): MediaShelf {
  const insert = database.prepare(`
    INSERT INTO media (name, file_type, file_size, path, thumbnail_path, screen_path, image_width, image_height,
      image_date_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const select = database.prepare<[string], MediaRow>('SELECT * FROM media WHERE name = ?')
  return {
    add(media) {
      const { imageWidth = null, imageHeight = null, imageDateTime = null } = media
      const paths = [media.path, media.thumbnailPath, media.screenPath]
      insert.run(media.name, media.fileType, media.fileSize, ...paths, imageWidth, imageHeight, imageDateTime)
    },
    has: name => select.get(name) !== undefined,
    get(name) {
      const row = select.get(name)
      return row && storedMedia(row)
    },
  }
}

function storedMedia(row: MediaRow): StoredMedia {
  return {
    name: row.name,
    fileType: row.file_type,
    fileSize: row.file_size,
    path: row.path,
    thumbnailPath: row.thumbnail_path,
    screenPath: row.screen_path,
    ...(row.image_width !== null && { imageWidth: row.image_width }),
    ...(row.image_height !== null && { imageHeight: row.image_height }),
    ...(row.image_date_time !== null && { imageDateTime: row.image_date_time }),
  }
}

/** A stored medium as an attachment of the interface; only pictures have picture fields. */
export function attachmentOf(media: StoredMedia, url: (path: string) => string): Attachment {
  const { fileType, fileSize, imageWidth = 1, imageHeight = 1, imageDateTime } = media
  const any = {
    fileSize,
    url: url(media.path),
    thumbnailUrl: url(media.thumbnailPath),
    mobileScreenImageUrl: url(media.screenPath),
  }
  if (fileType === 'image/png' || fileType === 'image/jpeg') {
    return {
      fileType,
      ...any,
      imageWidth,
      imageHeight,
      ...(imageDateTime !== undefined && { imageDateTime }),
    }
  }
  return { fileType, ...any }
}

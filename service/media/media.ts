/**
 * Media: pictures, documents, sounds and films that news, users and bodies refer to by name.
 *
 * A file lies at `<content hash>/<file name>` below the media folder and is served under the same path, so an address
 * always means the same bytes and may be kept for ever.
 */
import { extname } from 'node:path'
import { type Attachment, type FileType, PICTURE_TYPES } from '../../shared/contract/news.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { SeedMedia } from '../seed.ts'

/** A file's paths below the media folder, and its properties. */
export interface StoredMedia extends Omit<SeedMedia, 'file' | 'thumbnail' | 'screen'> {
  path: string
  thumbnailPath: string
  screenPath: string
  fileSize: number
}

export interface MediaRepository {
  /** @param at epoch second */
  add(media: StoredMedia, at?: number): void
  has(name: string): boolean
  get(name: string): StoredMedia | undefined
  /** All media that are made of a file with this hash, removed ones as well: a sound may be there under both its types. */
  ofHash(hash: string): StoredMedia[]
  /** The name, or the first free one of `name-2.pdf`, `name-3.pdf` … */
  freeName(name: string): string
  /** Newest first. */
  page(question: MediaPageQuestion): ListedMedia[]
  count(): number
  /** No longer served, and nothing may refer to it; `forgetRemoved` deletes its files. False when there is none by that name. */
  remove(name: string, at: number): boolean
  /** False when none by that name is removed. */
  restore(name: string): boolean
  /** Whether a path below the media folder belongs to a medium that is there. */
  serves(path: string): boolean
}

export interface MediaPageQuestion {
  pictures?: boolean | undefined
  /** Part of a name. */
  search?: string | undefined
  /** Those that come after this one. */
  after?: Pick<ListedMedia, 'addedAt' | 'name'> | undefined
  limit: number
}

export interface ListedMedia extends StoredMedia {
  /** Epoch second; 0 for those that came with a seed. */
  addedAt: number
}

/** File name endings that the server's content types are read from; the first is given to a file that has none. */
export const ENDINGS: Record<FileType, readonly [string, ...string[]]> = {
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
  added_at: number
}

export function mediaIn(database: SqliteDatabase): MediaRepository {
  const insert = database.prepare(`
    INSERT INTO media (name, file_type, file_size, path, thumbnail_path, screen_path, image_width, image_height,
      image_date_time, added_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const select = database.prepare<[string], MediaRow>(
    'SELECT * FROM media WHERE name = ? AND removed_at IS NULL',
  )
  // By the index media_by_path: "0" follows "/".
  const selectByHash = database.prepare<[string, string], MediaRow>(
    "SELECT * FROM media WHERE path > ? || '/' AND path < ? || '0' ORDER BY name",
  )
  const selectName = database
    .prepare<[string], number>(
      'SELECT 1 WHERE ? IN (SELECT name FROM media UNION ALL SELECT name FROM former_media)',
    )
    .pluck()
  const selectPage = database.prepare<PageValues, MediaRow>(`
    SELECT * FROM media
    WHERE removed_at IS NULL AND (@pictures = 0 OR image_width IS NOT NULL)
      AND (@search IS NULL OR instr(lower(name), @search) > 0)
      AND (@addedAt IS NULL OR (added_at, name) < (@addedAt, @name))
    ORDER BY added_at DESC, name DESC LIMIT @limit`)
  const selectCount = database
    .prepare<[], number>('SELECT count(*) FROM media WHERE removed_at IS NULL')
    .pluck()
  const setRemoved = database.prepare('UPDATE media SET removed_at = ? WHERE name = ? AND removed_at IS NULL')
  const setThere = database.prepare(
    'UPDATE media SET removed_at = NULL WHERE name = ? AND removed_at IS NOT NULL',
  )
  // By the indexes media_by_path, media_by_thumbnail and media_by_screen.
  const selectServed = database
    .prepare<[string, string, string], number>(`
      SELECT 1 FROM media WHERE removed_at IS NULL AND (path = ? OR thumbnail_path = ? OR screen_path = ?) LIMIT 1`)
    .pluck()
  return {
    add(media, at = 0) {
      const { imageWidth = null, imageHeight = null, imageDateTime = null } = media
      const paths = [media.path, media.thumbnailPath, media.screenPath]
      const picture = [imageWidth, imageHeight, imageDateTime]
      insert.run(media.name, media.fileType, media.fileSize, ...paths, ...picture, at)
    },
    has: name => select.get(name) !== undefined,
    get(name) {
      const row = select.get(name)
      return row && storedMedia(row)
    },
    ofHash: hash => selectByHash.all(hash, hash).map(storedMedia),
    freeName(name) {
      const ending = extname(name)
      const stem = name.slice(0, name.length - ending.length)
      for (let count = 1; ; count += 1) {
        const candidate = count === 1 ? name : `${stem}-${count}${ending}`
        if (selectName.get(candidate) === undefined) return candidate
      }
    },
    page: ({ pictures = false, search = '', after, limit }) =>
      selectPage
        .all({
          pictures: pictures ? 1 : 0,
          search: search === '' ? null : search.toLowerCase(),
          addedAt: after?.addedAt ?? null,
          name: after?.name ?? null,
          limit,
        })
        .map(row => ({ ...storedMedia(row), addedAt: row.added_at })),
    count: () => selectCount.get() ?? 0,
    remove: (name, at) => setRemoved.run(at, name).changes === 1,
    restore: name => setThere.run(name).changes === 1,
    serves: path => selectServed.get(path, path, path) !== undefined,
  }
}

interface PageValues {
  pictures: 0 | 1
  search: string | null
  addedAt: number | null
  name: string | null
  limit: number
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

/** Types of the mirror and its store. */
import { OTHER_TYPES, PICTURE_TYPES } from '../../shared/contract/news.ts'
import { picturesIn } from '../../shared/html/pictures.ts'
import type { StoredEntry } from './types.ts'

/** A URL in an entry with the type and size from the entry; undefined: only known to be a picture. */
export interface WantedFile {
  url: string
  fileType: string | undefined
  /** Bytes. */
  fileSize: number | undefined
}

export interface MediaSource extends WantedFile {
  id: number
  /** Failed attempts. */
  attempts: number
}

/** Named by its content, not by its URL. */
export interface MediaFile {
  /** Hexadecimal. */
  sha256: string
  /** Detected from its first bytes. */
  type: string
  size: number
}

/** Why a file is not mirrored; it is tried again. */
export interface MediaFailure extends MediaSource {
  /** Stable, for programs. */
  code: string
  reason: string
  failedAt: number
  retryAt: number
}

export interface MediaCounts {
  files: number
  bytes: number
  /** URLs in use that were not tried yet. */
  waiting: number
  /** URLs in use that failed. */
  failed: number
}

/** Types of attachments that are mirrored: those whose first bytes the mirror knows. */
const MIRRORED: readonly string[] = [...PICTURE_TYPES, ...OTHER_TYPES, 'image/gif', 'image/webp']

/** All URLs of an entry, once each; without links of its text and attachments of other types. */
export function wantedFiles({
  coverUrl,
  thumbnailUrl,
  attachments,
  html,
}: Pick<StoredEntry, 'coverUrl' | 'thumbnailUrl' | 'attachments' | 'html'>): WantedFile[] {
  const wanted = new Map<string, WantedFile>()
  for (const { url, fileType, fileSize } of attachments) {
    if (MIRRORED.includes(fileType)) wanted.set(url, { url, fileType, fileSize })
  }
  const pictures = attachments.flatMap(file => [file.thumbnailUrl, file.mobileScreenImageUrl])
  for (const url of [coverUrl, thumbnailUrl, ...pictures, ...picturesIn(html)]) {
    // Type and size of an attachment are also valid where the same URL is a cover or in the text.
    if (url && !wanted.has(url)) wanted.set(url, { url, fileType: undefined, fileSize: undefined })
  }
  return [...wanted.values()]
}

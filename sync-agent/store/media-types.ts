/** What the mirror and its store speak of. */
import type { FileType } from '../../shared/contract/news.ts'
import type { StoredEntry } from './types.ts'

/** An address in an entry, and what the entry says of the file there; undefined: nothing but that it is a picture. */
export interface WantedFile {
  url: string
  fileType: FileType | undefined
  /** Bytes. */
  fileSize: number | undefined
}

export interface MediaSource extends WantedFile {
  id: number
  /** In vain, so far. */
  attempts: number
}

/** Named by its content, whatever its address was. */
export interface MediaFile {
  /** Hexadecimal. */
  sha256: string
  /** By its first bytes. */
  type: string
  size: number
}

/** Why a file is not mirrored, as far as is known; it is tried again. */
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
  /** Addresses in use that were not tried yet. */
  waiting: number
  /** Addresses in use that were tried in vain. */
  failed: number
}

/** Every address that an entry shows outside its body, once each. */
export function wantedFiles({
  coverUrl,
  thumbnailUrl,
  attachments,
}: Pick<StoredEntry, 'coverUrl' | 'thumbnailUrl' | 'attachments'>): WantedFile[] {
  const wanted = new Map<string, WantedFile>()
  for (const { url, fileType, fileSize } of attachments) wanted.set(url, { url, fileType, fileSize })
  const pictures = attachments.flatMap(file => [file.thumbnailUrl, file.mobileScreenImageUrl])
  for (const url of [coverUrl, thumbnailUrl, ...pictures]) {
    // What an attachment says of a file holds where it is shown as a cover, too.
    if (url && !wanted.has(url)) wanted.set(url, { url, fileType: undefined, fileSize: undefined })
  }
  return [...wanted.values()]
}

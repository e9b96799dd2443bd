/** An entry with the mirror's URLs for mirrored files; its `mirrored` has these in place of the paths. */
import type { ReceivedAttachment } from '../../shared/client/attachments.ts'
import { withPictures } from '../../shared/html/pictures.ts'
import { isSafePicture } from '../../shared/html/policy.ts'
import type { StoredEntry } from './types.ts'

/** The URL of a mirrored file by its path, `media/…`; undefined: the file keeps its original URL. */
export type MirrorUrl = (path: string) => string | undefined

export function withMirror<Entry extends StoredEntry>(entry: Entry, mirrorUrl: MirrorUrl): Entry {
  if (!entry.mirrored) return entry
  const mirrored: Record<string, string> = Object.create(null)
  for (const [original, path] of Object.entries(entry.mirrored)) {
    const url = mirrorUrl(path)
    if (url !== undefined) mirrored[original] = url
  }
  const at = (original: string) => mirrored[original] ?? original
  // Who sanitises a text again keeps no picture of plain http.
  const inText = (original: string) => {
    const url = at(original)
    return url.startsWith('http:') && !isSafePicture(url) ? original : url
  }
  const { coverUrl, thumbnailUrl } = entry
  return {
    ...entry,
    mirrored,
    html: withPictures(entry.html, inText),
    coverUrl: coverUrl && at(coverUrl),
    thumbnailUrl: thumbnailUrl && at(thumbnailUrl),
    attachments: entry.attachments.map(
      ({ thumbnailUrl, mobileScreenImageUrl, ...file }): ReceivedAttachment => ({
        ...file,
        url: at(file.url),
        ...(thumbnailUrl !== undefined && { thumbnailUrl: at(thumbnailUrl) }),
        ...(mobileScreenImageUrl !== undefined && { mobileScreenImageUrl: at(mobileScreenImageUrl) }),
      }),
    ),
  }
}

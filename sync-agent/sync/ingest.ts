/** Prepares a received entry for the store: sanitised HTML, its original JSON, and a hash. */
import { createHash } from 'node:crypto'
import { withoutNulls } from '../../shared/client/accept.ts'
import type { Attachment, NewsEntry } from '../../shared/contract/news.ts'
import { parseWireDate } from '../../shared/contract/wire-time.ts'
import { sanitise } from '../../shared/html/sanitise.ts'
import type { EntryContent } from '../store/types.ts'

/** @param entry as parsed @param raw as received */
export function ingestEntry(entry: NewsEntry, raw: unknown, hash = contentHash(raw)): EntryContent {
  return {
    newsId: entry.newsId,
    title: entry.newsTitle,
    html: sanitise(entry.newsContent),
    date: parseWireDate(entry.newsDate).toString(),
    newsDateTime: entry.newsDateTime,
    coverUrl: webAddress(entry.mobileScreenImageUrl),
    thumbnailUrl: webAddress(entry.thumbnailUrl),
    attachments: (entry.attachments ?? []).filter(({ url }) => webAddress(url)).map(safeAttachment),
    raw: JSON.stringify(raw),
    hash,
  }
}

/** Hash of an entry's content. The order of fields does not count, and null counts as absent. */
export function contentHash(raw: unknown): string {
  return createHash('sha256')
    .update(canonical(withoutNulls(raw)))
    .digest('hex')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`
}

/** Pages use these URLs in `src` and `href`, where `javascript:` would run: unsafe ones become empty. */
function safeAttachment(attachment: Attachment): Attachment {
  return {
    ...attachment,
    thumbnailUrl: webAddress(attachment.thumbnailUrl) ?? '',
    mobileScreenImageUrl: webAddress(attachment.mobileScreenImageUrl) ?? '',
  }
}

function webAddress(address: string | undefined): string | undefined {
  return address && /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? address : undefined
}

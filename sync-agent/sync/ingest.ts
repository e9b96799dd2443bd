/** Prepares a received entry for the store: sanitised HTML, its original JSON, and a hash. */
import { createHash } from 'node:crypto'
import { withoutNulls } from '../../shared/client/accept.ts'
import type { ReceivedEntry } from '../../shared/client/news-entry.ts'
import { collectRemarks, type Remark } from '../../shared/client/remarks.ts'
import { parseWireDate } from '../../shared/contract/wire-time.ts'
import { sanitise } from '../../shared/html/sanitise.ts'
import type { EntryContent } from '../store/types.ts'

/** @param entry as read @param raw as received */
export function ingestEntry(
  entry: ReceivedEntry,
  raw: unknown,
  remarks: readonly Remark[] = [],
  hash = contentHash(raw),
): EntryContent {
  const lost = collectRemarks()
  const html = sanitise(entry.newsContent, (came, done) => lost.note('/newsContent', came, done))
  return {
    newsId: entry.newsId,
    title: legible(entry.newsTitle),
    html: legible(html),
    date: parseWireDate(entry.newsDate).toString(),
    newsDateTime: entry.newsDateTime,
    coverUrl: entry.mobileScreenImageUrl,
    thumbnailUrl: entry.thumbnailUrl,
    attachments: entry.attachments.map(legibleTexts),
    remarks: [...remarks, ...lost.remarks],
    raw: JSON.stringify(raw),
    hash,
  }
}

/** Not every database and reader takes U+0000 and half characters; `raw` keeps them as escapes. */
const legible = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

function legibleTexts<Fields extends object>(fields: Fields): Fields {
  const each = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? legible(value) : value,
  ])
  return Object.fromEntries(each) as Fields
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

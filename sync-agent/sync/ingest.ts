/**
 * From an answer to what the store takes: each entry with its safe HTML, its own JSON as it came, and a hash.
 *
 * An identifier listed twice counts as listed last. One that is both listed and deleted in the same answer counts as
 * deleted: a withdrawn entry must not stay on a public page. An entry published again comes back as soon as a later
 * question no longer reaches back to the deletion.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { withoutNulls } from '../../shared/client/accept.ts'
import type { NewsAnswer } from '../../shared/client/content.ts'
import type { Attachment, NewsEntry } from '../../shared/contract/news.ts'
import { parseWireDate } from '../../shared/contract/wire-time.ts'
import { sanitise } from '../../shared/html/sanitise.ts'
import type { Batch, EntryContent } from '../store/store.ts'

/** Entries prepared in one go; in between, the agent answers its own visitors. */
const SLICE = 50

export type Listing = Pick<NewsAnswer, 'newsList' | 'rawList' | 'delNewsIds'>

/** @throws the signal's reason, once it is aborted */
export async function ingest(
  { newsList, rawList, delNewsIds }: Listing,
  signal?: AbortSignal,
): Promise<Batch> {
  const deleted = new Set(delNewsIds)
  const listed = new Map<string, EntryContent>()
  for (const [index, entry] of newsList.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate()
    signal?.throwIfAborted()
    if (!deleted.has(entry.newsId)) listed.set(entry.newsId, ingestEntry(entry, rawList[index]))
  }
  return { listed: [...listed.values()], deleted: [...deleted] }
}

/** One entry: `entry` as the contract reads it, `raw` as it came. */
export function ingestEntry(entry: NewsEntry, raw: unknown): EntryContent {
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
    hash: contentHash(raw),
  }
}

/** The same for two entries that say the same: neither the order of fields nor a null in place of an absent one counts. */
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

/** A host puts these into `src` and `href`, where `javascript:` would run; such an address is emptied. */
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

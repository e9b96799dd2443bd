/**
 * The entries of a response, collected until it is complete.
 *
 * An entry that cannot be published is invalid. An entry that the store already has, by the hash of its content,
 * is skipped; one that came lately with the same text is not checked again. All others are sanitised and collected. When
 * there are many, they go to the store's staging table, so a response of any size needs little memory. If an identifier
 * comes twice, the last one counts.
 */

import { createHash, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { withoutNulls } from '../../shared/client/accept.ts'
import { identifierOf } from '../../shared/client/identifier.ts'
import { type ReceivedEntry, readNewsEntry } from '../../shared/client/news-entry.ts'
import { collectRemarks, type Remark } from '../../shared/client/remarks.ts'
import { parseWireDate } from '../../shared/contract/wire-time.ts'
import { sanitise } from '../../shared/html/sanitise.ts'
import type { SyncParts } from '../context.ts'
import { inParts } from '../store/parts.ts'
import { keyOf, quarantinedIds } from '../store/quarantine-rows.ts'
import { knownEntries } from '../store/reading.ts'
import { stage } from '../store/staging.ts'
import type { Batch, EntryContent, InvalidEntry } from '../store/types.ts'
import type { Stream } from '../stream.ts'
import type { Difference } from './reports.ts'

/** Entries processed at a time; between them, the agent serves its visitors. */
const SLICE = 50

export interface ReceiveOptions extends Pick<SyncParts, 'store' | 'zone' | 'recent'> {
  stream: Stream
  /** Token of the lease; undefined: compare only, write nothing. */
  token: number | undefined
  /** Filled with the differences to the store, for a report. */
  differences?: Map<string, Difference> | undefined
  signal: AbortSignal
}

export class ReceivedEntries {
  /** Elements received. */
  rows = 0
  /** Received identifiers, also of invalid entries. */
  readonly listed = new Set<string>()
  /** Received identifiers with a tombstone in the store. */
  readonly tombstoned = new Set<string>()
  /** Identifiers of invalid entries, with the reason. */
  readonly invalid = new Map<string, string>()

  readonly #options: ReceiveOptions
  readonly #collected: CollectedEntries
  #quarantined: ReadonlySet<string> | undefined
  /** Entries that were invalid before, and no longer are. */
  readonly #valid = new Set<string>()
  #unchanged = 0

  constructor(options: ReceiveOptions) {
    this.#options = options
    this.#collected = new CollectedEntries(options)
  }

  /** @param raw elements of `newsList`, unchecked */
  async take(raw: readonly unknown[]): Promise<void> {
    const { stream, store, signal } = this.#options
    this.#quarantined ??= new Set((await quarantinedIds(store, stream)).map(({ newsId }) => newsId))
    for (const slice of inParts(raw, SLICE)) {
      await setImmediate()
      signal.throwIfAborted()
      const ids = slice.map(usableId).filter(newsId => newsId !== undefined)
      const known = await knownEntries(store, stream, ids)
      for (const element of slice) this.#takeElement(element, known)
      this.rows += slice.length
      await this.#collected.stageWhenMany()
    }
  }

  #takeElement(raw: unknown, known: Map<string, string | undefined>) {
    const { recent, zone, token, differences } = this.#options
    const text = hash('sha256', JSON.stringify(raw))
    const before = recent.get(text)
    if (before && known.get(before.newsId) === before.hash) return this.#takeUnchanged(before.newsId)
    const read = readNewsEntry(raw, zone)
    if ('fault' in read) return this.#takeInvalid(raw, read.fault)
    const { entry, remarks } = read
    const { newsId, newsTitle: title } = entry
    const content = contentHash(raw)
    recent.set(text, { newsId, hash: content })
    const stored = known.get(newsId)
    if (stored === content) return this.#takeUnchanged(newsId)
    if (known.has(newsId) && stored === undefined) this.tombstoned.add(newsId)
    this.#takeValid(newsId)
    const kind = stored === undefined ? 'missing' : 'changed'
    differences?.set(newsId, { newsId, kind, title })
    if (token !== undefined) this.#collected.add(ingestEntry(entry, raw, remarks, content))
  }

  #takeUnchanged(newsId: string): void {
    this.#takeValid(newsId)
    this.#unchanged += 1
    this.#collected.remove(newsId)
    this.#options.differences?.delete(newsId)
  }

  #takeValid(newsId: string): void {
    this.listed.add(newsId)
    if (this.#quarantined?.has(newsId) || this.invalid.delete(newsId)) this.#valid.add(newsId)
    this.#collected.removeInvalid(newsId)
  }

  #takeInvalid(raw: unknown, { path, reason }: { path: string; reason: string }): void {
    const newsId = usableId(raw)
    const key = newsId === undefined ? `raw:${contentHash(raw)}` : keyOf(newsId)
    this.#collected.addInvalid({ newsId, key, raw: JSON.stringify(raw), path, reason })
    if (newsId === undefined) return
    this.listed.add(newsId)
    this.invalid.set(newsId, `${path} ${reason}`.trim())
    this.#valid.delete(newsId)
  }

  /** Removes an entry that is deleted. */
  withdraw(newsId: string): void {
    this.#collected.remove(newsId)
    this.#collected.removeInvalid(newsId)
    this.listed.delete(newsId)
    this.invalid.delete(newsId)
    this.#options.differences?.delete(newsId)
  }

  /** Everything to apply to the store, with these deletions. */
  batch(deleted: string[]): Batch {
    return { ...this.#collected.batch(), deleted, valid: [...this.#valid], unchanged: this.#unchanged }
  }
}

const STAGED_AT_ENTRIES = 500
/** About twice as many bytes in memory. */
const STAGED_AT_CHARACTERS = 1_000_000

/** Entries in memory and in the staging table. */
class CollectedEntries {
  readonly #options: ReceiveOptions
  readonly #entries = new Map<string, EntryContent>()
  readonly #invalid = new Map<string, InvalidEntry>()
  /** Staged entries that came again or were deleted. */
  readonly #superseded = new Set<string>()
  #characters = 0
  #isStaged = false

  constructor(options: ReceiveOptions) {
    this.#options = options
  }

  add(entry: EntryContent): void {
    this.remove(entry.newsId)
    this.#entries.set(entry.newsId, entry)
    this.#characters += entry.html.length + entry.raw.length
  }

  remove(newsId: string): void {
    this.#entries.delete(newsId)
    if (this.#isStaged) this.#superseded.add(newsId)
  }

  addInvalid(entry: InvalidEntry): void {
    this.#invalid.set(entry.key, entry)
    this.#characters += entry.raw.length
  }

  removeInvalid(newsId: string): void {
    this.#invalid.delete(keyOf(newsId))
  }

  async stageWhenMany() {
    const { stream, store, token } = this.#options
    if (token === undefined) return this.#invalid.clear()
    const number = this.#entries.size + this.#invalid.size
    if (number <= STAGED_AT_ENTRIES && this.#characters <= STAGED_AT_CHARACTERS) return
    await stage(store, token, stream, this.#inMemory())
    // Staging an identifier again replaces its staged entry.
    for (const newsId of this.#entries.keys()) this.#superseded.delete(newsId)
    this.#entries.clear()
    this.#invalid.clear()
    this.#characters = 0
    this.#isStaged = true
  }

  batch(): Pick<Batch, 'listed' | 'invalid' | 'staged'> {
    return { ...this.#inMemory(), staged: this.#isStaged ? { except: [...this.#superseded] } : undefined }
  }

  #inMemory() {
    return { listed: [...this.#entries.values()], invalid: [...this.#invalid.values()] }
  }
}

/** The identifier of a received element, if it is valid. */
export function usableId(raw: unknown): string | undefined {
  return typeof raw === 'object' && raw !== null ? identifierOf(Reflect.get(raw, 'newsId')) : undefined
}

/** Prepares an entry for the store. @param entry as read @param raw as received */
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

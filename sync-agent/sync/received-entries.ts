/**
 * Collects the entries of a response until it is complete.
 *
 * An entry that cannot be published is invalid. An entry that the store already has, by the hash of its content,
 * is skipped; one that came lately with the same text is not checked again. All others are sanitised and collected. When
 * there are many, they go to the store's staging table, so a response of any size needs little memory. If an identifier
 * comes twice, the last one counts.
 */
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { identifierOf } from '../../shared/client/identifier.ts'
import { type ReadEntry, readNewsEntry } from '../../shared/client/news-entry.ts'
import type { RecentEntries } from '../context.ts'
import { keyOf } from '../store/quarantine-rows.ts'
import type { AgentStore } from '../store/store.ts'
import type { Batch, EntryContent, InvalidEntry } from '../store/types.ts'
import type { Stream } from '../stream.ts'
import { contentHash, ingestEntry } from './ingest.ts'
import type { Difference } from './reports.ts'

/** Entries processed at a time; between them, the agent serves its visitors. */
const SLICE = 50
const STAGED_AT_ENTRIES = 500
/** About twice as many bytes in memory. */
const STAGED_AT_CHARACTERS = 1_000_000

export interface ReceiveOptions {
  store: AgentStore
  /** Token of the lease; undefined: compare only, write nothing. */
  token: number | undefined
  signal: AbortSignal
  /** The school's time zone. */
  zone: string
  recent: RecentEntries
  /** Filled with the differences to the store, for a report. */
  differences?: Map<string, Difference>
}

export interface ReceivedEntries {
  take(raw: readonly unknown[]): Promise<void>
  /** Elements received. */
  readonly rows: number
  /** Received identifiers, also of invalid entries. */
  readonly listed: ReadonlySet<string>
  /** Received identifiers with a tombstone in the store. */
  readonly tombstoned: ReadonlySet<string>
  /** Identifiers of invalid entries, with the reason. */
  readonly invalid: ReadonlyMap<string, string>
  /** Removes an entry that is deleted. */
  withdraw(newsId: string): void
  /** Everything to apply to the store, with these deletions. */
  batch(deleted: string[]): Batch
}

export async function receiveEntries(stream: Stream, options: ReceiveOptions): Promise<ReceivedEntries> {
  const { store, token, signal, zone, recent, differences } = options
  const quarantined = new Set((await store.quarantinedIds(stream)).map(({ newsId }) => newsId))
  const listed = new Set<string>()
  const tombstoned = new Set<string>()
  const invalid = new Map<string, string>()
  const valid = new Set<string>()
  const buffered = buffer(stream, options)
  let rows = 0
  let unchanged = 0

  function takeInvalid(raw: unknown, { path, reason }: { path: string; reason: string }) {
    const entry = invalidEntryOf(raw, path, reason)
    buffered.addInvalid(entry)
    if (entry.newsId === undefined) return
    listed.add(entry.newsId)
    invalid.set(entry.newsId, `${path} ${reason}`.trim())
    valid.delete(entry.newsId)
  }

  function takeEntry(
    raw: unknown,
    { entry, remarks }: Publishable,
    hashOfContent: string,
    stored: string | undefined,
  ) {
    const { newsId, newsTitle: title } = entry
    takeValid(newsId)
    differences?.set(newsId, { newsId, kind: stored === undefined ? 'missing' : 'changed', title })
    if (token !== undefined) buffered.add(ingestEntry(entry, raw, remarks, hashOfContent))
  }

  function takeUnchanged(newsId: string) {
    takeValid(newsId)
    unchanged += 1
    buffered.remove(newsId)
    differences?.delete(newsId)
  }

  function takeValid(newsId: string) {
    listed.add(newsId)
    if (quarantined.has(newsId) || invalid.delete(newsId)) valid.add(newsId)
    buffered.removeInvalid(newsId)
  }

  function takeElement(raw: unknown, known: Known) {
    const text = hash('sha256', JSON.stringify(raw))
    const before = recent.get(text)
    if (before && known.get(before.newsId) === before.hash) return takeUnchanged(before.newsId)
    const read = readNewsEntry(raw, zone)
    if ('fault' in read) return takeInvalid(raw, read.fault)
    const { newsId } = read.entry
    const content = contentHash(raw)
    recent.set(text, { newsId, hash: content })
    const stored = known.get(newsId)
    if (stored === content) return takeUnchanged(newsId)
    if (known.has(newsId) && stored === undefined) tombstoned.add(newsId)
    takeEntry(raw, read, content, stored)
  }

  return {
    async take(raw) {
      for (let start = 0; start < raw.length; start += SLICE) {
        await setImmediate()
        signal.throwIfAborted()
        const slice = raw.slice(start, start + SLICE)
        const known = await store.known(stream, slice.map(usableId).filter(isPresent))
        for (const element of slice) takeElement(element, known)
        rows += slice.length
        await buffered.stageWhenMany()
      }
    },
    get rows() {
      return rows
    },
    listed,
    tombstoned,
    invalid,
    withdraw(newsId) {
      buffered.remove(newsId)
      buffered.removeInvalid(newsId)
      listed.delete(newsId)
      invalid.delete(newsId)
      differences?.delete(newsId)
    },
    batch: deleted => ({ ...buffered.batch(), deleted, valid: [...valid], unchanged }),
  }
}

type Publishable = Exclude<ReadEntry, { fault: unknown }>
type Known = Map<string, string | undefined>

/** Entries in memory and in the staging table. */
function buffer(stream: Stream, { store, token }: ReceiveOptions) {
  const entries = new Map<string, EntryContent>()
  const invalid = new Map<string, InvalidEntry>()
  /** Staged entries that came again or were deleted. */
  const superseded = new Set<string>()
  let characters = 0
  let staged = false

  const remove = (newsId: string) => {
    entries.delete(newsId)
    if (staged) superseded.add(newsId)
  }
  return {
    add(entry: EntryContent) {
      remove(entry.newsId)
      entries.set(entry.newsId, entry)
      characters += entry.html.length + entry.raw.length
    },
    remove,
    addInvalid(entry: InvalidEntry) {
      invalid.set(entry.key, entry)
      characters += entry.raw.length
    },
    removeInvalid: (newsId: string) => void invalid.delete(keyOf(newsId)),
    async stageWhenMany() {
      if (token === undefined) return invalid.clear()
      if (entries.size + invalid.size <= STAGED_AT_ENTRIES && characters <= STAGED_AT_CHARACTERS) return
      await store.stage(token, stream, { listed: [...entries.values()], invalid: [...invalid.values()] })
      // Staging an identifier again replaces its staged entry.
      for (const newsId of entries.keys()) superseded.delete(newsId)
      entries.clear()
      invalid.clear()
      characters = 0
      staged = true
    },
    batch: () => ({
      listed: [...entries.values()],
      invalid: [...invalid.values()],
      staged: staged ? { except: [...superseded] } : undefined,
    }),
  }
}

function invalidEntryOf(raw: unknown, path: string, reason: string): InvalidEntry {
  const newsId = usableId(raw)
  return {
    newsId,
    key: newsId === undefined ? `raw:${contentHash(raw)}` : keyOf(newsId),
    raw: JSON.stringify(raw),
    path,
    reason,
  }
}

/** The identifier of a received element, if it is valid. */
export function usableId(raw: unknown): string | undefined {
  return typeof raw === 'object' && raw !== null ? identifierOf(Reflect.get(raw, 'newsId')) : undefined
}

const isPresent = (newsId: string | undefined): newsId is string => newsId !== undefined

/** Data for planning the files of a stream: its entries, their pages, and how to read an entry. */

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { withMirror } from '../../store/mirrored.ts'
import { getNews, lastDeletion, readOutline } from '../../store/reading.ts'
import type { AgentStore } from '../../store/store.ts'
import type { StoredEntry } from '../../store/types.ts'
import { type Stream, streamName } from '../../stream.ts'
import { PlanOutdatedError } from './errors.ts'
import { yieldToOthers } from './event-loop.ts'
import type { Manifest } from './manifest.ts'
import { asAddress, mediaPathsOf } from './media.ts'
import { divideIntoPages, type NewsPage } from './paging.ts'
import { addressFrom } from './paths.ts'
import type { PlannedFile } from './planned-file.ts'

/** Identifier, time and version of an entry. */
export interface KnownEntry {
  newsId: string
  newsDateTime: string
  seq: number
  /** Paths of its mirrored files in the folder. */
  media: readonly string[]
}

export interface PlannedStream extends Stream {
  /** Oldest first. */
  known: KnownEntry[]
  byId: ReadonlyMap<string, KnownEntry>
  pages: NewsPage<KnownEntry>[]
  /** Its last change, including deletions. */
  seq: number
  /** It has more entries than at the last complete publication. */
  hasGrown: boolean
  /** The same site in the other language, if its first page is published. */
  other: PlannedStream | undefined
  read: (known: KnownEntry) => Promise<StoredEntry>
}

/** Entries with the URLs of files in the folder. */
export interface Shown {
  /** Version of the entry as it is shown. */
  source: (entry: KnownEntry) => string
  /** For a page: relative URLs. */
  on: (path: string) => (entry: StoredEntry) => StoredEntry
  /** For feeds and JSON: absolute URLs, if the folder has a base URL. */
  anywhere: <Entry extends StoredEntry>(entry: Entry) => Entry
}

/** Plans a text file from its source. */
export type TextFile = (path: string, source: string, make: () => Promise<string>) => PlannedFile

export const digest = (text: string) => hash('sha1', text, 'base64url')

/** Source of a list of entries. */
export const sourcesOf = (entries: readonly KnownEntry[], { source }: Pick<Shown, 'source'>) =>
  entries.map(entry => [entry.newsId, source(entry)])

export async function planStream(
  { siteId, lang }: Stream,
  {
    store,
    manifest,
  }: {
    store: AgentStore
    manifest: Pick<Manifest, 'entries'>
  },
): Promise<PlannedStream> {
  const stream = { siteId, lang }
  const known = await knownEntries(stream, store)
  const seq = known.reduce((latest, entry) => Math.max(latest, entry.seq), await lastDeletion(store, stream))
  return {
    ...stream,
    known,
    byId: new Map(known.map(entry => [entry.newsId, entry])),
    pages: divideIntoPages(known),
    seq,
    hasGrown: known.length > (manifest.entries[streamName(stream)] ?? 0),
    other: undefined,
    read: entryReader(stream, store),
  }
}

/** Entries read before the event loop continues. */
const PART = 500

/**
 * The store may change between two parts. They are in the order of the identifiers, which never change, so an entry that stays is
 * in one of them; one that was added or deleted meanwhile is the next publication's.
 */
async function knownEntries(stream: Stream, store: AgentStore): Promise<KnownEntry[]> {
  const all: KnownEntry[] = []
  for (;;) {
    const part = await readOutline(store, stream, all.at(-1)?.newsId, PART)
    for (const { mirrored = {}, ...entry } of part) all.push({ ...entry, media: mediaPathsOf({ mirrored }) })
    if (part.length < PART) return all.sort(byTime)
    await yieldToOthers()
  }
}

const byTime = (a: KnownEntry, b: KnownEntry) =>
  compared(a.newsDateTime, b.newsDateTime) || compared(a.newsId, b.newsId)

const compared = (a: string, b: string) => Number(a > b) - Number(a < b)

/** A cache, because pages and their neighbours need the same entries. */
const KEPT_ENTRIES = 100

function entryReader(stream: Stream, store: AgentStore): (known: KnownEntry) => Promise<StoredEntry> {
  const kept = new LRUCache<string, StoredEntry>({ max: KEPT_ENTRIES })
  return async ({ newsId, seq }) => {
    const entry = kept.get(newsId) ?? (await getNews(store, { ...stream, newsId }))
    if (entry?.seq !== seq) throw new PlanOutdatedError(`${streamName(stream)} ${newsId} has changed`)
    kept.set(newsId, entry)
    return entry
  }
}

/** @param media files that the folder has or will have */
export function shownWith(media: readonly PlannedFile[], baseUrl: string | undefined): Shown {
  const there = new Set(media.map(({ path }) => path))
  return {
    source: ({ seq, media }) =>
      media.length === 0 ? `${seq}` : `${seq}/${media.filter(file => there.has(file)).length}`,
    on: path => entry =>
      withMirror(entry, file => (there.has(file) ? asAddress(addressFrom(path, file)) : undefined)),
    anywhere: entry =>
      baseUrl === undefined
        ? entry
        : withMirror(entry, file => (there.has(file) ? baseUrl + asAddress(file) : undefined)),
  }
}

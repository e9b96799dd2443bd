/** What the files of a stream are planned from: its entries in short, how they are cut into pages, and how one is read. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AgentStore } from '../../store/store.ts'
import type { StoredEntry } from '../../store/types.ts'
import { type Stream, streamName } from '../../stream.ts'
import { type Cut, cutIntoPages } from './cut.ts'
import { PlanOutdatedError } from './errors.ts'
import { asAddress, withMedia } from './media.ts'
import { addressFrom } from './paths.ts'
import type { PlannedFile } from './planned-file.ts'
import type { KnownEntry, PublicationRecord } from './record.ts'

export interface PlannedStream extends Stream {
  /** Oldest first. */
  known: KnownEntry[]
  byId: ReadonlyMap<string, KnownEntry>
  cuts: Cut<KnownEntry>[]
  /** Its last change, deletions included. */
  seq: number
  /** Entries were added, on the whole, since everything was last published. */
  hasGrown: boolean
  /** The same site in the other language, once its first page stands. */
  other: PlannedStream | undefined
  read: (known: KnownEntry) => Promise<StoredEntry>
}

/** Entries with the addresses of what is mirrored into the folder. */
export interface Shown {
  /** What tells this entry as it is shown from any other. */
  source: (entry: KnownEntry) => string
  /** For a page: as it reaches them. */
  on: (path: string) => (entry: StoredEntry) => StoredEntry
  /** For what is read far from the folder: whole addresses, where the folder has one. */
  anywhere: <Entry extends StoredEntry>(entry: Entry) => Entry
}

/** Plans a text, by what it is made from. */
export type TextFile = (path: string, source: string, make: () => Promise<string>) => PlannedFile

export const digest = (text: string) => hash('sha1', text, 'base64url')

/** What a list of entries is made from. */
export const sourcesOf = (entries: readonly KnownEntry[], { source }: Pick<Shown, 'source'>) =>
  entries.map(entry => [entry.newsId, source(entry)])

export async function planStream(
  { siteId, lang }: Stream,
  {
    store,
    record,
  }: { store: Pick<AgentStore, 'getNews'>; record: Pick<PublicationRecord, 'entries' | 'stream'> },
): Promise<PlannedStream> {
  const stream = { siteId, lang }
  const known = await record.entries(stream)
  const { seq, published } = record.stream(stream)
  return {
    ...stream,
    known,
    byId: new Map(known.map(entry => [entry.newsId, entry])),
    cuts: cutIntoPages(known),
    seq,
    hasGrown: known.length > published,
    other: undefined,
    read: entryReader(stream, store),
  }
}

/** Pages and neighbours ask for the same entries again. */
const KEPT_ENTRIES = 100

function entryReader(
  stream: Stream,
  store: Pick<AgentStore, 'getNews'>,
): (known: KnownEntry) => Promise<StoredEntry> {
  const kept = new LRUCache<string, StoredEntry>({ max: KEPT_ENTRIES })
  return async ({ newsId, seq }) => {
    const entry = kept.get(newsId) ?? (await store.getNews({ ...stream, newsId }))
    if (entry?.seq !== seq) throw new PlanOutdatedError(`${streamName(stream)} ${newsId} has changed`)
    kept.set(newsId, entry)
    return entry
  }
}

/** @param media the files that the folder has or gets */
export function shownWith(media: readonly PlannedFile[], baseUrl: string | undefined): Shown {
  const there = new Set(media.map(({ path }) => path))
  return {
    source: ({ seq, media }) =>
      media.length === 0 ? `${seq}` : `${seq}/${media.filter(file => there.has(file)).length}`,
    on: path => entry =>
      withMedia(entry, file => (there.has(file) ? asAddress(addressFrom(path, file)) : undefined)),
    anywhere: entry =>
      baseUrl === undefined
        ? entry
        : withMedia(entry, file => (there.has(file) ? baseUrl + asAddress(file) : undefined)),
  }
}

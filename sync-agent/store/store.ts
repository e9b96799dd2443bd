/** The agent's store as its other parts see it, so that another engine can stand behind it. */
import type { Temporal } from 'temporal-polyfill'
import type { Attachment } from '../../shared/contract/news.ts'
import type { QuarantinedEntry, QuarantinedEntryWithRaw, Run, RunsQuery } from '../reports.ts'
import type { Stream } from '../stream.ts'
import type { Cursor } from '../sync/cursor.ts'
import type { MediaStore } from './media-store.ts'
import type { Phrase } from './search-terms.ts'
import type { WebhookStore } from './webhook-store.ts'

/** An entry as an answer brought it, made safe. */
export interface EntryContent {
  newsId: string
  /** Plain text. */
  title: string
  /** Sanitised; may stand in a page as it is. */
  html: string
  /** `YYYY-MM-DD`. */
  date: string
  /** Wall clock in the school's zone, `YYYYMMDDhhmmss`. */
  newsDateTime: string
  coverUrl: string | undefined
  thumbnailUrl: string | undefined
  attachments: Attachment[]
  /** The entry's JSON as it came. */
  raw: string
  /** Two contents with one hash are the same. */
  hash: string
}

/** An entry as the store holds it. */
export interface StoredEntry extends EntryContent, Stream {
  /** The change that brought it to what it is. */
  seq: number
  /** Of its addresses, those that are mirrored: `media/…`, from the agent's public address on. */
  mirrored?: Readonly<Record<string, string>>
}

/** An entry as an answer brought it that does not fit the contract. */
export interface Misfit {
  newsId: string | undefined
  /** Names the same entry when it comes again: by its newsId, or by its JSON when it has none. */
  key: string
  raw: string
  path: string
  reason: string
}

/** What one answer asks the store to do. No identifier stands in both `listed` and `deleted`, and none twice in one. */
export interface Batch {
  listed: EntryContent[]
  /** Identifiers of deleted entries, ever seen or not. */
  deleted: string[]
  misfits?: Misfit[]
  /** Identifiers of entries that came and fit, unchanged ones too: they leave quarantine. */
  fit?: string[]
  /** What was staged is published as well, but for these, which later news has overtaken. */
  staged?: { except: readonly string[] } | undefined
  /** Entries that came as the store has them already; only counted. */
  unchanged?: number
  /** Quarantined entries that were asked for again in vain, by identifier; they are put off for longer. */
  putOff?: string[]
}

/** How a run went, as far as it came: a line of the journal. */
export interface RunRecord {
  kind: 'cycle' | 'reconcile' | 'retry'
  startedAt: Temporal.Instant
  durationMs: number
  from?: string | undefined
  answeredAtMs?: number | undefined
  txID?: string | undefined
  rows?: number | undefined
  /** Service's clock ahead of the agent's, milliseconds; undefined when the reply had no usable `Date`. */
  skewMs?: number | undefined
  attempts?: number | undefined
}

/** What a run leaves beside its batch. */
export interface RunOutcome {
  run: RunRecord
  finishedAt: Temporal.Instant
  /** Absent when the run does not answer for a span of time, as a reconciliation does not. */
  cursor?: Cursor
  /** Remembered by the first. */
  serviceUrl: string
}

export interface Applied {
  new: number
  changed: number
  unchanged: number
  /** Tombstones written; a deletion already known does not count again. */
  deleted: number
  /** Entries that went to quarantine, or still do not fit. */
  quarantined: number
  /** The store's last change, after the batch. */
  seq: number
}

export interface Failure {
  at: Temporal.Instant
  /** Stable, for programs: a return code of the service or the code of a client error. */
  code: string
  message: string
}

/** What is known of a stream's runs. */
export interface StreamState {
  cursor: Cursor | undefined
  lastSuccessAt: Temporal.Instant | undefined
  lastFailure: Failure | undefined
  /** Failed cycles since the last success. */
  failuresInARow: number
  skewMs: number | undefined
  /** Scheduled cycles are left out until then. */
  notBefore: Temporal.Instant | undefined
}

export interface StreamCounts {
  entries: number
  /** Those of entries never seen included. */
  tombstones: number
  quarantined: number
}

export interface QuarantinedId {
  id: number
  newsId: string
  retryAt: Temporal.Instant
}

/** Right to write: one agent's at a time. */
export interface LeaseState {
  /** Goes up with each holder. */
  token: number
  holder: string | undefined
  /** Goes up with each sign of life. */
  beat: number
}

export type Change =
  | { seq: number; kind: 'upsert'; entry: StoredEntry }
  | ({ seq: number; kind: 'deletion'; newsId: string; deletedAt: Temporal.Instant } & Stream)

/** A place in a list of news, newest first; the list goes on behind it. */
export interface Place {
  newsDateTime: string
  newsId: string
}

export interface NewsListQuery extends Stream {
  limit: number
  after?: Place | undefined
}

export interface NewsPage {
  entries: StoredEntry[]
  /** Where the next page goes on; undefined on the last one. */
  next: Place | undefined
  /** The store's last change when the page was read. */
  seq: number
}

/** The popup messages of one site in one language, as the relay last heard them. */
export interface PopupAnswer {
  /** JSON array. */
  content: string
  /** Of the service's answer that first brought this content. */
  txID: string
  changedAt: Temporal.Instant
  /** When the service last said so. */
  checkedAt: Temporal.Instant
}

export interface PopupRecord extends Stream {
  answer: PopupAnswer | undefined
  /** Since the answer. */
  failure: Failure | undefined
}

/** An entry with what tells a feed's reader whether it is new, changed or the same. */
export interface FeedEntry extends StoredEntry {
  /** How often its newsId was published again after a deletion. */
  incarnation: number
  /** By the agent's clock, when this incarnation was first copied. */
  firstSeenAt: Temporal.Instant
  /** By the agent's clock, when it was copied as it is; `firstSeenAt` when it never changed. */
  changedAt: Temporal.Instant
}

export interface FeedQuery extends Stream {
  limit: number
  /** Both ends included; wall clocks, `YYYYMMDDhhmmss`. */
  from?: string
  until?: string
}

export interface FeedPage {
  /** Newest first. */
  entries: FeedEntry[]
  /** When the stream last changed, deletions included; undefined before the first change. */
  changedAt: Temporal.Instant | undefined
}

export interface SearchQuery extends Stream {
  /** All of them must be found; none finds nothing. */
  phrases: readonly Phrase[]
  limit: number
  /** Entries left out at the head of the ranking. */
  offset: number
}

export interface SearchPage {
  /** By relevance, then newest first. */
  entries: StoredEntry[]
  /** The offset of the next page; undefined on the last one. */
  next: number | undefined
  /** The store's last change when the page was read. */
  seq: number
  /** Changes that the search index has not read yet. */
  behind: number
}

export interface AgentStore {
  /** Made at random with the store: tells one store's `seq` from another's. */
  readonly identity: string

  /** Every stream of which something is known. */
  streams(): Promise<Stream[]>
  /** Where the stream's next cycle starts, and how the last ones went. */
  state(stream: Stream): Promise<StreamState>
  count(stream: Stream): Promise<StreamCounts>

  /**
   * Of these identifiers, those that are stored, by the hash of their content, and those that have a tombstone, as
   * `undefined`.
   */
  known(stream: Stream, newsIds: readonly string[]): Promise<Map<string, string | undefined>>
  /** Stored entries in the order of their identifiers, from behind one. */
  stored(stream: Stream, after: string, limit: number): Promise<{ newsId: string; title: string }[]>

  /** The address that the news came from; undefined before the first. */
  serviceUrl(): Promise<string | undefined>

  /** Puts aside what a large answer has brought so far. @throws {LeaseLostError} */
  stage(token: number, stream: Stream, part: { listed: EntryContent[]; misfits: Misfit[] }): Promise<void>
  /** Forgets what was put aside. @throws {LeaseLostError} */
  clearStaged(token: number, stream: Stream): Promise<void>

  /**
   * Entries, tombstones, quarantine, `seq`, cursor and journal in one transaction, by the holder of the lease only.
   *
   * `seq` goes up by one for each entry that is new or changed and for each new tombstone, and for nothing else: an
   * entry delivered again unchanged keeps every column as it was. An entry listed after its tombstone is published again.
   *
   * @throws {LeaseLostError}
   */
  apply(token: number, stream: Stream, batch: Batch, outcome: RunOutcome): Promise<Applied>

  /** Notes a failed run; the news stays as it is. @throws {LeaseLostError} */
  recordFailure(token: number, stream: Stream, failure: Failure, note: FailureNote): Promise<void>

  /** Newest first. */
  quarantined(): Promise<QuarantinedEntry[]>
  quarantinedEntry(id: number): Promise<QuarantinedEntryWithRaw | undefined>
  /** Those with an identifier, in short. */
  quarantinedIds(stream: Stream): Promise<QuarantinedId[]>
  dropQuarantined(id: number): Promise<boolean>
  /** The next cycle asks for these again. */
  makeDue(ids: readonly number[]): Promise<void>
  runs(query: RunsQuery): Promise<Run[]>
  lastCycle(stream: Stream): Promise<Run | undefined>

  lease(): Promise<LeaseState>
  /** Takes the lease unless somebody was quicker. @returns the new token */
  takeLease(holder: string, seen: LeaseState): Promise<number | undefined>
  /** @returns whether the lease is still held under this token */
  beat(token: number): Promise<boolean>
  releaseLease(token: number): Promise<void>

  /** Newest first by (newsDateTime, newsId). */
  listNews(query: NewsListQuery): Promise<NewsPage>
  getNews(entry: Stream & { newsId: string }): Promise<StoredEntry | undefined>
  searchNews(query: SearchQuery): Promise<SearchPage>
  /** Lets the search index read on in the change log, a part that takes moments. @returns changes it has not read yet */
  indexNews(): Promise<number>
  /** Newest first, for feeds. */
  listForFeed(query: FeedQuery): Promise<FeedPage>
  /** The last change of each identifier of every stream, oldest first. */
  changesAfter(seq: number, limit: number): Promise<Change[]>
  /** The store's last change; 0 before the first. */
  lastSeq(): Promise<number>
  /**
   * Names what there is of the news: another after each change, and another when a store that was put back from a copy has
   * come to the same number again. Cheap enough to be asked for at every request.
   */
  version(): Promise<string>
  /** Names the stretch of the change log that this change is in; the same number in another history has another mark. */
  markAt(seq: number): Promise<string>

  /** What the popup relay last heard of this service; needs no lease to read or to write. */
  popups(stream: Stream, serviceUrl: string): Promise<PopupRecord | undefined>
  allPopups(): Promise<PopupRecord[]>
  /** @returns the answer as it stands now: what another agent has heard as well keeps the txID that it came with */
  keepPopups(stream: Stream, serviceUrl: string, heard: PopupAnswer): Promise<PopupAnswer>
  notePopupFailure(stream: Stream, serviceUrl: string, failure: Failure): Promise<void>

  /** Who is told of changes, and the outbox, which `apply` fills. */
  readonly webhooks: WebhookStore
  readonly media: MediaStore

  /** @throws {BackupError} */
  backup(path: string): Promise<void>
  close(): Promise<void>
}

export interface FailureNote {
  run: RunRecord
  /** Absent: the failure is noted in the journal alone. */
  stream?: { notBefore: Temporal.Instant | undefined }
}

/** What the store's methods take and give. */
import type { Temporal } from 'temporal-polyfill'
import type { Attachment } from '../../shared/contract/news.ts'
import type { Stream } from '../stream.ts'
import type { Phrase } from './search-terms.ts'

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

export interface FailureNote {
  run: RunRecord
  /** Absent: the failure is noted in the journal alone. */
  stream?: { notBefore: Temporal.Instant | undefined }
}

/** How far a stream has been copied. */
export interface Cursor {
  /** Every event up to here has been answered for. */
  at: Temporal.Instant
  /** Whether `at` comes from a reply's `Date`; else it is the agent's own clock. */
  dated: boolean
  /** How long the cycle took that set it, milliseconds. */
  cycleMs: number
}

/** What a run learned before it ended, well or not. Absent: it did not come that far. */
export interface RunFacts {
  /** The `lastSyncTime` asked with. */
  from?: string
  /** The service's clock when it answered, ISO 8601 in UTC. */
  answeredAt?: string
  /** The service's identifier of its answer; its support asks for it. */
  txID?: string
  /** Entries in the answer. */
  rows?: number
  /** Service's clock ahead of this machine's, milliseconds. */
  skewMs?: number
  /** Calls of the main question, failed ones included. */
  attempts?: number
  durationMs: number
}

/** One line of the journal. */
export interface Run extends Stream, RunFacts {
  id: number
  kind: 'cycle' | 'reconcile' | 'retry'
  startedAt: string
  new?: number
  changed?: number
  deleted?: number
  quarantined?: number
  error?: { code: string; message: string }
}

export interface RunsQuery {
  stream?: Stream
  /** Default 50. */
  limit?: number
}

/** An entry that does not fit the contract, kept until it does, is deleted, or is dropped by an operator. */
export interface QuarantinedEntry extends Stream {
  id: number
  /** Absent when the entry has none that can be used; then it cannot be asked for again. */
  newsId?: string
  /** JSON pointer into the entry, as in `/newsDate`. */
  path: string
  reason: string
  /** ISO 8601 in UTC, as all instants here. */
  firstSeen: string
  lastSeen: string
  /** Times it was read and did not fit. */
  attempts: number
  nextRetry?: string
}

export interface QuarantinedEntryWithRaw extends QuarantinedEntry {
  /** Its JSON as it came. */
  raw: string
}

/** Types of the store's methods. */
import type { Temporal } from 'temporal-polyfill'
import type { ReceivedAttachment } from '../../shared/client/attachments.ts'
import type { Remark } from '../../shared/client/remarks.ts'
import type { Stream } from '../stream.ts'
import type { Phrase } from './search-terms.ts'

/** A received entry, sanitised. */
export interface EntryContent {
  newsId: string
  /** Plain text. */
  title: string
  /** Sanitised; a page can use it unchanged. */
  html: string
  /** `YYYY-MM-DD`. */
  date: string
  /** Wall clock in the school's zone, `YYYYMMDDhhmmss`. */
  newsDateTime: string
  coverUrl: string | undefined
  thumbnailUrl: string | undefined
  attachments: ReceivedAttachment[]
  /** What was odd in it, and mended or left out. */
  remarks: readonly Remark[]
  /** The entry's JSON as received. */
  raw: string
  /** The same hash means the same content. */
  hash: string
}

/** A stored entry. */
export interface StoredEntry extends EntryContent, Stream {
  /** Number of its last change. */
  seq: number
  /** Its mirrored URLs: `media/…`, relative to the agent's public address. */
  mirrored?: Readonly<Record<string, string>>
}

/** A received entry that cannot be published. */
export interface InvalidEntry {
  newsId: string | undefined
  /** The same when the entry comes again: from its newsId, or else from its JSON. */
  key: string
  raw: string
  path: string
  reason: string
}

/** The changes of one response. No identifier is in both `listed` and `deleted`, or twice in one of them. */
export interface Batch {
  listed: EntryContent[]
  /** Identifiers of deleted entries, known or not. */
  deleted: string[]
  invalid?: InvalidEntry[]
  /** Identifiers of valid received entries, also unchanged ones: they leave the quarantine. */
  valid?: string[]
  /** Staged entries are published as well, except these, which came again or were deleted. */
  staged?: { except: readonly string[] } | undefined
  /** Number of received entries without a change. */
  unchanged?: number
  /** Identifiers of quarantined entries that were requested again without success; their next wait is longer. */
  putOff?: string[]
}

/** Facts of a run for the journal. */
export interface RunRecord {
  kind: 'cycle' | 'reconcile' | 'retry'
  startedAt: Temporal.Instant
  durationMs: number
  from?: string | undefined
  answeredAtMs?: number | undefined
  txID?: string | undefined
  rows?: number | undefined
  /** How far the service's clock is ahead of the agent's, milliseconds; undefined without a valid `Date`. */
  skewMs?: number | undefined
  attempts?: number | undefined
  /** Why a reconciliation deletes nothing. */
  refused?: string | undefined
}

/** What a run writes besides its batch. */
export interface RunOutcome {
  run: RunRecord
  finishedAt: Temporal.Instant
  /** Absent for runs that cover no period, such as a reconciliation. */
  cursor?: Cursor
  /** Recorded by the first run. */
  serviceUrl: string
  /** Aborted before the end, all of it is rolled back. */
  signal?: AbortSignal
}

export interface Applied {
  new: number
  changed: number
  unchanged: number
  /** New tombstones; a known deletion does not count again. */
  deleted: number
  /** Entries that are new in quarantine or still invalid. */
  quarantined: number
  /** The store's last change after the batch. */
  seq: number
}

export interface Failure {
  at: Temporal.Instant
  /** Stable, for programs: a return code of the service or the code of a client error. */
  code: string
  message: string
}

/** State of a stream. */
export interface StreamState {
  cursor: Cursor | undefined
  lastSuccessAt: Temporal.Instant | undefined
  lastFailure: Failure | undefined
  /** Failed cycles since the last success. */
  failuresInARow: number
  skewMs: number | undefined
  /** Scheduled cycles are skipped until then. */
  notBefore: Temporal.Instant | undefined
}

export interface StreamCounts {
  entries: number
  /** Also of unknown entries. */
  tombstones: number
  /** Published entries with remarks. */
  remarked: number
  quarantined: number
}

export interface QuarantinedId {
  id: number
  newsId: string
  retryAt: Temporal.Instant
}

/** The right to write; one agent has it at a time. */
export interface LeaseState {
  /** Incremented with each holder. */
  token: number
  holder: string | undefined
  /** Incremented with each sign of life. */
  beat: number
}

/** The last change of an entry. */
export type Change = Upsert | Deletion

export interface Upsert {
  seq: number
  kind: 'upsert'
  entry: StoredEntry
  /** Number of its publication. */
  firstSeq: number
  /** Number of its last change by the school; a later `seq` is of its mirrored files. */
  contentSeq: number
  /** By the agent's clock. */
  at: Temporal.Instant
}

export interface Deletion extends Stream {
  seq: number
  kind: 'deletion'
  newsId: string
  deletedAt: Temporal.Instant
}

/** The end of a stream's first sync; `seq` is that of its last change. */
export interface Synced extends Stream {
  seq: number
  kind: 'synced'
  /** Entries of the first sync. */
  entries: number
  at: Temporal.Instant
}

/** A position in a list of news, newest first; the next page begins after it. */
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
  /** Position of the next page; undefined on the last one. */
  next: Place | undefined
  /** The store's last change when the page was read. */
  seq: number
}

/** The last popup messages of one site in one language. */
export interface PopupAnswer {
  /** JSON array. */
  content: string
  /** Of the service's response that first had this content. */
  txID: string
  changedAt: Temporal.Instant
  /** When the service last confirmed it. */
  checkedAt: Temporal.Instant
}

export interface PopupHeard {
  answer: PopupAnswer | undefined
  /** Last failed call since then. */
  failure: Failure | undefined
}

export type PopupRecord = Stream & PopupHeard

/** An entry with its history, for feeds. */
export interface FeedEntry extends StoredEntry {
  /** How often its newsId was published again after a deletion. */
  incarnation: number
  /** When this incarnation was first copied, by the agent's clock. */
  firstSeenAt: Temporal.Instant
  /** When it last changed, by the agent's clock; `firstSeenAt` if it never changed. */
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
  /** When the stream last changed, including deletions; undefined before the first change. */
  changedAt: Temporal.Instant | undefined
}

export interface SearchQuery extends Stream {
  /** All of them must be found; an empty list finds nothing. */
  phrases: readonly Phrase[]
  limit: number
  /** Matches to skip. */
  offset: number
}

export interface SearchPage {
  /** By relevance, then newest first. */
  entries: StoredEntry[]
  /** The offset of the next page; undefined on the last one. */
  next: number | undefined
  /** The store's last change when the page was read. */
  seq: number
}

export interface FailureNote {
  run: RunRecord
  /** Absent: the failure is only written to the journal. */
  stream?: { notBefore: Temporal.Instant | undefined }
}

/** The cursor of a stream. */
export interface Cursor {
  /** All events up to here are copied. */
  at: Temporal.Instant
  /** Whether `at` comes from a response's `Date`; otherwise it is the agent's clock. */
  dated: boolean
  /** Duration of the cycle that set it, milliseconds. */
  cycleMs: number
}

/** Facts of a run, also of a failed one. Absent: the run did not get that far. */
export interface RunFacts {
  /** The `lastSyncTime` of the request. */
  from?: string
  /** The `Date` of the response, ISO 8601 in UTC. */
  answeredAt?: string
  /** The service's identifier of its response, for its support. */
  txID?: string
  /** Entries in the response. */
  rows?: number
  /** How far the service's clock is ahead of this machine's, milliseconds. */
  skewMs?: number
  /** Attempts of the main call, including failed ones. */
  attempts?: number
  durationMs: number
}

/** A row of the journal. */
export interface Run extends Stream, RunFacts {
  id: number
  kind: 'cycle' | 'reconcile' | 'retry'
  startedAt: string
  new?: number
  changed?: number
  deleted?: number
  quarantined?: number
  /** Why a reconciliation deleted nothing. */
  refused?: string
  error?: { code: string; message: string }
}

export interface RunsQuery {
  stream?: Stream
  /** Default 50. */
  limit?: number
}

/** A remark on a published entry; gone when the entry comes without it, or is deleted. */
export interface EntryRemark extends Stream, Remark {
  newsId: string
}

/** An entry that cannot be published, kept until it can, is deleted, or is dropped by an operator. */
export interface QuarantinedEntry extends Stream {
  id: number
  /** Absent without a valid one; then the entry cannot be requested again. */
  newsId?: string
  /** JSON pointer into the entry, as in `/newsDate`. */
  path: string
  reason: string
  /** ISO 8601 in UTC, like all instants here. */
  firstSeen: string
  lastSeen: string
  /** How often it was received and invalid. */
  attempts: number
  nextRetry?: string
}

export interface QuarantinedEntryWithRaw extends QuarantinedEntry {
  /** Its JSON as received. */
  raw: string
}

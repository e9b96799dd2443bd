/** The agent's store as its other parts see it, so that another engine can stand behind it. */
import type { Temporal } from 'temporal-polyfill'
import type { Attachment } from '../../shared/contract/news.ts'
import type { Stream } from '../stream.ts'
import type { Cursor } from '../sync/cursor.ts'

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
}

/** What one answer asks the store to do. No identifier stands in both lists, and none twice in one. */
export interface Batch {
  listed: EntryContent[]
  /** Identifiers of deleted entries, ever seen or not. */
  deleted: string[]
}

/** What a successful cycle leaves beside its batch. */
export interface CycleFacts {
  cursor: Cursor
  finishedAt: Temporal.Instant
  /** Service's clock ahead of the agent's, milliseconds; undefined when the reply had no usable `Date`. */
  skewMs: number | undefined
}

export interface Applied {
  new: number
  changed: number
  unchanged: number
  /** Tombstones written; a deletion already known does not count again. */
  deleted: number
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
}

export interface StreamCounts {
  entries: number
  /** Those of entries never seen included. */
  tombstones: number
}

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

export interface AgentStore {
  /** Made at random with the store: tells one store's `seq` from another's. */
  readonly identity: string

  /** Every stream of which something is known. */
  streams(): Promise<Stream[]>
  /** Where the stream's next cycle starts, and how the last ones went. */
  state(stream: Stream): Promise<StreamState>
  count(stream: Stream): Promise<StreamCounts>

  /**
   * Entries, tombstones, `seq`, cursor and run facts in one transaction.
   *
   * `seq` goes up by one for each entry that is new or changed and for each new tombstone, and for nothing else: an
   * entry delivered again unchanged keeps every column as it was. An entry listed after its tombstone is published again.
   */
  apply(stream: Stream, batch: Batch, facts: CycleFacts): Promise<Applied>

  /** Notes a failed cycle; nothing but the stream's last failure changes. */
  recordFailure(stream: Stream, failure: Failure): Promise<void>

  /** Newest first by (newsDateTime, newsId). */
  listNews(query: NewsListQuery): Promise<NewsPage>
  getNews(entry: Stream & { newsId: string }): Promise<StoredEntry | undefined>

  /** @throws {BackupError} */
  backup(path: string): Promise<void>
  close(): Promise<void>
}

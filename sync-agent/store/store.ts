/** The agent's store as its other parts see it, so that another engine can stand behind it. */
import type { Stream } from '../stream.ts'
import type { MediaStore } from './media-store.ts'
import type {
  Applied,
  Batch,
  Change,
  EntryContent,
  Failure,
  FailureNote,
  FeedPage,
  FeedQuery,
  LeaseState,
  Misfit,
  NewsListQuery,
  NewsPage,
  PopupAnswer,
  PopupRecord,
  QuarantinedEntry,
  QuarantinedEntryWithRaw,
  QuarantinedId,
  Run,
  RunOutcome,
  RunsQuery,
  SearchPage,
  SearchQuery,
  StoredEntry,
  StreamCounts,
  StreamState,
} from './types.ts'
import type { WebhookStore } from './webhook-store.ts'

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

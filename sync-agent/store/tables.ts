/** The tables, as both engines have them. Instants are epoch milliseconds; lists and objects are JSON texts. */
import type { Generated, Kysely, Selectable } from 'kysely'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import type { Destination, DestinationKind } from './destination-types.ts'

/** Runs statements: the engine's own for reading, or a transaction's. */
export type Queries = Kysely<Tables>

export interface Tables {
  store: {
    identity: string
    seq: number
    service_url: string | null
    first_service_url: string | null
    /** While another store is being copied into this one: which, as JSON. See copy.ts. */
    unfinished_copy: string | null
    /** Where all of it was copied to, in words: agents write there. */
    moved_to: string | null
  }
  /** Who may write. `token` goes up with each holder, `beat` with each sign of life. */
  lease: { token: number; holder: string | null; beat: number }
  /** From `first_seq` on, until the next row, the changes are one writer's. */
  change_mark: { first_seq: number; mark: string }
  stream: OfStream &
    FailureColumns & {
      cursor_at: number | null
      cursor_dated: number | null
      cycle_ms: number | null
      last_success_at: number | null
      skew_ms: number | null
      failures_in_a_row: Generated<number>
      not_before: number | null
      /** Of its first sync: the number of the last change, the entries, and when it was. */
      synced_seq: number | null
      synced_entries: number | null
      synced_at: number | null
    }
  news: OfEntry &
    ContentColumns & {
      seq: number
      /** Of its publication, and of its last change by the school. */
      first_seq: number
      content_seq: number
      first_seen_at: number
      changed_at: number
      /** Of the entry's addresses, those that are mirrored, and where. */
      mirrored: string | null
      mirrored_at: number | null
    }
  tombstone: OfEntry & { seq: number; deleted_at: number }
  /** How often an identifier was published again after its deletion; it has no row before the first time. */
  incarnation: OfEntry & { number: number }
  /** What a large answer has brought so far. */
  staged: OfEntry & ContentColumns & { position: Generated<number> }
  staged_misfit: OfStream & {
    position: Generated<number>
    key: string
    news_id: string | null
    raw: string
    path: string
    reason: string
  }
  quarantine: OfStream & {
    id: Generated<number>
    key: string
    news_id: string | null
    raw: string
    path: string
    reason: string
    first_seen_at: number
    last_seen_at: number
    attempts: number
    retry_at: number
  }
  run: OfStream & {
    id: Generated<number>
    kind: 'cycle' | 'reconcile' | 'retry'
    started_at: number
    duration_ms: number
    asked_from: string | null
    answered_at: number | null
    tx_id: string | null
    rows: number | null
    skew_ms: number | null
    attempts: number | null
    new: number | null
    changed: number | null
    deleted: number | null
    quarantined: number | null
    error_code: string | null
    error_message: string | null
    /** Why a reconciliation deleted nothing. */
    refused: string | null
  }
  popup_answer: OfStream &
    FailureColumns & {
      service_url: string
      content: string | null
      tx_id: string | null
      changed_at: number | null
      checked_at: number | null
    }
  /** Those with terms; each engine has further columns. */
  search_entry: OfEntry
  destination: {
    id: Generated<number>
    kind: DestinationKind
    address: string
    settings: string
    /** A JSON array, like the next one; null: all of them. */
    site_ids: string | null
    langs: string | null
    state: Destination['state']
    reason: string | null
    created_at: number
  }
  webhook_secret: {
    id: Generated<number>
    target_id: number
    salt: string
    key_check: string
    valid_until: number | null
  }
  wordpress_post: OfEntry & {
    destination_id: number
    post_id: number
    state: 'shown' | 'binned' | 'left'
    reason: string | null
    hash: string | null
    known: string
    overwrite: Generated<number>
  }
  wordpress_file: {
    destination_id: number
    key: string
    url: string
    media_id: number | null
    address: string | null
    reason: string | null
  }
  /** How far each follower has come. */
  follower: {
    name: string
    seq: number
    /** Null: at the beginning. */
    began: number | null
    failures: Generated<number>
    not_before: number | null
    done_at: number | null
    failed_at: number | null
    failure: string | null
  }
  /** What a follower's target refuses. */
  put_aside: OfStream & {
    id: Generated<number>
    follower: string
    subject: string
    applied_seq: number
    since: number
    attempts: number
    next_at: number
    reason: string
    unanswered: number
  }
  /** What the receivers of alerts know. */
  alert: {
    target: string
    subject: string
    since: number
    /** 0 or 1. */
    told: number
    over_since: number | null
  }
  /** An address with what entries say of its file; '' and -1: nothing. */
  media_source: {
    id: Generated<number>
    url: string
    file_type: string
    file_size: number
    state: Generated<'waiting' | 'held' | 'failed'>
    sha256: string | null
    name: string | null
    attempts: Generated<number>
    retry_at: Generated<number>
    failed_at: number | null
    code: string | null
    reason: string | null
  }
  media_use: OfEntry & { source_id: number }
  media_file: {
    sha256: string
    file_type: string
    file_size: number
    copied_at: number
    unused_since: number | null
  }
}

interface OfStream {
  site_id: SiteId
  lang: Language
}

interface OfEntry extends OfStream {
  news_id: string
}

export interface ContentColumns {
  title: string
  html: string
  news_date: string
  news_date_time: string
  cover_url: string | null
  thumbnail_url: string | null
  attachments: string
  /** Null if there are none. */
  remarks: string | null
  raw: string
  hash: string
}

interface FailureColumns {
  failure_at: number | null
  failure_code: string | null
  failure_message: string | null
}

/** A row as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

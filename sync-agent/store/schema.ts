/**
 * The tables of a new store, written once for both engines; what is an engine's own is in its `schema.ts`.
 *
 * Instants are epoch milliseconds, lists and objects are JSON texts. A change here needs a step in `migrations.ts`, which
 * brings older stores to the same schema.
 */

/** What the engines spell differently. */
export interface Words {
  /** Numbers of up to 32 and 64 bits, and fractions. */
  int: string
  big: string
  real: string
  /** Text that is compared: by its bytes. */
  key: string
  /** The number that the store gives each row; `id` is never given twice. */
  id: string
  position: string
  /** After a table's columns; `byKey`: its rows lie in the order of the primary key. */
  rows: string
  byKey: string
  /** So that one address with one description is there once, among the columns of `media_source`. */
  mediaSourceOnce: string
  /** Gives a table with an `id` another name. */
  renamed(table: string, to: string): string
  /** They take away the terms of an entry that is deleted, or whose texts or time change. */
  searchTriggers: string
}

export const tables = (words: Words) => {
  const { int, big, real, key, id, position, rows, byKey } = words
  const onlyRow = `only_row ${int} PRIMARY KEY CHECK (only_row = 1)`
  const ofStream = `site_id ${key} NOT NULL, lang ${key} NOT NULL`
  const ofEntry = `${ofStream}, news_id ${key} NOT NULL`
  const content = `title TEXT NOT NULL, html TEXT NOT NULL, news_date TEXT NOT NULL, news_date_time ${key} NOT NULL,
    cover_url TEXT, thumbnail_url TEXT, attachments TEXT NOT NULL, raw TEXT NOT NULL, hash TEXT NOT NULL`
  const failure = `failure_at ${big}, failure_code TEXT, failure_message TEXT`
  const misfit = `${ofStream}, key ${key} NOT NULL, news_id ${key}, raw TEXT NOT NULL, path TEXT NOT NULL, reason TEXT NOT NULL`
  return `
  CREATE TABLE store (
    ${onlyRow}, identity TEXT NOT NULL, seq ${big} NOT NULL, service_url TEXT,
    -- The service's address before its first move: the base of the feeds' GUIDs.
    first_service_url TEXT,
    -- While another store is being copied into this one: which, as JSON.
    unfinished_copy TEXT,
    -- After it was copied: where, in words.
    moved_to TEXT
  ) ${rows};

  CREATE TABLE stream (
    ${ofStream},
    cursor_at ${big}, cursor_dated ${int}, cycle_ms ${real}, last_success_at ${big}, skew_ms ${big},
    ${failure},
    failures_in_a_row ${int} NOT NULL DEFAULT 0, not_before ${big},
    -- Its first sync: the number of its last change, its entries, and when it was.
    synced_seq ${big}, synced_entries ${big}, synced_at ${big},
    PRIMARY KEY (site_id, lang)
  ) ${byKey};

  CREATE TABLE news (
    ${ofEntry},
    ${content},
    seq ${big} NOT NULL UNIQUE, first_seen_at ${big} NOT NULL, changed_at ${big} NOT NULL,
    -- JSON: of the addresses in cover_url, thumbnail_url, attachments and pictures of html, those that are mirrored, and where.
    mirrored TEXT, mirrored_at ${big},
    -- JSON: what was odd in the entry, and mended or left out; NULL if nothing was.
    remarks TEXT,
    -- The number of its publication, and of its last change by the school.
    first_seq ${big} NOT NULL DEFAULT 1, content_seq ${big} NOT NULL DEFAULT 1,
    PRIMARY KEY (site_id, lang, news_id)
  ) ${rows};
  CREATE INDEX news_newest ON news (site_id, lang, news_date_time DESC, news_id DESC);
  CREATE INDEX news_remarked ON news (site_id, lang, news_id) WHERE remarks IS NOT NULL;

  CREATE TABLE tombstone (
    ${ofEntry}, seq ${big} NOT NULL UNIQUE, deleted_at ${big} NOT NULL,
    PRIMARY KEY (site_id, lang, news_id)
  ) ${rows};

  -- How often an identifier was published again after its deletion; it has no row before the first time.
  CREATE TABLE incarnation (
    ${ofEntry}, number ${int} NOT NULL,
    PRIMARY KEY (site_id, lang, news_id)
  ) ${byKey};

  -- Who may write. token goes up with each holder, beat with each sign of life.
  CREATE TABLE lease (${onlyRow}, token ${big} NOT NULL, holder TEXT, beat ${big} NOT NULL) ${rows};

  -- Whose work each stretch of the change log is: from first_seq on, until the next row. A store put back from a copy
  -- gives the same numbers to other changes, but under another mark. See change-marks.ts.
  CREATE TABLE change_mark (first_seq ${big} PRIMARY KEY, mark TEXT NOT NULL) ${rows};

  -- What a large answer has brought so far; nobody reads it before the answer is whole.
  CREATE TABLE staged (
    position ${position}, ${ofEntry},
    ${content}, remarks TEXT,
    UNIQUE (site_id, lang, news_id)
  ) ${rows};
  CREATE TABLE staged_misfit (
    position ${position}, ${misfit},
    UNIQUE (site_id, lang, key)
  ) ${rows};

  CREATE TABLE quarantine (
    id ${id}, ${misfit},
    first_seen_at ${big} NOT NULL, last_seen_at ${big} NOT NULL, attempts ${int} NOT NULL, retry_at ${big} NOT NULL,
    UNIQUE (site_id, lang, key)
  ) ${rows};

  CREATE TABLE run (
    id ${id}, ${ofStream}, kind TEXT NOT NULL, started_at ${big} NOT NULL, duration_ms ${real} NOT NULL,
    asked_from TEXT, answered_at ${big}, tx_id TEXT, rows ${big}, skew_ms ${big}, attempts ${int},
    new ${big}, changed ${big}, deleted ${big}, quarantined ${big}, error_code TEXT, error_message TEXT,
    -- Why a reconciliation deleted nothing.
    refused TEXT
  ) ${rows};
  CREATE INDEX run_of_stream ON run (site_id, lang, id);

  -- What the popup relay last heard of each site in each language; content is a JSON array, NULL before the first.
  CREATE TABLE popup_answer (
    ${ofStream}, service_url TEXT NOT NULL, content TEXT, tx_id TEXT, changed_at ${big}, checked_at ${big}, ${failure},
    PRIMARY KEY (site_id, lang)
  ) ${rows};

  -- What the agent brings news to. settings is a JSON object; site_ids and langs are JSON arrays; NULL: all of them.
  CREATE TABLE destination (
    id ${id}, address TEXT NOT NULL, site_ids TEXT, langs TEXT, state TEXT NOT NULL, reason TEXT, created_at ${big} NOT NULL,
    kind TEXT NOT NULL DEFAULT 'webhook', settings TEXT NOT NULL DEFAULT '{}'
  ) ${rows};

  -- A secret is made from its salt with a key that is kept outside the store; key_check tells whether it is the right one.
  CREATE TABLE webhook_secret (
    id ${id}, target_id ${big} NOT NULL REFERENCES destination (id) ON DELETE CASCADE,
    salt TEXT NOT NULL, key_check TEXT NOT NULL, valid_until ${big}
  ) ${rows};
  CREATE INDEX webhook_secret_of ON webhook_secret (target_id);
  ${wordpressTables(words)}
  ${followerTables(words)}
  ${alertTable(words)}
  -- The mirror, see media-store.ts. What entries show: an address with what they say of the file ('' and -1: nothing).
  CREATE TABLE media_source (
    id ${id}, url ${key} NOT NULL, file_type ${key} NOT NULL, file_size ${big} NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting', sha256 ${key}, name TEXT,
    attempts ${int} NOT NULL DEFAULT 0, retry_at ${big} NOT NULL DEFAULT 0, failed_at ${big}, code TEXT, reason TEXT
    ${words.mediaSourceOnce}
  ) ${rows};
  CREATE INDEX media_due ON media_source (retry_at, id DESC) WHERE state <> 'held';
  CREATE INDEX media_source_of_file ON media_source (sha256);

  CREATE TABLE media_use (
    ${ofEntry}, source_id ${big} NOT NULL,
    PRIMARY KEY (site_id, lang, news_id, source_id)
  ) ${byKey};
  CREATE INDEX media_use_of_source ON media_use (source_id);

  -- Files in the media folder, by their content.
  CREATE TABLE media_file (
    sha256 ${key} PRIMARY KEY, file_type TEXT NOT NULL, file_size ${big} NOT NULL, copied_at ${big} NOT NULL, unused_since ${big}
  ) ${byKey};
`
}

/** The post of each entry, and the files of posts in the media library. See destinations/wordpress. */
export const wordpressTables = ({ int, big, key, byKey }: Words) => `
  CREATE TABLE wordpress_post (
    destination_id ${big} NOT NULL REFERENCES destination (id) ON DELETE CASCADE,
    site_id ${key} NOT NULL, lang ${key} NOT NULL, news_id ${key} NOT NULL, post_id ${big} NOT NULL,
    state TEXT NOT NULL, reason TEXT,
    -- Of what was written last; NULL: the post is to be looked at again.
    hash TEXT,
    -- JSON: how the post was after that.
    known TEXT NOT NULL,
    -- 1: what somebody else changed is overwritten, once.
    overwrite ${int} NOT NULL DEFAULT 0,
    PRIMARY KEY (destination_id, site_id, lang, news_id)
  ) ${byKey};
  -- By a hash of the address, which may be long. Without a number: why it is not in the library.
  CREATE TABLE wordpress_file (
    destination_id ${big} NOT NULL REFERENCES destination (id) ON DELETE CASCADE,
    key ${key} NOT NULL, url TEXT NOT NULL, media_id ${big}, address TEXT, reason TEXT,
    PRIMARY KEY (destination_id, key)
  ) ${byKey};
`

/** How far each follower has come, and what its target refuses. See log/runner.ts. */
export const followerTables = ({ int, big, key, id, rows, byKey }: Words) => `
  CREATE TABLE follower (
    name ${key} PRIMARY KEY, seq ${big} NOT NULL, began ${big}, failures ${int} NOT NULL DEFAULT 0,
    not_before ${big}, done_at ${big}, failed_at ${big}, failure TEXT
  ) ${byKey};
  CREATE TABLE put_aside (
    id ${id}, follower ${key} NOT NULL REFERENCES follower (name) ON DELETE CASCADE,
    site_id ${key} NOT NULL, lang ${key} NOT NULL, subject ${key} NOT NULL, applied_seq ${big} NOT NULL,
    since ${big} NOT NULL, attempts ${int} NOT NULL, next_at ${big} NOT NULL, reason TEXT NOT NULL, unanswered ${int} NOT NULL,
    CONSTRAINT put_aside_of UNIQUE (follower, site_id, lang, subject)
  ) ${rows};
  CREATE INDEX put_aside_due ON put_aside (follower, next_at);
`

/** What the receivers of alerts know. See operations/alerts. */
export const alertTable = ({ int, big, key, byKey }: Words) => `
  CREATE TABLE alert (
    target ${key} NOT NULL, subject ${key} NOT NULL, since ${big} NOT NULL, told ${int} NOT NULL, over_since ${big},
    PRIMARY KEY (target, subject)
  ) ${byKey};
`

/**
 * What a new store holds.
 *
 * @param hex an expression of the engine: so many random bytes, in hexadecimal
 */
export const firstRows = (hex: (bytes: number) => string) => `
  INSERT INTO store (only_row, identity, seq) VALUES (1, ${hex(8)}, 0);
  INSERT INTO lease (only_row, token, beat) VALUES (1, 0, 0);
  INSERT INTO change_mark VALUES (1, ${hex(6)});
`

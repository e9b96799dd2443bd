/** The migrations. A released one is never edited. Instants are epoch milliseconds. */
import type { Migration } from '../../../shared/sqlite/open.ts'
import { OUTBOX_TO_FOLLOWERS } from '../outbox-to-followers.ts'

export const MIGRATIONS: readonly Migration[] = [
  database =>
    database.exec(`
      CREATE TABLE store (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        identity TEXT NOT NULL,
        seq      INTEGER NOT NULL
      ) STRICT;
      INSERT INTO store VALUES (1, lower(hex(randomblob(8))), 0);

      CREATE TABLE stream (
        site_id          TEXT NOT NULL,
        lang             TEXT NOT NULL,
        cursor_at        INTEGER,
        cursor_dated     INTEGER,
        cycle_ms         REAL,
        last_success_at  INTEGER,
        skew_ms          INTEGER,
        failure_at       INTEGER,
        failure_code     TEXT,
        failure_message  TEXT,
        failures_in_a_row INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (site_id, lang)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE news (
        site_id        TEXT NOT NULL,
        lang           TEXT NOT NULL,
        news_id        TEXT NOT NULL,
        title          TEXT NOT NULL,
        html           TEXT NOT NULL,
        news_date      TEXT NOT NULL,
        news_date_time TEXT NOT NULL,
        cover_url      TEXT,
        thumbnail_url  TEXT,
        attachments    TEXT NOT NULL,
        raw            TEXT NOT NULL,
        hash           TEXT NOT NULL,
        seq            INTEGER NOT NULL UNIQUE,
        first_seen_at  INTEGER NOT NULL,
        changed_at     INTEGER NOT NULL,
        PRIMARY KEY (site_id, lang, news_id)
      ) STRICT;
      CREATE INDEX news_newest ON news (site_id, lang, news_date_time DESC, news_id DESC);

      CREATE TABLE tombstone (
        site_id    TEXT NOT NULL,
        lang       TEXT NOT NULL,
        news_id    TEXT NOT NULL,
        seq        INTEGER NOT NULL UNIQUE,
        deleted_at INTEGER NOT NULL,
        PRIMARY KEY (site_id, lang, news_id)
      ) STRICT;
    `),

  database =>
    database.exec(`
      ALTER TABLE store ADD COLUMN service_url TEXT;
      ALTER TABLE stream ADD COLUMN not_before INTEGER;

      -- Who may write. token goes up with each holder, beat with each sign of life.
      CREATE TABLE lease (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        token    INTEGER NOT NULL,
        holder   TEXT,
        beat     INTEGER NOT NULL
      ) STRICT;
      INSERT INTO lease VALUES (1, 0, NULL, 0);

      -- What a large answer has brought so far; nobody reads it before the answer is whole.
      CREATE TABLE staged (
        position       INTEGER PRIMARY KEY,
        site_id        TEXT NOT NULL,
        lang           TEXT NOT NULL,
        news_id        TEXT NOT NULL,
        title          TEXT NOT NULL,
        html           TEXT NOT NULL,
        news_date      TEXT NOT NULL,
        news_date_time TEXT NOT NULL,
        cover_url      TEXT,
        thumbnail_url  TEXT,
        attachments    TEXT NOT NULL,
        raw            TEXT NOT NULL,
        hash           TEXT NOT NULL,
        UNIQUE (site_id, lang, news_id)
      ) STRICT;
      CREATE TABLE staged_misfit (
        position INTEGER PRIMARY KEY,
        site_id  TEXT NOT NULL,
        lang     TEXT NOT NULL,
        key      TEXT NOT NULL,
        news_id  TEXT,
        raw      TEXT NOT NULL,
        path     TEXT NOT NULL,
        reason   TEXT NOT NULL,
        UNIQUE (site_id, lang, key)
      ) STRICT;

      CREATE TABLE quarantine (
        id            INTEGER PRIMARY KEY AUTOINCREMENT,
        site_id       TEXT NOT NULL,
        lang          TEXT NOT NULL,
        key           TEXT NOT NULL,
        news_id       TEXT,
        raw           TEXT NOT NULL,
        path          TEXT NOT NULL,
        reason        TEXT NOT NULL,
        first_seen_at INTEGER NOT NULL,
        last_seen_at  INTEGER NOT NULL,
        attempts      INTEGER NOT NULL,
        retry_at      INTEGER NOT NULL,
        UNIQUE (site_id, lang, key)
      ) STRICT;

      CREATE TABLE run (
        id            INTEGER PRIMARY KEY AUTOINCREMENT,
        site_id       TEXT NOT NULL,
        lang          TEXT NOT NULL,
        kind          TEXT NOT NULL,
        started_at    INTEGER NOT NULL,
        duration_ms   REAL NOT NULL,
        asked_from    TEXT,
        answered_at   INTEGER,
        tx_id         TEXT,
        rows          INTEGER,
        skew_ms       INTEGER,
        attempts      INTEGER,
        new           INTEGER,
        changed       INTEGER,
        deleted       INTEGER,
        quarantined   INTEGER,
        error_code    TEXT,
        error_message TEXT
      ) STRICT;
      CREATE INDEX run_of_stream ON run (site_id, lang, id);
    `),

  database =>
    database.exec(`
      -- What the popup relay last heard of each site in each language; content is a JSON array, NULL before the first.
      CREATE TABLE popup_answer (
        site_id         TEXT NOT NULL,
        lang            TEXT NOT NULL,
        service_url     TEXT NOT NULL,
        content         TEXT,
        tx_id           TEXT,
        changed_at      INTEGER,
        checked_at      INTEGER,
        failure_at      INTEGER,
        failure_code    TEXT,
        failure_message TEXT,
        PRIMARY KEY (site_id, lang)
      ) STRICT;
    `),

  database =>
    database.exec(`
      -- How often an identifier was published again after its deletion; it has no row before the first time.
      CREATE TABLE incarnation (
        site_id TEXT NOT NULL,
        lang    TEXT NOT NULL,
        news_id TEXT NOT NULL,
        number  INTEGER NOT NULL,
        PRIMARY KEY (site_id, lang, news_id)
      ) STRICT, WITHOUT ROWID;

      -- A stable interface (docs/database-views.md): columns may be added, none is renamed, retyped or taken away.
      CREATE VIEW published_news AS
        SELECT news.site_id, news.lang, news.news_id,
               CAST(coalesce((SELECT number FROM incarnation AS again
                              WHERE again.site_id = news.site_id AND again.lang = news.lang
                                AND again.news_id = news.news_id), 0) AS INTEGER) AS incarnation,
               news.title, news.html, news.news_date, news.news_date_time, news.cover_url, news.thumbnail_url,
               CAST(json_array_length(news.attachments) AS INTEGER) AS attachment_count,
               CAST(strftime('%Y-%m-%dT%H:%M:%SZ', news.first_seen_at / 1000, 'unixepoch') AS TEXT) AS first_seen_at,
               CAST(strftime('%Y-%m-%dT%H:%M:%SZ', news.changed_at / 1000, 'unixepoch') AS TEXT) AS changed_at,
               news.seq
        FROM news;

      CREATE VIEW published_attachments AS
        SELECT news.site_id, news.lang, news.news_id,
               CAST(item.key AS INTEGER) AS position,
               CAST(json_extract(item.value, '$.fileType') AS TEXT) AS file_type,
               CAST(json_extract(item.value, '$.fileSize') AS INTEGER) AS file_size,
               CAST(json_extract(item.value, '$.url') AS TEXT) AS url,
               CAST(nullif(json_extract(item.value, '$.thumbnailUrl'), '') AS TEXT) AS thumbnail_url,
               CAST(nullif(json_extract(item.value, '$.mobileScreenImageUrl'), '') AS TEXT) AS screen_url,
               CAST(json_extract(item.value, '$.imageWidth') AS INTEGER) AS image_width,
               CAST(json_extract(item.value, '$.imageHeight') AS INTEGER) AS image_height,
               CAST(json_extract(item.value, '$.imageDateTime') AS TEXT) AS image_date_time
        FROM news, json_each(news.attachments) AS item;

      CREATE VIEW deleted_news AS
        SELECT site_id, lang, news_id,
               CAST(strftime('%Y-%m-%dT%H:%M:%SZ', deleted_at / 1000, 'unixepoch') AS TEXT) AS deleted_at,
               seq
        FROM tombstone;
    `),

  database =>
    database.exec(`
      -- What the search index holds of the news: the change log is read up to seq. See search.ts.
      CREATE TABLE search_progress (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        seq      INTEGER NOT NULL
      ) STRICT;
      INSERT INTO search_progress VALUES (1, 0);
      CREATE TABLE search_entry (
        id       INTEGER PRIMARY KEY,
        site_id  TEXT NOT NULL,
        lang     TEXT NOT NULL,
        news_id  TEXT NOT NULL,
        seq      INTEGER NOT NULL,
        UNIQUE (site_id, lang, news_id)
      ) STRICT;
      -- The agent makes the terms itself, separated by spaces; all that is not ASCII is part of a term.
      CREATE VIRTUAL TABLE search_terms USING fts5 (
        title, body, content = '', contentless_delete = 1, tokenize = 'ascii'
      );
    `),

  database =>
    database.exec(`
      -- Whose work each stretch of the change log is: from first_seq on, until the next row. A store put back from a copy
      -- gives the same numbers to other changes, but under another mark. See change-marks.ts.
      CREATE TABLE change_mark (
        first_seq INTEGER PRIMARY KEY,
        mark      TEXT NOT NULL
      ) STRICT;
      INSERT INTO change_mark VALUES (1, lower(hex(randomblob(6))));
      CREATE TRIGGER mark_changes_of_new_writer AFTER UPDATE OF token ON lease BEGIN
        INSERT OR REPLACE INTO change_mark SELECT seq + 1, lower(hex(randomblob(6))) FROM store;
      END;
    `),

  database =>
    database.exec(`
      -- Who is told of changes. events, site_ids and langs are JSON arrays; NULL: all of them.
      CREATE TABLE webhook_target (
        id                INTEGER PRIMARY KEY AUTOINCREMENT,
        url               TEXT NOT NULL,
        events            TEXT,
        site_ids          TEXT,
        langs             TEXT,
        backlog           INTEGER NOT NULL,
        state             TEXT NOT NULL,
        reason            TEXT,
        created_at        INTEGER NOT NULL,
        failures_in_a_row INTEGER NOT NULL DEFAULT 0,
        not_before        INTEGER,
        delivered_at      INTEGER,
        failed_at         INTEGER,
        failure           TEXT
      ) STRICT;

      -- A secret is made from its salt with a key that is kept outside the store; key_check tells whether it is the right one.
      CREATE TABLE webhook_secret (
        id          INTEGER PRIMARY KEY AUTOINCREMENT,
        target_id   INTEGER NOT NULL REFERENCES webhook_target (id) ON DELETE CASCADE,
        salt        TEXT NOT NULL,
        key_check   TEXT NOT NULL,
        valid_until INTEGER
      ) STRICT;
      CREATE INDEX webhook_secret_of ON webhook_secret (target_id);

      -- The outbox: what each target is told, written with the change itself. news_id is NULL in what tells of a whole stream.
      CREATE TABLE webhook_message (
        id         INTEGER PRIMARY KEY AUTOINCREMENT,
        target_id  INTEGER NOT NULL REFERENCES webhook_target (id) ON DELETE CASCADE,
        message_id TEXT NOT NULL,
        type       TEXT NOT NULL,
        site_id    TEXT NOT NULL,
        lang       TEXT NOT NULL,
        news_id    TEXT,
        entries    INTEGER,
        seq        INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        state      TEXT NOT NULL,
        attempts   INTEGER NOT NULL DEFAULT 0,
        next_at    INTEGER NOT NULL,
        give_up_at INTEGER NOT NULL,
        settled_at INTEGER,
        status     INTEGER,
        failure    TEXT
      ) STRICT;
      CREATE INDEX webhook_queue ON webhook_message (target_id, state, next_at, created_at);
      CREATE INDEX webhook_of_entry ON webhook_message (target_id, site_id, lang, news_id);
      CREATE INDEX webhook_settled ON webhook_message (settled_at) WHERE settled_at IS NOT NULL;
    `),

  database =>
    database.exec(`
      -- A thousand writers' stretches are told apart; older ones become the first of them, under its mark.
      CREATE TRIGGER bound_change_marks AFTER INSERT ON change_mark
      WHEN (SELECT count(*) FROM change_mark) > 1000 BEGIN
        DELETE FROM change_mark
        WHERE first_seq <= (SELECT first_seq FROM change_mark ORDER BY first_seq DESC LIMIT 1 OFFSET 1000);
        UPDATE change_mark SET first_seq = 1 WHERE first_seq = (SELECT min(first_seq) FROM change_mark);
      END;
    `),

  database =>
    database.exec(`
      -- The mirror, see media-store.ts. What entries show: an address with what they say of the file ('' and -1: nothing).
      CREATE TABLE media_source (
        id        INTEGER PRIMARY KEY AUTOINCREMENT,
        url       TEXT NOT NULL,
        file_type TEXT NOT NULL,
        file_size INTEGER NOT NULL,
        state     TEXT NOT NULL DEFAULT 'waiting',
        sha256    TEXT,
        name      TEXT,
        attempts  INTEGER NOT NULL DEFAULT 0,
        retry_at  INTEGER NOT NULL DEFAULT 0,
        failed_at INTEGER,
        code      TEXT,
        reason    TEXT,
        UNIQUE (url, file_type, file_size)
      ) STRICT;
      CREATE INDEX media_due ON media_source (retry_at, id DESC) WHERE state <> 'held';
      CREATE INDEX media_source_of_file ON media_source (sha256);

      CREATE TABLE media_use (
        site_id   TEXT NOT NULL,
        lang      TEXT NOT NULL,
        news_id   TEXT NOT NULL,
        source_id INTEGER NOT NULL,
        PRIMARY KEY (site_id, lang, news_id, source_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX media_use_of_source ON media_use (source_id);

      -- Files in the media folder, by their content.
      CREATE TABLE media_file (
        sha256       TEXT PRIMARY KEY,
        file_type    TEXT NOT NULL,
        file_size    INTEGER NOT NULL,
        copied_at    INTEGER NOT NULL,
        unused_since INTEGER
      ) STRICT, WITHOUT ROWID;

      -- The change log is read up to seq.
      CREATE TABLE media_progress (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        seq      INTEGER NOT NULL
      ) STRICT;
      INSERT INTO media_progress VALUES (1, 0);

      -- JSON: of the addresses in cover_url, thumbnail_url and attachments, those that are mirrored, and where.
      ALTER TABLE news ADD COLUMN mirrored TEXT;
      ALTER TABLE news ADD COLUMN mirrored_at INTEGER;

      DROP VIEW published_news;
      CREATE VIEW published_news AS
        SELECT news.site_id, news.lang, news.news_id,
               CAST(coalesce((SELECT number FROM incarnation AS again
                              WHERE again.site_id = news.site_id AND again.lang = news.lang
                                AND again.news_id = news.news_id), 0) AS INTEGER) AS incarnation,
               news.title, news.html, news.news_date, news.news_date_time, news.cover_url, news.thumbnail_url,
               CAST(json_array_length(news.attachments) AS INTEGER) AS attachment_count,
               CAST(strftime('%Y-%m-%dT%H:%M:%SZ', news.first_seen_at / 1000, 'unixepoch') AS TEXT) AS first_seen_at,
               CAST(strftime('%Y-%m-%dT%H:%M:%SZ', news.changed_at / 1000, 'unixepoch') AS TEXT) AS changed_at,
               news.seq,
               CAST((SELECT value FROM json_each(news.mirrored) WHERE key = news.cover_url) AS TEXT) AS cover_path,
               CAST((SELECT value FROM json_each(news.mirrored) WHERE key = news.thumbnail_url) AS TEXT)
                 AS thumbnail_path
        FROM news;

      DROP VIEW published_attachments;
      CREATE VIEW published_attachments AS
        SELECT news.site_id, news.lang, news.news_id,
               CAST(item.key AS INTEGER) AS position,
               CAST(json_extract(item.value, '$.fileType') AS TEXT) AS file_type,
               CAST(json_extract(item.value, '$.fileSize') AS INTEGER) AS file_size,
               CAST(json_extract(item.value, '$.url') AS TEXT) AS url,
               CAST(nullif(json_extract(item.value, '$.thumbnailUrl'), '') AS TEXT) AS thumbnail_url,
               CAST(nullif(json_extract(item.value, '$.mobileScreenImageUrl'), '') AS TEXT) AS screen_url,
               CAST(json_extract(item.value, '$.imageWidth') AS INTEGER) AS image_width,
               CAST(json_extract(item.value, '$.imageHeight') AS INTEGER) AS image_height,
               CAST(json_extract(item.value, '$.imageDateTime') AS TEXT) AS image_date_time,
               CAST((SELECT value FROM json_each(news.mirrored)
                     WHERE key = json_extract(item.value, '$.url')) AS TEXT) AS path,
               CAST((SELECT value FROM json_each(news.mirrored)
                     WHERE key = json_extract(item.value, '$.thumbnailUrl')) AS TEXT) AS thumbnail_path,
               CAST((SELECT value FROM json_each(news.mirrored)
                     WHERE key = json_extract(item.value, '$.mobileScreenImageUrl')) AS TEXT) AS screen_path
        FROM news, json_each(news.attachments) AS item;
    `),

  database =>
    database.exec(`
      -- JSON: what was odd in an entry, and mended or left out; NULL if nothing was.
      ALTER TABLE news ADD COLUMN remarks TEXT;
      ALTER TABLE staged ADD COLUMN remarks TEXT;
      CREATE INDEX news_remarked ON news (site_id, lang, news_id) WHERE remarks IS NOT NULL;

      -- Numbers are identifiers now, and most of what is here can be published: all of it is requested again soon.
      UPDATE OR REPLACE quarantine SET
        news_id = CAST(json_extract(raw, '$.newsId') AS TEXT), key = 'id:' || json_extract(raw, '$.newsId')
      WHERE CASE WHEN news_id IS NULL AND json_valid(raw) THEN json_type(raw, '$.newsId') = 'integer' END;
      UPDATE quarantine SET retry_at = 0;
    `),

  // Calls in a row without an answer: only they suspend a webhook.
  database =>
    database.exec('ALTER TABLE webhook_target ADD COLUMN unanswered_in_a_row INTEGER NOT NULL DEFAULT 0'),

  // The service's address before its first move: the base of the feeds' GUIDs.
  database => database.exec('ALTER TABLE store ADD COLUMN first_service_url TEXT'),

  // While another store is being copied into this one: which, as JSON.
  database => database.exec('ALTER TABLE store ADD COLUMN unfinished_copy TEXT'),

  // Which of the agents that share a store asks the service for popup messages.
  database =>
    database.exec(`
      ALTER TABLE popup_answer ADD COLUMN asker TEXT;
      ALTER TABLE popup_answer ADD COLUMN asked_at INTEGER;
      ALTER TABLE popup_answer ADD COLUMN ask_after INTEGER;
    `),

  // After it was copied: where, in words.
  database => database.exec('ALTER TABLE store ADD COLUMN moved_to TEXT'),

  // Which file this is; see own-log.
  database =>
    database.exec(`
      ALTER TABLE lease ADD COLUMN file_stamp TEXT NOT NULL DEFAULT '';
      ALTER TABLE lease ADD COLUMN stamp_before TEXT NOT NULL DEFAULT '';
    `),

  // One mechanism for all that leaves the agent, see log/runner.ts. What waits in the webhooks' outbox is put aside, and due.
  database =>
    database.exec(`
      -- The number of an entry's publication, and of its last change by the school.
      ALTER TABLE news ADD COLUMN first_seq INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE news ADD COLUMN content_seq INTEGER NOT NULL DEFAULT 1;
      UPDATE news SET content_seq = seq;

      -- A stream's first sync: the number of its last change, its entries, and when it was.
      ALTER TABLE stream ADD COLUMN synced_seq INTEGER;
      ALTER TABLE stream ADD COLUMN synced_entries INTEGER;
      ALTER TABLE stream ADD COLUMN synced_at INTEGER;

      CREATE TABLE follower (
        name       TEXT PRIMARY KEY,
        seq        INTEGER NOT NULL,
        began      INTEGER,
        failures   INTEGER NOT NULL DEFAULT 0,
        not_before INTEGER,
        done_at    INTEGER,
        failed_at  INTEGER,
        failure    TEXT
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE put_aside (
        id          INTEGER PRIMARY KEY AUTOINCREMENT,
        follower    TEXT NOT NULL REFERENCES follower (name) ON DELETE CASCADE,
        site_id     TEXT NOT NULL,
        lang        TEXT NOT NULL,
        subject     TEXT NOT NULL,
        applied_seq INTEGER NOT NULL,
        since       INTEGER NOT NULL,
        attempts    INTEGER NOT NULL,
        next_at     INTEGER NOT NULL,
        reason      TEXT NOT NULL,
        unanswered  INTEGER NOT NULL,
        CONSTRAINT put_aside_of UNIQUE (follower, site_id, lang, subject)
      ) STRICT;
      CREATE INDEX put_aside_due ON put_aside (follower, next_at);

      ${OUTBOX_TO_FOLLOWERS}
      DROP TABLE webhook_message;
      ALTER TABLE webhook_target DROP COLUMN backlog;
      ALTER TABLE webhook_target DROP COLUMN failures_in_a_row;
      ALTER TABLE webhook_target DROP COLUMN unanswered_in_a_row;
      ALTER TABLE webhook_target DROP COLUMN not_before;
      ALTER TABLE webhook_target DROP COLUMN delivered_at;
      ALTER TABLE webhook_target DROP COLUMN failed_at;
      ALTER TABLE webhook_target DROP COLUMN failure;
    `),

  // Each agent asks the service for popup messages by itself.
  database =>
    database.exec(`
      ALTER TABLE popup_answer DROP COLUMN asker;
      ALTER TABLE popup_answer DROP COLUMN asked_at;
      ALTER TABLE popup_answer DROP COLUMN ask_after;
    `),
]

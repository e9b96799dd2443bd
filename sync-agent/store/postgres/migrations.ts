/**
 * The migrations, by name in their order; a released one is never edited. Run by Kysely's Migrator, all or none.
 *
 * Texts are compared by their bytes (COLLATE "C"), as SQLite does. Instants are epoch milliseconds.
 */
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { OUTBOX_TO_FOLLOWERS } from '../outbox-to-followers.ts'
import type { Queries } from '../tables.ts'

export const MIGRATIONS: Record<string, Migration> = {
  '0001-first': {
    async up(db) {
      await sql.raw(FIRST + FIRST_ROWS).execute(db)
    },
  },
  // While another store is being copied into this one: which, as JSON.
  '0002-unfinished-copy': {
    async up(db) {
      await sql`ALTER TABLE store ADD COLUMN unfinished_copy text`.execute(db)
    },
  },
  // Which of the agents that share a store asks the service for popup messages.
  '0003-asker': {
    async up(db) {
      await sql`ALTER TABLE popup_answer
        ADD COLUMN asker text, ADD COLUMN asked_at bigint, ADD COLUMN ask_after bigint`.execute(db)
    },
  },
  // After it was copied: where, in words.
  '0004-moved': {
    async up(db) {
      await sql`ALTER TABLE store ADD COLUMN moved_to text`.execute(db)
    },
  },
  // One mechanism for all that leaves the agent, see log/runner.ts. What waits in the webhooks' outbox is put aside, and due.
  '0005-followers': {
    async up(db) {
      await sql.raw(FOLLOWERS).execute(db)
    },
  },
  // Each agent asks the service for popup messages by itself.
  '0006-no-asker': {
    async up(db) {
      await sql`ALTER TABLE popup_answer
        DROP COLUMN asker, DROP COLUMN asked_at, DROP COLUMN ask_after`.execute(db)
    },
  },
}

/** A name of our own: another program's schema is not taken for a store. */
export const MIGRATION_TABLE = 'schoolbell_migration'

/** @throws what PostgreSQL says */
export async function migrate(db: Queries, schema: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    migrationTableSchema: schema,
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** SQLite's schema as its first 12 migrations make it. */
const FIRST = `
CREATE TABLE store (
  only_row          integer PRIMARY KEY CHECK (only_row = 1),
  identity          text NOT NULL,
  seq               bigint NOT NULL,
  service_url       text,
  first_service_url text
);

CREATE TABLE stream (
  site_id           text COLLATE "C" NOT NULL,
  lang              text COLLATE "C" NOT NULL,
  cursor_at         bigint,
  cursor_dated      integer,
  cycle_ms          double precision,
  last_success_at   bigint,
  skew_ms           bigint,
  failure_at        bigint,
  failure_code      text,
  failure_message   text,
  failures_in_a_row integer NOT NULL DEFAULT 0,
  not_before        bigint,
  PRIMARY KEY (site_id, lang)
);

CREATE TABLE news (
  site_id        text COLLATE "C" NOT NULL,
  lang           text COLLATE "C" NOT NULL,
  news_id        text COLLATE "C" NOT NULL,
  title          text NOT NULL,
  html           text NOT NULL,
  news_date      text NOT NULL,
  news_date_time text COLLATE "C" NOT NULL,
  cover_url      text,
  thumbnail_url  text,
  attachments    text NOT NULL,
  raw            text NOT NULL,
  hash           text NOT NULL,
  seq            bigint NOT NULL UNIQUE,
  first_seen_at  bigint NOT NULL,
  changed_at     bigint NOT NULL,
  mirrored       text,
  mirrored_at    bigint,
  remarks        text,
  PRIMARY KEY (site_id, lang, news_id)
);
CREATE INDEX news_newest ON news (site_id, lang, news_date_time DESC, news_id DESC);
CREATE INDEX news_remarked ON news (site_id, lang, news_id) WHERE remarks IS NOT NULL;

CREATE TABLE tombstone (
  site_id    text COLLATE "C" NOT NULL,
  lang       text COLLATE "C" NOT NULL,
  news_id    text COLLATE "C" NOT NULL,
  seq        bigint NOT NULL UNIQUE,
  deleted_at bigint NOT NULL,
  PRIMARY KEY (site_id, lang, news_id)
);

-- How often an identifier was published again after its deletion; it has no row before the first time.
CREATE TABLE incarnation (
  site_id text COLLATE "C" NOT NULL,
  lang    text COLLATE "C" NOT NULL,
  news_id text COLLATE "C" NOT NULL,
  number  integer NOT NULL,
  PRIMARY KEY (site_id, lang, news_id)
);

-- Who may write. token goes up with each holder, beat with each sign of life.
CREATE TABLE lease (
  only_row integer PRIMARY KEY CHECK (only_row = 1),
  token    bigint NOT NULL,
  holder   text,
  beat     bigint NOT NULL
);

-- Whose work each stretch of the change log is: from first_seq on, until the next row. See change-marks.ts.
CREATE TABLE change_mark (
  first_seq bigint PRIMARY KEY,
  mark      text NOT NULL
);
CREATE FUNCTION new_mark() RETURNS text LANGUAGE sql VOLATILE
  RETURN substr(md5(gen_random_uuid()::text), 1, 12);
CREATE FUNCTION mark_changes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO change_mark SELECT seq + 1, new_mark() FROM store
    ON CONFLICT (first_seq) DO UPDATE SET mark = excluded.mark;
  -- A thousand writers' stretches are told apart; older ones become the first of them, under its mark.
  DELETE FROM change_mark
    WHERE first_seq <= (SELECT first_seq FROM change_mark ORDER BY first_seq DESC LIMIT 1 OFFSET 1000);
  UPDATE change_mark SET first_seq = 1
    WHERE first_seq = (SELECT min(first_seq) FROM change_mark) AND first_seq <> 1;
  RETURN NULL;
END $$;
CREATE TRIGGER mark_changes_of_new_writer AFTER UPDATE OF token ON lease
  FOR EACH ROW EXECUTE FUNCTION mark_changes();

-- What a large answer has brought so far; nobody reads it before the answer is whole.
CREATE TABLE staged (
  position       bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  site_id        text COLLATE "C" NOT NULL,
  lang           text COLLATE "C" NOT NULL,
  news_id        text COLLATE "C" NOT NULL,
  title          text NOT NULL,
  html           text NOT NULL,
  news_date      text NOT NULL,
  news_date_time text COLLATE "C" NOT NULL,
  cover_url      text,
  thumbnail_url  text,
  attachments    text NOT NULL,
  raw            text NOT NULL,
  hash           text NOT NULL,
  remarks        text,
  UNIQUE (site_id, lang, news_id)
);
CREATE TABLE staged_misfit (
  position bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  site_id  text COLLATE "C" NOT NULL,
  lang     text COLLATE "C" NOT NULL,
  key      text COLLATE "C" NOT NULL,
  news_id  text COLLATE "C",
  raw      text NOT NULL,
  path     text NOT NULL,
  reason   text NOT NULL,
  UNIQUE (site_id, lang, key)
);

CREATE TABLE quarantine (
  id            bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  site_id       text COLLATE "C" NOT NULL,
  lang          text COLLATE "C" NOT NULL,
  key           text COLLATE "C" NOT NULL,
  news_id       text COLLATE "C",
  raw           text NOT NULL,
  path          text NOT NULL,
  reason        text NOT NULL,
  first_seen_at bigint NOT NULL,
  last_seen_at  bigint NOT NULL,
  attempts      integer NOT NULL,
  retry_at      bigint NOT NULL,
  UNIQUE (site_id, lang, key)
);

CREATE TABLE run (
  id            bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  site_id       text COLLATE "C" NOT NULL,
  lang          text COLLATE "C" NOT NULL,
  kind          text NOT NULL,
  started_at    bigint NOT NULL,
  duration_ms   double precision NOT NULL,
  asked_from    text,
  answered_at   bigint,
  tx_id         text,
  rows          bigint,
  skew_ms       bigint,
  attempts      integer,
  new           bigint,
  changed       bigint,
  deleted       bigint,
  quarantined   bigint,
  error_code    text,
  error_message text
);
CREATE INDEX run_of_stream ON run (site_id, lang, id);

-- What the popup relay last heard of each site in each language; content is a JSON array, NULL before the first.
CREATE TABLE popup_answer (
  site_id         text COLLATE "C" NOT NULL,
  lang            text COLLATE "C" NOT NULL,
  service_url     text NOT NULL,
  content         text,
  tx_id           text,
  changed_at      bigint,
  checked_at      bigint,
  failure_at      bigint,
  failure_code    text,
  failure_message text,
  PRIMARY KEY (site_id, lang)
);

-- The terms that the agent makes of entries. See search.ts.
CREATE TABLE search_progress (
  only_row integer PRIMARY KEY CHECK (only_row = 1),
  seq      bigint NOT NULL
);
CREATE TABLE search_entry (
  id             bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  site_id        text COLLATE "C" NOT NULL,
  lang           text COLLATE "C" NOT NULL,
  news_id        text COLLATE "C" NOT NULL,
  seq            bigint NOT NULL,
  news_date_time text COLLATE "C" NOT NULL,
  title          text COLLATE "C" NOT NULL,
  body           text COLLATE "C" NOT NULL,
  terms          text[] COLLATE "C" NOT NULL,
  UNIQUE (site_id, lang, news_id)
);
CREATE INDEX search_terms ON search_entry USING gin (terms);

-- Who is told of changes. events, site_ids and langs are JSON arrays; NULL: all of them.
CREATE TABLE webhook_target (
  id                  bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  url                 text NOT NULL,
  events              text,
  site_ids            text,
  langs               text,
  backlog             integer NOT NULL,
  state               text NOT NULL,
  reason              text,
  created_at          bigint NOT NULL,
  failures_in_a_row   integer NOT NULL DEFAULT 0,
  not_before          bigint,
  delivered_at        bigint,
  failed_at           bigint,
  failure             text,
  unanswered_in_a_row integer NOT NULL DEFAULT 0
);

-- A secret is made from its salt with a key that is kept outside the store; key_check tells whether it is the right one.
CREATE TABLE webhook_secret (
  id          bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  target_id   bigint NOT NULL REFERENCES webhook_target (id) ON DELETE CASCADE,
  salt        text NOT NULL,
  key_check   text NOT NULL,
  valid_until bigint
);
CREATE INDEX webhook_secret_of ON webhook_secret (target_id);

-- The outbox: what each target is told, written with the change itself. news_id is NULL in what tells of a whole stream.
CREATE TABLE webhook_message (
  id         bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  target_id  bigint NOT NULL REFERENCES webhook_target (id) ON DELETE CASCADE,
  message_id text NOT NULL,
  type       text NOT NULL,
  site_id    text COLLATE "C" NOT NULL,
  lang       text COLLATE "C" NOT NULL,
  news_id    text COLLATE "C",
  entries    bigint,
  seq        bigint NOT NULL,
  created_at bigint NOT NULL,
  state      text NOT NULL,
  attempts   integer NOT NULL DEFAULT 0,
  next_at    bigint NOT NULL,
  give_up_at bigint NOT NULL,
  settled_at bigint,
  status     integer,
  failure    text
);
CREATE INDEX webhook_queue ON webhook_message (target_id, state, next_at, created_at);
CREATE INDEX webhook_of_entry ON webhook_message (target_id, site_id, lang, news_id);
CREATE INDEX webhook_settled ON webhook_message (settled_at) WHERE settled_at IS NOT NULL;

-- The mirror, see media-store.ts. What entries show: an address with what they say of the file ('' and -1: nothing).
CREATE TABLE media_source (
  id        bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  url       text COLLATE "C" NOT NULL,
  file_type text COLLATE "C" NOT NULL,
  file_size bigint NOT NULL,
  state     text NOT NULL DEFAULT 'waiting',
  sha256    text COLLATE "C",
  name      text,
  attempts  integer NOT NULL DEFAULT 0,
  retry_at  bigint NOT NULL DEFAULT 0,
  failed_at bigint,
  code      text,
  reason    text
);
-- By hashes: an index of PostgreSQL takes only values up to 2,700 bytes, and addresses may be longer.
CREATE UNIQUE INDEX media_source_once ON media_source (md5(url), md5(file_type), file_size);
CREATE INDEX media_source_of_url ON media_source USING hash (url);
CREATE INDEX media_due ON media_source (retry_at, id DESC) WHERE state <> 'held';
CREATE INDEX media_source_of_file ON media_source (sha256);

CREATE TABLE media_use (
  site_id   text COLLATE "C" NOT NULL,
  lang      text COLLATE "C" NOT NULL,
  news_id   text COLLATE "C" NOT NULL,
  source_id bigint NOT NULL,
  PRIMARY KEY (site_id, lang, news_id, source_id)
);
CREATE INDEX media_use_of_source ON media_use (source_id);

-- Files in the media folder, by their content.
CREATE TABLE media_file (
  sha256       text COLLATE "C" PRIMARY KEY,
  file_type    text NOT NULL,
  file_size    bigint NOT NULL,
  copied_at    bigint NOT NULL,
  unused_since bigint
);

-- The change log is read up to seq.
CREATE TABLE media_progress (
  only_row integer PRIMARY KEY CHECK (only_row = 1),
  seq      bigint NOT NULL
);

-- A stable interface (docs/database-views.md): columns may be added, none is renamed, retyped or taken away.
CREATE FUNCTION instant_text(epoch_ms bigint) RETURNS text LANGUAGE sql STABLE
  RETURN to_char(to_timestamp(epoch_ms / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
CREATE VIEW published_news AS
  SELECT news.site_id, news.lang, news.news_id,
         coalesce((SELECT number FROM incarnation AS again
                   WHERE again.site_id = news.site_id AND again.lang = news.lang
                     AND again.news_id = news.news_id), 0)::bigint AS incarnation,
         news.title, news.html, news.news_date, news.news_date_time, news.cover_url, news.thumbnail_url,
         json_array_length(news.attachments::json)::bigint AS attachment_count,
         instant_text(news.first_seen_at) AS first_seen_at,
         instant_text(news.changed_at) AS changed_at,
         news.seq,
         news.mirrored::json ->> news.cover_url AS cover_path,
         news.mirrored::json ->> news.thumbnail_url AS thumbnail_path
  FROM news;

CREATE VIEW published_attachments AS
  SELECT news.site_id, news.lang, news.news_id,
         item.place - 1 AS position,
         item.value ->> 'fileType' AS file_type,
         (item.value ->> 'fileSize')::numeric::bigint AS file_size,
         item.value ->> 'url' AS url,
         nullif(item.value ->> 'thumbnailUrl', '') AS thumbnail_url,
         nullif(item.value ->> 'mobileScreenImageUrl', '') AS screen_url,
         (item.value ->> 'imageWidth')::numeric::bigint AS image_width,
         (item.value ->> 'imageHeight')::numeric::bigint AS image_height,
         item.value ->> 'imageDateTime' AS image_date_time,
         news.mirrored::json ->> (item.value ->> 'url') AS path,
         news.mirrored::json ->> (item.value ->> 'thumbnailUrl') AS thumbnail_path,
         news.mirrored::json ->> (item.value ->> 'mobileScreenImageUrl') AS screen_path
  FROM news, json_array_elements(news.attachments::json) WITH ORDINALITY AS item (value, place);

CREATE VIEW deleted_news AS
  SELECT site_id, lang, news_id, instant_text(deleted_at) AS deleted_at, seq
  FROM tombstone;
`

const FOLLOWERS = `
-- The number of an entry's publication, and of its last change by the school.
ALTER TABLE news ADD COLUMN first_seq bigint NOT NULL DEFAULT 1, ADD COLUMN content_seq bigint NOT NULL DEFAULT 1;
UPDATE news SET content_seq = seq;

-- A stream's first sync: the number of its last change, its entries, and when it was.
ALTER TABLE stream ADD COLUMN synced_seq bigint, ADD COLUMN synced_entries bigint, ADD COLUMN synced_at bigint;

CREATE TABLE follower (
  name       text COLLATE "C" PRIMARY KEY,
  seq        bigint NOT NULL,
  began      bigint,
  failures   integer NOT NULL DEFAULT 0,
  not_before bigint,
  done_at    bigint,
  failed_at  bigint,
  failure    text
);

CREATE TABLE put_aside (
  id          bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
  follower    text COLLATE "C" NOT NULL REFERENCES follower (name) ON DELETE CASCADE,
  site_id     text COLLATE "C" NOT NULL,
  lang        text COLLATE "C" NOT NULL,
  subject     text COLLATE "C" NOT NULL,
  applied_seq bigint NOT NULL,
  since       bigint NOT NULL,
  attempts    integer NOT NULL,
  next_at     bigint NOT NULL,
  reason      text NOT NULL,
  unanswered  integer NOT NULL,
  CONSTRAINT put_aside_of UNIQUE (follower, site_id, lang, subject)
);
CREATE INDEX put_aside_due ON put_aside (follower, next_at);

${OUTBOX_TO_FOLLOWERS}
DROP TABLE webhook_message;
ALTER TABLE webhook_target
  DROP COLUMN backlog, DROP COLUMN failures_in_a_row, DROP COLUMN unanswered_in_a_row, DROP COLUMN not_before, DROP COLUMN delivered_at, DROP COLUMN failed_at, DROP COLUMN failure;
`

/** What an empty store holds. */
export const FIRST_ROWS = `
INSERT INTO store VALUES (1, substr(md5(gen_random_uuid()::text), 1, 16), 0);
INSERT INTO lease VALUES (1, 0, NULL, 0);
INSERT INTO change_mark VALUES (1, new_mark());
INSERT INTO search_progress VALUES (1, 0);
INSERT INTO media_progress VALUES (1, 0);
`

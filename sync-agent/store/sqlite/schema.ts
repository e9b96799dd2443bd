/** The schema of a store in a file: the common tables, with SQLite's own search index, triggers and views. */
import type { Migration } from '../../../shared/sqlite/open.ts'
import { STEPS } from '../migrations.ts'
import { firstRows, tables, type Words } from '../schema.ts'

const WORDS: Words = {
  int: 'INTEGER',
  big: 'INTEGER',
  real: 'REAL',
  key: 'TEXT',
  id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  position: 'INTEGER PRIMARY KEY',
  rows: 'STRICT',
  byKey: 'STRICT, WITHOUT ROWID',
  mediaSourceOnce: ', UNIQUE (url, file_type, file_size)',
  renamed: (table, to) => `ALTER TABLE ${table} RENAME TO ${to};`,
  searchTriggers: `
  CREATE TRIGGER forget_terms AFTER DELETE ON search_entry BEGIN
    DELETE FROM search_terms WHERE rowid = old.id;
  END;
  CREATE TRIGGER forget_deleted AFTER DELETE ON news BEGIN
    DELETE FROM search_entry WHERE site_id = old.site_id AND lang = old.lang AND news_id = old.news_id;
  END;
  CREATE TRIGGER forget_changed AFTER UPDATE OF title, html, news_date_time ON news
  WHEN (old.title, old.html, old.news_date_time) IS NOT (new.title, new.html, new.news_date_time) BEGIN
    DELETE FROM search_entry WHERE site_id = old.site_id AND lang = old.lang AND news_id = old.news_id;
  END;`,
}

export const makeSchema: Migration = database => database.exec(tables(WORDS) + OWN + firstRows(hex))

export const MIGRATIONS: readonly Migration[] = Object.values(STEPS).map(
  step => database => database.exec(step(WORDS)),
)

const hex = (bytes: number) => `lower(hex(randomblob(${bytes})))`

const instant = (column: string) =>
  `CAST(strftime('%Y-%m-%dT%H:%M:%SZ', ${column} / 1000, 'unixepoch') AS TEXT)`

const field = (name: string) => `json_extract(item.value, '$.${name}')`

const mirrored = (url: string) =>
  `CAST((SELECT value FROM json_each(news.mirrored) WHERE key = ${url}) AS TEXT)`

/** The views are a stable interface (docs/website/server-side.md): columns may be added, none is renamed, retyped or taken away. */
const OWN = `
  -- Which file this is; see own-log.ts.
  ALTER TABLE lease ADD COLUMN file_stamp TEXT NOT NULL DEFAULT '';
  ALTER TABLE lease ADD COLUMN stamp_before TEXT NOT NULL DEFAULT '';

  CREATE TRIGGER mark_changes_of_new_writer AFTER UPDATE OF token ON lease BEGIN
    INSERT OR REPLACE INTO change_mark SELECT seq + 1, ${hex(6)} FROM store;
  END;
  -- A thousand writers' stretches are told apart; older ones become the first of them, under its mark.
  CREATE TRIGGER bound_change_marks AFTER INSERT ON change_mark
  WHEN (SELECT count(*) FROM change_mark) > 1000 BEGIN
    DELETE FROM change_mark
    WHERE first_seq <= (SELECT first_seq FROM change_mark ORDER BY first_seq DESC LIMIT 1 OFFSET 1000);
    UPDATE change_mark SET first_seq = 1 WHERE first_seq = (SELECT min(first_seq) FROM change_mark);
  END;

  CREATE TABLE search_entry (
    id INTEGER PRIMARY KEY, site_id TEXT NOT NULL, lang TEXT NOT NULL, news_id TEXT NOT NULL,
    UNIQUE (site_id, lang, news_id)
  ) STRICT;
  -- The agent makes the terms itself, separated by spaces; all that is not ASCII is part of a term.
  CREATE VIRTUAL TABLE search_terms USING fts5 (
    title, body, content = '', contentless_delete = 1, tokenize = 'ascii'
  );
  ${WORDS.searchTriggers}

  CREATE VIEW published_news AS
    SELECT news.site_id, news.lang, news.news_id,
           CAST(coalesce((SELECT number FROM incarnation AS again
                          WHERE again.site_id = news.site_id AND again.lang = news.lang
                            AND again.news_id = news.news_id), 0) AS INTEGER) AS incarnation,
           news.title, news.html, news.news_date, news.news_date_time, news.cover_url, news.thumbnail_url,
           CAST(json_array_length(news.attachments) AS INTEGER) AS attachment_count,
           ${instant('news.first_seen_at')} AS first_seen_at,
           ${instant('news.changed_at')} AS changed_at,
           news.seq,
           ${mirrored('news.cover_url')} AS cover_path,
           ${mirrored('news.thumbnail_url')} AS thumbnail_path
    FROM news;

  CREATE VIEW published_attachments AS
    SELECT news.site_id, news.lang, news.news_id,
           CAST(item.key AS INTEGER) AS position,
           CAST(${field('fileType')} AS TEXT) AS file_type,
           CAST(${field('fileSize')} AS INTEGER) AS file_size,
           CAST(${field('url')} AS TEXT) AS url,
           CAST(nullif(${field('thumbnailUrl')}, '') AS TEXT) AS thumbnail_url,
           CAST(nullif(${field('mobileScreenImageUrl')}, '') AS TEXT) AS screen_url,
           CAST(${field('imageWidth')} AS INTEGER) AS image_width,
           CAST(${field('imageHeight')} AS INTEGER) AS image_height,
           CAST(${field('imageDateTime')} AS TEXT) AS image_date_time,
           ${mirrored(field('url'))} AS path,
           ${mirrored(field('thumbnailUrl'))} AS thumbnail_path,
           ${mirrored(field('mobileScreenImageUrl'))} AS screen_path
    FROM news, json_each(news.attachments) AS item;

  CREATE VIEW deleted_news AS
    SELECT site_id, lang, news_id, ${instant('deleted_at')} AS deleted_at, seq FROM tombstone;
`

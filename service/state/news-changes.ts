/**
 * What the replacement of a state changes on the websites: it counts as changed now.
 *
 * A website asks for what changed since its last call, and the rows of an older state have older change times. So each
 * entry that a website would show in another way gets the second of the replacement, and one that the new state
 * does not have leaves a tombstone. What stays the same keeps the later of its two times: a website may not have asked
 * since that change.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { IS_OUT } from '../office/news-lists.ts'

export interface NewsChanges extends Disposable {
  /** To be called when the new state is in place. */
  note(): void
}

/**
 * Compares the state in `main` with the one in `carried`.
 *
 * @param at epoch second
 */
export function newsChanges(database: SqliteDatabase, at: number): NewsChanges {
  // Nothing was copied from a store that is new: what it is filled with keeps its times.
  if (database.prepare('SELECT 1 FROM main.school').get() === undefined)
    return { note() {}, [Symbol.dispose]() {} }
  database.exec(`
    CREATE TEMP TABLE changed_media AS ${CHANGED_MEDIA};
    CREATE TEMP TABLE same_news AS ${SAME_NEWS};
    CREATE INDEX temp.same_news_by_id ON same_news (news_id);
    CREATE TEMP TABLE replaced_news (news_id TEXT, site TEXT, is_gone INTEGER, is_sent INTEGER, changed_at INTEGER, PRIMARY KEY (news_id, site));`)
  database.prepare(REPLACED_NEWS).run({ now: at })
  return {
    note: () => database.exec(NOTE),
    [Symbol.dispose]: () =>
      database.exec(
        'DROP TABLE IF EXISTS temp.changed_media; DROP TABLE IF EXISTS temp.same_news; DROP TABLE IF EXISTS temp.replaced_news',
      ),
  }
}

const MEDIA_COLUMNS =
  'name, file_type, file_size, path, thumbnail_path, screen_path, image_width, image_height, image_date_time, removed_at'
const NEWS_COLUMNS = 'news_id, news_date_time, title_en, body_en, title_zh, body_zh, cover'

/** A website shows an entry in another way when a file that it names is another one. */
const CHANGED_MEDIA = `
  SELECT name FROM (SELECT ${MEDIA_COLUMNS} FROM main.media EXCEPT SELECT ${MEDIA_COLUMNS} FROM carried.media)
  UNION
  SELECT name FROM (SELECT ${MEDIA_COLUMNS} FROM carried.media EXCEPT SELECT ${MEDIA_COLUMNS} FROM main.media)`

const attachmentsIn = (schema: string) => `
  (SELECT json_group_array(media ORDER BY position) FROM ${schema}.news_attachment WHERE news_id = same.news_id)`

/** A body is only looked through for the names of media when it has one. */
const SAME_NEWS = `
  SELECT news_id
  FROM (SELECT ${NEWS_COLUMNS} FROM main.news INTERSECT SELECT ${NEWS_COLUMNS} FROM carried.news) AS same
  WHERE ${attachmentsIn('main')} = ${attachmentsIn('carried')}
    AND NOT EXISTS (SELECT 1 FROM changed_media WHERE name = cover)
    AND NOT EXISTS (
      SELECT 1 FROM main.news_attachment JOIN changed_media ON name = media WHERE news_id = same.news_id)
    AND NOT (instr(body_en || body_zh, 'media:') AND EXISTS (
      SELECT 1 FROM changed_media WHERE instr(body_en || ' ' || body_zh, 'media:' || name)))`

/** As the sites have them at `@now`; `is_sent`: whether the site has had the entry. */
const siteRows = (schema: string) => `
  SELECT news_id, site, shown AND NOT deleted AND ${IS_OUT} AS published,
    iif(shown AND NOT deleted,
      max(changed_at, iif(publish_at <= @now, publish_at, 0), iif(unpublish_at <= @now, unpublish_at, 0)),
      changed_at) AS changed_at,
    coalesce(sent_from <= @now, 0) AS is_sent
  FROM ${schema}.news_site JOIN ${schema}.news USING (news_id)`

const REPLACED_NEWS = `
  WITH
    old AS (
      SELECT * FROM (${siteRows('main')}) WHERE is_sent
      UNION ALL
      SELECT news_id, site, 0, changed_at, 1 FROM main.news_tombstone AS tombstone
      WHERE NOT EXISTS (
        SELECT 1 FROM main.news_site AS now
        WHERE now.news_id = tombstone.news_id AND now.site = tombstone.site AND now.sent_from <= @now)
    ),
    new AS (${siteRows('carried')})
  INSERT INTO temp.replaced_news
  SELECT new.news_id, new.site, 0, old.is_sent IS 1,
    CASE WHEN old.published IS new.published
        AND (NOT new.published OR new.news_id IN (SELECT news_id FROM same_news))
      THEN max(old.changed_at, new.changed_at) ELSE @now END
  FROM new LEFT JOIN old ON old.news_id = new.news_id AND old.site = new.site
  UNION ALL
  SELECT old.news_id, old.site, 1, 1, iif(old.published, @now, old.changed_at)
  FROM old LEFT JOIN new ON new.news_id = old.news_id AND new.site = old.site
  WHERE new.news_id IS NULL`

const NOTE = `
  UPDATE main.news_site AS kept SET changed_at = replaced.changed_at,
    sent_from = iif(replaced.is_sent, 0, kept.sent_from)
  FROM temp.replaced_news AS replaced
  WHERE replaced.news_id = kept.news_id AND replaced.site = kept.site;
  DELETE FROM main.news_tombstone;
  INSERT INTO main.news_tombstone (site, news_id, changed_at)
  SELECT site, news_id, changed_at FROM temp.replaced_news WHERE is_gone;`

/**
 * The steps that bring an older store to the schema of `schema.ts`, for both engines; a new store has it at once.
 *
 * The last version without followers is the oldest that is taken over: `user_version` 16 of a file, the migration
 * `0004-moved` in PostgreSQL. A released step is never edited: when a text of `schema.ts` that it takes over changes, that text of today
 * comes here.
 */
import { alertTable, followerTables, type Words, wordpressTables } from './schema.ts'

/** The `user_version` of the oldest file that the steps take over. */
export const OLDEST_FILE = 16

/** Their names in PostgreSQL, which were there before the first step. */
export const NAMES_BEFORE = ['0001-first', '0002-unfinished-copy', '0003-asker', '0004-moved']

/** By their names in PostgreSQL, in their order. */
export const STEPS: Readonly<Record<string, (words: Words) => string>> = {
  // One mechanism for all that leaves the agent. What waits in the webhooks' outbox is put aside, and due.
  '0005-followers': words => `
    ALTER TABLE news ADD COLUMN first_seq ${words.big} NOT NULL DEFAULT 1;
    ALTER TABLE news ADD COLUMN content_seq ${words.big} NOT NULL DEFAULT 1;
    UPDATE news SET content_seq = seq;
    ${added('stream', words.big, ['synced_seq', 'synced_entries', 'synced_at'])}
    ${followerTables(words)}
    INSERT INTO follower (name, seq, began, failures, done_at, failed_at, failure)
      SELECT 'webhook-' || id, store.seq, CASE backlog WHEN 1 THEN NULL ELSE store.seq END, 0, delivered_at, failed_at, failure
      FROM webhook_target, store;
    UPDATE stream SET
      synced_seq = (SELECT max(seq) FROM webhook_message AS it WHERE it.type = 'news.synced'
                      AND it.site_id = stream.site_id AND it.lang = stream.lang),
      synced_entries = (SELECT max(entries) FROM webhook_message AS it WHERE it.type = 'news.synced'
                          AND it.site_id = stream.site_id AND it.lang = stream.lang),
      synced_at = (SELECT max(created_at) FROM webhook_message AS it WHERE it.type = 'news.synced'
                     AND it.site_id = stream.site_id AND it.lang = stream.lang);
    INSERT INTO put_aside (follower, site_id, lang, subject, applied_seq, since, attempts, next_at, reason, unanswered)
      SELECT 'webhook-' || target_id, site_id, lang, coalesce('entry ' || news_id, 'synced'),
             min(CASE type WHEN 'news.published' THEN 0 ELSE seq END), min(created_at), max(attempts), 0,
             coalesce(max(failure), 'not sent yet'), 0
      FROM webhook_message WHERE state IN ('pending', 'dead')
      GROUP BY target_id, site_id, lang, coalesce('entry ' || news_id, 'synced');
    DROP TABLE webhook_message;
    ${dropped('webhook_target', [
      ...['backlog', 'failures_in_a_row', 'unanswered_in_a_row'],
      ...['not_before', 'delivered_at', 'failed_at', 'failure'],
    ])}`,

  // Each agent asks the service for popup messages by itself.
  '0006-no-asker': () => dropped('popup_answer', ['asker', 'asked_at', 'ask_after']),

  // Search terms are written with their entry. An entry that the index had not read yet gets its terms in completeIndex.
  '0007-search': ({ searchTriggers }) => `
    ${searchTriggers}
    DELETE FROM search_entry WHERE NOT EXISTS (
      SELECT 1 FROM news WHERE news.site_id = search_entry.site_id AND news.lang = search_entry.lang
        AND news.news_id = search_entry.news_id AND news.seq = search_entry.seq);
    DROP TABLE search_progress;
    ${dropped('search_entry', ['seq'])}`,

  // The mirror is a follower like the others. Where it never worked, it begins at the beginning.
  '0008-media': () => `
    INSERT INTO follower (name, seq) SELECT 'media', seq FROM media_progress WHERE seq > 0;
    DROP TABLE media_progress;`,

  // Webhooks are one kind of destination.
  '0009-destinations': ({ renamed }) => `
    ${renamed('webhook_target', 'destination')}
    ALTER TABLE destination RENAME COLUMN url TO address;
    ALTER TABLE destination ADD COLUMN kind TEXT NOT NULL DEFAULT 'webhook';
    ALTER TABLE destination ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
    UPDATE destination SET settings = '{"events":' || events || '}' WHERE events IS NOT NULL;
    ${dropped('destination', ['events'])}`,

  '0010-wordpress': wordpressTables,

  '0011-alerts': words => `
    ALTER TABLE run ADD COLUMN refused TEXT;
    ${alertTable(words)}`,

  // Pictures of texts are mirrored, too: the follower reads all entries again, and downloads nothing twice.
  '0012-pictures': () => `UPDATE follower SET seq = 0 WHERE name = 'media';`,
}

const added = (table: string, type: string, columns: readonly string[]) =>
  columns.map(column => `ALTER TABLE ${table} ADD COLUMN ${column} ${type};`).join('\n')

const dropped = (table: string, columns: readonly string[]) =>
  columns.map(column => `ALTER TABLE ${table} DROP COLUMN ${column};`).join('\n')

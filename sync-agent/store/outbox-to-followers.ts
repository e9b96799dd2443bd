/** What an earlier version left in the webhooks’ outbox, for the migrations of both engines: it is put aside, and due. */
export const OUTBOX_TO_FOLLOWERS = `
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
`

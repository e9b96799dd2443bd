/**
 * Messages that an operator sends again.
 *
 * A message is not sent again if there is a later one of the same entry, because the receiver would get an old state. If
 * the target does not get such changes, there is no later message; then the entry itself is checked. The `webhook-id`
 * stays only if the content is the same, because receivers ignore a known one.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { NEW_MESSAGE_ID } from './webhook-outbox.ts'
import { NOT_COUNTED, type ReplayChoice, type ReplayResult, type WebhookEvent } from './webhook-types.ts'

export function replayer(database: SqliteDatabase): (choice: ReplayChoice, at: number) => ReplayResult {
  const chosen = chooser(database)
  const seqNow = seqOfReplay(database)
  const again = database.prepare<[{ id: number; at: number; seq: number }]>(`
    UPDATE webhook_message SET state = 'pending', attempts = 0, next_at = $at, give_up_at = ${NOT_COUNTED},
      settled_at = NULL, message_id = CASE seq WHEN $seq THEN message_id ELSE ${NEW_MESSAGE_ID} END, seq = $seq
    WHERE id = $id`)
  return database.transaction((choice: ReplayChoice, at: number): ReplayResult => {
    const { ids, unknown } = chosen(choice)
    const result: ReplayResult = { replayed: 0, overtaken: 0, unknown }
    for (const id of ids) {
      const seq = seqNow(id)
      result[seq === undefined ? 'overtaken' : 'replayed'] += 1
      if (seq !== undefined) again.run({ id, at, seq })
    }
    return result
  }).immediate
}

/** The `seq` that a replay would send now; undefined if a later message replaced it. */
function seqOfReplay(database: SqliteDatabase): (id: number) => number | undefined {
  // Uses webhook_of_entry. A message about a whole stream has no news_id, so nothing replaces it.
  const facts = database.prepare<
    [number],
    { type: WebhookEvent; seq: number; ofEntry: number | null; later: number }
  >(`
    SELECT it.type, it.seq, news.seq AS ofEntry, EXISTS (
      SELECT 1 FROM webhook_message AS later
      WHERE later.target_id = it.target_id AND later.site_id = it.site_id AND later.lang = it.lang
        AND later.news_id = it.news_id AND later.id > it.id) AS later
    FROM webhook_message AS it LEFT JOIN news USING (site_id, lang, news_id) WHERE it.id = ?`)
  return id => {
    const { type, seq, ofEntry, later } = facts.get(id) ?? { later: 1 }
    if (later === 1) return undefined
    if (type === 'news.synced') return seq
    if (type === 'news.deleted') return ofEntry === null ? seq : undefined
    return ofEntry ?? undefined
  }
}

function chooser(database: SqliteDatabase): (choice: ReplayChoice) => { ids: number[]; unknown: string[] } {
  const named = database
    .prepare<[{ name: string }], number>(
      'SELECT id FROM webhook_message WHERE message_id = $name OR CAST(id AS TEXT) = $name',
    )
    .pluck()
  const dead = database
    .prepare<[{ targetId: number | null }], number>(`
      SELECT id FROM webhook_message WHERE state = 'dead' AND ($targetId IS NULL OR target_id = $targetId) ORDER BY id`)
    .pluck()
  const since = database
    .prepare<[{ since: number; targetId: number | null }], number>(`
      SELECT id FROM webhook_message
      WHERE created_at >= $since AND ($targetId IS NULL OR target_id = $targetId) ORDER BY id`)
    .pluck()
  return choice => {
    if ('since' in choice) {
      return { ids: since.all({ since: choice.since, targetId: choice.targetId ?? null }), unknown: [] }
    }
    if ('dead' in choice) return { ids: dead.all({ targetId: choice.targetId ?? null }), unknown: [] }
    const found = choice.ids.map(name => ({ name, id: named.get({ name }) }))
    return {
      ids: found.flatMap(({ id }) => (id === undefined ? [] : [id])),
      unknown: found.filter(({ id }) => id === undefined).map(({ name }) => name),
    }
  }
}

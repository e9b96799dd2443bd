/**
 * Messages sent again by an operator's order.
 *
 * One that a later message about the same entry has overtaken is left alone: the later one tells what the entry is now,
 * and sending the earlier one behind it would bring a receiver back to the past. A target that did not want to hear of a
 * later change has no later message: then the entry itself tells. A `webhook-id` stays only while the message says the same,
 * for a receiver takes what comes under a known one for a repetition.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { NEW_MESSAGE_ID } from './webhook-outbox.ts'
import { NOT_COUNTED, type ReplayChoice, type ReplayResult, type WebhookEvent } from './webhook-types.ts'

export function replayer(database: SqliteDatabase): (choice: ReplayChoice, at: number) => ReplayResult {
  const chosen = chooser(database)
  const seqNow = seqToTell(database)
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

/** Of what a message would say now; undefined when it is overtaken. */
function seqToTell(database: SqliteDatabase): (id: number) => number | undefined {
  // Along webhook_of_entry. What tells of a whole stream has no news_id, which equals no other: nothing overtakes it.
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

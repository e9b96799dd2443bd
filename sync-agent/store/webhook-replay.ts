/**
 * Messages sent again by an operator's order, under the same `webhook-id`.
 *
 * One that a later message about the same entry has overtaken is left alone: the later one tells what the entry is now,
 * and sending the earlier one behind it would bring a receiver back to the past.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { type ReplayChoice, type ReplayResult, TRIED_FOR_MS } from './webhook-types.ts'

export function replayer(database: SqliteDatabase): (choice: ReplayChoice, at: number) => ReplayResult {
  const chosen = chooser(database)
  // Along webhook_of_entry. What tells of a whole stream has no news_id, which equals no other: nothing overtakes it.
  const isOvertaken = database
    .prepare<[number], number>(`
      SELECT EXISTS (
        SELECT 1 FROM webhook_message AS it JOIN webhook_message AS later USING (target_id, site_id, lang, news_id)
        WHERE it.id = ? AND later.id > it.id)`)
    .pluck()
  const again = database.prepare<[{ id: number; at: number }]>(`
    UPDATE webhook_message SET state = 'pending', attempts = 0, next_at = $at, give_up_at = $at + ${TRIED_FOR_MS},
      settled_at = NULL
    WHERE id = $id`)
  return database.transaction((choice: ReplayChoice, at: number): ReplayResult => {
    const { ids, unknown } = chosen(choice)
    const result: ReplayResult = { replayed: 0, overtaken: 0, unknown }
    for (const id of ids) {
      const overtaken = isOvertaken.get(id) === 1
      result[overtaken ? 'overtaken' : 'replayed'] += 1
      if (!overtaken) again.run({ id, at })
    }
    return result
  }).immediate
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

/**
 * Messages that an operator sends again.
 *
 * A message is not sent again if there is a later one of the same entry, because the receiver would get an old state. If
 * the target does not get such changes, there is no later message; then the entry itself is checked. The `webhook-id`
 * stays only if the content is the same, because receivers ignore a known one.
 */
import { sql } from 'kysely'
import { inTurns } from './parts.ts'
import type { Queries } from './tables.ts'
import { newMessageId } from './webhook-outbox.ts'
import { NOT_COUNTED, type ReplayChoice, type ReplayResult } from './webhook-types.ts'

export async function replay(db: Queries, choice: ReplayChoice, at: number): Promise<ReplayResult> {
  const { ids, unknown } = await chosen(db, choice)
  const result: ReplayResult = { replayed: 0, overtaken: 0, unknown }
  for await (const part of inTurns(ids)) {
    for (const id of part) {
      const isReplayed = await replayOne(db, id, at)
      result[isReplayed ? 'replayed' : 'overtaken'] += 1
    }
  }
  return result
}

async function replayOne(db: Queries, id: number, at: number): Promise<boolean> {
  const facts = await factsOf(db, id)
  const seq = facts && seqOfReplay(facts)
  if (seq === undefined) return false
  await db
    .updateTable('webhook_message')
    .set({
      state: 'pending',
      attempts: 0,
      next_at: at,
      give_up_at: NOT_COUNTED,
      settled_at: null,
      seq,
      ...(seq !== facts?.seq && { message_id: newMessageId() }),
    })
    .where('id', '=', id)
    .execute()
  return true
}

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>

/** The `seq` that a replay would send now; undefined if a later message replaced it. */
function seqOfReplay({ type, seq, ofEntry, later }: Facts): number | undefined {
  if (later !== null) return undefined
  if (type === 'news.synced') return seq
  if (type === 'news.deleted') return ofEntry === null ? seq : undefined
  return ofEntry ?? undefined
}

/** With webhook_of_entry. A message about a whole stream has no news_id, so nothing replaces it. */
function factsOf(db: Queries, id: number) {
  return db
    .selectFrom('webhook_message as it')
    .leftJoin('news', join =>
      join
        .onRef('news.site_id', '=', 'it.site_id')
        .onRef('news.lang', '=', 'it.lang')
        .onRef('news.news_id', '=', 'it.news_id'),
    )
    .select(eb => [
      'it.type',
      'it.seq',
      'news.seq as ofEntry',
      eb
        .selectFrom('webhook_message as later')
        .select('later.id')
        .whereRef('later.target_id', '=', 'it.target_id')
        .whereRef('later.site_id', '=', 'it.site_id')
        .whereRef('later.lang', '=', 'it.lang')
        .whereRef('later.news_id', '=', 'it.news_id')
        .whereRef('later.id', '>', 'it.id')
        .limit(1)
        .as('later'),
    ])
    .where('it.id', '=', id)
    .executeTakeFirst()
}

async function chosen(db: Queries, choice: ReplayChoice): Promise<{ ids: number[]; unknown: string[] }> {
  if ('ids' in choice) return named(db, choice.ids)
  let query = db.selectFrom('webhook_message').select('id').orderBy('id')
  if (choice.targetId !== undefined) query = query.where('target_id', '=', choice.targetId)
  query =
    'since' in choice ? query.where('created_at', '>=', choice.since) : query.where('state', '=', 'dead')
  const rows = await query.execute()
  return { ids: rows.map(({ id }) => id), unknown: [] }
}

/** By number or `webhook-id`. */
async function named(db: Queries, names: readonly string[]) {
  const ids: number[] = []
  const unknown: string[] = []
  for (const name of names) {
    const row = await db
      .selectFrom('webhook_message')
      .select('id')
      .where(sql<boolean>`(message_id = ${name} OR CAST(id AS text) = ${name})`)
      .executeTakeFirst()
    if (row) ids.push(row.id)
    else unknown.push(name)
  }
  return { ids, unknown }
}

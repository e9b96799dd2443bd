/** State of each stream: cursor, last success and failure, counts. */
import type { Temporal } from 'temporal-polyfill'
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { cursorOf, failureOf, instantAt, streamColumns } from './rows.ts'
import type { Queries } from './tables.ts'
import type { Applied, Cursor, Failure, StreamCounts, StreamState } from './types.ts'

/** Every stream of which something is known. */
export function listStreams({ reading }: Engine): Promise<Stream[]> {
  return reading
    .selectFrom('stream')
    .select(['site_id as siteId', 'lang'])
    .orderBy('site_id')
    .orderBy('lang')
    .execute()
}

/** Where the stream's next cycle starts, and how the last ones went. */
export async function readState(db: Queries, stream: Stream): Promise<StreamState> {
  const row = await db
    .selectFrom('stream')
    .selectAll()
    .where(eb => eb.and(streamColumns(stream)))
    .executeTakeFirst()
  return {
    cursor: cursorOf(row),
    lastSuccessAt: instantAt(row?.last_success_at),
    lastFailure: failureOf(row),
    failuresInARow: row?.failures_in_a_row ?? 0,
    skewMs: row?.skew_ms ?? undefined,
    notBefore: instantAt(row?.not_before),
  }
}

export function countStream({ reading }: Engine, stream: Stream): Promise<StreamCounts> {
  const counted = (table: 'news' | 'tombstone' | 'quarantine') =>
    reading
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(eb => eb.and(streamColumns(stream)))
  return reading
    .selectNoFrom(() => [
      counted('news').$asScalar().$notNull().as('entries'),
      counted('tombstone').$asScalar().$notNull().as('tombstones'),
      // Uses the index news_remarked.
      counted('news').where('remarks', 'is not', null).$asScalar().$notNull().as('remarked'),
      counted('quarantine').$asScalar().$notNull().as('quarantined'),
    ])
    .executeTakeFirstOrThrow()
}

/** Removes its state, its runs and its quarantine. Its changes stay in the change log. @throws {LeaseLostError} */
export function forgetStream(store: Engine, token: number, stream: Stream): Promise<void> {
  return fenced(store, token, async db => {
    for (const table of ['quarantine', 'run', 'stream'] as const)
      await db
        .deleteFrom(table)
        .where(eb => eb.and(streamColumns(stream)))
        .execute()
  })
}

/** @param firstSync what the stream's first answer came to; undefined: it was a later one */
export async function writeSuccess(
  db: Queries,
  stream: Stream,
  cursor: Cursor,
  at: number,
  skewMs: number | undefined,
  firstSync: Applied | undefined,
): Promise<void> {
  const success = {
    cursor_at: cursor.at.epochMilliseconds,
    cursor_dated: Number(cursor.dated),
    cycle_ms: cursor.cycleMs,
    last_success_at: at,
    skew_ms: skewMs ?? null,
    failures_in_a_row: 0,
    not_before: null,
    ...(firstSync && {
      synced_seq: firstSync.seq,
      synced_entries: firstSync.new + firstSync.changed,
      synced_at: at,
    }),
  }
  await db
    .insertInto('stream')
    .values({ ...streamColumns(stream), ...success })
    .onConflict(known => known.columns(['site_id', 'lang']).doUpdateSet(success))
    .execute()
}

export async function writeFailure(
  db: Queries,
  stream: Stream,
  { at, code, message }: Failure,
  notBefore: Temporal.Instant | undefined,
): Promise<void> {
  const failure = {
    failure_at: at.epochMilliseconds,
    failure_code: code,
    failure_message: message,
    not_before: notBefore?.epochMilliseconds ?? null,
  }
  await db
    .insertInto('stream')
    .values({ ...streamColumns(stream), ...failure, failures_in_a_row: 1 })
    .onConflict(known =>
      known
        .columns(['site_id', 'lang'])
        .doUpdateSet(eb => ({ ...failure, failures_in_a_row: eb('stream.failures_in_a_row', '+', 1) })),
    )
    .execute()
}

/** The journal: a row for each run, written in the run's transaction, kept for 30 days; the last reconciliation longer. */
import { LANGUAGES, SITE_IDS } from '../../shared/contract/site.ts'
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { epochInstant, streamColumns } from './rows.ts'
import type { Queries, Row } from './tables.ts'
import type { Applied, Failure, Run, RunRecord, RunsQuery } from './types.ts'

const KEPT_MS = 30 * 24 * 60 * 60_000
const KEPT_RUNS = 10_000
/** Removing old rows at each run would cost more than keeping them. */
const PRUNE_EVERY = 100

export async function listRuns(store: Engine, { stream, limit = 50 }: RunsQuery): Promise<Run[]> {
  const rows = await newest(store, stream ? streamColumns(stream) : {})
    .limit(limit)
    .execute()
  return rows.map(runOf)
}

export async function lastRun(store: Engine, stream: Stream, kind: Run['kind']): Promise<Run | undefined> {
  const row = await newest(store, { ...streamColumns(stream), kind })
    .limit(1)
    .executeTakeFirst()
  return row && runOf(row)
}

/** Of the last reconciliation that did not fail: why it deleted nothing. */
export async function lastRefusal(store: Engine, stream: Stream): Promise<string | undefined> {
  const row = await newest(store, { ...streamColumns(stream), kind: 'reconcile' })
    .where('error_code', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row?.refused ?? undefined
}

/** With run_of_stream or the primary key. */
const newest = ({ reading }: Engine, of: Partial<Row<'run'>>) =>
  reading
    .selectFrom('run')
    .selectAll()
    .where(eb => eb.and(of))
    .orderBy('id', 'desc')

/** Writes a run, in its transaction. */
export async function writeRun(
  db: Queries,
  stream: Stream,
  run: RunRecord,
  { applied, failure }: { applied?: Applied; failure?: Failure },
): Promise<void> {
  const startedAt = run.startedAt.epochMilliseconds
  const { id } = await db
    .insertInto('run')
    .values({
      ...streamColumns(stream),
      kind: run.kind,
      started_at: startedAt,
      duration_ms: run.durationMs,
      asked_from: run.from ?? null,
      answered_at: run.answeredAtMs ?? null,
      tx_id: run.txID ?? null,
      rows: run.rows ?? null,
      skew_ms: run.skewMs ?? null,
      attempts: run.attempts ?? null,
      new: applied?.new ?? null,
      changed: applied?.changed ?? null,
      deleted: applied?.deleted ?? null,
      quarantined: applied?.quarantined ?? null,
      error_code: failure?.code ?? null,
      error_message: failure?.message ?? null,
      refused: run.refused ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (id % PRUNE_EVERY === 0) await pruneAll(db, startedAt - KEPT_MS)
}

/** Of every stream, also of those that do not run any more. */
async function pruneAll(db: Queries, oldest: number): Promise<void> {
  for (const siteId of SITE_IDS) for (const lang of LANGUAGES) await prune(db, { siteId, lang }, oldest)
}

/** With run_of_stream. The last reconciliation stays: a schedule may be monthly, and the agent off for as long. */
async function prune(db: Queries, stream: Stream, oldest: number): Promise<void> {
  const ofStream = streamColumns(stream)
  await db
    .deleteFrom('run')
    .where(eb => eb.and(ofStream))
    .where('id', 'not in', eb =>
      eb
        .selectFrom('run')
        .select('id')
        .where(each => each.and({ ...ofStream, kind: 'reconcile' }))
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where(eb =>
      eb.or([
        eb('started_at', '<', oldest),
        eb('id', '<=', inner =>
          inner
            .selectFrom('run')
            .select('id')
            .where(each => each.and(ofStream))
            .orderBy('id', 'desc')
            .limit(1)
            .offset(KEPT_RUNS),
        ),
      ]),
    )
    .execute()
}

function runOf(row: Row<'run'>): Run {
  const { id, site_id: siteId, lang, kind, started_at, duration_ms: durationMs, answered_at } = row
  const { asked_from: from, tx_id: txID, rows, skew_ms: skewMs, attempts, error_code, error_message } = row
  const { new: created, changed, deleted, quarantined, refused } = row
  return {
    ...{ id, siteId, lang, kind, durationMs },
    startedAt: `${epochInstant(started_at)}`,
    ...(answered_at !== null && { answeredAt: `${epochInstant(answered_at)}` }),
    ...withoutNulls({
      from,
      txID,
      rows,
      skewMs,
      attempts,
      new: created,
      changed,
      deleted,
      quarantined,
      refused,
    }),
    ...(error_code !== null && { error: { code: error_code, message: error_message ?? '' } }),
  }
}

type WithoutNulls<Row> = { [Name in keyof Row]?: NonNullable<Row[Name]> }

function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<Row>
}

/** The journal: a row for each run, written in the run's transaction, kept for 30 days. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { epochInstant } from './rows.ts'
import type { Applied, Failure, Run, RunRecord, RunsQuery } from './types.ts'

const KEPT_MS = 30 * 24 * 60 * 60_000
const KEPT_RUNS = 10_000
/** Removing old rows at each run would cost more than keeping them. */
const PRUNE_EVERY = 100

interface RunRow extends Stream {
  id: number
  kind: Run['kind']
  started_at: number
  durationMs: number
  from: string | null
  answered_at: number | null
  txID: string | null
  rows: number | null
  skewMs: number | null
  attempts: number | null
  new: number | null
  changed: number | null
  deleted: number | null
  quarantined: number | null
  error_code: string | null
  error_message: string | null
}

const COLUMNS = `id, site_id AS siteId, lang, kind, started_at, duration_ms AS durationMs, asked_from AS [from],
  answered_at, tx_id AS txID, rows, skew_ms AS skewMs, attempts, new, changed, deleted, quarantined, error_code,
  error_message`

export interface JournalStore {
  runs(query: RunsQuery): Promise<Run[]>
  lastCycle(stream: Stream): Promise<Run | undefined>
}

export function journal(database: SqliteDatabase) {
  const insert = database.prepare(`
    INSERT INTO run (site_id, lang, kind, started_at, duration_ms, asked_from, answered_at, tx_id, rows, skew_ms,
                     attempts, new, changed, deleted, quarantined, error_code, error_message)
    VALUES ($siteId, $lang, $kind, $startedAt, $durationMs, $from, $answeredAt, $txID, $rows, $skewMs,
            $attempts, $new, $changed, $deleted, $quarantined, $errorCode, $errorMessage)`)
  // All three use the index run_of_stream or the primary key.
  const prune = database.prepare(`
    DELETE FROM run WHERE site_id = $siteId AND lang = $lang AND (started_at < $oldest OR id <= (
      SELECT id FROM run WHERE site_id = $siteId AND lang = $lang ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_RUNS}))`)
  const ofAll = database.prepare<[number], RunRow>(`SELECT ${COLUMNS} FROM run ORDER BY id DESC LIMIT ?`)
  const ofStream = database.prepare<[string, string, number], RunRow>(
    `SELECT ${COLUMNS} FROM run WHERE site_id = ? AND lang = ? ORDER BY id DESC LIMIT ?`,
  )
  const cycle = database.prepare<[string, string], RunRow>(`
    SELECT ${COLUMNS} FROM run WHERE site_id = ? AND lang = ? AND kind = 'cycle' ORDER BY id DESC LIMIT 1`)
  return {
    write(
      { siteId, lang }: Stream,
      run: RunRecord,
      { applied, failure }: { applied?: Applied; failure?: Failure },
    ) {
      const startedAt = run.startedAt.epochMilliseconds
      const { lastInsertRowid } = insert.run({
        siteId,
        lang,
        kind: run.kind,
        startedAt,
        durationMs: run.durationMs,
        from: run.from ?? null,
        answeredAt: run.answeredAtMs ?? null,
        txID: run.txID ?? null,
        rows: run.rows ?? null,
        skewMs: run.skewMs ?? null,
        attempts: run.attempts ?? null,
        new: applied?.new ?? null,
        changed: applied?.changed ?? null,
        deleted: applied?.deleted ?? null,
        quarantined: applied?.quarantined ?? null,
        errorCode: failure?.code ?? null,
        errorMessage: failure?.message ?? null,
      })
      if (Number(lastInsertRowid) % PRUNE_EVERY === 0)
        prune.run({ siteId, lang, oldest: startedAt - KEPT_MS })
    },
    read({ stream, limit = 50 }: RunsQuery): Run[] {
      return (stream ? ofStream.all(stream.siteId, stream.lang, limit) : ofAll.all(limit)).map(runOf)
    },
    lastCycle({ siteId, lang }: Stream): Run | undefined {
      const row = cycle.get(siteId, lang)
      return row && runOf(row)
    },
  }
}

export type Journal = ReturnType<typeof journal>

function runOf(row: RunRow): Run {
  const { started_at, answered_at, error_code, error_message, id, kind, siteId, lang, durationMs, ...facts } =
    row
  return {
    id,
    siteId,
    lang,
    kind,
    startedAt: `${epochInstant(started_at)}`,
    durationMs,
    ...(answered_at !== null && { answeredAt: `${epochInstant(answered_at)}` }),
    ...withoutNulls(facts),
    ...(error_code !== null && { error: { code: error_code, message: error_message ?? '' } }),
  }
}

type WithoutNulls<Row> = { [Name in keyof Row]?: NonNullable<Row[Name]> }

function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<Row>
}

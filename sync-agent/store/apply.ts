/** Applies a response to the news, in one transaction. */
import { setImmediate } from 'node:timers/promises'
import { type OnConflictBuilder, sql } from 'kysely'
import type { Stream } from '../stream.ts'
import { lastSeq } from './change-marks.ts'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { insertion } from './insert.ts'
import { writeRun } from './journal.ts'
import { inTurns } from './parts.ts'
import { clearQuarantined, putAside, putOff, refusedEntry, writeOrRefuse } from './quarantine-rows.ts'
import { hashesOf, tombstonesOf } from './reading.ts'
import { contentColumns, streamColumns } from './rows.ts'
import { indexPublished } from './search.ts'
import { noteAnswered } from './service-source.ts'
import { removeAllStaged, removeStaged, stagedInvalid } from './staging.ts'
import { readState, writeFailure, writeSuccess } from './stream-rows.ts'
import type { ContentColumns, Queries, Row, Tables } from './tables.ts'
import type { Applied, Batch, EntryContent, Failure, FailureNote, InvalidEntry, RunOutcome } from './types.ts'

/**
 * Entries and their search terms, tombstones, quarantine, `seq`, cursor and journal in one transaction, by the holder of the lease only.
 *
 * `seq` goes up by one for each entry that is new or changed and for each new tombstone, and for nothing else: an
 * entry delivered again unchanged keeps every column as it was. An entry listed after its tombstone is published again.
 *
 * @throws {LeaseLostError}
 */
export function apply(
  store: Engine,
  token: number,
  stream: Stream,
  batch: Batch,
  outcome: RunOutcome,
): Promise<Applied> {
  return fenced(store, token, async db => {
    if (batch.staged) await store.noteGrowth(db, 'staged')
    const before = await lastSeq(db)
    const applied = await applyBatch(store, db, stream, batch, outcome)
    if (applied.seq > before) await indexPublished(db, store.search, before, outcome.signal)
    return applied
  })
}

/** Records a failed run; the news does not change. @throws {LeaseLostError} */
export function recordFailure(
  store: Engine,
  token: number,
  stream: Stream,
  failure: Failure,
  note: FailureNote,
): Promise<void> {
  return fenced(store, token, async db => {
    if (note.stream) await writeFailure(db, stream, failure, note.stream.notBefore)
    await writeRun(db, stream, note.run, { failure })
  })
}

async function applyBatch(
  store: Engine,
  db: Queries,
  stream: Stream,
  batch: Batch,
  { run, finishedAt, cursor, serviceUrl, signal }: RunOutcome,
): Promise<Applied> {
  const at = finishedAt.epochMilliseconds
  const applied: Applied = {
    new: 0,
    changed: 0,
    unchanged: batch.unchanged ?? 0,
    deleted: 0,
    quarantined: 0,
    seq: await lastSeq(db),
  }
  const isFirst = (await readState(db, stream)).cursor === undefined
  const refused: InvalidEntry[] = []
  await writeNews({ store, db, stream, at, applied, refused }, batch, signal)

  if (batch.staged) {
    for await (const page of stagedInvalid(db, stream)) {
      await putAside(db, stream, at, page)
      applied.quarantined += page.length
    }
    await removeAllStaged(db, stream)
  }
  await clearQuarantined(db, stream, batch.valid ?? [])
  await clearQuarantined(db, stream, batch.deleted)
  const invalid = [...(batch.invalid ?? []), ...refused]
  await putAside(db, stream, at, invalid)
  applied.quarantined += invalid.length
  await putOff(db, stream, at, batch.putOff ?? [])

  await db.updateTable('store').set({ seq: applied.seq }).execute()
  await noteAnswered(db, serviceUrl)
  if (cursor) await writeSuccess(db, stream, cursor, at, run.skewMs, isFirst ? applied : undefined)
  await writeRun(db, stream, run, { applied })
  return applied
}

interface NewsWriter {
  store: Engine
  db: Queries
  stream: Stream
  at: number
  /** Counts, and has the last `seq` given. */
  applied: Applied
  /** Filled with those that the database does not take. */
  refused: InvalidEntry[]
}

/** Gives each change the next `seq`. Between its parts, the agent serves its visitors, and may be closed. */
async function writeNews(writer: NewsWriter, batch: Batch, signal: AbortSignal | undefined): Promise<void> {
  const { db, stream } = writer
  if (batch.staged) {
    await removeStaged(db, stream, batch.staged.except)
    let last = await writeStaged(writer, 0)
    while (last !== undefined) {
      await setImmediate()
      signal?.throwIfAborted()
      last = await writeStaged(writer, last)
    }
  }
  for await (const part of inTurns(batch.listed, signal)) await writeListed(writer, part)
  for await (const part of inTurns(batch.deleted, signal)) await bury(writer, part)
}

async function writeListed(writer: NewsWriter, entries: readonly EntryContent[]): Promise<void> {
  const { db, stream, at, applied } = writer
  const ids = entries.map(({ newsId }) => newsId)
  const known = new Map((await hashesOf(db, stream, ids)).map(({ news_id, hash }) => [news_id, hash]))
  const changed = entries.filter(({ newsId, hash }) => known.get(newsId) !== hash)
  applied.unchanged += entries.length - changed.length
  if (changed.length === 0) return
  const written: EntryContent[] = []
  const refused = await writeOrRefuse(db, changed, async part => {
    const first = applied.seq + 1 + written.length
    const rows = part.map((entry, index) => ({
      ...contentColumns({ ...entry, ...stream }),
      seq: first + index,
      first_seq: first + index,
      content_seq: first + index,
      first_seen_at: at,
      changed_at: at,
    }))
    await insertNews(db, rows)
    written.push(...part)
  })
  await count(
    writer,
    written.map(({ newsId }) => ({ newsId, isKnown: known.has(newsId) })),
  )
  writer.refused.push(...refused.map(refusedEntry))
}

const insertNews = insertion<Omit<Row<'news'>, 'mirrored' | 'mirrored_at'>>((db, rows) =>
  db.insertInto('news').values(rows).onConflict(overwrite),
)

/** Entries of the staging table in one statement. */
const STAGED_PART = 100

/** @returns the position up to which entries were written; undefined at the end */
async function writeStaged(writer: NewsWriter, after: number): Promise<number | undefined> {
  const { db, stream, at, applied } = writer
  const part = await db
    .selectFrom('staged')
    .leftJoin('news', join =>
      join
        .onRef('news.site_id', '=', 'staged.site_id')
        .onRef('news.lang', '=', 'staged.lang')
        .onRef('news.news_id', '=', 'staged.news_id'),
    )
    .select(['staged.position', 'staged.news_id as newsId', 'news.seq as known'])
    .where('staged.site_id', '=', stream.siteId)
    .where('staged.lang', '=', stream.lang)
    .where('staged.position', '>', after)
    .orderBy('staged.position')
    .limit(STAGED_PART)
    .execute()
  if (part.length === 0) return undefined
  const written: typeof part = []
  const refused = await writeOrRefuse(db, part, async rows => {
    const seq = sql<number>`CAST(${applied.seq + written.length} AS bigint) + row_number() OVER (ORDER BY position)`
    const now = sql<number>`CAST(${at} AS bigint)`
    await db
      .insertInto('news')
      .columns([...CONTENT, 'seq', 'first_seq', 'content_seq', 'first_seen_at', 'changed_at'])
      .expression(
        db
          .selectFrom('staged')
          .select(CONTENT)
          .select([seq.as('seq'), seq.as('first_seq'), seq.as('content_seq')])
          .select([now.as('first_seen_at'), now.as('changed_at')])
          .where('position', 'in', positionsOf(rows)),
      )
      .onConflict(overwrite)
      .execute()
    written.push(...rows)
  })
  await count(
    writer,
    written.map(({ newsId, known }) => ({ newsId, isKnown: known !== null })),
  )
  for (const { row, reason } of refused) {
    const { raw } = await db
      .selectFrom('staged')
      .select('raw')
      .where('position', '=', row.position)
      .executeTakeFirstOrThrow()
    writer.refused.push(refusedEntry({ row: { ...row, raw }, reason }))
  }
  return part.at(-1)?.position
}

const positionsOf = (rows: readonly { position: number }[]) => rows.map(({ position }) => position)

/** An object, so that the compiler asks for each. */
const OF_CONTENT: Record<keyof ContentColumns, true> = {
  ...{ title: true, html: true, news_date: true, news_date_time: true, cover_url: true },
  ...{ thumbnail_url: true, attachments: true, remarks: true, raw: true, hash: true },
}
const CONTENT = [
  'site_id',
  'lang',
  'news_id',
  ...(Object.keys(OF_CONTENT) as (keyof ContentColumns)[]),
] as const

/** The mirror's URLs stay until the mirror has checked the entry again. */
const overwrite = (known: OnConflictBuilder<Tables, 'news'>) =>
  known.columns(['site_id', 'lang', 'news_id']).doUpdateSet(eb => {
    const changes = CONTENT.slice(3).map(column => [column, eb.ref(`excluded.${column}`)])
    return {
      ...Object.fromEntries(changes),
      seq: eb.ref('excluded.seq'),
      content_seq: eb.ref('excluded.seq'),
      changed_at: eb.ref('excluded.changed_at'),
    }
  })

/** Counts entries that were written, each with the next `seq`. */
async function count(
  { store, db, stream, applied }: NewsWriter,
  written: readonly { newsId: string; isKnown: boolean }[],
): Promise<void> {
  const ids = written.filter(({ isKnown }) => !isKnown).map(({ newsId }) => newsId)
  applied.seq += written.length
  applied.new += ids.length
  applied.changed += written.length - ids.length
  if (ids.length > 0) await incarnate(db, stream, ids)
  await store.noteGrowth(db, 'news', applied.seq)
}

/** Feed readers must not confuse a new entry with the deleted one of its identifier. */
async function incarnate(db: Queries, stream: Stream, newsIds: readonly string[]): Promise<void> {
  const again = await db
    .deleteFrom('tombstone')
    .where(eb => eb.and(streamColumns(stream)))
    .where('news_id', 'in', newsIds)
    .returning('news_id')
    .execute()
  if (again.length === 0) return
  await db
    .insertInto('incarnation')
    .values(again.map(({ news_id }) => ({ ...streamColumns(stream), news_id, number: 1 })))
    .onConflict(known =>
      known
        .columns(['site_id', 'lang', 'news_id'])
        .doUpdateSet(eb => ({ number: eb('incarnation.number', '+', 1) })),
    )
    .execute()
}

/** A deletion that is known changes nothing. */
async function bury({ db, stream, at, applied }: NewsWriter, newsIds: readonly string[]): Promise<void> {
  const buried = new Set(await tombstonesOf(db, stream, newsIds))
  const fresh = [...new Set(newsIds)].filter(newsId => !buried.has(newsId))
  if (fresh.length === 0) return
  const first = applied.seq + 1
  const rows = fresh.map((newsId, index) => ({
    ...streamColumns(stream),
    ...{ news_id: newsId, seq: first + index, deleted_at: at },
  }))
  applied.seq += fresh.length
  applied.deleted += fresh.length
  await db.insertInto('tombstone').values(rows).execute()
  await db
    .deleteFrom('news')
    .where(eb => eb.and(streamColumns(stream)))
    .where('news_id', 'in', fresh)
    .execute()
}

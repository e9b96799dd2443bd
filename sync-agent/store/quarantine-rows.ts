/** The quarantine: entries that cannot be published, as received; also those that the database refuses. */
import { sql } from 'kysely'
import { codeOf } from '../../shared/error-code.ts'
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { inParts } from './parts.ts'
import { epochInstant, streamColumns } from './rows.ts'
import type { Queries, Row } from './tables.ts'
import type {
  EntryContent,
  InvalidEntry,
  QuarantinedEntry,
  QuarantinedEntryWithRaw,
  QuarantinedId,
} from './types.ts'

const FIRST_RETRY_MS = 60_000
export const LONGEST_RETRY_MS = 60 * 60_000
/** From this many attempts on, the wait is the longest. */
const DOUBLINGS = Math.ceil(Math.log2(LONGEST_RETRY_MS / FIRST_RETRY_MS))

/** Newest first. */
export async function listQuarantined({ reading }: Engine): Promise<QuarantinedEntry[]> {
  const rows = await reading.selectFrom('quarantine').select(COLUMNS).orderBy('id', 'desc').execute()
  return rows.map(entryOf)
}

export async function readQuarantined(
  { reading }: Engine,
  id: number,
): Promise<QuarantinedEntryWithRaw | undefined> {
  const row = await reading.selectFrom('quarantine').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...entryOf(row), raw: row.raw }
}

/** Those with an identifier, in short. */
export async function quarantinedIds({ reading }: Engine, stream: Stream): Promise<QuarantinedId[]> {
  const rows = await reading
    .selectFrom('quarantine')
    .select(['id', 'news_id as newsId', 'retry_at'])
    .where(eb => eb.and(streamColumns(stream)))
    .where('news_id', 'is not', null)
    .orderBy('retry_at')
    .$narrowType<{ newsId: string }>()
    .execute()
  return rows.map(({ retry_at, ...row }) => ({ ...row, retryAt: epochInstant(retry_at) }))
}

export function dropQuarantined({ write }: Engine, id: number): Promise<boolean> {
  return write(async db => {
    const { numDeletedRows } = await db
      .deleteFrom('quarantine')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  })
}

/** The next cycle asks for these again. */
export function makeDue({ write }: Engine, ids: readonly number[]): Promise<void> {
  return write(async db => {
    for (const part of inParts(ids)) {
      await db.updateTable('quarantine').set({ retry_at: 0 }).where('id', 'in', part).execute()
    }
  })
}

/** All but `raw`, which may be large. */
const COLUMNS = [
  'id',
  'site_id',
  'lang',
  'news_id',
  'path',
  'reason',
  'first_seen_at',
  'last_seen_at',
  'attempts',
  'retry_at',
] as const

/** Key of an invalid entry with an identifier. */
export const keyOf = (newsId: string) => `id:${newsId}`

/** These can be published, or are deleted. */
export async function clearQuarantined(
  db: Queries,
  stream: Stream,
  newsIds: readonly string[],
): Promise<void> {
  for (const part of inParts(newsIds)) {
    await db
      .deleteFrom('quarantine')
      .where(eb => eb.and(streamColumns(stream)))
      .where('key', 'in', part.map(keyOf))
      .execute()
  }
}

/** No two of them have one key. Receiving an entry again does not change when it is requested. */
export async function putAside(
  db: Queries,
  stream: Stream,
  at: number,
  entries: readonly InvalidEntry[],
): Promise<void> {
  for (const part of inParts(entries)) {
    const rows = part.map(({ key, newsId = null, raw, path, reason }) => ({
      ...streamColumns(stream),
      ...{ key, raw, path, reason },
      news_id: newsId,
      first_seen_at: at,
      last_seen_at: at,
      attempts: 1,
      retry_at: at + FIRST_RETRY_MS,
    }))
    await db
      .insertInto('quarantine')
      .values(rows)
      .onConflict(known =>
        known.columns(['site_id', 'lang', 'key']).doUpdateSet(eb => ({
          raw: eb.ref('excluded.raw'),
          path: eb.ref('excluded.path'),
          reason: eb.ref('excluded.reason'),
          last_seen_at: eb.ref('excluded.last_seen_at'),
        })),
      )
      .execute()
  }
}

/** These were requested again without success. */
export async function putOff(
  db: Queries,
  stream: Stream,
  at: number,
  newsIds: readonly string[],
): Promise<void> {
  for (const part of inParts(newsIds)) {
    await db
      .updateTable('quarantine')
      .set(eb => ({
        attempts: eb('attempts', '+', 1),
        retry_at: sql`CAST(${at} AS bigint) + CASE WHEN attempts < ${sql.lit(DOUBLINGS)}
          THEN ${sql.lit(FIRST_RETRY_MS)} * (1 << attempts) ELSE ${sql.lit(LONGEST_RETRY_MS)} END`,
      }))
      .where(eb => eb.and(streamColumns(stream)))
      .where('key', 'in', part.map(keyOf))
      .execute()
  }
}

function entryOf(row: Omit<Row<'quarantine'>, 'key' | 'raw'>): QuarantinedEntry {
  const { id, site_id: siteId, lang, news_id: newsId, path, reason, attempts } = row
  return {
    id,
    siteId,
    lang,
    ...(newsId !== null && { newsId }),
    path,
    reason,
    firstSeen: `${epochInstant(row.first_seen_at)}`,
    lastSeen: `${epochInstant(row.last_seen_at)}`,
    attempts,
    ...(newsId !== null && { nextRetry: `${epochInstant(row.retry_at)}` }),
  }
}

/** A row that the database refuses for what is in it. */
interface Refused<Content> {
  row: Content
  reason: string
}

/**
 * Writes the rows in one go, or, when the database refuses one of them, each by itself. Inside a transaction.
 *
 * @returns those that are refused; any other error is thrown
 */
export async function writeOrRefuse<Content>(
  db: Queries,
  rows: readonly Content[],
  write: (rows: readonly Content[]) => Promise<void>,
): Promise<Refused<Content>[]> {
  await sql`SAVEPOINT some_rows`.execute(db)
  try {
    await write(rows)
    await sql`RELEASE SAVEPOINT some_rows`.execute(db)
    return []
  } catch (error) {
    if (!(error instanceof Error) || !isRefusal(error)) throw error
    await sql`ROLLBACK TO SAVEPOINT some_rows`.execute(db)
    await sql`RELEASE SAVEPOINT some_rows`.execute(db)
    if (rows.length === 1) return rows.map(row => ({ row, reason: error.message }))
  }
  const refused: Refused<Content>[] = []
  for (const row of rows) refused.push(...(await writeOrRefuse(db, [row], write)))
  return refused
}

/** A rule that is broken, or a value that is too large: SQLite's codes, and SQLSTATE's classes of such errors. */
const REFUSAL = /^(SQLITE_(CONSTRAINT|TOOBIG|MISMATCH)|22|23|54)/

const isRefusal = (error: Error) => REFUSAL.test(codeOf(error)) || REFUSAL.test(codeOf(error.cause))

/** Its entry in the quarantine. */
export const refusedEntry = ({
  row: { newsId, raw },
  reason,
}: Refused<Pick<EntryContent, 'newsId' | 'raw'>>): InvalidEntry => ({
  ...{ newsId, raw, path: '', key: keyOf(newsId) },
  reason: `the store does not take it: ${reason}`,
})

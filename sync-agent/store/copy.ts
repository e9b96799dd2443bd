/**
 * Copies a whole store into an empty one, of the same engine or of the other.
 *
 * 1. The target is marked as unfinished: from now on it cannot be opened as a store. 2. Each table is copied in the order of its
 * primary key, a hundred rows a transaction; after an interruption, the news go on behind their last row, and the small tables
 * start again. 3. The search index is made. 4. Number and hash of the rows are compared. 5. The source is marked as moved: no
 * agent writes it any more. 6. The target takes the source's identity and loses its mark.
 *
 * Meanwhile the caller holds the source's lease, so the news of the source stay as they are.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LONGEST_IDENTIFIER } from '../../shared/client/identifier.ts'
import { LONGEST_LABEL, serviceText } from '../../shared/client/service-text.ts'
import { newsVersion } from './change-marks.ts'
import {
  COPIED,
  type CopiedName,
  type CopiedTable,
  clear,
  comparableText,
  lastRow,
  numberOfRows,
  rowsOf,
} from './copied-tables.ts'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { completeIndex, withoutTerms } from './search.ts'
import type { Queries } from './tables.ts'

/** The source is as it was, and so is a target that is in use. */
export class CopyError extends Error {
  override name = 'CopyError'
  readonly code:
    | 'SOURCE_UNFINISHED'
    | 'SOURCE_UNUSED'
    | 'SOURCE_MOVED'
    | 'IDENTIFIER_TOO_LONG'
    | 'TARGET_NOT_EMPTY'
    | 'SAME_STORE'
    | 'COPY_DIFFERS'

  constructor(code: CopyError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface CopyProgress {
  step: 'copying' | 'comparing' | 'indexing'
  /** Rows; when indexing, entries. */
  done: number
  total: number
}

export interface CopyResult {
  table: CopiedName
  rows: number
  /** SHA-256 of all rows, in both stores. */
  hash: string
}

export interface CopyParts {
  source: Engine
  target: Engine
  /** Of the source's lease. */
  token: number
  /** The target in words, for who still has the source. */
  place: string
  onProgress(progress: CopyProgress): void
  /** @throws when the copy is to end here; what was written stays */
  goOn(): Promise<void>
}

/** @throws {CopyError} @throws {StoreError} */
export async function copyStore(parts: CopyParts): Promise<CopyResult[]> {
  await beginCopy(parts)
  await copyTables(parts)
  await indexAll(parts)
  const copied = await compareTables(parts)
  // In case that the news were copied again.
  await indexAll(parts)
  await endCopy(parts)
  return copied
}

/**
 * To be called before its lease is taken, which would end the copying into it, and count as use. A damaged index would leave
 * entries out, when they are copied and when they are compared.
 *
 * @throws {CopyError}
 * @throws {StoreError}
 */
export async function refuseUnfit({ reading, verify }: Engine): Promise<void> {
  const { unfinished_copy } = await storeRow(reading)
  if (unfinished_copy !== null) {
    throw new CopyError(
      'SOURCE_UNFINISHED',
      'the store to copy is itself an unfinished copy; finish it first, or name the store that it was copied from',
    )
  }
  if (!(await isUsed(reading))) {
    throw new CopyError('SOURCE_UNUSED', 'no agent has used the store to copy; name the one that is in use')
  }
  await verify()
}

const WITH_IDENTIFIERS: readonly CopiedName[] = [
  'news',
  'tombstone',
  'incarnation',
  'quarantine',
  'media_use',
]

/** Older versions took identifiers of any length into a file, and no key of PostgreSQL could hold them. @throws {CopyError} */
export async function refuseLongIdentifiers({ reading }: Engine): Promise<void> {
  for (const table of WITH_IDENTIFIERS) {
    const { rows } = await sql<{ site_id: string; lang: string; news_id: string; bytes: number }>`
      SELECT site_id, lang, news_id, octet_length(news_id) AS bytes FROM ${sql.table(table)}
      WHERE octet_length(news_id) > ${sql.lit(LONGEST_IDENTIFIER)} LIMIT 1`.execute(reading)
    const [found] = rows
    if (!found) continue
    const { site_id, lang, news_id, bytes } = found
    throw new CopyError(
      'IDENTIFIER_TOO_LONG',
      `an entry of ${site_id}/${lang} has the identifier ${serviceText(news_id, LONGEST_LABEL)} of ${bytes} bytes, and a store in PostgreSQL holds ${LONGEST_IDENTIFIER}; instead of copying, start the agent with the empty database: it gets the news from the service anew, and followers start again`,
    )
  }
}

/** What the target says of the copy. */
interface Unfinished {
  identity: string
  /** The source's news, see change-marks.ts. */
  news: string
}

/** No row of theirs comes or goes while the news have the same name. */
const LARGE: readonly CopiedName[] = ['news', 'tombstone']

async function beginCopy({ source, target }: CopyParts): Promise<void> {
  const { identity, seq, moved_to } = await storeRow(source.reading)
  const news = await newsVersion(source)
  await target.write(async db => {
    const there = await storeRow(db)
    if (there.identity === identity) {
      throw new CopyError(
        'SAME_STORE',
        'source and target are the same store, or the target is a complete copy of it already: start the agent with it, or name a new file or an empty schema',
      )
    }
    const begun: Unfinished | undefined = there.unfinished_copy
      ? JSON.parse(there.unfinished_copy)
      : undefined
    if (begun && begun.identity !== identity) {
      throw new CopyError(
        'TARGET_NOT_EMPTY',
        'the target holds an unfinished copy of another store; name a new file or an empty schema',
      )
    }
    await refuseUsed(db)
    if (moved_to !== null && !begun) {
      throw new CopyError('SOURCE_MOVED', `the store to copy was moved to ${moved_to}; copy that one`)
    }
    const isSameNews = begun?.news === news
    for (const table of COPIED.toReversed())
      if (!isSameNews || !LARGE.includes(table.name)) await clear(db, table)
    const unfinished: Unfinished = { identity, news }
    await db
      .updateTable('store')
      .set({ seq, unfinished_copy: JSON.stringify(unfinished) })
      .execute()
  })
}

const storeRow = (db: Queries) => db.selectFrom('store').selectAll().executeTakeFirstOrThrow()

/** The first agent of a store takes its lease before anything else. */
async function isUsed(db: Queries): Promise<boolean> {
  const { token } = await db.selectFrom('lease').select('token').executeTakeFirstOrThrow()
  return token !== 0
}

async function refuseUsed(db: Queries): Promise<void> {
  if (!(await isUsed(db))) return
  throw new CopyError(
    'TARGET_NOT_EMPTY',
    'an agent has used the target; name a new file or an empty schema, or remove what is there',
  )
}

async function copyTables({ source, target, onProgress, goOn }: CopyParts): Promise<void> {
  let done = await numberOfAll(target.reading)
  const total = await numberOfAll(source.reading)
  for (const table of COPIED) {
    const last = await lastRow(target.reading, table)
    for await (const rows of rowsOf(source.reading, table, last)) {
      await goOn()
      await target.write(db => table.insert(db, rows))
      done += rows.length
      onProgress({ step: 'copying', done, total: Math.max(total, done) })
    }
  }
  await target.write(db => target.noteGrowth(db, 'news'))
}

/** Webhooks, followers and the mirror can be written without the lease: a table that has changed meanwhile is copied again. */
async function compareTables(parts: CopyParts): Promise<CopyResult[]> {
  const { source, target, onProgress, goOn } = parts
  const total = await numberOfAll(source.reading)
  let done = 0
  const digest = async (db: Queries, table: CopiedTable): Promise<CopyResult> => {
    const hash = createHash('sha256')
    let number = 0
    for await (const rows of rowsOf(db, table)) {
      await goOn()
      for (const row of rows) hash.update(comparableText(row))
      number += rows.length
      onProgress({ step: 'comparing', done: Math.min(done + number, total), total })
    }
    return { table: table.name, rows: number, hash: hash.digest('hex') }
  }
  const same = async (table: CopiedTable): Promise<CopyResult> => {
    const here = await digest(source.reading, table)
    if ((await digest(target.reading, table)).hash === here.hash) return here
    await target.write(db => copyAgain(parts, db, table))
    const [now, there] = [await digest(source.reading, table), await digest(target.reading, table)]
    if (now.hash === there.hash) return now
    throw new CopyError(
      'COPY_DIFFERS',
      `${table.name}: ${now.rows} rows to copy and ${there.rows} in the copy differ; stop what else writes the two stores, and run this again`,
    )
  }
  const results: CopyResult[] = []
  for (const table of COPIED) {
    const result = await same(table)
    results.push(result)
    done += result.rows
  }
  return results
}

async function copyAgain({ source, goOn }: CopyParts, db: Queries, table: CopiedTable): Promise<void> {
  await clear(db, table)
  for await (const rows of rowsOf(source.reading, table)) {
    await goOn()
    await table.insert(db, rows)
  }
}

async function indexAll({ target, onProgress, goOn }: CopyParts): Promise<void> {
  const total = await withoutTerms(target.reading)
  await goOn()
  await completeIndex(target, async left => {
    onProgress({ step: 'indexing', done: total - left, total })
    await goOn()
  })
}

async function endCopy({ source, target, token, place, goOn }: CopyParts): Promise<void> {
  const { identity, seq, service_url, first_service_url } = await storeRow(source.reading)
  await goOn()
  await fenced(source, token, async db => {
    await db.updateTable('store').set({ moved_to: place }).execute()
  })
  await target.write(async db => {
    await refuseUsed(db)
    for (const { name, isNumbered } of COPIED) {
      if (isNumbered) await target.numberAfter(db, name, await source.lastNumber(source.reading, name))
    }
    // The next writer's comes after it, and the copy counts as used.
    await db.updateTable('lease').set({ token }).execute()
    await db
      .updateTable('store')
      .set({ ...{ identity, seq, service_url, first_service_url }, unfinished_copy: null })
      .execute()
  })
}

async function numberOfAll(db: Queries): Promise<number> {
  let number = 0
  for (const table of COPIED) number += await numberOfRows(db, table)
  return number
}

/** Stages the entries of a large response until it is complete: written in small transactions, read only by `apply`. */
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { inParts } from './parts.ts'
import { refusedEntry, writeOrRefuse } from './quarantine-rows.ts'
import { contentColumns, streamColumns } from './rows.ts'
import type { Queries } from './tables.ts'
import type { EntryContent, InvalidEntry } from './types.ts'

/** Puts aside what a large answer has brought so far. @throws {LeaseLostError} */
export function stage(
  store: Engine,
  token: number,
  stream: Stream,
  { listed, invalid }: { listed: EntryContent[]; invalid: InvalidEntry[] },
): Promise<void> {
  return fenced(store, token, async db => {
    for (const part of inParts(listed)) {
      const refused = await writeOrRefuse(db, part, rows => stageEntries(db, stream, rows))
      await stageInvalid(db, stream, refused.map(refusedEntry))
    }
    for (const part of inParts(invalid)) await stageInvalid(db, stream, part)
  })
}

/** Forgets what was put aside. Looks first: without staged entries nothing is written. @throws {LeaseLostError} */
export async function clearStaged(store: Engine, token: number, stream: Stream): Promise<void> {
  if (!(await anyStaged(store.reading, stream))) return
  await fenced(store, token, db => removeAllStaged(db, stream))
}

/** In the transaction that publishes them, or alone. */
export async function removeAllStaged(db: Queries, stream: Stream): Promise<void> {
  for (const table of STAGED) {
    await db
      .deleteFrom(table)
      .where(eb => eb.and(streamColumns(stream)))
      .execute()
  }
}

const STAGED = ['staged', 'staged_misfit'] as const

async function anyStaged(db: Queries, stream: Stream): Promise<boolean> {
  for (const table of STAGED) {
    const row = await db
      .selectFrom(table)
      .select('position')
      .where(eb => eb.and(streamColumns(stream)))
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/** One that comes again takes the last place. */
async function stageEntries(db: Queries, stream: Stream, entries: readonly EntryContent[]): Promise<void> {
  await removeStaged(
    db,
    stream,
    entries.map(({ newsId }) => newsId),
  )
  const rows = entries.map(entry => contentColumns({ ...entry, ...stream }))
  await db.insertInto('staged').values(rows).execute()
}

async function stageInvalid(db: Queries, stream: Stream, entries: readonly InvalidEntry[]): Promise<void> {
  if (entries.length === 0) return
  const keys = entries.map(({ key }) => key)
  await db
    .deleteFrom('staged_misfit')
    .where(eb => eb.and(streamColumns(stream)))
    .where('key', 'in', keys)
    .execute()
  const rows = entries.map(({ newsId = null, ...entry }) => ({
    ...streamColumns(stream),
    ...entry,
    news_id: newsId,
  }))
  await db.insertInto('staged_misfit').values(rows).execute()
}

export async function removeStaged(db: Queries, stream: Stream, newsIds: readonly string[]): Promise<void> {
  for (const part of inParts(newsIds)) {
    await db
      .deleteFrom('staged')
      .where(eb => eb.and(streamColumns(stream)))
      .where('news_id', 'in', part)
      .execute()
  }
}

const PAGE = 500

/** Page by page: they may be large. */
export async function* stagedInvalid(db: Queries, stream: Stream): AsyncGenerator<InvalidEntry[]> {
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('staged_misfit')
      .select(['position', 'news_id as newsId', 'key', 'raw', 'path', 'reason'])
      .where(eb => eb.and(streamColumns(stream)))
      .where('position', '>', after)
      .orderBy('position')
      .limit(PAGE)
      .execute()
    const last = page.at(-1)
    if (!last) return
    yield page.map(({ position: _, newsId, ...entry }) => ({ ...entry, newsId: newsId ?? undefined }))
    after = last.position
  }
}

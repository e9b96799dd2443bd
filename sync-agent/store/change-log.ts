/** The change log: the last change of each entry of every stream, in the order of `seq`, and the end of each stream's first sync. */
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { type EntryKey, entryOf, epochInstant, isOneOf } from './rows.ts'
import type { Queries, Row } from './tables.ts'
import type { Change, Synced } from './types.ts'

/** Oldest first. */
export function changesAfter(store: Engine, seq: number, limit: number): Promise<Change[]> {
  return store.snapshot(db => readChanges(db, seq, limit))
}

/** The same with the ends of first syncs, for followers. */
export function logAfter(store: Engine, seq: number, limit: number): Promise<(Change | Synced)[]> {
  return store.snapshot(async db => {
    const changes = await readChanges(db, seq, limit)
    const upTo = changes.length < limit ? Number.POSITIVE_INFINITY : (changes.at(-1)?.seq ?? seq)
    const ends = (await firstSyncs(db)).filter(end => end.seq > seq && end.seq <= upTo)
    // The end has the number of the last change before it.
    return [...changes, ...ends].sort((a, b) => a.seq - b.seq)
  })
}

/** The last changes of these entries; entries without any are left out. With the primary keys. */
export async function changesOf({ reading }: Engine, entries: readonly EntryKey[]): Promise<Change[]> {
  if (entries.length === 0) return []
  const upserts = await reading.selectFrom('news').selectAll().where(isOneOf(entries)).execute()
  const deletions = await tombstones(reading).where(isOneOf(entries)).execute()
  return [...upserts.map(upsert), ...deletions.map(deletion)]
}

/** How many changes come after this one, and when the first of them was made, epoch milliseconds. */
export function countAfter(
  store: Engine,
  seq: number,
): Promise<{ count: number; firstAt: number | undefined }> {
  return store.snapshot(async db => {
    const counted = (table: 'news' | 'tombstone') =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('seq', '>', seq)
        .executeTakeFirstOrThrow()
    const count = (await counted('news')).count + (await counted('tombstone')).count
    const [first] = await readChanges(db, seq, 1)
    return { count, firstAt: first && timeOf(first).epochMilliseconds }
  })
}

/** `news.seq` and `tombstone.seq`, both with a unique index. */
async function readChanges(db: Queries, seq: number, limit: number): Promise<Change[]> {
  const upserts = await db
    .selectFrom('news')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const deletions = await tombstones(db).where('seq', '>', seq).orderBy('seq').limit(limit).execute()
  const changes = [...upserts.map(upsert), ...deletions.map(deletion)]
  return changes.sort((a, b) => a.seq - b.seq).slice(0, limit)
}

const tombstones = (db: Queries) =>
  db.selectFrom('tombstone').select(['site_id as siteId', 'lang', 'news_id as newsId', 'seq', 'deleted_at'])

const upsert = (row: Row<'news'>): Change => ({
  ...{ seq: row.seq, kind: 'upsert', entry: entryOf(row) },
  ...{ firstSeq: row.first_seq, contentSeq: row.content_seq },
  at: epochInstant(Math.max(row.changed_at, row.mirrored_at ?? 0)),
})

const deletion = ({
  deleted_at,
  ...row
}: Stream & { newsId: string; seq: number; deleted_at: number }): Change => ({
  ...row,
  kind: 'deletion',
  deletedAt: epochInstant(deleted_at),
})

/** Of each stream, the end of its first sync. */
export async function firstSyncs(db: Queries): Promise<Synced[]> {
  const rows = await db
    .selectFrom('stream')
    .select(['site_id as siteId', 'lang', 'synced_seq', 'synced_entries', 'synced_at'])
    .where('synced_seq', 'is not', null)
    .execute()
  return rows.map(({ synced_seq, synced_entries, synced_at, ...stream }) => ({
    ...stream,
    ...{
      kind: 'synced',
      seq: synced_seq ?? 0,
      entries: synced_entries ?? 0,
      at: epochInstant(synced_at ?? 0),
    },
  }))
}

/** When it was made, by the agent's clock. */
export const timeOf = (change: Change | Synced) => (change.kind === 'deletion' ? change.deletedAt : change.at)

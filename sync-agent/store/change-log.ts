/** The change log: the last change of each entry of every stream, in the order of `seq`, and the end of each stream's first sync. */
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { type EntryKey, entryOf, epochInstant, isOneOf } from './rows.ts'
import type { Queries, Row } from './tables.ts'
import type { Change, Synced } from './types.ts'

export interface ChangeLog {
  /** Oldest first. */
  changesAfter(seq: number, limit: number): Promise<Change[]>
  /** The same with the ends of first syncs, for followers. */
  logAfter(seq: number, limit: number): Promise<(Change | Synced)[]>
  /** The last changes of these entries; entries without any are left out. */
  changesOf(entries: readonly EntryKey[]): Promise<Change[]>
  /** Of each stream, the end of its first sync. */
  firstSyncs(): Promise<Synced[]>
  /** How many changes come after this one, and when the first of them was made, epoch milliseconds. */
  after(seq: number): Promise<{ count: number; firstAt: number | undefined }>
}

export function changeLog({ reading, snapshot }: Engine): ChangeLog {
  return {
    changesAfter: (seq, limit) => snapshot(db => changesAfter(db, seq, limit)),
    logAfter: (seq, limit) =>
      snapshot(async db => {
        const changes = await changesAfter(db, seq, limit)
        const upTo = changes.length < limit ? Number.POSITIVE_INFINITY : (changes.at(-1)?.seq ?? seq)
        const ends = (await firstSyncs(db)).filter(end => end.seq > seq && end.seq <= upTo)
        // The end has the number of the last change before it.
        return [...changes, ...ends].sort((a, b) => a.seq - b.seq)
      }),
    changesOf: async entries =>
      entries.length === 0
        ? []
        : [...(await upsertsOf(reading, entries)), ...(await deletionsOf(reading, entries))],
    firstSyncs: () => firstSyncs(reading),
    after: seq => snapshot(db => countAfter(db, seq)),
  }
}

/** `news.seq` and `tombstone.seq`, both with a unique index. */
async function changesAfter(db: Queries, seq: number, limit: number): Promise<Change[]> {
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

/** With the primary keys. */
async function upsertsOf(db: Queries, entries: readonly EntryKey[]): Promise<Change[]> {
  return (await db.selectFrom('news').selectAll().where(isOneOf(entries)).execute()).map(upsert)
}

async function deletionsOf(db: Queries, entries: readonly EntryKey[]): Promise<Change[]> {
  return (await tombstones(db).where(isOneOf(entries)).execute()).map(deletion)
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

async function firstSyncs(db: Queries): Promise<Synced[]> {
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

async function countAfter(db: Queries, seq: number) {
  const counted = (table: 'news' | 'tombstone') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('seq', '>', seq)
      .executeTakeFirstOrThrow()
  const count = (await counted('news')).count + (await counted('tombstone')).count
  const [first] = count > 0 ? await changesAfter(db, seq, 1) : []
  return { count, firstAt: first && timeOf(first).epochMilliseconds }
}

/** When it was made, by the agent's clock. */
export const timeOf = (change: Change | Synced) => (change.kind === 'deletion' ? change.deletedAt : change.at)

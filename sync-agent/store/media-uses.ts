/** Which entry shows which URLs, read from the change log in parts. */
import type { Engine } from './engine.ts'
import { fencedBy } from './fence.ts'
import { writeWhenTried } from './media-mirrored.ts'
import { type WantedFile, wantedFiles } from './media-types.ts'
import { inParts } from './parts.ts'
import { type EntryKey, entryKey, isOneOf } from './rows.ts'
import type { Queries, Row } from './tables.ts'

export interface MediaUses {
  /** Reads the next part of the change log. @returns whether there is more @throws {LeaseLostError} */
  noteUses(token: number, at: number): Promise<boolean>
}

const CHANGES_AT_A_TIME = 200

export function useStore(engine: Engine): MediaUses {
  const { reading } = engine
  const fenced = fencedBy(engine)
  return {
    async noteUses(token, at) {
      // Checked before taking the lock, because there is usually nothing to do.
      if ((await changesAfter(reading, await readUpTo(reading), 1)).length === 0) return false
      return fenced(token, async db => {
        const changes = await changesAfter(db, await readUpTo(db), CHANGES_AT_A_TIME)
        const last = changes.at(-1)
        if (!last) return false
        // Before any entry is written, because that moves it to the end of the change log.
        await db.updateTable('media_progress').set({ seq: last.seq }).execute()
        await writeUses(db, changes)
        await writeWhenTried(
          db,
          changes.filter(({ attachments }) => attachments !== null),
          at,
        )
        return changes.length === CHANGES_AT_A_TIME
      })
    },
  }
}

async function readUpTo(db: Queries): Promise<number> {
  const { seq } = await db.selectFrom('media_progress').select('seq').executeTakeFirstOrThrow()
  return seq
}

interface ChangedEntry extends EntryKey {
  seq: number
  /** Null in a deletion, like the next two. */
  attachments: string | null
  coverUrl: string | null
  thumbnailUrl: string | null
}

/** With the unique indexes of news.seq and tombstone.seq. */
async function changesAfter(db: Queries, after: number, limit: number): Promise<ChangedEntry[]> {
  const upserts = await db
    .selectFrom('news')
    .select(['site_id as siteId', 'lang', 'news_id as newsId', 'seq', 'attachments'])
    .select(['cover_url as coverUrl', 'thumbnail_url as thumbnailUrl'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const deletions = await db
    .selectFrom('tombstone')
    .select(['site_id as siteId', 'lang', 'news_id as newsId', 'seq'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const nothing = { attachments: null, coverUrl: null, thumbnailUrl: null }
  return [...upserts, ...deletions.map(entry => ({ ...entry, ...nothing }))]
    .sort((a, b) => a.seq - b.seq)
    .slice(0, limit)
}

async function writeUses(db: Queries, changes: readonly ChangedEntry[]): Promise<void> {
  for (const part of inParts(changes)) await db.deleteFrom('media_use').where(isOneOf(part)).execute()
  const uses = changes.flatMap(change =>
    filesOf(change).map(file => ({ entry: change, source: sourceRow(file) })),
  )
  const ids = await idsOf(
    db,
    uses.map(({ source }) => source),
  )
  const rows = uses.map(({ entry, source }) => ({
    ...entryKey({ siteId: entry.siteId, lang: entry.lang, newsId: entry.newsId }),
    source_id: ids.get(sourceName(source)) ?? 0,
  }))
  for (const part of inParts(rows)) await db.insertInto('media_use').values(part).execute()
}

function filesOf({ attachments, coverUrl, thumbnailUrl }: ChangedEntry): WantedFile[] {
  if (attachments === null) return []
  return wantedFiles({
    coverUrl: coverUrl ?? undefined,
    thumbnailUrl: thumbnailUrl ?? undefined,
    attachments: JSON.parse(attachments),
  })
}

type SourceRow = Pick<Row<'media_source'>, 'url' | 'file_type' | 'file_size'>

const sourceRow = ({ url, fileType = '', fileSize = -1 }: WantedFile): SourceRow => ({
  url,
  file_type: fileType,
  file_size: fileSize,
})

const sourceName = ({ url, file_type, file_size }: SourceRow) => `${file_type} ${file_size} ${url}`

/** Adds those that are new. @returns all by their names */
async function idsOf(db: Queries, sources: readonly SourceRow[]): Promise<Map<string, number>> {
  const unique = new Map(sources.map(source => [sourceName(source), source]))
  const ids = new Map<string, number>()
  for (const part of inParts([...unique.values()])) {
    await db
      .insertInto('media_source')
      .values(part)
      .onConflict(known => known.doNothing())
      .execute()
    const urls = [...new Set(part.map(({ url }) => url))]
    const rows = await db
      .selectFrom('media_source')
      .select(['id', 'url', 'file_type', 'file_size'])
      .where('url', 'in', urls)
      .execute()
    for (const { id, ...source } of rows) ids.set(sourceName(source), id)
  }
  return ids
}

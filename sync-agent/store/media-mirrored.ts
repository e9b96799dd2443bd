/**
 * Writes the mirrored URLs of an entry into the entry, with the next `seq`, so caches, feeds, published files and followers
 * see it as a change. `changed_at` stays the same, because the school changed nothing.
 */
import { streamName } from '../stream.ts'
import { nextSeq } from './change-marks.ts'
import { inParts } from './parts.ts'
import { type EntryKey, entryKey, isOneOf } from './rows.ts'
import type { Queries, Row } from './tables.ts'

/** Writes the current URLs. */
export async function writeMirrored(db: Queries, entries: readonly EntryKey[], at: number): Promise<void> {
  for (const part of inParts(entries)) await writePart(db, part, at, () => true)
}

/** Writes the URLs of those entries of which every file has been tried at least once. */
export async function writeWhenTried(db: Queries, entries: readonly EntryKey[], at: number): Promise<void> {
  const isTried = (files: readonly ShownFile[]) => files.every(({ state }) => state !== 'waiting')
  for (const part of inParts(entries)) await writePart(db, part, at, isTried)
}

/** Entries that show a file of these sources. */
export async function showing(db: Queries, sourceIds: readonly number[]): Promise<EntryKey[]> {
  const entries = new Map<string, EntryKey>()
  for (const part of inParts(sourceIds)) {
    const rows = await db
      .selectFrom('media_use')
      .select(['site_id as siteId', 'lang', 'news_id as newsId'])
      .where('source_id', 'in', part) // media_use_of_source
      .orderBy('source_id')
      .orderBy('news_id')
      .execute()
    for (const entry of rows) entries.set(nameOf(entry), entry)
  }
  return [...entries.values()]
}

async function writePart(
  db: Queries,
  entries: readonly EntryKey[],
  at: number,
  isMeant: (files: readonly ShownFile[]) => boolean,
): Promise<void> {
  const shown = Map.groupBy(await filesOf(db, entries), nameOf)
  const written = new Map((await mirroredOf(db, entries)).map(row => [nameOf(row), row.mirrored]))
  for (const entry of entries) {
    const name = nameOf(entry)
    const files = shown.get(name) ?? []
    const mirrored = mirroredText(files)
    // An entry without a row was deleted since the change log was read.
    if (!written.has(name) || written.get(name) === mirrored || !isMeant(files)) continue
    await db
      .updateTable('news')
      .set({ mirrored, seq: await nextSeq(db), mirrored_at: at })
      .where(eb => eb.and(entryKey(entry)))
      .execute()
  }
}

type ShownFile = EntryKey & Pick<Row<'media_source'>, 'url' | 'state' | 'sha256' | 'name'>

/** With the primary keys of media_use and media_source. */
function filesOf(db: Queries, entries: readonly EntryKey[]): Promise<ShownFile[]> {
  return db
    .selectFrom('media_use')
    .innerJoin('media_source', 'media_source.id', 'media_use.source_id')
    .select(['site_id as siteId', 'lang', 'news_id as newsId', 'url', 'state', 'sha256', 'name'])
    .where(isOneOf(entries))
    .orderBy('source_id')
    .execute()
}

function mirroredOf(db: Queries, entries: readonly EntryKey[]) {
  return db
    .selectFrom('news')
    .select(['site_id as siteId', 'lang', 'news_id as newsId', 'mirrored'])
    .where(isOneOf(entries)) // its primary key
    .execute()
}

function mirroredText(files: readonly ShownFile[]): string | null {
  const paths = files
    .filter(({ state }) => state === 'held')
    .map(({ url, sha256, name }) => [url, `media/${sha256}/${name}`])
  return paths.length > 0 ? JSON.stringify(Object.fromEntries(paths)) : null
}

const nameOf = ({ newsId, ...stream }: EntryKey) => `${streamName(stream)} ${newsId}`

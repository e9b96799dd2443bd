/** Which entry shows which URLs. A follower of the change log notes it, see outlets/media/follower.ts. */
import type { Engine } from './engine.ts'
import { beginFollower, endFollower } from './followers.ts'
import { writeWhenTried } from './media-mirrored.ts'
import { type WantedFile, wantedFiles } from './media-types.ts'
import { inParts } from './parts.ts'
import { type EntryKey, entryKey, isOneOf } from './rows.ts'
import type { Queries, Row } from './tables.ts'

/** The follower's name, which operators see. */
export const MEDIA_FOLLOWER = 'media'

/** Begins the follower at the beginning, or ends it: what nobody mirrors does not wait. */
export async function followMedia({ reading, write }: Engine, isMirrored: boolean): Promise<void> {
  // Looked up before taking the lock, because there is usually nothing to do.
  const known = await reading
    .selectFrom('follower')
    .select('name')
    .where('name', '=', MEDIA_FOLLOWER)
    .executeTakeFirst()
  if ((known !== undefined) === isMirrored) return
  await write(async db => {
    await endFollower(db, MEDIA_FOLLOWER)
    if (isMirrored) await beginFollower(db, MEDIA_FOLLOWER, undefined)
  })
}

/** Notes what these entries show now, and writes the mirrored URLs of those whose files have all been tried. */
export async function noteUses(db: Queries, entries: readonly EntryKey[], at: number): Promise<void> {
  for (const part of inParts(entries)) {
    await db.deleteFrom('media_use').where(isOneOf(part)).execute()
    const rows = await db
      .selectFrom('news')
      .select(['site_id as siteId', 'lang', 'news_id as newsId', 'attachments', 'html'])
      .select(['cover_url as coverUrl', 'thumbnail_url as thumbnailUrl'])
      .where(isOneOf(part)) // its primary key
      .execute()
    const uses = rows.flatMap(({ siteId, lang, newsId, ...shown }) =>
      filesOf(shown).map(file => ({ entry: { siteId, lang, newsId }, source: sourceRow(file) })),
    )
    await addUses(db, uses)
    await writeWhenTried(db, rows, at)
  }
}

async function addUses(db: Queries, uses: readonly { entry: EntryKey; source: SourceRow }[]): Promise<void> {
  const ids = await idsOf(
    db,
    uses.map(({ source }) => source),
  )
  const rows = uses.map(({ entry, source }) => ({
    ...entryKey(entry),
    source_id: ids.get(sourceName(source)) ?? 0,
  }))
  for (const part of inParts(rows)) await db.insertInto('media_use').values(part).execute()
}

const filesOf = (entry: {
  attachments: string
  html: string
  coverUrl: string | null
  thumbnailUrl: string | null
}): WantedFile[] =>
  wantedFiles({
    attachments: JSON.parse(entry.attachments),
    html: entry.html,
    coverUrl: entry.coverUrl ?? undefined,
    thumbnailUrl: entry.thumbnailUrl ?? undefined,
  })

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

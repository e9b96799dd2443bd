/** The post of each entry, and which files are in a site's media library, of the destinations of the kind `wordpress`. */
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { rewindFollower } from './followers.ts'
import { inParts } from './parts.ts'
import { type EntryKey, entryKey, isOneOf } from './rows.ts'
import type { Row } from './tables.ts'

/** How a post was after the agent's last write, to see what somebody else changes. */
export interface KnownPost {
  /** As the post itself says, and of its texts. */
  version: string | undefined
  texts: string
  slug: string
  parent: number
  featured: number
  /** `date_gmt` as WordPress gives it. */
  date: string
}

export interface PostRow extends Stream {
  newsId: string
  postId: number
  /** `left`: somebody changed it in WordPress, so it stays as it is. */
  state: 'shown' | 'binned' | 'left'
  /** Of `left`, for operators. */
  reason: string | undefined
  /** Of what was written last; undefined: it is to be looked at again. */
  hash: string | undefined
  known: KnownPost
  /** What somebody else changed is overwritten, once. */
  overwrite: boolean
}

/** A file by its original URL. */
export interface FileRow {
  url: string
  /** Undefined: it is not in the library, for this reason. */
  media: { id: number; address: string } | undefined
  reason: string | undefined
}

export async function postsOf(
  { reading }: Engine,
  id: number,
  entries: readonly EntryKey[],
): Promise<PostRow[]> {
  const found: PostRow[] = []
  for (const part of inParts(entries)) {
    const rows = await reading
      .selectFrom('wordpress_post')
      .selectAll()
      .where('destination_id', '=', id)
      .where(isOneOf(part))
      .execute()
    found.push(...rows.map(postOf))
  }
  return found
}

export async function countPosts({ reading }: Engine, id: number): Promise<Record<PostRow['state'], number>> {
  const rows = await reading
    .selectFrom('wordpress_post')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('destination_id', '=', id)
    .groupBy('state')
    .execute()
  const counts = { shown: 0, binned: 0, left: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** By post, those after this one. */
export async function listPosts(
  { reading }: Engine,
  id: number,
  { after, limit, state }: { after: number; limit: number; state?: PostRow['state'] },
): Promise<PostRow[]> {
  let some = reading
    .selectFrom('wordpress_post')
    .selectAll()
    .where('destination_id', '=', id)
    .where('post_id', '>', after)
  if (state) some = some.where('state', '=', state)
  return (await some.orderBy('post_id').limit(limit).execute()).map(postOf)
}

/** @throws {LeaseLostError} */
export function notePost(store: Engine, token: number, id: number, post: PostRow): Promise<void> {
  const { postId, state, reason, hash, known, overwrite } = post
  const row = {
    ...{ post_id: postId, state, reason: reason ?? null, hash: hash ?? null },
    ...{ known: JSON.stringify(known), overwrite: Number(overwrite) },
  }
  return fenced(store, token, async db => {
    // It may be removed meanwhile.
    const isThere = await db.selectFrom('destination').select('id').where('id', '=', id).executeTakeFirst()
    if (!isThere) return
    await db
      .insertInto('wordpress_post')
      .values({ destination_id: id, ...entryKey(post), ...row })
      .onConflict(known => known.columns(['destination_id', 'site_id', 'lang', 'news_id']).doUpdateSet(row))
      .execute()
  })
}

/** Its entry is gone, and its post. @throws {LeaseLostError} */
export function forgetPost(store: Engine, token: number, id: number, entry: EntryKey): Promise<void> {
  return fenced(store, token, async db => {
    await db
      .deleteFrom('wordpress_post')
      .where('destination_id', '=', id)
      .where(isOneOf([entry]))
      .execute()
  })
}

/**
 * Files that were refused are tried again, and posts compared again, from the beginning of the log.
 *
 * @param which posts: those that miss a file, all, or all and what somebody changed in them is overwritten, once; of all, the files
 *   are looked for again as well, because a library that was restored has given their numbers to others
 */
export async function lookAgain(
  store: Engine,
  id: number,
  follower: string,
  which: 'without-files' | 'all' | 'overwrite',
): Promise<void> {
  const isNeeded = await store.write(async db => {
    const taken = which === 'overwrite' ? ({ state: 'shown', reason: null, overwrite: 1 } as const) : {}
    if (which !== 'without-files')
      await db
        .updateTable('wordpress_post')
        .set({ hash: null, ...taken })
        .where('destination_id', '=', id)
        .execute()
    let files = db.deleteFrom('wordpress_file').where('destination_id', '=', id)
    if (which === 'without-files') files = files.where('media_id', 'is', null)
    const { numDeletedRows } = await files.executeTakeFirstOrThrow()
    return which !== 'without-files' || numDeletedRows > 0n
  })
  if (isNeeded) await rewindFollower(store, follower, undefined)
}

/** What somebody changed in these entries' posts is overwritten, once. @returns how many posts they have */
export async function takeBack(
  store: Engine,
  id: number,
  follower: string,
  newsIds: readonly string[],
): Promise<number> {
  const taken = await store.write(async db => {
    const { numUpdatedRows } = await db
      .updateTable('wordpress_post')
      .set({ state: 'shown', reason: null, hash: null, overwrite: 1 })
      .where('destination_id', '=', id)
      // Also where no agent has seen yet what somebody changed, as what only a dry run has found.
      .where('state', 'in', ['shown', 'left'])
      .where('news_id', 'in', newsIds)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  })
  if (taken > 0) await rewindFollower(store, follower, undefined)
  return taken
}

export async function filesOf(
  { reading }: Engine,
  id: number,
  keys: readonly string[],
): Promise<Map<string, FileRow>> {
  const found = new Map<string, FileRow>()
  for (const part of inParts(keys)) {
    const rows = await reading
      .selectFrom('wordpress_file')
      .selectAll()
      .where('destination_id', '=', id)
      .where('key', 'in', part)
      .execute()
    for (const row of rows) found.set(row.key, fileOf(row))
  }
  return found
}

/** Those that are not in the library. */
export async function refusedFiles({ reading }: Engine, id: number, limit: number): Promise<FileRow[]> {
  const rows = await reading
    .selectFrom('wordpress_file')
    .selectAll()
    .where('destination_id', '=', id)
    .where('media_id', 'is', null)
    .orderBy('url')
    .limit(limit)
    .execute()
  return rows.map(fileOf)
}

/** @throws {LeaseLostError} */
export function noteFile(
  store: Engine,
  token: number,
  id: number,
  key: string,
  { url, media, reason }: FileRow,
): Promise<void> {
  const row = { url, media_id: media?.id ?? null, address: media?.address ?? null, reason: reason ?? null }
  return fenced(store, token, async db => {
    const isThere = await db.selectFrom('destination').select('id').where('id', '=', id).executeTakeFirst()
    if (!isThere) return
    await db
      .insertInto('wordpress_file')
      .values({ destination_id: id, key, ...row })
      .onConflict(known => known.columns(['destination_id', 'key']).doUpdateSet(row))
      .execute()
  })
}

function postOf(row: Row<'wordpress_post'>): PostRow {
  return {
    ...{ siteId: row.site_id, lang: row.lang, newsId: row.news_id, postId: row.post_id, state: row.state },
    ...{ reason: row.reason ?? undefined, hash: row.hash ?? undefined },
    ...{ known: JSON.parse(row.known), overwrite: row.overwrite === 1 },
  }
}

const fileOf = ({ url, media_id, address, reason }: Row<'wordpress_file'>): FileRow => ({
  url,
  media: media_id === null ? undefined : { id: media_id, address: address ?? '' },
  reason: reason ?? undefined,
})

/**
 * What becomes of one post. The editor in WordPress is right: what somebody changed there stays as it is from then on, unless an
 * operator takes it back.
 *
 * Only title, text, excerpt and picture are kept equal to the entry. Category, tags, author, password, comments and whether it is
 * sticky are the editor's once the post is there; so is its time if it is scheduled.
 */
import type { KnownPost, PostRow } from '../../store/wordpress-rows.ts'
import type { RemotePost } from './answers.ts'
import { fingerprintOf, versionIn, versionOf } from './fingerprint.ts'
import { BINNED_SLUG, type Post } from './post.ts'
import type { WordPressOwn } from './target.ts'

export type Step =
  | { kind: 'nothing' }
  | { kind: 'create' }
  | { kind: 'write'; fields: Readonly<Record<string, unknown>> }
  | { kind: 'bin' }
  /** It is in the bin, or gone for good, as its entry is. */
  | { kind: 'gone' }
  | { kind: 'leave'; reason: string }

export interface Situation {
  row: PostRow | undefined
  /** Undefined: there is none. */
  remote: RemotePost | undefined
  settings: Pick<WordPressOwn, 'status' | 'overwrites'>
}

/** Of an entry that is published. @param nowMs by the site's clock */
export function stepFor(post: Post, { row, remote, settings }: Situation, nowMs: number): Step {
  const isTaken = settings.overwrites || row?.overwrite === true
  if (!remote) {
    // Binned long ago, or looked for again: it may be made anew.
    const isDeleted = row?.state === 'shown' && row.hash !== undefined && !isTaken
    return isDeleted ? { kind: 'leave', reason: DELETED } : { kind: 'create' }
  }
  // A site without a bin has it as a draft.
  const isInBin = remote.status === 'trash' || (row?.state === 'binned' && isHidden(remote))
  const isBack = isInBin && row?.state === 'binned'
  const change = isTaken || isBack ? undefined : changeIn(remote, row, settings)
  if (change) return { kind: 'leave', reason: change }
  const mayComeBack = isInBin || (isTaken && settings.status === 'publish' && isHidden(remote))
  return {
    kind: 'write',
    fields: {
      ...textsOf(post),
      ...pictureOf(post, remote, row),
      ...(mayComeBack && { status: settings.status, slug: post.slug }),
      ...(mayComeBack || isTimeOurs(remote, row) ? { date_gmt: timeOf(post, nowMs) } : {}),
    },
  }
}

/** Of an entry that was deleted. */
export function stepForDeleted({ row, remote, settings }: Situation): Step {
  if (!remote) return row ? { kind: 'gone' } : { kind: 'nothing' }
  if (remote.status === 'trash') return row ? { kind: 'gone' } : { kind: 'nothing' }
  const isTaken = settings.overwrites || row?.overwrite === true
  const change = isTaken ? undefined : changeIn(remote, row, settings)
  return change ? { kind: 'leave', reason: change } : { kind: 'bin' }
}

/** Of a post that is to be made. */
export const firstFields = (
  post: Post,
  { status, fields }: WordPressOwn,
  nowMs: number,
): Record<string, unknown> => ({
  ...textsOf(post),
  ...{ slug: post.slug, status, date_gmt: timeOf(post, nowMs) },
  ...(post.featured && { featured_media: post.featured }),
  ...fields,
})

export function knownOf(remote: RemotePost): KnownPost {
  return {
    version: versionIn({ content: remote.content.raw }),
    texts: fingerprintOf(textsIn(remote)),
    slug: remote.slug.replace(BINNED_SLUG, ''),
    parent: remote.parent ?? 0,
    featured: remote.featured_media ?? 0,
    date: remote.date_gmt ?? '',
  }
}

export const DELETED = 'somebody deleted it in WordPress'

/** What somebody has done with the post, undefined: nothing. */
export function changeIn(
  remote: RemotePost,
  row: PostRow | undefined,
  { status }: Pick<WordPressOwn, 'status'>,
): string | undefined {
  if (remote.status === 'trash') return 'somebody put it into the bin in WordPress'
  if (status === 'publish' && isHidden(remote)) return 'somebody unpublished it in WordPress'
  if (isEdited(remote, row)) return 'somebody edited it in WordPress'
  const known = row?.known
  if (known && (known.slug !== remote.slug || known.parent !== (remote.parent ?? 0)))
    return 'somebody moved it in WordPress'
  return undefined
}

const isHidden = ({ status }: RemotePost) => status === 'draft' || status === 'pending'

function isEdited(remote: RemotePost, row: PostRow | undefined): boolean {
  const texts = textsIn(remote)
  const version = versionIn(texts)
  if (row && row.known.version === version)
    return row.known.texts !== fingerprintOf(texts) || row.known.featured !== (remote.featured_media ?? 0)
  // Not what was noted, but by itself as an agent wrote it: an answer was lost, or a store or database is an older one.
  return version === undefined || version !== versionOf(texts)
}

const textsIn = ({ title, content, excerpt }: RemotePost) => ({
  ...{ title: title.raw, content: content.raw, excerpt: excerpt?.raw ?? '' },
})

const textsOf = ({ title, content, excerpt }: Post) => ({ title, content, excerpt })

/** An editor's own picture stays when it is not known whose it is. */
function pictureOf({ featured }: Post, { featured_media: there = 0 }: RemotePost, row: PostRow | undefined) {
  return there === featured || (!row && there !== 0) ? {} : { featured_media: featured }
}

/** Not scheduled, nor given another time by somebody. */
const isTimeOurs = ({ status, date_gmt }: RemotePost, row: PostRow | undefined) =>
  status !== 'future' && row?.known.date === date_gmt

/** A time to come would schedule it; clocks differ. */
function timeOf({ date }: Post, nowMs: number): string {
  const now = new Date(nowMs - 1_000).toISOString().slice(0, 19)
  return date < now ? date : now
}

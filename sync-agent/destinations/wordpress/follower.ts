/**
 * A WordPress site as a follower of the change log: each entry is a post, kept equal to it without a plugin there.
 *
 * Nothing is made twice. A post is found by the number that the store has of it, or by its slug, or by a class in its text; only when none of
 * these is there, it is made. Each post is noted by itself, so that what was done before a kill or a lost answer is seen.
 */
import type { Clock } from '../../../shared/clock.ts'
import { type ApplyCall, type Follower, FollowerError, type Given, type Refused } from '../../log/follower.ts'
import { createGuardedFetch } from '../../outlets/guarded-fetch.ts'
import { destinationsOf, followerOf } from '../../store/destinations.ts'
import type { EntryKey } from '../../store/rows.ts'
import type { AgentStore } from '../../store/store.ts'
import type { Change } from '../../store/types.ts'
import { forgetPost, notePost, type PostRow, postsOf } from '../../store/wordpress-rows.ts'
import { entryOf, isMeant, refuseIfOver } from '../changes.ts'
import { DestinationError } from '../error.ts'
import { RemotePost } from './answers.ts'
import { RefusedError, SiteError } from './faults.ts'
import { findFiles, type KnownFiles, knownFiles, uploadFile } from './files.ts'
import { findPosts, type Sought } from './find.ts'
import { firstFields, knownOf, type Step, stepFor, stepForDeleted } from './plan.ts'
import { filesIn, type Post, postOf } from './post.ts'
import { openRest, type Rest } from './rest.ts'
import {
  isTooOld,
  isUpsert,
  placeOf,
  type Target,
  WORDPRESS,
  type WordPressDestination,
  type WordPressOwn,
} from './target.ts'

export interface WordPressParts {
  store: AgentStore
  /** The school's. */
  zone: string
  /** Where the news comes from: its pictures may be there. */
  serviceUrl: string
  clock: Clock
}

const AT_MOST = 20

/** Of all sites that are not paused. */
export async function wordPressFollowers(parts: WordPressParts): Promise<Follower[]> {
  const all = await destinationsOf<WordPressOwn>(parts.store, WORDPRESS)
  return all.filter(({ state }) => state === 'active').map(one => wordPressFollower(one, parts))
}

function wordPressFollower(destination: WordPressDestination, parts: WordPressParts): Follower {
  return {
    name: followerOf(destination),
    atMost: AT_MOST,
    wants: ({ change }) => isMeant(change, destination),
    async apply(changes, call) {
      const target = targetOf(destination, parts, call.token)
      try {
        return await takeAll(changes as readonly GivenChange[], target, destination, call, parts.clock)
      } catch (error) {
        call.signal.throwIfAborted()
        if (!(error instanceof DestinationError)) throw error
        const retryAfterMs = error instanceof SiteError ? error.retryAfterMs : undefined
        throw new FollowerError(error.message, { cause: error, retryAfterMs })
      }
    },
  }
}

export function targetOf(
  destination: WordPressDestination,
  { store, zone, serviceUrl }: WordPressParts,
  token: number,
): Target {
  const { id, settings } = destination
  const { host } = new URL(serviceUrl)
  const hosts = [host, ...settings.mediaHosts]
  return {
    ...{ id, settings, store, token, zone },
    fetch: createGuardedFetch({ hosts, privateHosts: hosts }),
    mayGoOn: () => refuseIfOver(store, token, destination),
  }
}

type GivenChange = Given & { change: Change }

/** What is to be done with one entry, and what it is done with. */
interface Task extends Sought {
  given: GivenChange
}

async function takeAll(
  changes: readonly GivenChange[],
  target: Target,
  destination: WordPressDestination,
  { signal }: ApplyCall,
  clock: Clock,
): Promise<Refused[]> {
  const tasks = await tasksOf(changes, target)
  if (tasks.length === 0) return []
  const rest = await openRest(placeOf(destination), signal, clock)
  const known = await knownFiles(target, wantedBy(tasks))
  const posts = await findAtOnce(rest, target, tasks, known)
  const refused: Refused[] = []
  let unanswered: SiteError | undefined
  for (const task of tasks) {
    const refuse = (reason: string, isUnanswered: boolean) =>
      refused.push({ ...task.given, reason, isUnanswered })
    try {
      const found = posts ?? (await find(rest, target, [task], known))
      const later = await takeOne(rest, target, task, found.get(task), known)
      if (later !== undefined) refuse(later, false)
      unanswered = undefined
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RefusedError) refuse(error.message, false)
      else if (error instanceof SiteError) {
        // One post may be too much for the site; two in a row say that it is away.
        if (unanswered || error.retryAfterMs !== undefined) throw error
        unanswered = error
        refuse(error.message, true)
      } else throw error
    }
  }
  return refused
}

/** Undefined: each is to be looked for by itself, because one of them may be what the site cannot list. */
async function findAtOnce(rest: Rest, target: Target, tasks: readonly Task[], known: KnownFiles) {
  if (tasks.length === 1) return undefined
  try {
    return await find(rest, target, tasks, known)
  } catch (error) {
    if (error instanceof RefusedError) return undefined
    throw error
  }
}

/** Their posts, and those of their files that were uploaded before. */
async function find(rest: Rest, target: Target, tasks: readonly Task[], known: KnownFiles) {
  const posts = await findPosts(rest, target.settings.restBase, tasks)
  await findFiles(rest, target, wantedBy(tasks), known)
  return posts
}

const wantedBy = (tasks: readonly Task[]) =>
  tasks.flatMap(({ given: { change } }) => (isUpsert(change) ? filesIn(change.entry) : []))

/** Of those that are not as they should be already. */
async function tasksOf(changes: readonly GivenChange[], target: Target): Promise<Task[]> {
  const { store, id } = target
  const keys = changes.map(({ change }) => entryOf(change))
  const rows = await postsOf(store, id, keys)
  const tasks: Task[] = []
  for (const [index, given] of changes.entries()) {
    const key = keys[index] as EntryKey
    const row = rowFor(key, rows)
    if (row?.state === 'left' || isTooOld(given.change, row, target.settings)) continue
    if (await isDone(given.change, row, target)) continue
    tasks.push({ given, key, row, isDeleted: !isUpsert(given.change) })
  }
  return tasks
}

export const rowFor = ({ siteId, lang, newsId }: EntryKey, rows: readonly PostRow[]) =>
  rows.find(one => one.newsId === newsId && one.siteId === siteId && one.lang === lang)

/** Its post was written like this, or put into the bin. */
export async function isDone(
  change: Change,
  row: PostRow | undefined,
  target: Pick<Target, 'store' | 'id' | 'zone'>,
): Promise<boolean> {
  if (!isUpsert(change)) return row?.state === 'binned' && row.hash !== undefined
  if (row?.state !== 'shown' || row.hash === undefined) return false
  const files = filesIn(change.entry)
  const known = await knownFiles(target, files)
  return (
    known.missing(files).length === 0 && postOf(change.entry, target.zone, known.mediaAt).hash === row.hash
  )
}

/** @returns why it is not whole yet, although its post is there */
async function takeOne(
  rest: Rest,
  target: Target,
  task: Task,
  remote: RemotePost | undefined,
  known: KnownFiles,
): Promise<string | undefined> {
  const { settings, zone } = target
  const { key, row } = task
  const { change } = task.given
  const situation = { row, remote, settings }
  if (!isUpsert(change)) {
    await carryOut(stepForDeleted(situation), rest, target, { key, row, remote, post: undefined })
    return undefined
  }
  const { entry } = change
  const before = postOf(entry, zone, known.mediaAt)
  const isWritten = ['create', 'write'].includes(stepFor(before, situation, rest.now()).kind)
  const files = isWritten ? filesIn(entry) : []
  const isLong = known.missing(files).length > 0
  const later = await bringFiles(rest, target, files, known)
  // Files take their time, in which somebody may have changed the post.
  if (isLong && remote) situation.remote = (await findPosts(rest, settings.restBase, [task])).get(task)
  const post = postOf(entry, zone, known.mediaAt)
  const step = stepFor(post, situation, rest.now())
  // It still misses a file: to write the same again would only give it another time of change.
  if (step.kind === 'write' && post.hash === row?.hash) return later
  await carryOut(step, rest, target, { key, row, remote: situation.remote, post })
  return later
}

async function bringFiles(
  rest: Rest,
  target: Target,
  files: ReturnType<typeof filesIn>,
  known: KnownFiles,
): Promise<string | undefined> {
  for (const file of known.missing(files)) {
    // Its source may be away: the other posts of the batch do not wait for it as long.
    known.later ??= await uploadFile(rest, target, file, known)
    if (known.later !== undefined)
      return `the post is there, but without a file, to be tried again: ${known.later}`
  }
  return undefined
}

const OTHER_POST =
  'the site wrote into another post than the one that was named, as plugins for revisions do; let this user write without a review'

/** In place of the hash of a post. */
const GONE = 'gone'

interface Place {
  key: EntryKey
  row: PostRow | undefined
  remote: RemotePost | undefined
  /** Undefined: the entry is deleted. */
  post: Post | undefined
}

async function carryOut(step: Step, rest: Rest, target: Target, place: Place): Promise<void> {
  const { store, token, id, settings } = target
  const { key, row, remote, post } = place
  const path = `/${settings.restBase}`
  const note = (after: RemotePost, noted: Partial<PostRow>) =>
    notePost(store, token, id, {
      ...{ ...key, postId: after.id, state: 'shown', reason: undefined, hash: post?.hash ?? GONE },
      ...{ known: knownOf(after), overwrite: false, ...noted },
    })
  switch (step.kind) {
    case 'nothing':
      return
    case 'create': {
      if (!post) return
      await target.mayGoOn()
      await note(await rest.send('POST', RemotePost, path, firstFields(post, settings, rest.now())), {})
      return
    }
    case 'write': {
      if (!remote) return
      await target.mayGoOn()
      const after = await rest.send('POST', RemotePost, `${path}/${remote.id}`, step.fields)
      if (after.id !== remote.id) throw new RefusedError('POST_DIFFERS', 200, OTHER_POST)
      await note(after, {})
      return
    }
    case 'bin': {
      if (!remote) return
      await target.mayGoOn()
      await note(await bin(rest, `${path}/${remote.id}`), { state: 'binned' })
      return
    }
    case 'gone': {
      if (remote) await note(remote, { state: 'binned' })
      else await forgetPost(store, token, id, key)
      return
    }
    case 'leave': {
      if (remote) await note(remote, { state: 'left', reason: step.reason })
      else if (row)
        await notePost(store, token, id, { ...row, state: 'left', reason: step.reason, hash: undefined })
      return
    }
    default:
      step satisfies never
  }
}

/** Into the bin; a site without one hides it as a draft. */
export async function bin(rest: Rest, path: string): Promise<RemotePost> {
  try {
    return await rest.send('DELETE', RemotePost, path, {})
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'rest_trash_not_supported') throw error
    return rest.send('POST', RemotePost, path, { status: 'draft' })
  }
}

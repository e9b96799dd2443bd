/** Operators' access to the WordPress sites that a store's news is brought to; an agent may be running. */
import { resolve } from 'node:path'
import type { Clock } from '../../../shared/clock.ts'
import type { Language, SiteId } from '../../../shared/contract/site.ts'
import { counted } from '../../../shared/text/counted.ts'
import { isHost } from '../../options/host.ts'
import { logAfter } from '../../store/change-log.ts'
import { followerOf, pauseDestination, removeDestination } from '../../store/destinations.ts'
import { openStore } from '../../store/open.ts'
import type { AgentStore } from '../../store/store.ts'
import {
  countPosts,
  listPosts,
  lookAgain,
  type PostRow,
  postsOf,
  refusedFiles,
  takeBack,
} from '../../store/wordpress-rows.ts'
import { type DestinationAdmin, type DestinationReport, destinationAdmin } from '../admin.ts'
import { entryOf, isMeant } from '../changes.ts'
import { DestinationError } from '../error.ts'
import { refuseOtherPath, siteAddress } from './address.ts'
import { RefusedError } from './faults.ts'
import { findPosts } from './find.ts'
import { bin, isDone, rowFor } from './follower.ts'
import { changeIn, DELETED, stepFor, stepForDeleted } from './plan.ts'
import { postOf } from './post.ts'
import { openRest, type Rest } from './rest.ts'
import { chosenOf, type PostChoice } from './site.ts'
import {
  isTooOld,
  isUpsert,
  placeOf,
  WORDPRESS,
  type WordPressDestination,
  type WordPressOwn,
} from './target.ts'

export interface WordPressSettings extends PostChoice {
  /** As in `https://school.example/news`. */
  address: string
  user: string
  /** Of the application password; read at each connection, also by the agent. */
  passwordFile: string
  /** Undefined: all. */
  siteIds: SiteId[] | undefined
  langs: Language[] | undefined
  /** `YYYY-MM-DD`; undefined: all. */
  since: string | undefined
  /** Also what somebody changed in WordPress. */
  overwrites: boolean
  /** Pictures and files are also taken from these hosts. */
  mediaHosts: readonly string[]
  requestsPerSecond: number
  /** Nothing is written before `resume`. */
  isPaused: boolean
}

export interface WordPressReport extends DestinationReport, WordPressOwn {
  posts: Record<PostRow['state'], number>
  /** Not in the library. */
  filesRefused: number
}

export interface WordPressDetails extends WordPressReport {
  /** Posts that somebody changed, and files that the library does not take, up to 100 each. */
  left: { newsId: string; lang: Language; siteId: SiteId; reason: string; edit: string }[]
  refused: { url: string; reason: string }[]
}

/** What would be done. */
export interface DryRun {
  make: number
  update: number
  bin: number
  leave: { newsId: string; lang: Language; siteId: SiteId; reason: string }[]
  unchanged: number
}

export interface WordPressAdmin extends AsyncDisposable, Omit<DestinationAdmin<WordPressReport>, 'show'> {
  /** Looks the site over; the agent then makes a post of each entry. @throws {DestinationError} */
  add(settings: WordPressSettings, signal: AbortSignal): Promise<WordPressReport>
  /** @throws {DestinationError} */
  show(id: number): Promise<WordPressDetails>
  /** Looks at all posts, and changes nothing. @param zone the agent's @throws {DestinationError} */
  dryRun(id: number, zone: string, signal: AbortSignal, onProgress?: Progress): Promise<DryRun>
  /** All posts are compared again, missing ones made again. @throws {DestinationError} */
  copy(id: number, overwrites: boolean): Promise<WordPressReport>
  /** Posts that somebody changed follow their entries again. @returns how many @throws {DestinationError} */
  takeBack(id: number, newsIds: readonly string[]): Promise<number>
  /** @param withPosts puts them into the bin, but for those that somebody changed @returns how many @throws {DestinationError} */
  remove(id: number, withPosts: boolean, signal: AbortSignal, onProgress?: Progress): Promise<number>
}

export type Progress = (done: number) => void

const MOST_LISTED = 100
const PAGE = 20

/** @param db the store @throws {StoreError} */
export async function openWordPressAdmin(db: string, clock: Clock): Promise<WordPressAdmin> {
  const store = await openStore(db, { mustExist: true })
  const {
    all,
    known,
    add: addSite,
    show,
    ...sites
  } = destinationAdmin<WordPressOwn, WordPressOwn & Pick<WordPressReport, 'posts' | 'filesRefused'>>(
    { store, clock, kind: WORDPRESS, word: 'WordPress site' },
    async ({ id, settings }) => ({
      ...settings,
      posts: await countPosts(store, id),
      filesRefused: (await refusedFiles(store, id, Number.MAX_SAFE_INTEGER)).length,
    }),
  )
  const open = (destination: WordPressDestination, signal: AbortSignal) =>
    openRest(placeOf(destination), signal, clock)

  return {
    async add(asked, signal) {
      const { user, since, overwrites, siteIds, langs, requestsPerSecond } = asked
      const address = siteAddress(asked.address)
      const wrong = asked.mediaHosts.find(host => !isHost(host))
      if (wrong !== undefined)
        throw new DestinationError(
          'DESTINATION_OPTION_INVALID',
          `"${wrong}" is not a host such as media.school.example or 10.1.2.3:8080`,
        )
      const passwordFile = resolve(asked.passwordFile)
      const place = { address, user, passwordFile, requestsPerSecond }
      const rest = await openRest(place, signal, clock)
      refuseOtherPath(address, rest.home)
      const chosen = await chosenOf(rest, asked)
      const same = (await all()).find(
        other => other.address === address && other.settings.type === chosen.type && overlaps(other, asked),
      )
      if (same)
        throw new DestinationError(
          'DESTINATION_OPTION_INVALID',
          `${followerOf(same)} brings these entries to this site already; to compare all posts again: schoolbell sync wordpress copy ${same.id}`,
        )
      const settings: WordPressOwn = {
        ...{ user, passwordFile, requestsPerSecond, ...chosen, overwrites },
        ...(since !== undefined && { since }),
        mediaHosts: [...asked.mediaHosts],
      }
      const added = await addSite({ address, settings, siteIds, langs })
      return asked.isPaused ? sites.pause(added.id) : added
    },
    ...sites,
    async show(id) {
      const { address } = await known(id)
      const left = await listPosts(store, id, { after: 0, limit: MOST_LISTED, state: 'left' })
      const refused = await refusedFiles(store, id, MOST_LISTED)
      return {
        ...(await show(id)),
        left: left.map(({ newsId, lang, siteId, reason = '', postId }) => ({
          ...{ newsId, lang, siteId, reason },
          edit: editorOf(address, postId),
        })),
        refused: refused.map(({ url, reason = '' }) => ({ url, reason })),
      }
    },
    async resume(id) {
      // Files that the library did not take may be taken now.
      await lookAgain(store, id, followerOf(await known(id)), 'without-files')
      return sites.resume(id)
    },
    async dryRun(id, zone, signal, onProgress) {
      const destination = await known(id)
      return dryRun(await open(destination, signal), destination, { store, zone, onProgress })
    },
    async copy(id, overwrites) {
      await lookAgain(store, id, followerOf(await known(id)), overwrites ? 'overwrite' : 'all')
      return show(id)
    },
    async takeBack(id, newsIds) {
      return takeBack(store, id, followerOf(await known(id)), newsIds)
    },
    async remove(id, withPosts, signal, onProgress) {
      const destination = await known(id)
      // First: an agent would write them again.
      await pauseDestination(store, id)
      const posts = withPosts
        ? await binAll(await open(destination, signal), destination, store, onProgress)
        : 0
      await removeDestination(store, WORDPRESS, id)
      return posts
    },
    [Symbol.asyncDispose]: store.close,
  }
}

const editorOf = (address: string, post: number | undefined) =>
  `${address}wp-admin/post.php?post=${post}&action=edit`

/** Two destinations would take turns with one post. */
function overlaps(one: WordPressDestination, other: Pick<WordPressSettings, 'siteIds' | 'langs'>): boolean {
  const share = <Item>(a: readonly Item[] | undefined, b: readonly Item[] | undefined) =>
    !a || !b || a.some(item => b.includes(item))
  return share(one.siteIds, other.siteIds) && share(one.langs, other.langs)
}

interface DryParts {
  store: AgentStore
  zone: string
  onProgress: Progress | undefined
}

async function dryRun(
  rest: Rest,
  destination: WordPressDestination,
  { store, zone, onProgress }: DryParts,
): Promise<DryRun> {
  const { id, settings } = destination
  const report: DryRun = { make: 0, update: 0, bin: 0, leave: [], unchanged: 0 }
  let done = 0
  for (let seq: number | undefined = 0; seq !== undefined; ) {
    rest.signal.throwIfAborted()
    const page = await logAfter(store, seq, PAGE)
    const changes = page.filter(change => isMeant(change, destination))
    const keys = changes.map(entryOf)
    const rows = await postsOf(store, id, keys)
    const tasks = changes
      .map(change => ({
        change,
        key: entryOf(change),
        row: rowFor(entryOf(change), rows),
        isDeleted: !isUpsert(change),
      }))
      .filter(({ change, row }) => !isTooOld(change, row, settings))
    const found = await findPosts(rest, settings.restBase, tasks)
    for (const task of tasks) {
      const { change, key, row } = task
      const remote = found.get(task)
      const situation = { row, remote, settings }
      const leave = (reason: string) => report.leave.push({ ...key, reason })
      if (row?.state === 'left') leave(row.reason ?? '')
      else if (await isDone(change, row, { store, id, zone })) {
        const reason = remote ? changeIn(remote, row, settings) : row?.state === 'shown' ? DELETED : undefined
        if (reason !== undefined && row?.state === 'shown') leave(reason)
        else report.unchanged += 1
      } else {
        const step = isUpsert(change)
          ? stepFor(
              postOf(change.entry, zone, () => undefined),
              situation,
              rest.now(),
            )
          : stepForDeleted(situation)
        if (step.kind === 'leave') leave(step.reason)
        else if (step.kind === 'create') report.make += 1
        else if (step.kind === 'write') report.update += 1
        else if (step.kind === 'bin') report.bin += 1
        else report.unchanged += 1
      }
    }
    done += changes.length
    onProgress?.(done)
    seq = page.length < PAGE ? undefined : page.at(-1)?.seq
  }
  return report
}

/**
 * But for those that somebody changed. Interrupted, it begins again: what is in the bin stays there.
 *
 * @throws {DestinationError} WordPress has refused some; the others are in the bin
 */
async function binAll(
  rest: Rest,
  destination: WordPressDestination,
  store: AgentStore,
  onProgress: Progress | undefined,
): Promise<number> {
  const { id, address, settings } = destination
  const refused: string[] = []
  let posts = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await listPosts(store, id, { after, limit: PAGE })
    const tasks = rows
      .filter(({ state }) => state === 'shown')
      .map(row => ({ key: row, row, isDeleted: false }))
    const found = await findPosts(rest, settings.restBase, tasks)
    for (const task of tasks) {
      const remote = found.get(task)
      if (!remote || stepForDeleted({ row: task.row, remote, settings }).kind !== 'bin') continue
      try {
        await bin(rest, `/${settings.restBase}/${remote.id}`)
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error
        refused.push(`${editorOf(address, remote.id)} (${error.message})`)
        continue
      }
      posts += 1
      onProgress?.(posts)
    }
    after = rows.length < PAGE ? undefined : rows.at(-1)?.postId
  }
  if (refused.length > 0)
    throw new DestinationError(
      'DESTINATION_UNREACHABLE',
      `${followerOf(destination)} is paused; ${counted(posts, 'post')} put into the bin, ${refused.length} refused: ${refused.slice(0, MOST_LISTED).join(', ')}. Bin them there, or run it again; without --with-posts they stay`,
    )
  return posts
}

/**
 * Whether `lastSyncTime` itself is included: "after" or "from".
 *
 * Nothing in an answer says when an entry changed. So the newest moment after which the service still tells of something
 * is found first, by bisection over lastSyncTime: it lies at the newest change, or the second before. Then an entry's own
 * date decides, where the entry was published at its date and never edited since: told when asked for the second
 * before and no more when asked for that second means "after"; told for that second still, and no more for the next, "from".
 *
 * Wall clocks are counted as if the zone never changed its offset; at a clock change the search may end without an answer.
 */
import type { Temporal } from 'temporal-polyfill'
import { parseWireDateTime, printWireDateTime } from '../../shared/contract/wire-time.ts'
import type { ListedEntry, NewsAnswer } from './question.ts'

export interface Boundary {
  /** Undefined: it cannot be told. */
  included: boolean | undefined
  detail: string
}

/** What the service tells since a wall clock; undefined when it refuses to. */
export type NewsSince = (lastSyncTime: string) => Promise<NewsAnswer | undefined>

const WINDOWS: Temporal.DurationLike[] = [
  { hours: 1 },
  { days: 1 },
  { days: 7 },
  { days: 30 },
  { days: 365 },
  { days: 3650 },
]
/** Bisection over ten years of seconds takes 28. */
const MOST_CALLS = 48
const OTHER_CANDIDATES = 3

/** @param now the service's wall clock, as near as is known */
export async function findBoundary(ask: NewsSince, now: Temporal.PlainDateTime): Promise<Boundary> {
  let calls = 0
  const since = async (wall: Temporal.PlainDateTime) => {
    calls += 1
    const told = calls > MOST_CALLS ? undefined : await ask(printWireDateTime(wall))
    if (!told) throw new NoAnswer()
    return told
  }
  try {
    return await search(since, now)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return unknown(calls > MOST_CALLS ? 'news kept changing meanwhile' : 'the service refused to say')
  }
}

class NoAnswer extends Error {}

type Since = (wall: Temporal.PlainDateTime) => Promise<NewsAnswer>

async function search(since: Since, now: Temporal.PlainDateTime): Promise<Boundary> {
  const ahead = now.add({ minutes: 1 })
  if (isNews(await since(ahead))) return unknown('the service tells of news after its own present time')
  const window = await firstWindow(since, now, ahead)
  if (!window) return unknown('there is no news')

  const newest = await bisect(since, window)
  const found = byDate(newest.told.entries, newest.at)
  if (found) return found
  const byOthers = await tryOthers(since, window, now)
  if (byOthers) return byOthers
  return unknown(
    `the newest change is of about ${shown(newest.at)}, but no entry tried was published at its own date and left as it was`,
  )
}

interface Window {
  /** Which of the windows. */
  index: number
  /** The service tells of something since then, */
  at: Temporal.PlainDateTime
  told: NewsAnswer
  /** and of nothing since then. */
  quietFrom: Temporal.PlainDateTime
}

/** The shortest of some windows in which there is something. */
async function firstWindow(
  since: Since,
  now: Temporal.PlainDateTime,
  ahead: Temporal.PlainDateTime,
): Promise<Window | undefined> {
  let quietFrom = ahead
  for (const [index, length] of WINDOWS.entries()) {
    const at = now.subtract(length)
    const told = await since(at)
    if (isNews(told)) return { index, at, told, quietFrom }
    quietFrom = at
  }
  return undefined
}

/** The last second since which there is something. */
async function bisect(since: Since, { at, told, quietFrom }: Window) {
  let newest = { at, told }
  let quiet = quietFrom
  for (;;) {
    const seconds = newest.at.until(quiet, { largestUnit: 'seconds' }).seconds
    if (seconds <= 1) return newest
    const middle = newest.at.add({ seconds: Math.floor(seconds / 2) })
    const answer = await since(middle)
    if (isNews(answer)) newest = { at: middle, told: answer }
    else quiet = middle
  }
}

/** The last second that tells of an entry, against the date of that entry. */
function byDate(entries: readonly ListedEntry[], last: Temporal.PlainDateTime): Boundary | undefined {
  const isDated = (at: Temporal.PlainDateTime) =>
    entries.find(({ newsDateTime }) => newsDateTime === printWireDateTime(at))
  const next = isDated(last.add({ seconds: 1 }))
  const same = isDated(last)
  if (next && !same) return verdict(false, next)
  if (same && !next) return verdict(true, same)
  return undefined
}

/** Other entries, the newest first, out of longer and longer windows: the newest change may be an edit or a deletion. */
async function tryOthers(
  since: Since,
  { index, told }: Window,
  now: Temporal.PlainDateTime,
): Promise<Boundary | undefined> {
  const tried = new Set<string>()
  let entries = told.entries
  for (const length of [...WINDOWS.slice(index + 1), undefined]) {
    const candidates = entries
      .filter(({ newsId, newsDateTime }) => !tried.has(newsId) && newsDateTime <= printWireDateTime(now))
      .sort((a, b) => (a.newsDateTime < b.newsDateTime ? 1 : -1))
    for (const candidate of candidates.slice(0, OTHER_CANDIDATES - tried.size)) {
      const found = await tryEntry(since, candidate)
      if (found) return found
      tried.add(candidate.newsId)
    }
    if (!length || tried.size >= OTHER_CANDIDATES) return undefined
    entries = (await since(now.subtract(length))).entries
  }
  return undefined
}

async function tryEntry(since: Since, entry: ListedEntry): Promise<Boundary | undefined> {
  const at = readWall(entry.newsDateTime)
  if (!at) return undefined
  const tells = async (seconds: number) =>
    (await since(at.add({ seconds }))).entries.some(({ newsId }) => newsId === entry.newsId)
  if (!(await tells(-1))) return undefined
  if (!(await tells(0))) return verdict(false, entry)
  return (await tells(1)) ? undefined : verdict(true, entry)
}

function verdict(included: boolean, { newsId, newsDateTime }: ListedEntry): Boundary {
  const what = included
    ? 'is still told when asked for its own second (or changes are dated finer than that)'
    : 'is told when asked for the second before, not for its own'
  return { included, detail: `entry ${newsId} of ${newsDateTime} ${what}` }
}

const unknown = (reason: string): Boundary => ({ included: undefined, detail: reason })
const isNews = ({ listed, deleted }: NewsAnswer) => listed + deleted.length > 0
const shown = (wall: Temporal.PlainDateTime) => wall.toString({ smallestUnit: 'second' })

function readWall(text: string): Temporal.PlainDateTime | undefined {
  try {
    return parseWireDateTime(text)
  } catch {
    return undefined
  }
}

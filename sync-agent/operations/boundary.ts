/**
 * Finds out whether the service includes events of `lastSyncTime` itself.
 *
 * A response does not say when an entry changed. So first a bisection finds the last `lastSyncTime` for which the service
 * returns something: it is the second of the newest change, or the second before. Then an entry is compared with its
 * date, if it was published at this date and never edited: if it is returned for the second before its date but not for
 * this second, the service means "after"; if it is also returned for this second but not for the next, "from".
 *
 * Wall clocks are counted as if the zone had no clock changes; close to one, the result may be unknown.
 */
import type { Temporal } from 'temporal-polyfill'
import { parseWireDateTime, printWireDateTime } from '../../shared/contract/wire-time.ts'
import type { ListedEntry, NewsAnswer } from './service-call.ts'

export interface Boundary {
  /** Undefined: unknown. */
  included: boolean | undefined
  detail: string
  /** The last second since which the service returns something; undefined: unknown. */
  newest?: Temporal.PlainDateTime
}

/** The service's news since a wall-clock time; undefined after an error. */
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

/** @param now approximate wall clock of the service */
export async function findBoundary(ask: NewsSince, now: Temporal.PlainDateTime): Promise<Boundary> {
  let calls = 0
  const since = async (wall: Temporal.PlainDateTime) => {
    calls += 1
    const news = calls > MOST_CALLS ? undefined : await ask(printWireDateTime(wall))
    if (!news) throw new NoAnswer()
    return news
  }
  try {
    return await search(since, now)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return unknown(calls > MOST_CALLS ? 'news kept changing meanwhile' : 'the service refused a call')
  }
}

class NoAnswer extends Error {}

type Since = (wall: Temporal.PlainDateTime) => Promise<NewsAnswer>

async function search(since: Since, now: Temporal.PlainDateTime): Promise<Boundary> {
  const ahead = now.add({ minutes: 1 })
  if (isNews(await since(ahead))) return unknown('the service returns news for a time in the future')
  const window = await firstWindow(since, now, ahead)
  if (!window) return unknown('there is no news')

  const newest = await bisect(since, window)
  const found = byDate(newest.news.entries, newest.at)
  if (found) return { ...found, newest: newest.at }
  const byOthers = await tryOthers(since, window, now)
  if (byOthers) return { ...byOthers, newest: newest.at }
  const { included, detail } = unknown(
    `the newest change was at about ${shown(newest.at)}, but no tested entry was published at its own date and never changed`,
  )
  return { included, detail, newest: newest.at }
}

interface Window {
  /** Index in WINDOWS. */
  index: number
  /** The service returns something since then, */
  at: Temporal.PlainDateTime
  news: NewsAnswer
  /** and nothing since then. */
  quietFrom: Temporal.PlainDateTime
}

/** The shortest window with news. */
async function firstWindow(
  since: Since,
  now: Temporal.PlainDateTime,
  ahead: Temporal.PlainDateTime,
): Promise<Window | undefined> {
  let quietFrom = ahead
  for (const [index, length] of WINDOWS.entries()) {
    const at = now.subtract(length)
    const news = await since(at)
    if (isNews(news)) return { index, at, news, quietFrom }
    quietFrom = at
  }
  return undefined
}

/** The last second since which the service returns something. */
async function bisect(since: Since, { at, news, quietFrom }: Window) {
  let newest = { at, news }
  let quiet = quietFrom
  for (;;) {
    const seconds = newest.at.until(quiet, { largestUnit: 'seconds' }).seconds
    if (seconds <= 1) return newest
    const middle = newest.at.add({ seconds: Math.floor(seconds / 2) })
    const answer = await since(middle)
    if (isNews(answer)) newest = { at: middle, news: answer }
    else quiet = middle
  }
}

/** Compares this second with the dates of the returned entries. */
function byDate(entries: readonly ListedEntry[], last: Temporal.PlainDateTime): Boundary | undefined {
  const isDated = (at: Temporal.PlainDateTime) =>
    entries.find(({ newsDateTime }) => newsDateTime === printWireDateTime(at))
  const next = isDated(last.add({ seconds: 1 }))
  const same = isDated(last)
  if (next && !same) return verdict(false, next)
  if (same && !next) return verdict(true, same)
  return undefined
}

/** Tries other entries, newest first, from longer and longer windows, because the newest change may be an edit or a deletion. */
async function tryOthers(
  since: Since,
  { index, news }: Window,
  now: Temporal.PlainDateTime,
): Promise<Boundary | undefined> {
  const tried = new Set<string>()
  let entries = news.entries
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
    ? 'is returned for its own second (or the service has times below a second)'
    : 'is returned for the second before its date, but not for its own second'
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

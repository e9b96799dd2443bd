/**
 * When the service's newest change was. A response does not say when an entry changed, so this is a bisection: the last
 * second since which the service returns something. The doctor shows it beside `--zone`: with a zone that is ahead of the
 * service's, changes are asked for too late, and only somebody who knows the service can see it.
 *
 * Wall clocks are counted as if the zone had no clock changes.
 */
import type { Temporal } from 'temporal-polyfill'
import type { NewsAnswer } from './service-call.ts'

/** The service's news since a wall-clock time; undefined after an error. */
export type NewsSince = (wall: Temporal.PlainDateTime) => Promise<NewsAnswer | undefined>

export interface NewestChange {
  at: Temporal.PlainDateTime
  /** What the service returns since then. */
  news: NewsAnswer
}

const WINDOWS: Temporal.DurationLike[] = [
  { hours: 1 },
  { days: 1 },
  { days: 7 },
  { days: 30 },
  { days: 365 },
  { days: 3650 },
]

/** @param now approximate wall clock of the service @returns undefined: no news, or the service refused a call */
export async function findNewestChange(
  since: NewsSince,
  now: Temporal.PlainDateTime,
): Promise<NewestChange | undefined> {
  let quietFrom = now.add({ minutes: 1 })
  for (const length of WINDOWS) {
    const at = now.subtract(length)
    const news = await since(at)
    if (!news) return undefined
    if (isNews(news)) return await bisect(since, { at, news }, quietFrom)
    quietFrom = at
  }
  return undefined
}

async function bisect(since: NewsSince, first: NewestChange, quietFrom: Temporal.PlainDateTime) {
  let newest = first
  let quiet = quietFrom
  for (;;) {
    const { seconds } = newest.at.until(quiet, { largestUnit: 'seconds' })
    if (seconds <= 1) return newest
    const at = newest.at.add({ seconds: Math.floor(seconds / 2) })
    const news = await since(at)
    if (!news) return undefined
    if (isNews(news)) newest = { at, news }
    else quiet = at
  }
}

export const isNews = ({ listed, deleted }: NewsAnswer): boolean => listed + deleted.length > 0

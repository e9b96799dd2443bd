/**
 * The doctor's check of `--zone`: news "since the future" is impossible unless the service's wall clock is ahead of the
 * agent's. The zone that fits is one for which nothing comes from the future.
 *
 * The other way round, a service whose wall clock is behind, cannot be seen in one look: then the finding shows how long ago
 * the newest change was, for somebody who knows.
 */
import { Temporal } from 'temporal-polyfill'
import { DEFAULT_ZONE, parseWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import { isAhead, wallLimit } from '../sync/zone-evidence.ts'
import { inWords } from './age.ts'
import { isNews, type NewsSince } from './newest-change.ts'
import type { NewsAnswer } from './service-call.ts'

/** Tried from west to east after the school system's usual one. */
const OTHER_ZONES = ['UTC', 'Europe/London', 'Asia/Kolkata', 'Asia/Bangkok', 'Asia/Tokyo', 'Australia/Sydney']

export interface ZoneVerdict {
  result: 'ok' | 'warning' | 'cannot tell'
  detail: string
}

export async function examineZone(
  since: NewsSince,
  { now, zone, newest }: { now: Temporal.Instant; zone: string; newest: Temporal.PlainDateTime | undefined },
): Promise<ZoneVerdict> {
  const limit = wallLimit(now, zone)
  const early = await since(limit)
  const isOver = async (wall: Temporal.PlainDateTime) => {
    const news = await since(wall)
    return news !== undefined && !isNews(news)
  }
  if (!early) return { result: 'cannot tell', detail: 'the service refused a call' }
  if (!isNews(early)) return agrees(newest, now, zone)
  const certain = hasChangedLater(early, limit)
  for (const fits of [DEFAULT_ZONE, ...(certain ? OTHER_ZONES : [])]) {
    if (!isAhead(fits, zone, now) || !(await isOver(wallLimit(now, fits)))) continue
    const unless = certain ? '' : ', unless entries are scheduled for later'
    const detail = `with ${zone}, the service has news from the future; ${fits} fits (--zone ${fits})${unless}`
    return { result: 'warning', detail }
  }
  const detail = `with ${zone}, the service has news from the future: entries are scheduled, or lastSyncTime does not count`
  return { result: 'cannot tell', detail }
}

/** A deletion, or a change of an entry with an earlier date: nobody schedules these. */
function hasChangedLater({ entries, deleted }: NewsAnswer, limit: Temporal.PlainDateTime): boolean {
  if (deleted.length > 0) return true
  return entries.some(({ newsDateTime }) => {
    try {
      return Temporal.PlainDateTime.compare(parseWireDateTime(newsDateTime), limit) <= 0
    } catch {
      return false
    }
  })
}

function agrees(
  newest: Temporal.PlainDateTime | undefined,
  now: Temporal.Instant,
  zone: string,
): ZoneVerdict {
  if (!newest) return { result: 'ok', detail: `nothing speaks against ${zone}` }
  const age = inWords(Math.max(0, newest.until(wallClockAt(now, zone)).total('milliseconds')))
  return {
    result: 'ok',
    detail: `with ${zone}, the newest change was ${age} ago; if that is wrong, correct --zone`,
  }
}

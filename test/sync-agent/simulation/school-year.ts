/**
 * What happens to a school's news over some days: publications, edits, deletions, entries published again and
 * identifiers used again for something else, each stamped with a time and visible to others only when its
 * transaction has committed.
 */
import type { Chance } from './random.ts'
import { wallText, type ZoneClock } from './zone-clock.ts'

/** What happened to one identifier. */
export interface NewsEvent {
  id: number
  newsId: string
  /** The time it is stamped with, epoch milliseconds. */
  stampMs: number
  /** The stamp as the school's clock shows it; see zone-clock.ts. */
  wall: number
  /** From here on the service answers with it, epoch milliseconds. */
  visibleMs: number
  /** The entry's JSON; undefined when it was deleted. */
  json: string | undefined
}

export interface SchoolYear {
  /** By stamp. */
  events: NewsEvent[]
  /** How many identifiers they speak of. */
  ids: number
}

export interface Span {
  startMs: number
  endMs: number
  /** Events in it, besides the news that stands there at its beginning. */
  events: number
}

const STANDING = 400
const DAY_MS = 86_400_000
/** Of what happens, this share; the rest are edits. */
const PUBLISHED = 0.2
const DELETED = 0.2
const RESURRECTED = 0.06
const REUSED = 0.06

export function schoolYear(span: Span, clock: ZoneClock, chance: Chance): SchoolYear {
  const events: NewsEvent[] = []
  const published: number[] = []
  const deleted: number[] = []
  const latest: NewsEvent[] = []
  const contents: string[] = []
  let version = 0

  const happen = (id: number, stampMs: number, lagMs: number, json: string | undefined) => {
    const newsId = `n-${id}`
    // A row is written by one transaction after the other.
    const visibleMs = Math.max(stampMs + lagMs, latest[id]?.visibleMs ?? 0)
    const event = { id, newsId, stampMs, wall: clock.wall(stampMs), visibleMs, json }
    latest[id] = event
    if (json) contents[id] = json
    events.push(event)
  }
  const write = (id: number, stampMs: number) => {
    version += 1
    // Its author dates an entry as he likes, some days ahead too.
    const datedMs = chance.happens(0.1) ? stampMs + chance.below(5 * DAY_MS) : stampMs
    const text = wallText(clock.wall(datedMs))
    return JSON.stringify({
      newsId: `n-${id}`,
      newsTitle: `Notice ${id}`,
      newsContent: `<p>Version ${version}</p>`,
      newsDate: text.slice(0, 8),
      newsDateTime: text,
      attachments: [],
    })
  }
  const publish = (stampMs: number, lagMs: number) => {
    const id = latest.length
    happen(id, stampMs, lagMs, write(id, stampMs))
    published.push(id)
  }
  const takeOut = (ids: number[]): number | undefined => {
    const index = chance.below(ids.length)
    const id = ids[index]
    const last = ids.pop()
    if (last !== undefined && index < ids.length) ids[index] = last
    return id
  }
  const remove = (stampMs: number, lagMs: number) => {
    const id = takeOut(published)
    if (id === undefined) return publish(stampMs, lagMs)
    happen(id, stampMs, lagMs, undefined)
    deleted.push(id)
  }
  const comeBack = (stampMs: number, lagMs: number, asItWas: boolean) => {
    const id = takeOut(deleted)
    if (id === undefined) return publish(stampMs, lagMs)
    happen(id, stampMs, lagMs, asItWas ? contents[id] : write(id, stampMs))
    published.push(id)
  }
  const edit = (stampMs: number, lagMs: number) => {
    const id = published[chance.below(published.length)]
    if (id === undefined) return publish(stampMs, lagMs)
    happen(id, stampMs, lagMs, write(id, stampMs))
  }

  for (let age = STANDING; age > 0; age -= 1) publish(span.startMs - 30 * DAY_MS - age * 60_000, 0)
  for (let age = STANDING / 8; age > 0; age -= 1) remove(span.startMs - 20 * DAY_MS - age * 60_000, 0)
  for (const stampMs of stampsIn(span, chance)) {
    const lagMs = commitLagMs(chance)
    const kind = chance.number()
    if (kind < PUBLISHED) publish(stampMs, lagMs)
    else if (kind < PUBLISHED + DELETED) remove(stampMs, lagMs)
    else if (kind < PUBLISHED + DELETED + RESURRECTED) comeBack(stampMs, lagMs, true)
    else if (kind < PUBLISHED + DELETED + RESURRECTED + REUSED) comeBack(stampMs, lagMs, false)
    else edit(stampMs, lagMs)
  }
  return { events, ids: latest.length }
}

/** In order; one in ten at the same moment as the one before. */
function stampsIn({ startMs, endMs, events }: Span, chance: Chance): number[] {
  const stamps = Array.from({ length: events }, () => Math.floor(chance.between(startMs, endMs)))
  stamps.sort((a, b) => a - b)
  return stamps.map((stamp, index) => (chance.happens(0.1) ? (stamps[index - 1] ?? stamp) : stamp))
}

function commitLagMs(chance: Chance): number {
  const kind = chance.number()
  if (kind < 0.95) return chance.below(1_000)
  return chance.below(kind < 0.995 ? 60_000 : 180_000)
}

/**
 * The school's service in virtual time: a `fetch` that answers news/check from what has happened so far.
 *
 * It has the ways of a real one that cost an agent news: what is stamped becomes visible later, times are wall-clock
 * text with whole seconds, and an hour shown twice is compared as text or read as the first of two instants.
 */
import type { NewsEvent, SchoolYear } from './school-year.ts'
import { wallOf, type ZoneClock } from './zone-clock.ts'

export interface ServiceManners {
  /** Whether an event stamped with exactly lastSyncTime is left out or comes along. */
  comparison: 'after' | 'from'
  /** How it reads lastSyncTime: as text beside its stamps' text, or as the first instant that the zone shows so. */
  reading: 'text' | 'first instant'
  /** Whether a deletion is still told of once its identifier is published again. */
  deletions: 'forgotten' | 'remembered'
}

export type Mishap = 'refused' | 'cut' | 'HTTP 500' | 'D20000'

export interface VirtualService {
  fetch: typeof fetch
  /** Lets everything up to this moment happen, epoch milliseconds. */
  advance(nowMs: number): void
  /** What its visitors see of an identifier: the latest event that has become visible. */
  visible(id: number): NewsEvent | undefined
  visibleAs(newsId: string): NewsEvent | undefined
  /** What has become visible since it was asked for last. */
  takeSurfaced(): NewsEvent[]
}

export function virtualService(
  { events, ids }: SchoolYear,
  clock: ZoneClock,
  { comparison, reading, deletions }: ServiceManners,
  mishap: () => Mishap | undefined,
): VirtualService {
  const bySurfacing = [...events].sort((a, b) => a.visibleMs - b.visibleMs || a.stampMs - b.stampMs)
  const visible: (NewsEvent | undefined)[] = new Array(ids).fill(undefined)
  const idOf = new Map(events.map(({ newsId, id }) => [newsId, id]))
  let nowMs = 0
  let surfacedTo = 0
  let stampedTo = 0
  let surfaced: NewsEvent[] = []

  function advance(toMs: number): void {
    nowMs = toMs
    for (; (bySurfacing[surfacedTo]?.visibleMs ?? toMs + 1) <= toMs; surfacedTo += 1) {
      const event = bySurfacing[surfacedTo] as NewsEvent
      visible[event.id] = event
      surfaced.push(event)
    }
    while ((events[stampedTo]?.stampMs ?? toMs + 1) <= toMs) stampedTo += 1
  }

  const visibleAs = (newsId: string) => visible[idOf.get(newsId) ?? -1]

  function answer(query: URLSearchParams): string {
    const from = wallOf(query.get('lastSyncTime') ?? '')
    if (Number.isNaN(from)) return failed('D20002', '{lastSyncTime} is invalid')
    const asked = reading === 'text' ? from : clock.firstInstant(from)
    const isIn = (event: NewsEvent) => {
      const stamp = reading === 'text' ? event.wall : Math.floor(event.stampMs / 1000)
      return comparison === 'after' ? stamp > asked : stamp >= asked
    }
    const listed = new Map<number, string>()
    const deleted = new Set<string>()
    for (let index = stampedTo - 1; index >= 0; index -= 1) {
      const event = events[index] as NewsEvent
      if (event.stampMs / 1000 + clock.furthestAhead < from) break
      if (event.visibleMs > nowMs || !isIn(event)) continue
      const isLatest = visible[event.id] === event
      if (event.json === undefined) {
        if (isLatest || deletions === 'remembered') deleted.add(event.newsId)
      } else if (isLatest) listed.set(event.id, event.json)
    }
    for (const newsId of query.get('newsIDs')?.split(',') ?? []) {
      const event = visibleAs(newsId)
      if (event?.json) listed.set(event.id, event.json)
      else if (event) deleted.add(newsId)
    }
    const newsList = [...listed.values()].join()
    return `{"txID":"t","code":"D00000","message":"successful return","content":{"newsList":[${newsList}],"delNewsIds":${JSON.stringify([...deleted])}}}`
  }

  return {
    advance,
    visible: id => visible[id],
    visibleAs,
    takeSurfaced() {
      const taken = surfaced
      surfaced = []
      return taken
    },
    fetch: async address => {
      const trouble = mishap()
      if (trouble === 'refused') throw new TypeError(trouble)
      const headers = { 'content-type': 'application/json', date: new Date(nowMs).toUTCString() }
      if (trouble === 'HTTP 500') return new Response('<h1>Oops</h1>', { status: 500, headers })
      if (trouble === 'D20000') return new Response(failed('D20000', 'unknown exception'), { headers })
      const whole = answer(new URL(String(address)).searchParams)
      return new Response(trouble === 'cut' ? whole.slice(0, -5) : whole, { headers })
    },
  }
}

const failed = (code: string, message: string) => JSON.stringify({ txID: 't', code, message })

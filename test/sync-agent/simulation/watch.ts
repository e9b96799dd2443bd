/** Keeps an eye on every event that visitors of the service see and visitors of the copy do not. */
import type { Copy } from './copy.ts'
import type { NewsEvent } from './school-year.ts'
import type { VirtualService } from './virtual-service.ts'
import { wallText } from './zone-clock.ts'

export interface Watch {
  /** A cycle begins. */
  begin(): void
  /** It has ended at this moment, and has changed these entries of the copy. */
  end(nowMs: number, succeeded: boolean, changed: readonly string[]): void
  /** Events still out of the copy after a whole cycle that began when they were visible. */
  missed(): string[]
  /** Events that stayed out of it for longer than the overlap and two good cycles. */
  overdue(): string[]
}

/** The agent's own, see sync-agent/sync/cursor.ts. */
const OVERLAP_MS = 10 * 60_000

export function watchMissing(service: VirtualService, copy: Copy): Watch {
  const waiting = new Map<number, NewsEvent>()
  const missed = new Set<NewsEvent>()
  const overdue = new Set<NewsEvent>()
  let expected: NewsEvent[] = []
  let lastGoodMs = Number.NEGATIVE_INFINITY
  let lastButOneGoodMs = Number.NEGATIVE_INFINITY
  const takeIn = () => {
    for (const event of service.takeSurfaced()) waiting.set(event.id, event)
  }
  return {
    begin() {
      takeIn()
      expected = [...waiting.values()]
    },
    end(nowMs, succeeded, changed) {
      takeIn()
      // What was right once may have been spoiled since.
      for (const event of changed.map(service.visibleAs)) if (event) waiting.set(event.id, event)
      for (const event of waiting.values()) {
        if (copy.published(event.newsId) === event.json) waiting.delete(event.id)
        else if (event.visibleMs < lastButOneGoodMs - OVERLAP_MS) overdue.add(event)
      }
      if (!succeeded) return
      lastButOneGoodMs = lastGoodMs
      lastGoodMs = nowMs
      for (const event of expected) if (waiting.get(event.id) === event) missed.add(event)
    },
    missed: () => [...missed].map(describeEvent),
    overdue: () => [...overdue].map(describeEvent),
  }
}

function describeEvent({ newsId, wall, stampMs, visibleMs, json }: NewsEvent): string {
  const what = json ? 'published' : 'deleted'
  const lag = Math.round((visibleMs - stampMs) / 1000)
  return `${newsId} ${what} at ${wallText(wall)} (${new Date(stampMs).toISOString()}), visible ${lag} s later`
}

/** Counts answered requests, all of one tick of the event loop at once: finding the right time series takes as long as an answer. */
import type { Metrics } from '../../metrics.ts'

export interface AnsweredRequest {
  method: string
  /** The route's pattern: an address that a visitor made up must not become a time series. */
  route: string
  status: number
}

export function requestCounter({ requests }: Pick<Metrics, 'requests'>): (request: AnsweredRequest) => void {
  const pending = new Map<string, { labels: AnsweredRequest; times: number }>()
  const flush = () => {
    for (const { labels, times } of pending.values()) requests.inc({ ...labels }, times)
    pending.clear()
  }
  return labels => {
    if (pending.size === 0) setImmediate(flush)
    const key = `${labels.method} ${labels.status} ${labels.route}`
    const known = pending.get(key)
    if (known) known.times += 1
    else pending.set(key, { labels, times: 1 })
  }
}

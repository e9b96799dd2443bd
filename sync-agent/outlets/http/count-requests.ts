/** Counts requests, all of one tick of the event loop at once, because finding the time series takes as long as a response. */
import type { Metrics } from '../../metrics.ts'

export interface AnsweredRequest {
  method: string
  /** The route's pattern: made-up URLs must not become time series. */
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

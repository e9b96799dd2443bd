/** Counts all answers of one turn of the event loop at once: finding the right time series takes as long as answering. */
import type { Metrics } from '../../metrics.ts'

export function countTogether(requests: Metrics['requests'], route: string): (status: number) => void {
  const pending = new Map<number, number>()
  const flush = () => {
    for (const [status, times] of pending) requests.inc({ method: 'GET', route, status }, times)
    pending.clear()
  }
  return status => {
    if (pending.size === 0) setImmediate(flush)
    pending.set(status, (pending.get(status) ?? 0) + 1)
  }
}

/** How many follow the change log, and how many were cut off. */
import { Counter, Gauge, type Registry } from 'prom-client'

export interface FollowerMetrics {
  showStreams(open: number): void
  showWaiters(open: number): void
  /** A stream whose client took nothing any more. */
  countCutOff(): void
}

export function followerMetrics(registers: Registry[]): FollowerMetrics {
  const streams = new Gauge({
    name: 'schoolbell_sync_change_streams',
    help: 'Open streams of changes.',
    registers,
  })
  const waiters = new Gauge({
    name: 'schoolbell_sync_change_waiters',
    help: 'Calls for changes that are held back until there are any.',
    registers,
  })
  const cutOff = new Counter({
    name: 'schoolbell_sync_change_streams_cut_off_total',
    help: 'Streams of changes cut off because their client took nothing any more.',
    registers,
  })
  return {
    showStreams: open => streams.set(open),
    showWaiters: open => waiters.set(open),
    countCutOff: () => cutOff.inc(),
  }
}

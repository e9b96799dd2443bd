/**
 * Metrics from the store. They are read at each scrape, so an agent that waits for the lease shows the same values as the
 * one that writes.
 */
import { Gauge, type Registry } from 'prom-client'
import type { FollowerStatus } from '../log/reports.ts'
import { labelsOf } from '../metrics.ts'
import type { MediaCounts } from '../store/media-types.ts'
import { isFromFuture } from './age.ts'
import type { Status, StreamStatus } from './status.ts'

/** @returns sets the metrics by a status that it reads; to be called before each scrape */
export function statusMetrics(registry: Registry): (status: () => Promise<Status>) => Promise<void> {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `schoolbell_sync_${name}`, help, labelNames, registers: [registry] })
  /** @returns sets all of them; without parts they have no values */
  const gauges = <Part>(
    metrics: readonly StatusMetric<Part>[],
    labelNames: readonly string[],
    labelsOf: (part: Part) => Record<string, string>,
  ) => {
    const made = metrics.map(([name, help, value]) => ({ gauge: gauge(name, help, labelNames), value }))
    return (parts: readonly Part[]) => {
      for (const { gauge, value } of made) {
        gauge.reset()
        for (const part of parts) {
          const number = value(part)
          if (number !== undefined) gauge.set(labelsOf(part), number)
        }
      }
    }
  }
  const storeUp = gauge('store_up', '1 if the store responded to this scrape.')
  const leaseHeld = gauge('lease_held', '1 on the agent that writes the store.')
  const ofStreams = gauges(STREAM_METRICS, ['site_id', 'lang'], labelsOf)
  const ofFollowers = gauges(FOLLOWER_METRICS, ['follower'], ({ name }) => ({ follower: name }))
  const ofMedia = gauges(MEDIA_METRICS, [], () => ({}))

  return async read => {
    const status = await read().catch(() => undefined)
    storeUp.set(Number(status !== undefined))
    leaseHeld.set(Number(status?.lease.ours ?? false))
    ofStreams(status?.streams ?? [])
    ofFollowers(status?.followers ?? [])
    if (status) ofMedia([status.media ?? NO_MEDIA])
  }
}

/** Infinite if it is unknown, so that an alert for what is too old fires. */
const ageSeconds = (milliseconds: number) =>
  isFromFuture(milliseconds) ? Number.POSITIVE_INFINITY : Math.max(0, milliseconds) / 1000

/** Name, help, and value; undefined: no value yet. */
type StatusMetric<Part> = readonly [string, string, (part: Part) => number | undefined]

const STREAM_METRICS: StatusMetric<StreamStatus>[] = [
  [
    'last_success_timestamp_seconds',
    'Unix time of the last successful cycle; 0 before the first.',
    ({ lastSuccess }) => (lastSuccess === undefined ? 0 : Date.parse(lastSuccess) / 1000),
  ],
  [
    'lag_seconds',
    'Age of the copy; infinite if it is from the future, because the clock was set back.',
    ({ lagMs }) => lagMs && ageSeconds(lagMs),
  ],
  ['entries', 'Published entries in the store.', ({ entries }) => entries],
  ['tombstones', 'Deletions in the store, also of unknown entries.', ({ deleted }) => deleted],
  [
    'remarked_entries',
    'Published entries in which something was odd, and mended or left out.',
    ({ remarked }) => remarked,
  ],
  ['quarantined_entries', 'Entries that cannot be published.', ({ quarantined }) => quarantined],
  [
    'clock_skew_seconds',
    "How far the service's clock is ahead of this machine's.",
    ({ skewMs }) => skewMs && skewMs / 1000,
  ],
  ['failures_in_a_row', 'Failed cycles since the last success.', ({ failuresInARow }) => failuresInARow],
  [
    'breaker_open',
    '1 while scheduled cycles are skipped after repeated failures.',
    ({ breaker }) => Number(breaker.state === 'open'),
  ],
]

const FOLLOWER_METRICS: StatusMetric<FollowerStatus>[] = [
  ['follower_behind', 'Changes that a follower has not looked at.', ({ behind }) => behind],
  ['follower_aside', 'Entries that its target has refused, to be tried again.', ({ aside }) => aside],
  [
    'follower_oldest_seconds',
    'Age of the oldest of both; 0 if there is none.',
    ({ oldestMs = 0 }) => ageSeconds(oldestMs),
  ],
  [
    'follower_failures_in_a_row',
    'Failures since its target last took anything.',
    ({ failuresInARow }) => failuresInARow,
  ],
]

const MEDIA_METRICS: StatusMetric<MediaCounts>[] = [
  ['media_files', 'Files in the mirror.', ({ files }) => files],
  ['media_bytes', 'Bytes in the mirror.', ({ bytes }) => bytes],
  ['media_waiting', 'Addresses not tried yet.', ({ waiting }) => waiting],
  ['media_failed', 'Addresses that failed and will be tried again.', ({ failed }) => failed],
]
const NO_MEDIA: MediaCounts = { files: 0, bytes: 0, waiting: 0, failed: 0 }

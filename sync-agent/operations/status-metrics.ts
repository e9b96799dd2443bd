/**
 * Metrics from the store. They are read at each scrape, so an agent that waits for the lease shows the same values as the
 * one that writes.
 */
import { Gauge, type Registry } from 'prom-client'
import { labelsOf } from '../metrics.ts'
import { isFromFuture } from './age.ts'
import type { Status, StreamStatus } from './status.ts'

/** @returns sets the metrics by a status that it reads; to be called before each scrape */
export function statusMetrics(registry: Registry): (status: () => Promise<Status>) => Promise<void> {
  const gauge = <const Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) =>
    new Gauge<Label>({
      name: `schoolbell_sync_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
    })
  const storeUp = gauge('store_up', '1 if the store responded to this scrape.')
  const leaseHeld = gauge('lease_held', '1 on the agent that writes the store.')
  const ofStream = STREAM_METRICS.map(({ name, help, value }) => {
    return { gauge: gauge(name, help, ['site_id', 'lang']), value }
  })
  const ofFollower = FOLLOWER_METRICS.map(({ name, help, value }) => {
    return { gauge: gauge(name, help, ['follower']), value }
  })
  const ofMedia = MEDIA_METRICS.map(({ name, help, value }) => ({ gauge: gauge(name, help), value }))

  const show = ({ streams, lease, followers = [], media }: Status) => {
    leaseHeld.set(Number(lease.ours))
    for (const { gauge, value } of ofStream) {
      for (const stream of streams) {
        const number = value(stream)
        if (number !== undefined) gauge.set(labelsOf(stream), number)
      }
    }
    for (const { gauge, value } of ofFollower) {
      for (const follower of followers) gauge.set({ follower: follower.name }, value(follower))
    }
    for (const { gauge, value } of ofMedia) gauge.set(media ? value(media) : 0)
  }
  return async status => {
    for (const { gauge } of [...ofStream, ...ofFollower]) gauge.reset()
    leaseHeld.set(0)
    try {
      show(await status())
      storeUp.set(1)
    } catch {
      storeUp.set(0)
    }
  }
}

/** Infinite if it is unknown, so that an alert for what is too old fires. */
const ageSeconds = (milliseconds: number) =>
  isFromFuture(milliseconds) ? Number.POSITIVE_INFINITY : Math.max(0, milliseconds) / 1000

interface StatusMetric<Part, Value = number> {
  name: string
  help: string
  value: (part: Part) => Value
}

/** Undefined: no value yet. */
const STREAM_METRICS: StatusMetric<StreamStatus, number | undefined>[] = [
  {
    name: 'last_success_timestamp_seconds',
    help: 'Unix time of the last successful cycle; 0 before the first.',
    value: ({ lastSuccess }) => (lastSuccess === undefined ? 0 : Date.parse(lastSuccess) / 1000),
  },
  {
    name: 'lag_seconds',
    help: 'Age of the copy; infinite if it is from the future, because the clock was set back.',
    value: ({ lagMs }) => (lagMs === undefined ? undefined : ageSeconds(lagMs)),
  },
  { name: 'entries', help: 'Published entries in the store.', value: ({ entries }) => entries },
  {
    name: 'tombstones',
    help: 'Deletions in the store, also of unknown entries.',
    value: ({ deleted }) => deleted,
  },
  {
    name: 'remarked_entries',
    help: 'Published entries in which something was odd, and mended or left out.',
    value: ({ remarked }) => remarked,
  },
  {
    name: 'quarantined_entries',
    help: 'Entries that cannot be published.',
    value: ({ quarantined }) => quarantined,
  },
  {
    name: 'clock_skew_seconds',
    help: "How far the service's clock is ahead of this machine's.",
    value: ({ skewMs }) => (skewMs === undefined ? undefined : skewMs / 1000),
  },
  {
    name: 'failures_in_a_row',
    help: 'Failed cycles since the last success.',
    value: ({ failuresInARow }) => failuresInARow,
  },
  {
    name: 'breaker_open',
    help: '1 while scheduled cycles are skipped after repeated failures.',
    value: ({ breaker }) => Number(breaker.state === 'open'),
  },
]

const FOLLOWER_METRICS: StatusMetric<NonNullable<Status['followers']>[number]>[] = [
  {
    name: 'follower_behind',
    help: 'Changes that a follower has not looked at.',
    value: ({ behind }) => behind,
  },
  {
    name: 'follower_aside',
    help: 'Entries that its target has refused, to be tried again.',
    value: ({ aside }) => aside,
  },
  {
    name: 'follower_oldest_seconds',
    help: 'Age of the oldest of both; 0 if there is none.',
    value: ({ oldestMs = 0 }) => ageSeconds(oldestMs),
  },
  {
    name: 'follower_failures_in_a_row',
    help: 'Failures since its target last took anything.',
    value: ({ failuresInARow }) => failuresInARow,
  },
]

const MEDIA_METRICS: StatusMetric<NonNullable<Status['media']>>[] = [
  { name: 'media_files', help: 'Files in the mirror.', value: ({ files }) => files },
  { name: 'media_bytes', help: 'Bytes in the mirror.', value: ({ bytes }) => bytes },
  { name: 'media_waiting', help: 'Addresses not tried yet.', value: ({ waiting }) => waiting },
  {
    name: 'media_failed',
    help: 'Addresses that failed and will be tried again.',
    value: ({ failed }) => failed,
  },
]

/**
 * The agent's metrics, for Prometheus.
 *
 * Counts are kept as things happen. What the store knows is read from it at each scrape, so that an agent waiting for
 * the lease shows the same copy as the one that writes it.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { WatchState } from '../outlets/popup-relay/watch.ts'
import type { CycleReport, ReconcileReport } from '../reports.ts'
import type { Status, StreamStatus } from '../status.ts'
import type { Stream } from '../stream.ts'
import { type FollowerMetrics, followerMetrics } from './follower-metrics.ts'
import { type MediaMetrics, mediaMetrics } from './media-metrics.ts'
import { type PublishMetrics, publishMetrics } from './publish-metrics.ts'
import { relayMetrics } from './relay-metrics.ts'
import { type WebhookMetrics, webhookMetrics } from './webhook-metrics.ts'

const STREAM = ['site_id', 'lang'] as const
const CYCLE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

export interface Metrics {
  readonly contentType: string
  /** Everything in the text format, read now. */
  text(): Promise<string>
  countRuns(reports: readonly (CycleReport | ReconcileReport)[]): void
  /** A visitor's request, by the route it took. */
  countRequest(request: { method: string; route: string; status: number }, times?: number): void
  /** A call to the service: its HTTP status, or `none` when no answer began. */
  countCall(status: number | 'none'): void
  /** The search index could not be written. */
  countIndexFailure(): void
  /** Of the change log. */
  readonly followers: FollowerMetrics
  /** Of the folder that is kept current. */
  readonly publishing: PublishMetrics
  /** Told of each attempt to deliver a message. */
  readonly countWebhook: WebhookMetrics['countAttempt']
  /** Told of each file fetched for the mirror. */
  readonly countDownload: MediaMetrics['countDownload']
  /** Adds the process's own metrics: memory, event loop, garbage collection. */
  watchProcess(): void
}

/**
 * @param status how the copy stands, asked at each scrape
 * @param relayed what the popup relay has done, asked at each scrape
 */
export function createMetrics(
  streams: readonly Stream[],
  status: () => Promise<Status>,
  relayed: () => readonly (Stream & WatchState)[] = () => [],
): Metrics {
  // Its own: two agents in one process keep apart, and a host's registry stays the host's.
  const registry = new Registry()
  const registers = [registry]
  const counts = makeCounts(registers, streams)
  const copy = makeGauges(registers)
  relayMetrics(registers, relayed)
  const webhooks = webhookMetrics(registers)
  const media = mediaMetrics(registers)
  const storeUp = new Gauge({
    name: 'schoolbell_sync_store_up',
    help: 'Whether the store answered this scrape.',
    registers,
  })
  return {
    contentType: registry.contentType,
    async text() {
      copy.clear()
      webhooks.clear()
      try {
        const now = await status()
        copy.show(now)
        webhooks.show(now.webhooks ?? [])
        media.show(now.media)
        storeUp.set(1)
      } catch {
        storeUp.set(0)
      }
      return registry.metrics()
    },
    ...counts,
    followers: followerMetrics(registers),
    publishing: publishMetrics(registers),
    countWebhook: webhooks.countAttempt,
    countDownload: media.countDownload,
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  }
}

function makeCounts(registers: Registry[], streams: readonly Stream[]) {
  const cycles = new Counter({
    name: 'schoolbell_sync_cycles_total',
    help: 'Cycles of this agent by outcome: done, failed, cancelled.',
    labelNames: [...STREAM, 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'schoolbell_sync_cycle_duration_seconds',
    help: 'How long cycles took.',
    labelNames: STREAM,
    buckets: CYCLE_SECONDS,
    registers,
  })
  const changes = new Counter({
    name: 'schoolbell_sync_changes_total',
    help: 'Entries applied to the store by kind: new, changed, deleted.',
    labelNames: [...STREAM, 'kind'],
    registers,
  })
  const reconciliations = new Counter({
    name: 'schoolbell_sync_reconciliations_total',
    help: 'Reconciliations by outcome: done, refused (nothing was swept away), failed, cancelled.',
    labelNames: [...STREAM, 'outcome'],
    registers,
  })
  const requests = new Counter({
    name: 'schoolbell_sync_http_requests_total',
    help: 'Requests that this agent has answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const calls = new Counter({
    name: 'schoolbell_sync_service_requests_total',
    help: 'Calls to the service by HTTP status; "none" when no answer began.',
    labelNames: ['status'],
    registers,
  })
  const indexFailures = new Counter({
    name: 'schoolbell_sync_search_index_failures_total',
    help: 'Attempts to bring the search index up to date that failed.',
    registers,
  })
  // A rate needs the zero it started from.
  for (const stream of streams) {
    seconds.zero(labelsOf(stream))
    for (const outcome of ['done', 'failed', 'cancelled']) cycles.inc({ ...labelsOf(stream), outcome }, 0)
    for (const kind of ['new', 'changed', 'deleted']) changes.inc({ ...labelsOf(stream), kind }, 0)
  }
  return {
    countRuns(reports: readonly (CycleReport | ReconcileReport)[]) {
      for (const report of reports) {
        const labels = labelsOf(report)
        if (!('dryRun' in report)) {
          cycles.inc({ ...labels, outcome: outcomeOf(report) })
          seconds.observe(labels, report.durationMs / 1000)
        } else if (report.dryRun) continue
        else reconciliations.inc({ ...labels, outcome: outcomeOf(report) })
        if (report.outcome === 'failed' || !report.applied) continue
        for (const kind of ['new', 'changed', 'deleted'] as const) {
          changes.inc({ ...labels, kind }, report.applied[kind])
        }
      }
    },
    countRequest(request: { method: string; route: string; status: number }, times = 1) {
      requests.inc(request, times)
    },
    countCall(status: number | 'none') {
      calls.inc({ status })
    },
    countIndexFailure() {
      indexFailures.inc()
    },
  }
}

function outcomeOf(report: CycleReport | ReconcileReport): string {
  if (report.outcome === 'failed') return report.failure.code === 'ABORTED' ? 'cancelled' : 'failed'
  return 'refused' in report && report.refused ? 'refused' : 'done'
}

interface StreamGauge {
  name: string
  help: string
  /** Undefined: nothing to show yet. */
  value: (stream: StreamStatus) => number | undefined
}

const STREAM_GAUGES: StreamGauge[] = [
  {
    name: 'schoolbell_sync_last_success_timestamp_seconds',
    help: 'When a cycle last succeeded, Unix time.',
    value: ({ lastSuccess }) => (lastSuccess === undefined ? undefined : Date.parse(lastSuccess) / 1000),
  },
  {
    name: 'schoolbell_sync_lag_seconds',
    help: 'How far the copy is behind now.',
    value: ({ lagMs }) => (lagMs === undefined ? undefined : lagMs / 1000),
  },
  {
    name: 'schoolbell_sync_entries',
    help: 'Published entries in the store.',
    value: ({ entries }) => entries,
  },
  {
    name: 'schoolbell_sync_tombstones',
    help: 'Deletions in the store, those of entries never seen included.',
    value: ({ deleted }) => deleted,
  },
  {
    name: 'schoolbell_sync_quarantined_entries',
    help: 'Entries that do not fit the contract.',
    value: ({ quarantined }) => quarantined,
  },
  {
    name: 'schoolbell_sync_clock_skew_seconds',
    help: "Service's clock ahead of this machine's.",
    value: ({ skewMs }) => (skewMs === undefined ? undefined : skewMs / 1000),
  },
  {
    name: 'schoolbell_sync_failures_in_a_row',
    help: 'Failed cycles since the last success.',
    value: ({ failuresInARow }) => failuresInARow,
  },
  {
    name: 'schoolbell_sync_breaker_open',
    help: '1 while scheduled cycles are left out after repeated failures.',
    value: ({ breaker }) => Number(breaker.state === 'open'),
  },
]

function makeGauges(registers: Registry[]) {
  const gauges = STREAM_GAUGES.map(({ name, help, value }) => {
    return { gauge: new Gauge({ name, help, labelNames: STREAM, registers }), value }
  })
  const leaseHeld = new Gauge({
    name: 'schoolbell_sync_lease_held',
    help: '1 when this agent is the one that writes the store.',
    registers,
  })
  return {
    clear() {
      for (const { gauge } of gauges) gauge.reset()
      leaseHeld.set(0)
    },
    show({ streams, lease }: Status) {
      leaseHeld.set(Number(lease.ours))
      for (const stream of streams) {
        for (const { gauge, value } of gauges) {
          const number = value(stream)
          if (number !== undefined) gauge.set(labelsOf(stream), number)
        }
      }
    },
  }
}

const labelsOf = ({ siteId, lang }: Stream) => ({ site_id: siteId, lang })

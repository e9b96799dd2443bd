/** Metrics that are counted as events happen. Metrics from the store are read at each scrape: operations/status-metrics.ts. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Stream } from './stream.ts'

const STREAM = ['site_id', 'lang'] as const
const CYCLE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(streams: readonly Stream[]) {
  // Each agent has its own registry, separate from other agents and from the host's.
  const registry = new Registry()
  const registers = [registry]
  const counter = <const Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Counter<Label>({ name: `schoolbell_sync_${name}`, help, labelNames: [...labelNames], registers })
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `schoolbell_sync_${name}`, help, registers })

  const metrics = {
    registry,
    cycles: counter('cycles_total', 'Cycles of this agent by outcome: done, failed, cancelled.', [
      ...STREAM,
      'outcome',
    ]),
    cycleSeconds: new Histogram({
      name: 'schoolbell_sync_cycle_duration_seconds',
      help: 'Duration of cycles.',
      labelNames: STREAM,
      buckets: CYCLE_SECONDS,
      registers,
    }),
    changes: counter('changes_total', 'Entries applied to the store by kind: new, changed, deleted.', [
      ...STREAM,
      'kind',
    ]),
    reconciliations: counter(
      'reconciliations_total',
      'Reconciliations by outcome: done, refused (nothing was deleted), failed, cancelled.',
      [...STREAM, 'outcome'],
    ),
    serviceRequests: counter(
      'service_requests_total',
      'Calls to the service by HTTP status; "none" without a response.',
      ['status'],
    ),
    requests: counter('http_requests_total', 'Requests to this agent.', ['method', 'route', 'status']),
    changeStreams: gauge('change_streams', 'Open streams of changes.'),
    changeWaiters: gauge('change_waiters', 'Calls that wait for changes.'),
    changeStreamsCutOff: counter(
      'change_streams_cut_off_total',
      'Streams of changes closed because their client did not read.',
    ),
    publications: counter('publications_total', 'Publications to the folder by outcome: done, failed.', [
      'outcome',
    ]),
    publishedFiles: counter(
      'published_files_total',
      'Files in the folder: written, removed, repaired (changed by others).',
      ['kind'],
    ),
    publishedAt: gauge(
      'published_timestamp_seconds',
      'Unix time when the folder last matched the store; 0 before.',
    ),
    webhookAttempts: counter(
      'webhook_attempts_total',
      'Attempts to deliver a message by outcome: delivered, failed, gone (410).',
      ['target', 'outcome'],
    ),
    alerts: counter('alerts_total', 'Calls of receivers of alerts by outcome: sent, failed.', [
      'target',
      'outcome',
    ]),
    mediaDownloads: counter('media_downloads_total', 'Downloads for the mirror by outcome: copied, failed.', [
      'outcome',
    ]),
    mediaBytes: counter('media_downloaded_bytes_total', 'Bytes of the copied files.'),
  }
  // An alert needs a first value of zero: without it, the first event is no increase.
  for (const stream of streams) {
    const labels = labelsOf(stream)
    metrics.cycleSeconds.zero(labels)
    for (const outcome of ['done', 'failed', 'cancelled']) metrics.cycles.inc({ ...labels, outcome }, 0)
    for (const outcome of ['done', 'refused', 'failed', 'cancelled'])
      metrics.reconciliations.inc({ ...labels, outcome }, 0)
    for (const kind of ['new', 'changed', 'deleted']) metrics.changes.inc({ ...labels, kind }, 0)
  }
  metrics.serviceRequests.inc({ status: 'none' }, 0)
  for (const outcome of ['done', 'failed']) metrics.publications.inc({ outcome }, 0)
  for (const kind of ['written', 'removed', 'repaired']) metrics.publishedFiles.inc({ kind }, 0)
  for (const outcome of ['copied', 'failed']) metrics.mediaDownloads.inc({ outcome }, 0)
  return metrics
}

export const labelsOf = ({ siteId, lang }: Stream) => ({ site_id: siteId, lang })

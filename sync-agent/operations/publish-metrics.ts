/** Metrics of the folder that is kept current. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { PublishReport } from '../outlets/files/publish.ts'

export interface PublishMetrics {
  countDone(report: Pick<PublishReport, 'written' | 'removed' | 'repaired'>): void
  countFailed(): void
}

export function publishMetrics(registers: Registry[]): PublishMetrics {
  const publications = new Counter({
    name: 'schoolbell_sync_publications_total',
    help: 'Publications to the folder by outcome: done, failed.',
    labelNames: ['outcome'],
    registers,
  })
  const files = new Counter({
    name: 'schoolbell_sync_published_files_total',
    help: 'Files in the folder by what was done: written, removed, repaired (somebody else had changed them).',
    labelNames: ['kind'],
    registers,
  })
  const published = new Gauge({
    name: 'schoolbell_sync_published_timestamp_seconds',
    help: 'When the folder was last as the store is, Unix time; 0 before.',
    registers,
  })
  return {
    countDone({ written, removed, repaired }) {
      publications.inc({ outcome: 'done' })
      files.inc({ kind: 'written' }, written)
      files.inc({ kind: 'removed' }, removed)
      files.inc({ kind: 'repaired' }, repaired.length)
      published.setToCurrentTime()
    },
    countFailed: () => publications.inc({ outcome: 'failed' }),
  }
}

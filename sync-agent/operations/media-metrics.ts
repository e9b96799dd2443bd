/** The metrics of the mirror. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { DownloadOutcome } from '../outlets/media/mirror.ts'
import type { MediaStatus } from '../outlets/media/reports.ts'

export interface MediaMetrics {
  countDownload(outcome: DownloadOutcome, bytes: number): void
  show(media: MediaStatus | undefined): void
}

export function mediaMetrics(registers: Registry[]): MediaMetrics {
  const downloads = new Counter({
    name: 'schoolbell_sync_media_downloads_total',
    help: 'Files fetched for the mirror by outcome: copied, failed.',
    labelNames: ['outcome'],
    registers,
  })
  const fetched = new Counter({
    name: 'schoolbell_sync_media_downloaded_bytes_total',
    help: 'Bytes of the files copied.',
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const files = gauge('schoolbell_sync_media_files', 'Files in the mirror.')
  const bytes = gauge('schoolbell_sync_media_bytes', 'Bytes in the mirror.')
  const waiting = gauge('schoolbell_sync_media_waiting', 'Addresses not tried yet.')
  const failed = gauge('schoolbell_sync_media_failed', 'Addresses tried in vain, to be tried again.')
  return {
    countDownload(outcome, size) {
      downloads.inc({ outcome })
      fetched.inc(size)
    },
    show(media) {
      files.set(media?.files ?? 0)
      bytes.set(media?.bytes ?? 0)
      waiting.set(media?.waiting ?? 0)
      failed.set(media?.failed ?? 0)
    },
  }
}

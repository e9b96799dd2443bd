/**
 * Progress of a large response: a bar on a terminal, otherwise a log line every few seconds. A normal cycle ends before
 * anything is shown.
 */
import type { Logger } from 'pino'
import type { SyncProgress } from '../../sync-agent/index.ts'
import { streamName } from '../print.ts'
import { barOf, megabytes, percent, showLine, type Terminal } from '../progress-line.ts'

export interface ProgressOptions {
  terminal: Terminal
  logger: Logger
  /** Monotonic milliseconds. */
  now: () => number
}

const BAR_AFTER_MS = 500
const BAR_EVERY_MS = 100
const LINE_EVERY_MS = 5_000

export function createProgress({ terminal, logger, now }: ProgressOptions): (progress: SyncProgress) => void {
  /** By stream: on a terminal of the last call, otherwise of the last line. */
  const latest = new Map<string, SyncProgress>()
  let drawnAt = Number.NEGATIVE_INFINITY
  return progress => {
    const name = streamName(progress.stream)
    const { elapsedMs } = progress
    const last = latest.get(name)
    const isAnotherResponse = last !== undefined && elapsedMs < last.elapsedMs
    if (terminal.isTTY) {
      if (isAnotherResponse) latest.clear()
      latest.set(name, progress)
      if (elapsedMs < BAR_AFTER_MS || now() - drawnAt < BAR_EVERY_MS) return
      drawnAt = now()
      showLine(terminal, sumOf([...latest.values()]))
    } else if (elapsedMs - (isAnotherResponse ? 0 : (last?.elapsedMs ?? 0)) >= LINE_EVERY_MS) {
      latest.set(name, progress)
      const { stream, entries, bytes, totalBytes } = progress
      const share = totalBytes === undefined ? '' : `, ${percent(bytes / totalBytes)}`
      const line = `${name}: ${entries} entries so far, ${megabytes(bytes)}${share}`
      logger.info({ ...stream, entries, bytes, totalBytes }, line)
    }
  }
}

/** As in `[##########··········]  50 %  1234 entries  5.0 MB`. */
function sumOf(all: readonly SyncProgress[]): string {
  const sum = (value: (progress: SyncProgress) => number) => all.reduce((total, one) => total + value(one), 0)
  const bytes = sum(progress => progress.bytes)
  // Not a number while one total is unknown.
  const share = bytes / sum(({ totalBytes = Number.NaN }) => totalBytes)
  const shown = Number.isNaN(share) ? [] : [barOf(share, '  ')]
  return [...shown, `${sum(({ entries }) => entries)} entries`, megabytes(bytes)].join('  ')
}

/**
 * Progress of a large response: a bar on a terminal, otherwise a log line every few seconds. A normal cycle ends before
 * anything is shown.
 */
import type { Logger } from 'pino'
import type { SyncProgress } from '../../sync-agent/index.ts'
import { streamName } from '../print.ts'
import { bar, megabytes, percent, showLine, type Terminal } from '../progress-line.ts'

export interface ProgressOptions {
  terminal: Terminal
  logger: Logger
  /** Monotonic milliseconds. */
  now: () => number
}

const BAR_AFTER_MS = 500
const BAR_EVERY_MS = 100
const LINE_EVERY_MS = 5_000

export function createProgress(options: ProgressOptions): (progress: SyncProgress) => void {
  return options.terminal.isTTY ? drawBar(options) : logLines(options)
}

function drawBar({ terminal, now }: ProgressOptions): (progress: SyncProgress) => void {
  const latest = new Map<string, SyncProgress>()
  let drawnAt = Number.NEGATIVE_INFINITY
  return progress => {
    const name = streamName(progress.stream)
    if (isAnother(progress, latest.get(name))) latest.clear()
    latest.set(name, progress)
    if (progress.elapsedMs < BAR_AFTER_MS || now() - drawnAt < BAR_EVERY_MS) return
    drawnAt = now()
    showLine(terminal, barOf([...latest.values()]))
  }
}

/** As in `[##########··········]  50 %  1234 entries  5.0 MB`. */
function barOf(all: readonly SyncProgress[]): string {
  const sum = (value: (progress: SyncProgress) => number) => all.reduce((total, one) => total + value(one), 0)
  const bytes = sum(progress => progress.bytes)
  // Not a number while one total is unknown.
  const share = bytes / sum(({ totalBytes = Number.NaN }) => totalBytes)
  const shown = Number.isNaN(share) ? [] : [bar(share), percent(share)]
  return [...shown, `${sum(({ entries }) => entries)} entries`, megabytes(bytes)].join('  ')
}

function logLines({ logger }: ProgressOptions): (progress: SyncProgress) => void {
  const logged = new Map<string, SyncProgress>()
  return progress => {
    const { stream, entries, bytes, totalBytes, elapsedMs } = progress
    const name = streamName(progress.stream)
    const last = logged.get(name)
    const lastMs = last === undefined || isAnother(progress, last) ? 0 : last.elapsedMs
    if (elapsedMs - lastMs < LINE_EVERY_MS) return
    logged.set(name, progress)
    const share = totalBytes === undefined ? '' : `, ${percent(bytes / totalBytes)}`
    logger.info(
      { ...stream, entries, bytes, totalBytes },
      `${name}: ${entries} entries so far, ${megabytes(bytes)}${share}`,
    )
  }
}

/** Whether this belongs to another response than the last call. */
const isAnother = ({ elapsedMs }: SyncProgress, last: SyncProgress | undefined) =>
  last !== undefined && elapsedMs < last.elapsedMs

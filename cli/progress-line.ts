/**
 * One line of progress on a terminal; nothing elsewhere. The cursor stays at the start of the line, so that the next line of
 * the log or of the results replaces it.
 */

import type { Logger } from 'pino'
import type { SyncProgress } from '../sync-agent/index.ts'
import { streamName } from './print.ts'

export interface Terminal {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

/** Erases the rest of a progress line: text that replaces the line begins or ends with it. */
export const CLEAR_LINE = '\x1b[K'

export function clearLine(terminal: Terminal): void {
  if (terminal.isTTY) terminal.write(CLEAR_LINE)
}

export function showLine(terminal: Terminal, text: string): void {
  if (terminal.isTTY) terminal.write(`${text.slice(0, (terminal.columns || 80) - 1)}${CLEAR_LINE}\r`)
}

const CELLS = 20

/** As in `[##########··········] 50 %`. */
export function barOf(share: number, gap = ' '): string {
  const cells = Math.floor(CELLS * Math.min(1, share))
  return `[${'#'.repeat(cells)}${'·'.repeat(CELLS - cells)}]${gap}${percent(share)}`
}

export const percent = (share: number) => `${Math.floor(100 * share)} %`
export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/**
 * @param least smaller totals are not shown, because they finish quickly
 * @param all formats the total, after `50 % of `
 */
export function createBar(
  terminal: Terminal,
  { least, all }: { least: number; all(total: number): string } = { least: 5_000_000, all: megabytes },
): { show(done: number, total: number): void; clear(): void } {
  let shown = ''
  return {
    show(done, total) {
      const text = `${barOf(done / total)} of ${all(total)}`
      if (total < least || text === shown) return
      shown = text
      showLine(terminal, text)
    },
    clear() {
      if (shown !== '') clearLine(terminal)
      shown = ''
    },
  }
}

const BAR_AFTER_MS = 500
const BAR_EVERY_MS = 100
const LINE_EVERY_MS = 5_000

/**
 * Progress of a large response: a bar on a terminal, otherwise a log line every few seconds. A normal cycle ends before
 * anything is shown.
 *
 * @param parts `now` is monotonic milliseconds
 */
export function createProgress({
  terminal,
  logger,
  now,
}: {
  terminal: Terminal
  logger: Logger
  now(): number
}): (progress: SyncProgress) => void {
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

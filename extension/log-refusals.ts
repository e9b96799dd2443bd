/**
 * Writes one line for each refused entrance: its code, what is wrong and what to do; never a token.
 *
 * Anybody can send wrong headers by the thousand, so each code has a limit of lines per minute. The rest is counted, and the
 * next line tells how many there were.
 */
import { type Clock, systemClock } from '../shared/clock.ts'
import { plainLine } from '../shared/text/table.ts'
import type { ExtensionError, ExtensionFault } from './errors.ts'

/** The console, or the logger of the web-app, such as `app.log` in Fastify. */
export interface RefusalLog {
  /** For entrances that the web-app refuses. */
  warn(line: string): void
  /** For entrances that fail: the status is 500 or above. */
  error(line: string): void
}

const LINES_PER_MINUTE = 10
const MINUTE_MS = 60_000
/** In characters. */
const LONGEST_LINE = 600
const LONGEST_CAUSE = 300

interface Minute {
  /** Milliseconds since the epoch. */
  since: number
  lines: number
  /** Refusals without a line, also of earlier minutes. */
  left: number
}

/**
 * For the option `onEntrance` of `createExtension`, with another log than the console.
 *
 * @example
 * onEntrance: logRefusals(app.log)
 */
export function logRefusals(
  log: RefusalLog,
  clock: Clock = systemClock,
): (outcome: 'visit' | ExtensionError) => void {
  const minutes = new Map<ExtensionFault, Minute>()
  return outcome => {
    // A visitor who disconnects is not refused.
    if (outcome === 'visit' || outcome.code === 'ABORTED') return
    const now = clock.now().epochMilliseconds
    const last = minutes.get(outcome.code)
    const isOver = last === undefined || now < last.since || now >= last.since + MINUTE_MS
    const minute = isOver ? { since: now, lines: 0, left: last?.left ?? 0 } : last
    minutes.set(outcome.code, minute)
    if (minute.lines >= LINES_PER_MINUTE) {
      minute.left += 1
      return
    }
    const line = lineOf(outcome, minute.left)
    minute.lines += 1
    minute.left = 0
    if (outcome.status >= 500) log.error(line)
    else log.warn(line)
  }
}

function lineOf({ code, status, message, cause }: ExtensionError, left: number): string {
  const others = left > 0 ? ` (and ${left} more before)` : ''
  const line = `schoolbell: entrance refused: ${code} ${status}${others}: ${message}${causeIn(cause)}`
  return plainLine(line.slice(0, LONGEST_LINE)).trim()
}

/** The web-app's own error, and where it comes from. */
function causeIn(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? `: ${cause.slice(0, LONGEST_CAUSE)}` : ''
  const [place] = /^ +at .*/m.exec(`${cause.stack}`) ?? ['']
  return `: ${`${cause.name}: ${cause.message}`.slice(0, LONGEST_CAUSE)}${place && ` (${place.trim()})`}`
}

/** The status as text for a terminal of 80 columns. */
import { counted } from '../../shared/text/counted.ts'
import { formatTable, wrap } from '../../shared/text/table.ts'
import type { MediaStatus } from '../outlets/media/reports.ts'
import { streamName } from '../stream.ts'
import { isFromFuture } from './age.ts'
import type { FollowerStatus } from './follower-status.ts'
import type { PopupStatus, Status, StreamStatus } from './status.ts'

const COLUMNS = 80
const HEADINGS = ['stream', 'state', 'lag', 'entries', 'deleted', 'quarantined', 'skew']

/**
 * The source, the lease, a row for each stream, and below its last cycles.
 *
 * @param call the words that start the agent's command, for hints
 */
export function formatStatus(status: Status, call = 'schoolbell-sync'): string {
  const { source, streams, lease, popups = [], followers = [], media } = status
  const rows = streams.map(stream => [
    streamName(stream),
    stateOf(stream),
    stream.lagMs === undefined ? '-' : ageInWords(stream.lagMs),
    `${stream.entries}`,
    `${stream.deleted}`,
    `${stream.quarantined}`,
    stream.skewMs === undefined ? '-' : inWords(stream.skewMs),
  ])
  const writer = lease.holder ? `written by ${lease.holder} (lease ${lease.token})` : 'written by nobody now'
  return [
    /^https?:/.test(source) ? `news from ${source}` : `no news copied yet into ${source}`,
    writer,
    formatTable(HEADINGS, rows),
    ...streams.flatMap(lastCycles),
    ...streams.flatMap(stream => remarked(stream, call)),
    ...popups.flatMap(relayed),
    ...followers.flatMap(followed),
    ...(media ? [mirrored(media, call)] : []),
  ].join('\n')
}

/** Short, because clocks may differ by hours and copies may be days old. */
export function inWords(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000)
  const sign = milliseconds < 0 && seconds > 0 ? '-' : ''
  if (seconds < 120) return `${sign}${seconds} s`
  if (seconds < 2 * 3600) return `${sign}${Math.round(seconds / 60)} min`
  if (seconds < 48 * 3600) return `${sign}${Math.round(seconds / 3600)} h`
  return `${sign}${Math.round(seconds / 86_400)} d`
}

/** As in `31 s`, or after the clock was set back `8 h ahead`. */
function ageInWords(milliseconds: number): string {
  return isFromFuture(milliseconds) ? `${inWords(-milliseconds)} ahead` : inWords(Math.max(0, milliseconds))
}

function lastCycles(stream: StreamStatus): string[] {
  const { lastSuccess, aheadMs, lastDurationMs, lastError, failuresInARow, breaker } = stream
  const took = lastDurationMs === undefined ? '' : `, took ${Math.round(lastDurationMs)} ms`
  const held = breaker.until ? `; next attempt after ${seconds(breaker.until)}` : ''
  const ahead = aheadMs === undefined ? '' : `, ${inWords(aheadMs)} ahead of this machine's clock`
  const success = `${streamName(stream)}: last success ${seconds(lastSuccess)}${ahead}${took}${held}`
  const lines = [wrap(success, COLUMNS, '  ')]
  if (lastSuccess) lines.push(wrap(`  ${reconciled(stream)}`, COLUMNS, '    '))
  if (lastError) {
    const over = failuresInARow === 0 ? ' (over)' : ''
    lines.push(wrap(`  last error ${seconds(lastError.at)}${over} ${lastError.message}`, COLUMNS, '    '))
  }
  return lines
}

function reconciled({ lastReconciliation: run }: StreamStatus): string {
  return `last reconciliation ${seconds(run?.startedAt)}${run?.error ? ` (failed) ${run.error.message}` : ''}`
}

function remarked(stream: StreamStatus, call: string): string[] {
  if (stream.remarked === 0) return []
  const entries = counted(stream.remarked, 'entry with remarks', 'entries with remarks')
  return [wrap(`${streamName(stream)}: ${entries}: see ${call} remarks list`, COLUMNS, '  ')]
}

function relayed(popups: PopupStatus): string[] {
  const { messages, changedAt, checkedAt, lastError } = popups
  const what =
    messages === undefined
      ? 'none received yet'
      : `${messages}, confirmed ${seconds(checkedAt)}, unchanged since ${seconds(changedAt)}`
  const lines = [wrap(`popups ${streamName(popups)}: ${what}`, COLUMNS, '  ')]
  if (lastError)
    lines.push(wrap(`  last error ${seconds(lastError.at)} ${lastError.message}`, COLUMNS, '    '))
  return lines
}

function followed({ name, to, state, behind, aside, oldestMs, ...follower }: FollowerStatus): string[] {
  const { lastDone, lastFailure, failuresInARow, restsUntil } = follower
  const doing = restsUntil === undefined ? state : `pauses until ${seconds(restsUntil)}`
  const since = oldestMs === undefined ? '' : ` (${ageInWords(oldestMs)})`
  const what = `${doing}, ${behind} waiting, ${aside} put aside${since}, last done ${seconds(lastDone)}`
  const lines = [wrap(`${name}${to === undefined ? '' : ` ${to}`}: ${what}`, COLUMNS, '  ')]
  if (lastFailure) {
    const over = failuresInARow === 0 ? ' (over)' : ''
    lines.push(wrap(`  last error ${seconds(lastFailure.at)}${over} ${lastFailure.message}`, COLUMNS, '    '))
  }
  return lines
}

function mirrored({ files, bytes, waiting, failed }: MediaStatus, call: string): string {
  const held = `${counted(files, 'file')} (${(bytes / 1_000_000).toFixed(1)} MB)`
  const hint = failed > 0 ? `: see ${call} media list` : ''
  return wrap(`media: ${held}, ${waiting} waiting, ${failed} not mirrored${hint}`, COLUMNS, '  ')
}

export function stateOf({ failuresInARow, lastSuccess, breaker }: StreamStatus): string {
  if (breaker.state === 'open') return `paused (${failuresInARow})`
  if (failuresInARow > 0) return `failing (${failuresInARow})`
  return lastSuccess ? 'well' : 'never run'
}

const seconds = (instant: string | undefined) => instant?.replace(/\.\d+Z$/, 'Z') ?? 'never'

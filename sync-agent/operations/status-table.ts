/** The status as text for a terminal of 80 columns. */
import { counted } from '../../shared/text/counted.ts'
import { formatTable, wrap } from '../../shared/text/table.ts'
import type { FollowerStatus } from '../log/reports.ts'
import type { MediaCounts } from '../store/media-types.ts'
import { streamName } from '../stream.ts'
import { ageInWords, inWords } from './age.ts'
import type { PopupStatus, Status, StreamStatus } from './status.ts'

const COLUMNS = 80
const HEADINGS = ['stream', 'state', 'lag', 'entries', 'deleted', 'quarantined', 'skew']

/**
 * The source, the lease, a row for each stream, below its last cycles, and at the end each error once, with what it concerns.
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
    ...popups.map(relayed),
    ...followers.map(followed),
    ...(media ? [mirrored(media, call)] : []),
    ...lastErrors([
      ...streams.map(one => ({
        name: streamName(one),
        last: one.lastError,
        isOver: one.failuresInARow === 0,
      })),
      ...popups.map(one => ({ name: `popups ${streamName(one)}`, last: one.lastError, isOver: false })),
      ...followers.map(one => ({ name: one.name, last: one.lastFailure, isOver: one.failuresInARow === 0 })),
    ]),
  ].join('\n')
}

function lastCycles(stream: StreamStatus): string[] {
  const { lastSuccess, aheadMs, lastDurationMs, breaker } = stream
  const took = lastDurationMs === undefined ? '' : `, took ${Math.round(lastDurationMs)} ms`
  const held = breaker.until ? `; next attempt after ${seconds(breaker.until)}` : ''
  const ahead = aheadMs === undefined ? '' : `, ${inWords(aheadMs)} ahead of this machine's clock`
  const success = `${streamName(stream)}: last success ${seconds(lastSuccess)}${ahead}${took}${held}`
  return [
    wrap(success, COLUMNS, '  '),
    ...(lastSuccess ? [wrap(`  ${reconciled(stream)}`, COLUMNS, '    ')] : []),
  ]
}

function reconciled({ lastReconciliation: run }: StreamStatus): string {
  const refused = run?.refused ? ` (refused) ${run.refused}` : ''
  const failed = run?.error ? ` (failed) ${withCode(run.error)}` : ''
  return `last reconciliation ${seconds(run?.startedAt)}${refused}${failed}`
}

function remarked(stream: StreamStatus, call: string): string[] {
  if (stream.remarked === 0) return []
  const entries = counted(stream.remarked, 'entry with remarks', 'entries with remarks')
  return [wrap(`${streamName(stream)}: ${entries}: see ${call} remarks list`, COLUMNS, '  ')]
}

function relayed(popups: PopupStatus): string {
  const { messages, changedAt, checkedAt } = popups
  const what =
    messages === undefined
      ? 'none received yet'
      : `${messages}, confirmed ${seconds(checkedAt)}, unchanged since ${seconds(changedAt)}`
  return wrap(`popups ${streamName(popups)}: ${what}`, COLUMNS, '  ')
}

function followed({ name, to, state, behind, aside, oldestMs, ...follower }: FollowerStatus): string {
  const { lastDone, restsUntil } = follower
  const doing = restsUntil === undefined || state !== 'active' ? state : `pauses until ${seconds(restsUntil)}`
  const since = oldestMs === undefined ? '' : `, the oldest for ${ageInWords(oldestMs)}`
  const what = `${doing}, ${behind} waiting, ${aside} put aside${since}, last done ${seconds(lastDone)}`
  return wrap(`${name}${to === undefined ? '' : ` ${to}`}: ${what}`, COLUMNS, '  ')
}

interface LastError {
  name: string
  last: (CodedMessage & { at: string }) | undefined
  isOver: boolean
}

interface CodedMessage {
  code?: string
  message: string
}

/** The guides are ordered by code. The message of an error of the service has its code already. */
export const withCode = ({ code, message }: CodedMessage): string =>
  code === undefined || message.includes(code) ? message : `${code}: ${message}`

/** In an outage many have the same one. */
function lastErrors(errors: readonly LastError[]): string[] {
  const same = Map.groupBy(
    errors.filter(({ last }) => last),
    ({ last, isOver }) => `${isOver ? ' (over)' : ''} ${last && withCode(last)}`,
  )
  return [...same].map(([message, concerned]) => {
    const latest = concerned
      .map(({ last }) => last?.at)
      .sort()
      .at(-1)
    const names = concerned.map(({ name }) => name).join(', ')
    return wrap(`${names}: last error ${seconds(latest)}${message}`, COLUMNS, '  ')
  })
}

function mirrored({ files, bytes, waiting, failed }: MediaCounts, call: string): string {
  const held = `${counted(files, 'file')} (${(bytes / 1_000_000).toFixed(1)} MB)`
  const hint = failed > 0 ? `: see ${call} media list` : ''
  return wrap(`media: ${held}, ${waiting} waiting, ${failed} not mirrored${hint}`, COLUMNS, '  ')
}

/** `old`: no cycle has failed, but none has succeeded for too long. */
export function stateOf({ failuresInARow, lastSuccess, stale, breaker }: StreamStatus): string {
  if (breaker.state === 'open') return `paused (${failuresInARow})`
  if (failuresInARow > 0) return `failing (${failuresInARow})`
  if (!lastSuccess) return 'never run'
  return stale ? 'old' : 'well'
}

const seconds = (instant: string | undefined) => instant?.replace(/\.\d+Z$/, 'Z') ?? 'never'

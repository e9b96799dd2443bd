/** The status as one line and a verdict, for cron and Nagios. */
import { Temporal } from 'temporal-polyfill'
import { plainLine } from '../../shared/text/table.ts'
import { streamName } from '../stream.ts'
import { aheadMs, isFresh } from './age.ts'
import type { Status, StreamStatus } from './status.ts'
import { inWords, stateOf } from './status-table.ts'

export interface StatusCheckOptions {
  /** As in the agent's options; default 15 minutes. */
  staleAfterMs?: number | undefined
  now: Temporal.Instant
}

export interface StatusCheck {
  /** Every stream was copied within `staleAfterMs`, and no cycle has failed since. */
  well: boolean
  line: string
}

export function checkStatus(
  { streams }: Pick<Status, 'streams'>,
  { staleAfterMs = 15 * 60_000, now }: StatusCheckOptions,
): StatusCheck {
  if (streams.length === 0) return { well: false, line: 'no news copied yet' }
  const judged = streams.map(stream => {
    const copiedAt = stream.lastSuccess ? Temporal.Instant.from(stream.lastSuccess) : undefined
    const well = isFresh(copiedAt, now, staleAfterMs) && stateOf(stream) === 'well'
    return { stream, copiedAt, well }
  })
  const bad = judged.filter(({ well }) => !well)
  const told = bad.length > 0 ? bad : judged
  const line = plainLine(told.map(({ stream, copiedAt }) => inOneLine(stream, copiedAt, now)).join('; '))
  return { well: bad.length === 0, line }
}

/** As in `academy/en-US failing (3), copied 21 min ago: D20003 timeout`. */
function inOneLine(
  stream: StreamStatus,
  copiedAt: Temporal.Instant | undefined,
  now: Temporal.Instant,
): string {
  const { failuresInARow, lastError } = stream
  const state = stateOf(stream)
  const why = failuresInARow > 0 && lastError ? `: ${lastError.message}` : ''
  return [
    streamName(stream),
    failuresInARow > 0 ? ` ${state},` : '',
    ` ${howLongAgo(copiedAt, now)}`,
    why,
  ].join('')
}

function howLongAgo(copiedAt: Temporal.Instant | undefined, now: Temporal.Instant): string {
  if (!copiedAt) return 'never copied'
  const ahead = aheadMs(copiedAt, now)
  if (ahead !== undefined) return `last copied ${inWords(ahead)} ahead of this machine's clock`
  return `copied ${inWords(Math.max(0, now.since(copiedAt).total('milliseconds')))} ago`
}

/** The status as one line and a verdict, for cron and Nagios. */
import { plainLine } from '../../shared/text/table.ts'
import { streamName } from '../stream.ts'
import { inWords } from './age.ts'
import type { Status, StreamStatus } from './status.ts'
import { stateOf, withCode } from './status-table.ts'

export interface StatusCheck {
  /** Every stream was copied within 15 minutes, and no cycle has failed since. */
  well: boolean
  line: string
}

export function checkStatus({ streams }: Pick<Status, 'streams'>): StatusCheck {
  if (streams.length === 0) return { well: false, line: 'no news copied yet' }
  const bad = streams.filter(stream => stateOf(stream) !== 'well')
  const line = plainLine((bad.length > 0 ? bad : streams).map(inOneLine).join('; '))
  return { well: bad.length === 0, line }
}

/** For alerts too: as in `academy/en-US failing (3), copied 21 min ago: D20003 timeout`. */
export function inOneLine(stream: StreamStatus): string {
  const { failuresInARow, lastError } = stream
  const state = failuresInARow > 0 ? `${stateOf(stream)}, ` : ''
  const why = failuresInARow > 0 && lastError ? `: ${withCode(lastError)}` : ''
  return `${streamName(stream)} ${state}${howLongAgo(stream)}${why}`
}

function howLongAgo({ ageMs, aheadMs }: StreamStatus): string {
  if (ageMs === undefined) return 'never copied'
  if (aheadMs !== undefined) return `last copied ${inWords(aheadMs)} ahead of this machine's clock`
  return `copied ${inWords(Math.max(0, ageMs))} ago`
}

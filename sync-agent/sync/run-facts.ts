/** Facts of a run, for reports. */
import { Temporal } from 'temporal-polyfill'
import type { RunFacts, RunRecord } from '../store/types.ts'

export function factsOf({
  from,
  answeredAtMs,
  txID,
  rows,
  skewMs,
  attempts,
  durationMs,
}: RunRecord): RunFacts {
  return {
    ...(from !== undefined && { from }),
    ...(answeredAtMs !== undefined && {
      answeredAt: Temporal.Instant.fromEpochMilliseconds(answeredAtMs).toString(),
    }),
    ...(txID !== undefined && { txID }),
    ...(rows !== undefined && { rows }),
    ...(skewMs !== undefined && { skewMs }),
    ...(attempts !== undefined && { attempts }),
    durationMs,
  }
}

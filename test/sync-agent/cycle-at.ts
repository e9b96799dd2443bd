/** What a cycle came to, for a test that writes into the store by itself. */

import type { Temporal } from 'temporal-polyfill'
import type { RunOutcome } from '../../sync-agent/store/types.ts'

export const SERVICE = 'http://service.example/cms'

/** Where a stream stands after a cycle that took a millisecond. */
export const cursorAt = (at: Temporal.Instant) => ({ at, dated: true, cycleMs: 1 })

/** Of a cycle that took a millisecond. */
export const cycleAt = (at: Temporal.Instant, differing: Partial<RunOutcome> = {}): RunOutcome => ({
  run: { kind: 'cycle', startedAt: at, durationMs: 1 },
  finishedAt: at,
  serviceUrl: SERVICE,
  ...differing,
})

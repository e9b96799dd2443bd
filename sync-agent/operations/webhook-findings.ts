/** The doctor's findings about webhooks: failing receivers and failed messages. */

import type { TargetReport } from '../outlets/webhooks/reports.ts'
import type { Finding } from './doctor.ts'

/** More than a short problem causes. */
const NOTABLE_FAILURES = 3

export function webhookFindings(targets: readonly TargetReport[]): Finding[] {
  return targets.map(target => {
    const detail = concern(target)
    const check = `webhook ${target.id}`
    return detail === undefined
      ? { check, result: 'ok', detail: `${target.waiting} waiting, none failed` }
      : { check, result: 'warning', detail }
  })
}

function concern({
  id,
  state,
  dead,
  failuresInARow,
  waiting,
  lastFailure,
}: TargetReport): string | undefined {
  if (state === 'gone') return `answered 410, so it gets no messages; webhooks resume ${id}, or remove ${id}`
  if (state === 'paused') return `paused, ${waiting} waiting; webhooks resume ${id}`
  if (failuresInARow >= NOTABLE_FAILURES) {
    return `${failuresInARow} failed attempts in a row: ${lastFailure?.message ?? ''}`
  }
  return dead > 0 ? `${dead} failed; webhooks deliveries --dead, then replay or drop` : undefined
}

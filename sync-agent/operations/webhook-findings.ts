/** What an operator should know of the webhooks, for the doctor: whom nobody reaches, and what was given up. */

import type { TargetReport } from '../outlets/webhooks/reports.ts'
import type { Finding } from './doctor.ts'

/** As many failures as a single hiccup does not bring. */
const NOTABLE_FAILURES = 3

export function webhookFindings(targets: readonly TargetReport[]): Finding[] {
  return targets.map(target => {
    const detail = concern(target)
    const check = `webhook ${target.id}`
    return detail === undefined
      ? { check, result: 'ok', detail: `${target.waiting} waiting, nothing given up` }
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
  if (state === 'gone') return `answered 410 and is told nothing; webhooks resume ${id}, or remove ${id}`
  if (state === 'paused') return `paused, ${waiting} waiting; webhooks resume ${id}`
  if (failuresInARow >= NOTABLE_FAILURES) {
    return `${failuresInARow} failed attempts in a row: ${lastFailure?.message ?? ''}`
  }
  return dead > 0 ? `${dead} given up; webhooks deliveries --dead, then replay or drop` : undefined
}

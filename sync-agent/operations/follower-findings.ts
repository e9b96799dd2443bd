/** The doctor's findings about followers: targets that fail, and what they have refused. */

import type { Finding } from './doctor.ts'
import type { FollowerStatus } from './follower-status.ts'

/** More than a short problem causes. */
const NOTABLE_FAILURES = 3

export function followerFindings(followers: readonly FollowerStatus[]): Finding[] {
  return followers.map(follower => {
    const detail = concern(follower)
    return detail === undefined
      ? { check: follower.name, result: 'ok', detail: `${follower.behind} waiting, none put aside` }
      : { check: follower.name, result: 'warning', detail }
  })
}

function concern({
  name,
  state,
  aside,
  failuresInARow,
  behind,
  lastFailure,
}: FollowerStatus): string | undefined {
  if (state === 'gone') return 'answered 410, so it gets nothing; resume or remove this webhook'
  if (state === 'paused') return `paused, ${behind} waiting; resume this webhook`
  if (failuresInARow >= NOTABLE_FAILURES)
    return `${failuresInARow} failures in a row: ${lastFailure?.message ?? ''}`
  return aside > 0 ? `${aside} put aside; followers aside ${name}, then retry or skip` : undefined
}

/** The doctor's findings in the store: odd entries, followers whose targets fail, and what these have refused. */
import { type FollowerStatus, resuming } from '../log/reports.ts'
import { ageInWords, isOlder } from './age.ts'
import type { Finding } from './doctor.ts'
import type { Status } from './status.ts'

/** More than a short problem causes. */
const NOTABLE_FAILURES = 3
/** As in the alert. */
export const NOTABLE_WAIT_MS = 60 * 60_000

/** @param call the words that start the agent's command */
export function storeFindings(
  { streams, followers = [] }: Pick<Status, 'streams' | 'followers'>,
  call: string,
): Finding[] {
  return [...remarks(streams, call), ...followers.map(follower => finding(follower, call))]
}

function remarks(streams: Status['streams'], call: string): Finding[] {
  const entries = streams.reduce((sum, { remarked }) => sum + remarked, 0)
  if (entries === 0) return []
  const which = entries === 1 ? '1 published entry has' : `${entries} published entries have`
  return [{ check: 'remarks', result: 'warning', detail: `${which} remarks: see ${call} remarks list` }]
}

function finding(follower: FollowerStatus, call: string): Finding {
  const detail = followerConcern(follower, call)
  return detail === undefined
    ? { check: follower.name, result: 'ok', detail: `${follower.behind} waiting, none put aside` }
    : { check: follower.name, result: 'warning', detail }
}

/** What an operator should know of it, with the remedy; undefined: nothing. */
export function followerConcern(
  { name, state, aside, behind, oldestMs, ...follower }: FollowerStatus,
  call: string,
): string | undefined {
  const { failuresInARow, lastFailure } = follower
  if (state === 'gone') return `answered 410, so it gets nothing; ${call} ${resuming(name)}, or remove it`
  if (state === 'paused') return `paused, ${behind} waiting; ${call} ${resuming(name)}`
  if (failuresInARow >= NOTABLE_FAILURES)
    return `${failuresInARow} failures in a row: ${lastFailure?.message ?? ''}`
  if (aside > 0) return `${aside} put aside; ${call} followers aside ${name}, then retry or skip`
  return oldestMs !== undefined && isOlder(oldestMs, NOTABLE_WAIT_MS)
    ? `${behind} waiting (${ageInWords(oldestMs)})`
    : undefined
}

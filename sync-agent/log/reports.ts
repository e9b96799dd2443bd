/** How far each follower has come, for operators, `--json`, metrics and the agent's status. */

import { countAfter } from '../store/change-log.ts'
import type { DestinationKind } from '../store/destination-types.ts'
import { destinationNamed, followerOf, listDestinations } from '../store/destinations.ts'
import type { FollowerState, PutAside } from '../store/followers.ts'
import { asideCounts, listFollowers } from '../store/followers.ts'
import type { AgentStore } from '../store/store.ts'
import type { Stream } from '../stream.ts'

/** Instants are ISO 8601 in UTC. */
export interface FollowerStatus {
  name: string
  /** The published folder, or a destination's host; the rest of its address may contain a token. */
  to?: string
  /** `gone`: the webhook answered 410. */
  state: 'active' | 'paused' | 'gone'
  /** All changes up to here are applied, or put aside. */
  seq: number
  /** Later changes in the store. */
  behind: number
  /** Entries that its target has refused, to be tried again. */
  aside: number
  /** Age of the oldest of both, milliseconds; absent if there is none. */
  oldestMs?: number
  /** Failures since its target last took anything. */
  failuresInARow: number
  /** It pauses: no attempt before this time. */
  restsUntil?: string
  /** When its target last took something. */
  lastDone?: string
  /** The last failure, even if later attempts succeeded. */
  lastFailure?: { at: string; message: string }
}

/** An entry that a follower's target has refused. */
export interface AsideReport extends Stream {
  id: number
  follower: string
  /** Absent for the end of a stream's first sync. */
  newsId?: string
  since: string
  attempts: number
  next: string
  reason: string
}

export async function followerStatuses(store: AgentStore, nowMs: number): Promise<FollowerStatus[]> {
  const counts = await asideCounts(store)
  const destinations = await listDestinations(store)
  const statuses = (await listFollowers(store)).map(async follower => {
    const aside = counts.find(count => count.follower === follower.name)
    const destination = destinations.find(one => followerOf(one) === follower.name)
    return {
      ...statusOf(follower, nowMs),
      ...(destination && { to: hostOf(destination.address) }),
      state: destination?.state ?? 'active',
      ...(await waiting(store, follower.seq, nowMs, aside?.since)),
      aside: aside?.count ?? 0,
    }
  })
  return Promise.all(statuses)
}

/** What resumes a follower that gets nothing; undefined: it works. */
export const whyStopped = ({ name, state }: Pick<FollowerStatus, 'name' | 'state'>): string | undefined =>
  state === 'active' ? undefined : `${name} is ${state}; it goes on with schoolbell sync ${resuming(name)}`

const COMMANDS = { webhook: 'webhooks', sql: 'sql', wordpress: 'wordpress' } satisfies Record<
  DestinationKind,
  string
>

/** As in `webhooks resume 1`. */
export function resuming(name: string): string {
  const { kind, id } = destinationNamed(name)
  return `${COMMANDS[kind]} resume ${id}`
}

/** A file's address has no host. */
const hostOf = (address: string) => URL.parse(address)?.host || address

/** @param asideSince the oldest entry that is put aside */
export async function waiting(
  store: AgentStore,
  seq: number,
  nowMs: number,
  asideSince = Number.POSITIVE_INFINITY,
): Promise<Pick<FollowerStatus, 'behind' | 'oldestMs'>> {
  const { count: behind, firstAt = Number.POSITIVE_INFINITY } = await countAfter(store, seq)
  const oldest = Math.min(firstAt, asideSince)
  return { behind, ...(Number.isFinite(oldest) && { oldestMs: nowMs - oldest }) }
}

function statusOf(follower: FollowerState, nowMs: number) {
  const { name, seq, failures: failuresInARow, notBefore, doneAt, failedAt, failure } = follower
  return {
    ...{ name, seq: Math.max(0, seq), failuresInARow },
    ...(notBefore !== undefined && notBefore > nowMs && { restsUntil: isoTime(notBefore) }),
    ...(doneAt !== undefined && { lastDone: isoTime(doneAt) }),
    ...(failedAt !== undefined && { lastFailure: { at: isoTime(failedAt), message: failure ?? '' } }),
  }
}

export const asideReport = ({ id, follower, siteId, lang, newsId, ...aside }: PutAside): AsideReport => ({
  ...{ id, follower, siteId, lang },
  ...(newsId !== undefined && { newsId }),
  ...{
    since: isoTime(aside.since),
    attempts: aside.attempts,
    next: isoTime(aside.nextAt),
    reason: aside.reason,
  },
})

const isoTime = (epochMs: number) => new Date(epochMs).toISOString()

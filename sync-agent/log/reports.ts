/** How far each follower has come, for operators, `--json`, metrics and the agent's status. */
import type { FollowerState, PutAside } from '../store/followers.ts'
import type { AgentStore } from '../store/store.ts'
import type { Stream } from '../stream.ts'

/** Instants are ISO 8601 in UTC. */
export interface FollowerReport {
  name: string
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

export async function followerReports(
  store: Pick<AgentStore, 'followers' | 'asideCounts' | 'after'>,
  nowMs: number,
): Promise<FollowerReport[]> {
  const counts = await store.asideCounts()
  const reports = (await store.followers()).map(async follower => {
    const aside = counts.find(count => count.follower === follower.name)
    const { count: behind, firstAt } = await store.after(follower.seq)
    const oldest = Math.min(firstAt ?? Number.POSITIVE_INFINITY, aside?.since ?? Number.POSITIVE_INFINITY)
    return {
      ...reportOf(follower, nowMs),
      ...{ behind, aside: aside?.count ?? 0 },
      ...(Number.isFinite(oldest) && { oldestMs: nowMs - oldest }),
    }
  })
  return Promise.all(reports)
}

function reportOf(follower: FollowerState, nowMs: number): Omit<FollowerReport, 'behind' | 'aside'> {
  const { name, seq, failures: failuresInARow, notBefore, doneAt, failedAt, failure } = follower
  return {
    ...{ name, seq, failuresInARow },
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

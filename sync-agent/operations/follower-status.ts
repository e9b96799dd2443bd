/** Followers as the status, metrics, alerts and the doctor show them. */
import { type FollowerReport, followerReports } from '../log/reports.ts'
import type { AgentStore } from '../store/store.ts'
import { followerOf } from '../store/webhook-targets.ts'

export interface FollowerStatus extends FollowerReport {
  /** A webhook's host; the rest of its address may contain a token. */
  to?: string
  /** `gone`: the webhook answered 410. */
  state: 'active' | 'paused' | 'gone'
}

export async function followerStatuses(
  store: Pick<AgentStore, 'followers' | 'asideCounts' | 'after' | 'webhooks'>,
  nowMs: number,
): Promise<FollowerStatus[]> {
  const targets = await store.webhooks.targets()
  return (await followerReports(store, nowMs)).map(report => {
    const target = targets.find(({ id }) => followerOf(id) === report.name)
    return { ...report, ...(target && { to: new URL(target.url).host }), state: target?.state ?? 'active' }
  })
}

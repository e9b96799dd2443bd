/** Reports of webhooks, for operators and `--json`. Without secrets. */
import type { FollowerStatus } from '../../log/reports.ts'
import type { Webhook, WebhookSettings } from './webhook.ts'

/** Instants are ISO 8601 in UTC. */
export interface TargetReport extends Partial<Pick<WebhookSettings, 'events' | 'siteIds' | 'langs'>> {
  id: number
  url: string
  /** It began at the beginning: it gets each entry by itself. */
  backlog: boolean
  /** `gone`: it answered 410. */
  state: Webhook['state']
  reason?: string
  created: string
  /** Why its messages cannot be signed. */
  keyFault?: string
  /** How far it has come; its name is that of `schoolbell sync followers`. */
  follower: FollowerStatus
}

export function targetReport(
  target: Webhook,
  backlog: boolean,
  follower: FollowerStatus,
  keyFault: string | undefined,
): TargetReport {
  const { id, address: url, siteIds, langs, state, reason, createdAt } = target
  const { events } = target.settings
  return {
    ...{ id, url },
    ...(events && { events }),
    ...(siteIds && { siteIds }),
    ...(langs && { langs }),
    ...{ backlog, state },
    ...(reason !== undefined && { reason }),
    created: new Date(createdAt).toISOString(),
    ...(keyFault !== undefined && { keyFault }),
    follower,
  }
}

/** The webhooks' part of the store: targets and the outbox. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Fence } from './fence.ts'
import { type WebhookQueue, webhookQueue } from './webhook-queue.ts'
import { type WebhookTargets, webhookTargets } from './webhook-targets.ts'
import type { Named } from './webhook-types.ts'

export type WebhookStore = WebhookTargets & WebhookQueue

export function webhookStore(database: SqliteDatabase, fence: Fence, named: Named): WebhookStore {
  return { ...webhookTargets(database, named), ...webhookQueue(database, fence, named) }
}

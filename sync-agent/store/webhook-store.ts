/** The webhooks' part of the store: targets and the outbox. */
import type { Engine } from './engine.ts'
import { queueStore, type WebhookQueue } from './webhook-queue.ts'
import { targetStore, type WebhookTargets } from './webhook-targets.ts'

export type WebhookStore = WebhookTargets & WebhookQueue

export function webhookStore(engine: Engine): WebhookStore {
  return { ...targetStore(engine), ...queueStore(engine) }
}

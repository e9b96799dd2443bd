/** The metrics of webhooks, by a target's number: an address may hold a token. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { WebhookStatus } from '../outlets/webhooks/reports.ts'

export interface WebhookMetrics {
  countAttempt(targetId: number, outcome: 'delivered' | 'failed' | 'gone'): void
  show(targets: readonly WebhookStatus[]): void
  clear(): void
}

const TARGET = ['target'] as const

export function webhookMetrics(registers: Registry[]): WebhookMetrics {
  const attempts = new Counter({
    name: 'schoolbell_sync_webhook_attempts_total',
    help: 'Attempts to deliver a message by outcome: delivered, failed, gone (410).',
    labelNames: [...TARGET, 'outcome'],
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: TARGET, registers })
  const waiting = gauge('schoolbell_sync_webhook_waiting', 'Messages still to be delivered.')
  const oldest = gauge(
    'schoolbell_sync_webhook_oldest_seconds',
    'How long the oldest message has waited; 0 when none does.',
  )
  const dead = gauge('schoolbell_sync_webhook_dead_letters', 'Messages given up, kept to be replayed.')
  const failures = gauge(
    'schoolbell_sync_webhook_failures_in_a_row',
    'Attempts since the last that succeeded.',
  )
  return {
    countAttempt: (target, outcome) => attempts.inc({ target, outcome }),
    clear() {
      for (const each of [waiting, oldest, dead, failures]) each.reset()
    },
    show(targets) {
      for (const { id: target, ...status } of targets) {
        waiting.set({ target }, status.waiting)
        oldest.set({ target }, (status.oldestMs ?? 0) / 1000)
        dead.set({ target }, status.dead)
        failures.set({ target }, status.failuresInARow)
      }
    },
  }
}

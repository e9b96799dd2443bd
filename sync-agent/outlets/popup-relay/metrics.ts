/**
 * The popup relay's metrics. It counts in plain numbers, because it serves thousands of visitors a second; they are read at
 * each scrape.
 */
import { Counter, Gauge, type Registry } from 'prom-client'
import { labelsOf } from '../../metrics.ts'
import type { Stream } from '../../stream.ts'
import type { PollerState } from './poller.ts'

const STREAM = ['site_id', 'lang'] as const

export function relayMetrics(registry: Registry, states: () => readonly (Stream & PollerState)[]): void {
  const registers = [registry]
  /** Only sites and languages that were requested at least once. */
  const inUse = () => states().filter(({ answers }) => answers.fresh + answers.stale + answers.failed > 0)
  new Counter({
    name: 'schoolbell_sync_popup_answers_total',
    help: 'Popup responses: fresh, stale (the last good response), failed.',
    labelNames: [...STREAM, 'kind'],
    registers,
    collect() {
      this.reset()
      for (const { answers, ...stream } of inUse()) {
        for (const [kind, count] of Object.entries(answers)) this.inc({ ...labelsOf(stream), kind }, count)
      }
    },
  })
  new Counter({
    name: 'schoolbell_sync_popup_calls_total',
    help: 'Popup calls of the relay to the service by outcome: done, failed.',
    labelNames: [...STREAM, 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { calls, ...stream } of inUse()) {
        for (const [outcome, count] of Object.entries(calls))
          this.inc({ ...labelsOf(stream), outcome }, count)
      }
    },
  })
  new Gauge({
    name: 'schoolbell_sync_popup_confirmed_timestamp_seconds',
    help: 'Unix time when the service last confirmed the popup messages.',
    labelNames: STREAM,
    registers,
    collect() {
      this.reset()
      for (const { answer, ...stream } of inUse()) {
        if (answer) this.set(labelsOf(stream), answer.checkedAt.epochMilliseconds / 1000)
      }
    },
  })
  new Gauge({
    name: 'schoolbell_sync_popup_stale',
    help: '1 while popup messages are requested and the service fails.',
    labelNames: STREAM,
    registers,
    collect() {
      this.reset()
      for (const { awake, failure, ...stream } of inUse()) {
        this.set(labelsOf(stream), Number(awake && failure !== undefined))
      }
    },
  })
}

/**
 * The popup relay's metrics. It counts in plain numbers, for it answers thousands of visitors a second, and they are read
 * at each scrape.
 */
import { Counter, Gauge, type Registry } from 'prom-client'
import { labelsOf } from '../../metrics.ts'
import type { Stream } from '../../stream.ts'
import type { PollerState } from './poller.ts'

const STREAM = ['site_id', 'lang'] as const

export function relayMetrics(registry: Registry, states: () => readonly (Stream & PollerState)[]): void {
  const registers = [registry]
  /** Those asked for at least once: four sites and languages that nobody visits would only be noise. */
  const inUse = () => states().filter(({ answers }) => answers.fresh + answers.stale + answers.failed > 0)
  new Counter({
    name: 'schoolbell_sync_popup_answers_total',
    help: 'Popup answers given: fresh, stale (the service failed, its last answer stood in), failed.',
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
    help: 'When the service last said what popup messages there are, Unix time.',
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
    help: '1 while popups are asked for and the service fails.',
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

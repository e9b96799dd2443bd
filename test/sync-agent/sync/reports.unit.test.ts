/** What a report says of a run, and how runs are counted. */
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { createMetrics } from '../../../sync-agent/metrics.ts'
import type { Applied, RunRecord } from '../../../sync-agent/store/types.ts'
import {
  type CycleReport,
  countRuns,
  factsOf,
  type ReconcileReport,
} from '../../../sync-agent/sync/reports.ts'
import { ACADEMY } from '../support.ts'

const AT = Temporal.Instant.from('2026-09-01T00:00:00Z')

it('says of a run what is known of it, and no more', () => {
  const begun: RunRecord = { kind: 'cycle', startedAt: AT, durationMs: 5 }
  expect(factsOf(begun)).toStrictEqual({ durationMs: 5 })
  const facts = { from: '19700101000000', txID: 't', rows: 0, skewMs: 0, attempts: 1 }
  expect(factsOf({ ...begun, ...facts, answeredAtMs: AT.epochMilliseconds })).toStrictEqual({
    ...facts,
    answeredAt: '2026-09-01T00:00:00Z',
    durationMs: 5,
  })
})

const applied: Applied = { new: 3, changed: 2, unchanged: 9, deleted: 1, quarantined: 4, seq: 6 }
const failed = (code: string) => ({
  ...{ ...ACADEMY, durationMs: 250, outcome: 'failed' as const },
  failure: { at: AT, code, message: '' },
})
const done = { ...ACADEMY, durationMs: 250, outcome: 'done' as const, applied }
const compared = { dryRun: false, differences: [] }

/** Values by their labels, but for those at 0. */
async function counted(report: CycleReport | ReconcileReport) {
  const metrics = createMetrics([ACADEMY])
  countRuns(metrics, [report])
  const text = await metrics.registry.metrics()
  const lines = text.matchAll(
    /^schoolbell_sync_(\w+)\{site_id="academy",lang="en-US",?(?:\w+="(\w+)")?\} ([1-9.]+|0\.\d+)$/gm,
  )
  return Object.fromEntries(
    [...lines].map(([, name, label, value]) => [[name, label].filter(Boolean).join(' '), Number(value)]),
  )
}

const cycleTook = { cycle_duration_seconds_sum: 0.25, cycle_duration_seconds_count: 1 }
const changes = { 'changes_total new': 3, 'changes_total changed': 2, 'changes_total deleted': 1 }

it.each<[string, CycleReport | ReconcileReport, object]>([
  ['a cycle', { ...done, from: '0' }, { 'cycles_total done': 1, ...cycleTook, ...changes }],
  ['a failed cycle', failed('D20000'), { 'cycles_total failed': 1, ...cycleTook }],
  ['a cancelled cycle', failed('ABORTED'), { 'cycles_total cancelled': 1, ...cycleTook }],
  ['a reconciliation', { ...done, ...compared }, { 'reconciliations_total done': 1, ...changes }],
  [
    'a refused one, which corrects the rest',
    { ...done, ...compared, refused: { reason: 'no' } },
    { 'reconciliations_total refused': 1, ...changes },
  ],
  ['a failed one', { ...failed('TIMEOUT'), ...compared }, { 'reconciliations_total failed': 1 }],
  ['a cancelled one', { ...failed('ABORTED'), ...compared }, { 'reconciliations_total cancelled': 1 }],
  ['a dry run, which corrects nothing', { ...done, ...compared, dryRun: true }, {}],
])('counts %s', async (_, report, expected) => {
  expect(await counted(report)).toEqual(expected)
})

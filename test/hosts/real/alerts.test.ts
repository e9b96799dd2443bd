/** The documented alerts, as Prometheus itself evaluates them: `promtool test rules`; and whether it can read the dashboard's expressions. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scratch, scratch } from '../../support/scratch.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'files', 'operations')
const RULES = join(FOLDER, 'schoolbell-alerts.yml')
const STREAM = '{site_id="academy",lang="en-US"}'
const LAST_SUCCESS = `schoolbell_sync_last_success_timestamp_seconds${STREAM}`
const REFUSED = 'schoolbell_sync_reconciliations_total{site_id="academy",lang="en-US",outcome="refused"}'

let files: Scratch
beforeAll(() => {
  if (spawnSync('promtool', ['--version']).status !== 0)
    throw new Error('These tests run promtool, and there is none: apt-get install prometheus')
  files = scratch()
})
afterAll(() => files?.[Symbol.dispose]())

/** One value a minute from the first minute on, in promtool's notation; the time of the first is 0. */
type Series = Record<string, string>

/** @param expected whether the alert fires, by minute */
function alertOf(name: string, series: Series, expected: Record<number, boolean>): string {
  const file = files.path('test.yml')
  const minutes = Object.entries(expected).map(([minute, fires]) => ({ minute, fires }))
  // JSON is YAML.
  const test = {
    rule_files: [RULES],
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
        promql_expr_test: minutes.map(({ minute, fires }) => ({
          expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`,
          eval_time: `${minute}m`,
          exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }],
        })),
      },
    ],
  }
  writeFileSync(file, JSON.stringify(test))
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  return `${stdout}${stderr}`
    .replaceAll(file, '')
    .trim()
    .split(/\s*\n\s*/)
    .join('\n')
}

const WELL = 'Unit Testing:\nSUCCESS'

it('promtool finds nothing wrong with them', () => {
  const { stdout, status } = spawnSync('promtool', ['check', 'rules', '--lint=all', '--lint-fatal', RULES], {
    encoding: 'utf8',
  })
  expect({ stdout, status }).toEqual({ stdout: expect.stringContaining('6 rules found'), status: 0 })
})

it('promtool reads each expression of the dashboard', () => {
  const { panels } = JSON.parse(readFileSync(join(FOLDER, 'schoolbell-dashboard.json'), 'utf8'))
  const targets = panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets)
  const rules = targets.map(({ expr }: { expr: string }, index: number) => ({ record: `r${index}`, expr }))
  const file = files.path('dashboard.yml')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  const { stdout, stderr, status } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(stdout).toContain(`${rules.length} rules found`)
})

// Promise: operate/alert-rules
it.each([
  { what: 'a copy each minute is well', values: '0+60x60', expected: { 10: false, 30: false, 60: false } },
  {
    what: 'a copy that ends at minute 10 is old from minute 25 on, two minutes after which the alert fires',
    values: '0+60x10 600x50',
    expected: { 24: false, 26: false, 29: true, 60: true },
  },
  {
    what: 'a stream that was never copied is old, too',
    values: '0x60',
    expected: { 15: false, 19: true, 60: true },
  },
  {
    what: 'an outage that ends ends the alert',
    values: '0x40 2460+60x20',
    expected: { 30: true, 45: false, 60: false },
  },
  {
    what: 'a copy from the future fires: its clock, or this one, was set back',
    values: '30000x20 1260+60x40',
    expected: { 4: true, 15: true, 30: false, 60: false },
  },
  {
    what: 'an agent that is gone fires after Prometheus’ five minutes and two of patience',
    values: '0+60x10 _x50',
    expected: { 14: false, 18: true, 60: true },
  },
])('SchoolNewsStale: $what', ({ values, expected }) => {
  expect(alertOf('SchoolNewsStale', { [LAST_SUCCESS]: values }, expected)).toBe(WELL)
})

it('SchoolNewsStale: one stream that is old is enough', () => {
  const other = 'schoolbell_sync_last_success_timestamp_seconds{site_id="academy",lang="zh-HK"}'
  const series = { [LAST_SUCCESS]: '0+60x60', [other]: '0x60' }
  expect(alertOf('SchoolNewsStale', series, { 10: false, 30: true })).toBe(WELL)
})

it.each([
  {
    what: 'the first one ever fires, for a day',
    values: '0x10 1x1600',
    expected: { 10: false, 12: true, 1440: true, 1500: false },
  },
  { what: 'a start of the agent does not', values: '1x10 0x30', expected: { 12: false, 40: false } },
  {
    what: 'one that is refused after the start does',
    values: '1x10 0x10 1x10',
    expected: { 20: false, 25: true },
  },
])('SchoolNewsReconciliationRefused: $what', ({ values, expected }) => {
  expect(alertOf('SchoolNewsReconciliationRefused', { [REFUSED]: values }, expected)).toBe(WELL)
})

it.each([
  {
    what: 'a change that waits for an hour',
    values: '0x5 0+60x90',
    expected: { 30: false, 66: false, 68: false, 69: true },
  },
  {
    what: 'what is sent within an hour is not',
    values: '0x5 0+60x30 0x60',
    expected: { 30: false, 80: false },
  },
])('SchoolFollowerStuck: $what', ({ values, expected }) => {
  const series = { 'schoolbell_sync_follower_oldest_seconds{follower="webhook-1"}': values }
  expect(alertOf('SchoolFollowerStuck', series, expected)).toBe(WELL)
})

it.each([
  {
    alert: 'SchoolNewsFailing',
    series: `schoolbell_sync_failures_in_a_row${STREAM}`,
    values: '0x5 1 2 3 4 5 6 0x10',
    expected: { 8: false, 10: true, 14: false },
  },
  {
    alert: 'SchoolEntriesQuarantined',
    series: `schoolbell_sync_quarantined_entries${STREAM}`,
    values: '0x5 1x3 0x10',
    expected: { 5: false, 9: true, 12: false },
  },
  {
    alert: 'SchoolFollowerRefused',
    series: 'schoolbell_sync_follower_aside{follower="webhook-1"}',
    values: '0x5 1x3 0x10',
    expected: { 5: false, 9: true, 12: false },
  },
  {
    alert: 'SchoolFollowerRefused',
    series: 'schoolbell_sync_follower_failures_in_a_row{follower="webhook-1"}',
    values: '0x5 2x5 3x5 0x5',
    expected: { 10: false, 15: true, 20: false },
  },
])('$alert: what lasts for two minutes, by $series', ({ alert, series, values, expected }) => {
  expect(alertOf(alert, { [series]: values }, expected)).toBe(WELL)
})

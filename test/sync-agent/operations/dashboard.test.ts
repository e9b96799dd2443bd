/** The documented dashboard: of metrics that there are, in the form that Grafana imports. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../scripts/pack/places.ts'
import { agentBefore, beforeEachTest, type Scene } from '../support.ts'

interface Panel {
  id: number
  type: string
  title: string
  description: string
  datasource: object
  gridPos: Record<'h' | 'w' | 'x' | 'y', number>
  fieldConfig: { defaults: { unit: string }; overrides: unknown[] }
  options: object
  targets: { refId: string; expr: string; legendFormat: string; datasource: object }[]
}
const dashboard = JSON.parse(
  readFileSync(join(ROOT, 'docs', 'files', 'operations', 'schoolbell-dashboard.json'), 'utf8'),
)
const all: Panel[] = dashboard.panels
const panels = all.filter(({ type }) => type !== 'row')
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const DATASOURCE = { type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/) }

let scene: Scene
beforeEachTest(next => {
  scene = next
})

/** Names of the series of an agent, as its metrics describe them. */
async function seriesNames(): Promise<Set<string>> {
  await using agent = await agentBefore(scene.upstream, scene.db)
  const text = await (await fetch(`${await agent.listen()}/metrics`)).text()
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map(end => name + end) : [name],
  )
  return new Set(names)
}

const metricsIn = (text: string) => text.match(/\b(?:schoolbell|process|nodejs)_\w+/g) ?? []

// Promise: operate/metrics
it('each metric that the dashboard names is one of the agent', async () => {
  const known = await seriesNames()
  const variables = JSON.stringify(dashboard.templating)
  const named = [...expressions, variables].flatMap(metricsIn)
  expect(named.length).toBeGreaterThan(30)
  expect([...new Set(named)].filter(name => !known.has(name))).toEqual([])
})

it('the dashboard has what Grafana imports, with a variable for the data source', () => {
  expect(dashboard).toMatchObject({
    ...{ uid: 'schoolbell', title: 'schoolbell', schemaVersion: 39, editable: true, refresh: '1m' },
    ...{ time: { from: 'now-24h', to: 'now' }, annotations: { list: [] }, tags: ['schoolbell'] },
  })
  // An identifier of a database of Grafana would let the import replace another dashboard.
  expect(dashboard).not.toHaveProperty('id')
  expect(dashboard.templating.list).toMatchObject([
    { name: 'datasource', type: 'datasource', query: 'prometheus' },
    { name: 'instance', type: 'query', datasource: DATASOURCE, multi: true, includeAll: true },
  ])
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const panel of panels) {
    expect(['timeseries', 'stat']).toContain(panel.type)
    expect(['s', 'short', 'bytes', 'percentunit']).toContain(panel.fieldConfig.defaults.unit)
    expect(panel).toMatchObject({ datasource: DATASOURCE, fieldConfig: { overrides: [] } })
    expect(panel.title.length * panel.description.length).toBeGreaterThan(0)
    expect(panel.targets.map(({ refId }) => refId)).toEqual(['A', 'B'].slice(0, panel.targets.length))
    for (const { expr, datasource, legendFormat } of panel.targets) {
      expect(datasource).toEqual(DATASOURCE)
      expect(legendFormat).not.toBe('')
      expect(expr).toContain('$instance')
      for (const [open, close] of ['()', '{}', '[]'])
        expect([expr, expr.split(open ?? '').length]).toEqual([expr, expr.split(close ?? '').length])
    }
  }
})

it('its panels fill 24 columns, and none covers another', () => {
  const cells = all.flatMap(({ gridPos: { h, w, x, y } }) =>
    Array.from({ length: h * w }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  const height = Math.max(...all.map(({ gridPos: { h, y } }) => h + y))
  expect(cells.length).toBe(24 * height)
})

/** The agent's metrics, from the registry that /metrics answers from. */
import type { Metric } from 'prom-client'
import { createMetrics } from '../../../sync-agent/metrics.ts'
import { statusMetrics } from '../../../sync-agent/operations/status-metrics.ts'
import { relayMetrics } from '../../../sync-agent/outlets/popup-relay/metrics.ts'
import { code, page, prose, table } from './markdown.ts'

/** What prom-client's types leave out. */
type Made = Metric & { name: string; help: string; type: string; labelNames: readonly string[] }

export async function metricsPage(): Promise<string> {
  const { registry } = createMetrics([])
  relayMetrics(registry, () => [])
  statusMetrics(registry)
  const types = new Map((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, `${type}`]))
  const metrics = (registry.getMetricsAsArray() as unknown as Made[]).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )
  return page(
    '# Metrics',
    HEAD,
    table(
      ['Name', 'Type', 'Labels', 'Meaning'],
      metrics.map(({ name, labelNames, help }) => [
        code(name),
        types.get(name) ?? '',
        labelNames.map(code).join(', '),
        prose(help),
      ]),
    ),
  )
}

const HEAD = `For operators of the sync agent: what \`GET /metrics\` answers, for Prometheus. Besides these there are the metrics of the process
(\`process_…\`, \`nodejs_…\`).`

/** A simulated morning with a typhoon signal, its charts, and a small part of it in real time. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measured, Place } from '../suite.ts'
import { typhoonCharts, typhoonLoads } from './charts.ts'
import { type Load, sum } from './model.ts'
import { comparePart } from './real.ts'

const CHARTS = join(import.meta.dirname, '..', '..', 'docs', 'pictures')

export async function typhoon({ start }: Place): Promise<Measured> {
  const loads = typhoonLoads()
  mkdirSync(CHARTS, { recursive: true })
  for (const [file, svg] of Object.entries(typhoonCharts(loads))) writeFileSync(join(CHARTS, file), svg)
  const part = Object.entries(await comparePart(start))
  return {
    rows: {
      ...Object.fromEntries(Object.entries(loads).map(([name, load]) => [name, figuresOf(load)])),
      ...Object.fromEntries(part.map(([name, found]) => [`one school, in real time: ${name}`, found])),
    },
    limits: part.map(([name, { ratio }]) => ({
      what: `one school: requests to ${name}, real to simulated or the reverse`,
      found: Math.max(ratio, 1 / ratio),
      limit: 1.3,
    })),
  }
}

const figuresOf = ({ web, agents, service, since, shown }: Load) => ({
  'web, most a second': Math.max(...web),
  'agents, in all': sum(agents),
  'agents, most a second': Math.max(...agents),
  'service, in all': sum(service),
  'service, most a second': Math.max(...service),
  'came too early to see it': sum(since) - sum(shown),
})

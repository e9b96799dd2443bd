/** The charts of docs/project/how-fast.md. They come from the simulation alone, so the same sources give the same charts. */
import { type Morning, schoolsOf } from './arrivals.ts'
import { drawChart } from './chart.ts'
import { AS_BUILT, type Intervals, type Load, simulate } from './model.ts'

/** A thousand schools, a million visitors in five minutes. */
export const TYPHOON: Morning = {
  schools: 1_000,
  visitors: 1_000_000,
  seconds: 300,
  announcedAt: 60,
  seed: 8,
}

/** Of the relay and of the cache alike. */
export const CASES = {
  '15 s, as built': AS_BUILT,
  '5 s': { ...AS_BUILT, fresh: 5, interval: 5 },
  '60 s': { ...AS_BUILT, fresh: 60, interval: 60 },
} satisfies Record<string, Intervals>
export type Case = keyof typeof CASES

export function typhoonLoads(): Record<Case, Load> {
  const schools = schoolsOf(TYPHOON)
  const loads = Object.entries(CASES).map(([name, intervals]) => [
    name,
    simulate(schools, TYPHOON, intervals),
  ])
  return Object.fromEntries(loads)
}

/** By the names of their files in docs/pictures. */
export function typhoonCharts(loads: Record<Case, Load>): Record<string, string> {
  const asBuilt = loads['15 s, as built']
  return {
    'typhoon-load.svg': drawChart({
      title: 'A million visitors of a thousand schools in five minutes',
      vertical: 'requests for messages a second, logarithmic',
      horizontal: 'seconds',
      lines: [
        { name: 'to the web servers', values: asBuilt.web },
        { name: 'to all agents', values: asBuilt.agents },
        { name: 'to the service', values: asBuilt.service },
      ],
      grid: [1, 10, 100, 1_000, 10_000],
      tick: 60,
      marks: [{ at: TYPHOON.announcedAt, name: 'the signal is announced' }],
    }),
    'typhoon-shown.svg': drawChart({
      title: 'Visitors who see the new signal, by the interval of relay and cache',
      vertical: '% of those who come in that second',
      horizontal: 'seconds since the announcement',
      lines: Object.entries(loads).map(([name, load]) => ({ name, values: shownShares(load).slice(0, 121) })),
      grid: [0, 25, 50, 75, 100],
      tick: 15,
    }),
  }
}

/** In percent, by the second since the announcement. */
const shownShares = ({ since, shown }: Load): number[] =>
  since.map((all, second) => (100 * (shown[second] ?? 0)) / Math.max(all, 1)).slice(TYPHOON.announcedAt)

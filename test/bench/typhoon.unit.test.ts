import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { schoolsOf } from '../../bench/typhoon/arrivals.ts'
import { TYPHOON, typhoonCharts, typhoonLoads } from '../../bench/typhoon/charts.ts'
import { simulate, sum } from '../../bench/typhoon/model.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')

describe('the visitors', () => {
  const morning = { ...TYPHOON, schools: 30, visitors: 10_000 }
  const times = schoolsOf(morning).flatMap(({ arrivals }) => Object.values(arrivals).flatMap(all => [...all]))

  it('are as many as asked for, within the time', () => {
    expect(times).toHaveLength(10_000)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...times)).toBeLessThan(morning.seconds)
  })

  it('come little before the announcement, most soon after it, and the same ones again', () => {
    const within = (from: number, to: number) => times.filter(time => time >= from && time < to).length
    expect(within(0, 60)).toBeLessThan(300)
    expect(within(60, 120)).toBeGreaterThan(within(120, 180))
    expect(within(60, 180)).toBeGreaterThan(6_500)
    expect(schoolsOf(morning)[7]).toEqual(schoolsOf(morning)[7])
  })
})

describe('one site in one language', () => {
  /** The relay asks at 15, 30, 45, … */
  const load = (times: number[], seconds: number, announcedAt: number) =>
    simulate(
      [
        {
          arrivals: { 'zh-HK': Float64Array.from(times), 'en-US': Float64Array.of() },
          phases: { relay: 0, cache: 0 },
        },
      ],
      {
        seconds,
        announcedAt,
      },
    )
  /** The relay of the language that nobody reads. */
  const idle = (seconds: number) => sum(load([], seconds, 0).service) / 2

  it('asks the agent once for all within an interval, and then behind the back of a visitor', () => {
    const { web, agents, since, shown } = load([0, 1, 16, 17, 40], 45, 10)
    expect([sum(web), sum(agents)]).toEqual([5, 2])
    expect(agents.flatMap((count, second) => (count ? [second] : []))).toEqual([16, 40])
    // The visitor at 16 still gets the copy of 0.
    expect(since.flatMap((count, second) => (count ? [second] : []))).toEqual([16, 17, 40])
    expect(shown.flatMap((count, second) => (count ? [second] : []))).toEqual([17, 40])
  })

  it('fetches anew for a visitor who comes long after the last one', () => {
    const { shown } = load([0, 80], 100, 10)
    expect(shown[80]).toBe(1)
  })

  it('leaves the service alone after ten intervals without a visitor, until one comes', () => {
    const { service } = load([0, 390], 400, 0)
    const asked = service.flatMap((count, second) => (count > 0 ? [second] : []))
    expect(asked).toEqual([15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 390])
    expect(sum(service)).toBe(asked.length + idle(400))
  })
})

describe('the page about speed', () => {
  const loads = typhoonLoads()

  it('has the charts of this simulation: npm run bench -- typhoon draws them', () => {
    for (const [file, svg] of Object.entries(typhoonCharts(loads)))
      expect(readFileSync(join(DOCS, 'pictures', file), 'utf8') === svg, file).toBe(true)
  })

  it('has its figures', () => {
    const page = readFileSync(join(DOCS, 'project/how-fast.md'), 'utf8')
    for (const [name, { web, agents, service, since, shown }] of Object.entries(loads)) {
      const early = Math.round((100 * (sum(since) - sum(shown))) / sum(since))
      const figures = [Math.max(...web), sum(agents), Math.max(...agents), sum(service), Math.max(...service)]
      const row = `| ${[name, ...figures.map(figure => figure.toLocaleString('en')), `${early} %`].join(' | ')} |`
      expect(page).toContain(row)
    }
  })
})

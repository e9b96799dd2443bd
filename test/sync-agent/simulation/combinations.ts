/** What a simulation varies: the clock change it crosses, how far the agent's clock is off, and the service's manners. */
import type { ServiceManners } from './virtual-service.ts'

export interface ClockChange {
  name: string
  zone: string
  /** The middle of the simulated days. */
  around: string
}

export interface Combination extends ClockChange, ServiceManners {
  days: number
  /** The agent's clock ahead of the service's. */
  skewMs: number
}

/** An hour or half of one is shown twice. */
export const BACK: readonly ClockChange[] = [
  { name: 'Vienna in autumn', zone: 'Europe/Vienna', around: '2026-10-25T01:00:00Z' },
  { name: 'New York in autumn', zone: 'America/New_York', around: '2026-11-01T06:00:00Z' },
  { name: 'Lord Howe in autumn, by 30 minutes', zone: 'Australia/Lord_Howe', around: '2026-04-04T15:00:00Z' },
  { name: 'Volgograd, for good', zone: 'Europe/Volgograd', around: '2020-12-26T22:00:00Z' },
  { name: 'Pyongyang, back for good by 30 minutes', zone: 'Asia/Pyongyang', around: '2015-08-14T15:00:00Z' },
]
/** It is left out; and a zone whose offset has stood since 1979. */
export const FORWARD: readonly ClockChange[] = [
  { name: 'Vienna in spring', zone: 'Europe/Vienna', around: '2026-03-29T01:00:00Z' },
  { name: 'New York in spring', zone: 'America/New_York', around: '2026-03-08T07:00:00Z' },
  { name: 'Lord Howe in spring, by 30 minutes', zone: 'Australia/Lord_Howe', around: '2026-10-03T15:30:00Z' },
  { name: 'Pyongyang, forward for good', zone: 'Asia/Pyongyang', around: '2018-05-04T15:00:00Z' },
  { name: 'Hong Kong, without change', zone: 'Asia/Hong_Kong', around: '2026-10-25T01:00:00Z' },
]

const SKEWS_MS = [0, 120_000, -120_000, 3_600_000, -3_600_000] as const
const COMPARISONS = ['after', 'from'] as const
const READINGS = ['text', 'first instant'] as const
const DELETIONS = ['forgotten', 'remembered'] as const

const FULL_DAYS = 20
/** Three hours on either side of the clock change: more than the change, the skew and the overlap together. */
const FEW_DAYS = 0.25

/** Those of `npm test`: an hour shown twice, and a zone that takes another offset for good. */
export const FEW: readonly Combination[] = [
  {
    ...{ name: 'Vienna in autumn', zone: 'Europe/Vienna', around: '2026-10-25T01:00:00Z', days: FEW_DAYS },
    ...{ skewMs: 120_000, comparison: 'after', reading: 'text', deletions: 'remembered' },
  },
  {
    ...{
      name: 'Pyongyang, forward for good',
      zone: 'Asia/Pyongyang',
      around: '2018-05-04T15:00:00Z',
      days: FEW_DAYS,
    },
    ...{ skewMs: -3_600_000, comparison: 'from', reading: 'first instant', deletions: 'forgotten' },
  },
]

/**
 * Every clock change with every skew and both comparisons, at full length. How the service reads a repeated hour and how
 * long it keeps deletions alternate over them, each pair with every skew and comparison.
 */
export function everything(changes: readonly ClockChange[]): Combination[] {
  return changes.flatMap((change, row) =>
    SKEWS_MS.flatMap((skewMs, column) =>
      COMPARISONS.map((comparison, layer) => ({
        ...change,
        days: FULL_DAYS,
        skewMs,
        comparison,
        reading: READINGS[(row + column + layer) % 2] ?? 'text',
        deletions: DELETIONS[(Math.floor(row / 2) + column) % 2] ?? 'forgotten',
      })),
    ),
  )
}

/** As in `Vienna in autumn, 20 days, agent 120 s ahead, "after" as text, deletions forgotten`. */
export function nameOf({ name, days, skewMs, comparison, reading, deletions }: Combination): string {
  const ahead = skewMs === 0 ? 'on time' : `${Math.abs(skewMs / 1000)} s ${skewMs > 0 ? 'ahead' : 'behind'}`
  return `${name}, ${days} days, agent ${ahead}, "${comparison}" read as ${reading}, deletions ${deletions}`
}

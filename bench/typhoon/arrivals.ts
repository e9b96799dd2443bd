/**
 * Who comes when: the visitors of schools' landing pages around the minute in which a typhoon signal is announced. The same
 * seed gives the same visitors.
 */

import type { Language } from '../../shared/contract/site.ts'
import { mulberry32 } from '../../shared/mulberry32.ts'

export interface Morning {
  schools: number
  visitors: number
  /** How long they come. */
  seconds: number
  /** When the signal is announced; most come after it. */
  announcedAt: number
  seed: number
}

export interface School {
  /** Sorted, in seconds from the beginning; one for each visitor. */
  arrivals: Record<Language, Float64Array>
  /** How far the intervals of its relay and of its cache have come at the beginning, from 0 to 1. */
  phases: { relay: number; cache: number }
}

/** Before the announcement the sites have this part of the visitors that they have at the peak. */
const QUIET = 0.02
/** The wave rises within seconds, and halves about every minute. */
const RISE = 8
const FALL = 90
/** The largest school has twenty times the families of the smallest. */
const SPREAD = 20
const CHINESE = 0.75

export function schoolsOf({ schools, visitors, seconds, announcedAt, seed }: Morning): School[] {
  const random = mulberry32(seed)
  const when = timeBy(seconds, announcedAt)
  const sizes = Array.from({ length: schools }, () => SPREAD ** random())
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  let before = 0
  let given = 0
  return sizes.map(size => {
    before += size
    // Rounded over all schools, so that exactly so many come.
    const many = Math.round((visitors * before) / whole) - given
    given += many
    const times: Record<Language, number[]> = { 'zh-HK': [], 'en-US': [] }
    for (let visitor = 0; visitor < many; visitor += 1)
      times[random() < CHINESE ? 'zh-HK' : 'en-US'].push(when(random()))
    const sorted = (lang: Language) => Float64Array.from(times[lang]).sort()
    return {
      arrivals: { 'zh-HK': sorted('zh-HK'), 'en-US': sorted('en-US') },
      phases: { relay: random(), cache: random() },
    }
  })
}

/** When the visitor comes before whom this share of all visitors has come. */
function timeBy(seconds: number, announcedAt: number): (share: number) => number {
  const STEPS = 10 * seconds
  const SHARES = 20_000
  const rate = (time: number) => {
    const since = time - announcedAt
    return since < 0 ? QUIET : QUIET + (1 - Math.exp(-since / RISE)) * Math.exp(-since / FALL)
  }
  const come = [0]
  for (let step = 0; step < STEPS; step += 1) come.push((come[step] ?? 0) + rate((step * seconds) / STEPS))
  const all = come[STEPS] ?? 1
  const times: number[] = []
  for (let share = 0, step = 0; share <= SHARES; share += 1) {
    while (step < STEPS - 1 && (come[step + 1] ?? 0) < (share / SHARES) * all) step += 1
    const [from = 0, to = 1] = [come[step], come[step + 1]]
    times.push(((step + ((share / SHARES) * all - from) / (to - from)) * seconds) / STEPS)
  }
  return share => {
    const place = Math.floor(share * SHARES)
    const [from = 0, to = 0] = [times[place], times[place + 1]]
    return from + (share * SHARES - place) * (to - from)
  }
}

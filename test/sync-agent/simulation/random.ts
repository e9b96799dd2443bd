/** Chance that can be had again: a small generator of numbers from a seed (mulberry32). */

export interface Chance {
  /** From 0 up to, but not, 1; fits where `Math.random` does. */
  number: () => number
  between(low: number, high: number): number
  /** A whole number from 0 up to, but not, this. */
  below(end: number): number
  /** True this often, 0 to 1. */
  happens(share: number): boolean
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  return {
    number,
    between: (low, high) => low + number() * (high - low),
    below: end => Math.floor(number() * end),
    happens: share => number() < share,
  }
}

/** The seed of this run: a number in `SIMULATION_SEED` repeats one that failed. */
export const SEED = Number(process.env.SIMULATION_SEED ?? freshSeed())

/** `npm test` always runs the same; the soak explores. */
function freshSeed(): number {
  return process.env.SOAK ? Date.now() % 1_000_000_007 : 1
}

/** Chance that can be had again: numbers from a seed. */
import { mulberry32 } from '../../../shared/mulberry32.ts'

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
  const number = mulberry32(seed)
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

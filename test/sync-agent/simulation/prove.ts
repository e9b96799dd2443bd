/** The promise that every combination has to keep. */
import { expect, it } from 'vitest'
import { onPostgres } from '../database.ts'
import { type ClockChange, type Combination, everything, FEW, nameOf } from './combinations.ts'
import { SEED } from './random.ts'
import { simulate } from './simulate.ts'

/** Where a cycle takes ten times as long. */
const DAYS_ON_POSTGRES = 5

/**
 * Those of the few that cross one of these clock changes; with `SOAK` in the environment all combinations at full length. In
 * PostgreSQL one of each clock change, of fewer days.
 */
export function proveAround(changes: readonly ClockChange[]): void {
  const combinations = process.env.SOAK
    ? everything(changes)
    : FEW.filter(({ name }) => changes.some(change => change.name === name))
  for (const combination of onPostgres ? oneOfEach(combinations) : combinations) prove(combination)
}

/** Each with another skew; every other one with the other comparison. */
function oneOfEach(combinations: Combination[]): Combination[] {
  return [...Map.groupBy(combinations, ({ name }) => name).values()].flatMap((ofName, row) => {
    const at = (3 * row) % ofName.length
    return ofName.slice(at, at + 1).map(one => ({ ...one, days: Math.min(one.days, DAYS_ON_POSTGRES) }))
  })
}

function prove(combination: Combination): void {
  // Promise: operate/nothing-lost
  it(`loses nothing: ${nameOf(combination)}`, { timeout: 600_000 }, async () => {
    const { missed, overdue, reconciled, differences, ...counts } = await simulate(combination, SEED)
    const repeat = `repeat it with SIMULATION_SEED=${SEED}`
    expect(missed.slice(0, 20), `missed by a good cycle; ${repeat}`).toEqual([])
    expect(overdue.slice(0, 20), `missing for longer than overlap and two cycles; ${repeat}`).toEqual([])
    expect(reconciled.slice(0, 20), `found at night right after a good cycle; ${repeat}`).toEqual([])
    expect(differences.slice(0, 20), `not the same at the end; ${repeat}`).toEqual([])
    // It was no holiday: cycles ran, some failed, and everything was compared at least once.
    expect(counts.cycles, repeat).toBeGreaterThan(400 * combination.days)
    expect(counts.failedCycles, repeat).toBeGreaterThan(0)
    expect(counts.nights, repeat).toBeGreaterThan(0)
  })
}

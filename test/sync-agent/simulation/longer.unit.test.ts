/** 2,000 events in a day; and that the short selection leaves nothing out. */
import { expect, it } from 'vitest'
import {
  BACK,
  CLOCK_CHANGES,
  COMPARISONS,
  DELETIONS,
  everything,
  nameOf,
  READINGS,
  SKEWS_MS,
  selection,
} from './combinations.ts'
import { prove } from './prove.ts'

const [vienna] = BACK
if (vienna && !process.env.SOAK) {
  prove({
    ...vienna,
    days: 1,
    skewMs: 120_000,
    comparison: 'after',
    reading: 'text',
    deletions: 'remembered',
  })
}

it('the selection holds every value that is varied, and either reading of every clock change', () => {
  const has = (what: Partial<ReturnType<typeof selection>[number]>) =>
    selection().some(one => Object.entries(what).every(([name, value]) => Reflect.get(one, name) === value))
  for (const { name } of CLOCK_CHANGES)
    for (const reading of READINGS) expect(has({ name, reading })).toBe(true)
  for (const skewMs of SKEWS_MS)
    for (const reading of READINGS)
      for (const comparison of COMPARISONS) {
        expect(has({ skewMs, reading, comparison }), `${skewMs} ${reading} ${comparison}`).toBe(true)
      }
  for (const deletions of DELETIONS)
    for (const skewMs of SKEWS_MS) expect(has({ deletions, skewMs })).toBe(true)
  expect(new Set(selection().map(nameOf)).size).toBe(2 * CLOCK_CHANGES.length)
})

it('the whole holds every pair of skew, comparison, reading and deletions', () => {
  const quadruples = everything().map(
    one => `${one.skewMs} ${one.comparison} ${one.reading} ${one.deletions}`,
  )
  expect(new Set(quadruples).size).toBe(
    SKEWS_MS.length * COMPARISONS.length * READINGS.length * DELETIONS.length,
  )
  expect(new Set(everything().map(nameOf)).size).toBe(
    CLOCK_CHANGES.length * SKEWS_MS.length * COMPARISONS.length,
  )
})

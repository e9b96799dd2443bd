/** Two Temporal values are equal in a test only where they say the same, however deep they stand. */
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'

const AT = '2026-09-01T02:00:00Z'
const at = Temporal.Instant.from(AT)
const same = Temporal.Instant.from(AT)

it.each([
  ['another instant', Temporal.Instant.from('2026-09-01T02:00:01Z')],
  ['a value of another kind', at.toZonedDateTimeISO('UTC')],
  ['its text', AT],
  ['an empty object', {}],
  ['undefined', undefined],
  ['null', null],
])('an instant is not %s', (_, other) => {
  for (const [one, two] of [
    [at, other],
    [other, at],
  ]) {
    expect(() => expect(one).toEqual(two)).toThrow()
    expect(() => expect({ at: one }).toMatchObject({ at: two })).toThrow()
    expect(() => expect({ list: [{ at: one }] }).toMatchObject({ list: [{ at: two }] })).toThrow()
  }
})

it('two instants of the same time are equal', () => {
  expect(at).toEqual(same)
  expect({ at, more: 1 }).toMatchObject({ at: same })
  expect({ list: [{ at }] }).toMatchObject({ list: [{ at: same }] })
})

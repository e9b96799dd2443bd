/**
 * Loaded once in each worker: Temporal values are the same when they say the same. They have no fields, so for `toMatchObject` each
 * would be like any other, and like `undefined`.
 */
import { expect } from 'vitest'

/** As in `[object Temporal.Instant]`. */
const kindOf = (value: unknown) => Object.prototype.toString.call(value)
const isTemporal = (value: unknown) => kindOf(value).startsWith('[object Temporal.')

expect.addEqualityTesters([
  (one, other) =>
    isTemporal(one) || isTemporal(other)
      ? kindOf(one) === kindOf(other) && String(one) === String(other)
      : undefined,
])

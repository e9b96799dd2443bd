/** Clocks that go back, twice a year or for good. */
import { BACK } from './combinations.ts'
import { proveAround } from './prove.ts'

proveAround(BACK)

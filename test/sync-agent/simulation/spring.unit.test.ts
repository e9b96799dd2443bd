/** Clocks that go forward, and one that never changes. */
import { FORWARD } from './combinations.ts'
import { proveAround } from './prove.ts'

proveAround(FORWARD)

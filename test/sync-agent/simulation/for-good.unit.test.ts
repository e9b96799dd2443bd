/** A zone that takes another offset for good, and one that never does. */
import { FOR_GOOD } from './combinations.ts'
import { proveAround } from './prove.ts'

proveAround(FOR_GOOD)

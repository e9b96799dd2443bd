/** An hour shown twice. */
import { BACK } from './combinations.ts'
import { proveAround } from './prove.ts'

proveAround(BACK)

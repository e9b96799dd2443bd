/** An hour left out. */
import { FORWARD } from './combinations.ts'
import { proveAround } from './prove.ts'

proveAround(FORWARD)

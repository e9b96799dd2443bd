/**
 * Runs the tests with random inputs from another seed than the fixed one of `npm test`: `npm run test:random`. It prints the seed.
 *
 * To see a failure again: `RANDOM_SEED=… npm run test:random`. Further arguments go to Vitest.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'

const seed = process.env.RANDOM_SEED ?? String(randomInt(2 ** 31))
console.log(`Random inputs from RANDOM_SEED=${seed}`)
const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, RANDOM_SEED: seed },
})
if (status !== 0) console.log(`To see it again: RANDOM_SEED=${seed} npm run test:random`)
process.exitCode = status ?? 1

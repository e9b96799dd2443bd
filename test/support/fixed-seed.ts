/** Loaded before each test file: random inputs are the same in each run, or follow the seed that `npm run test:random` prints. */
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env.RANDOM_SEED ?? 20_261_128) })

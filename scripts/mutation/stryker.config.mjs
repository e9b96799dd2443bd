/** Which changes of the code no test sees: see run.ts. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const HERE = 'scripts/mutation'
const { MUTATED_FOLDER: FOLDER } = process.env
const REPORT = `dist/mutation/${FOLDER.replaceAll('/', '-')}`

export default {
  plugins: [
    join(import.meta.dirname, 'node_modules', '@stryker-mutator', 'vitest-runner', 'dist', 'src', 'index.js'),
  ],
  // The tables of meanings are texts for the reference.
  mutate: [`${FOLDER}/**/*.ts`, '!**/*.d.ts', '!**/*-meanings.ts'],
  testRunner: 'vitest',
  // Some tests change the folder of their process, which a thread cannot.
  vitest: { configFile: `${HERE}/vitest.config.ts`, related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  concurrency: availableParallelism(),
  // Texts that people read are no behaviour; each is looked at in both languages elsewhere.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['dist/docs', 'dist/mutation', 'dist/packages', '.schoolbell'],
  // Reading it needs the compiler's programming interface, which TypeScript 7 has no more; Vite reads it by itself.
  tsconfigFile: 'none',
  // A table made while a module loads would be judged by every test there is.
  ignoreStatic: true,
  // It would write a first line into every script, and the widget's built files are known by their digests.
  disableTypeChecks: false,
  tempDirName: 'dist/.stryker',
  // What was killed before is not tried again, where neither the code nor its tests changed.
  incremental: true,
  incrementalFile: `${REPORT}.json`,
  reporters: ['clear-text', 'progress', 'html'],
  clearTextReporter: { logTests: false, allowColor: false },
  htmlReporter: { fileName: `${REPORT}.html` },
  thresholds: { high: 95, low: 85, break: 85 },
  timeoutMS: 10_000,
}

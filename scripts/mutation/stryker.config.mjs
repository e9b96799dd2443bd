/** Which changes of the code no test sees: npm run test:mutation -- FOLDER. */
import { join } from 'node:path'

const HERE = 'scripts/mutation'

export default {
  plugins: [join(import.meta.dirname, 'node_modules', '@stryker-mutator', 'vitest-runner')],
  testRunner: 'vitest',
  vitest: { configFile: `${HERE}/vitest.config.ts`, related: true },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Texts that people read are no behaviour; each is looked at in both languages elsewhere.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['dist', 'bench', 'docs', 'examples', '.schoolbell', '.git'],
  tempDirName: 'dist/.stryker',
  reporters: ['clear-text', 'progress', 'json', 'html'],
  jsonReporter: { fileName: 'dist/mutation/report.json' },
  htmlReporter: { fileName: 'dist/mutation/report.html' },
  thresholds: { high: 95, low: 85, break: 85 },
  timeoutMS: 20_000,
}

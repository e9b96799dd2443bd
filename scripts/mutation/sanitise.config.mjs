/** As stryker.config.mjs, for a file that only a browser can run: each mutant is built, and judged by the tests of the built widget. */
import shared from './stryker.config.mjs'

/** Those that look at bodies. */
const NAMES = '^with (the browser|DOMPurify)|a hostile body|none does anything|Big5'
const test = (project, files) =>
  `ENGINES=Chromium vitest run --bail 1 --no-file-parallelism --project ${project} --testNamePattern '${NAMES}' ${files}`

export default {
  ...shared,
  plugins: [],
  mutate: ['widget/sanitise.ts'],
  testRunner: 'command',
  commandRunner: {
    // Most mutants end in the first run, which is the quicker one.
    command: [
      'vite build -c scripts/mutation/widget.config.ts --logLevel error',
      test('pages', 'test/e2e/widget.test.ts test/e2e/benign.test.ts'),
      test('Chromium', 'test/scenes/popup-hostile.test.ts test/scenes/popup-in-pages.test.ts'),
    ].join(' && '),
  },
  // One folder for what is built.
  concurrency: 1,
  // Of a command it knows neither which tests there are, nor what they run.
  coverageAnalysis: 'off',
  ignoreStatic: false,
  incremental: false,
  reporters: [...shared.reporters, 'json'],
  jsonReporter: { fileName: shared.incrementalFile },
}

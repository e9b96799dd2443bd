/** Which tests each command runs, and how: `npm test`, and those that have a command of their own. */
import type { Engine } from './support/visitor/engines.ts'

// No test is about speed: the limit only ends one that hangs, on whatever machine.
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000, interval: 10 } },
}
const FIXED_SEED = 'test/support/fixed-seed.ts'
const SETUP = [FIXED_SEED, 'test/support/shared-state.ts']
/** Nothing of theirs is changed by a test, so the modules stay loaded from one file of tests to the next. */
const SHARED_MODULES = { isolate: false }
const ON_POSTGRES = { provide: { storeEngine: 'PostgreSQL' as const } }
const {
  AFTER_NPM_TEST,
  DOCS,
  ENGINES,
  FAILOVERS,
  FRAMEWORKS,
  HOSTS,
  PACKAGES,
  PEERS,
  POSTGRES,
  RELEASE,
  SOAK,
} = process.env

const tests = (name: string, include: string[], options: object = {}) => ({
  test: { name, include, setupFiles: SETUP, ...SHARED_MODULES, ...PATIENCE, ...options },
})

/** Several servers, or a store on each engine: in `npm run test:postgres` alone. */
const SERVERS = [
  'operations/copy-store',
  'outlets/media/room',
  'store/postgres',
  'store/postgres-connections',
]
const UNIT_TESTS = 'test/**/*.unit.test.ts'
/** Some folders of tests have packages of their own, and these have tests. */
const INSTALLED = '**/node_modules/**'
/** Without a browser, a process or a socket, which a file named `*.unit.test.ts` promises: `npm run test:unit`. */
const ONLY_UNIT = { setupFiles: [...SETUP, 'test/support/unit-only.ts'] }
const unitTests = [
  tests('unit', [UNIT_TESTS], { ...ONLY_UNIT, exclude: ['test/widget/**'] }),
  tests('unit-dom', ['test/widget/**/*.unit.test.ts'], {
    ...ONLY_UNIT,
    environment: 'happy-dom',
    isolate: true,
  }),
]

/**
 * What a store promises, in its other engine: one server for all of them, see test/support/postgres. `npm test` has a few of them,
 * `npm run test:postgres` those of the store, and the soak all.
 */
const OF_STORES = ['store/store.unit', 'store/transactions.unit']
const ALL_OF_STORES = [
  ...OF_STORES,
  'store/migrations',
  ...['change-log', 'destinations', 'fence', 'followers', 'media-queue', 'media-store'].map(
    name => `store/${name}.unit`,
  ),
  ...['popup-rows', 'reading', 'search', 'staging', 'wordpress-rows'].map(name => `store/${name}.unit`),
  ...['outlets/changes/crowd.unit', 'outlets/webhooks/events', 'log/runner.unit', 'simulation/autumn.unit'],
  'sync/any-answer.unit',
  'destinations/sql',
  'destinations/wordpress/posts',
  'operations/alerts/alerts',
]
const OF_SOAK = [
  ...[
    'kills/kills',
    'outlets/feeds/feeds',
    'outlets/news/pages',
    'simulation/*.unit',
    'outlets/popup-relay/relay',
  ],
  ...['following', 'long-poll', 'stream'].map(name => `outlets/changes/${name}`),
  ...['delivery', 'following'].map(name => `outlets/webhooks/${name}`),
]
const inAgent = (names: readonly string[]) => names.map(name => `test/sync-agent/${name}.test.ts`)
const onPostgres = tests(
  'PostgreSQL',
  inAgent(SOAK ? [...ALL_OF_STORES, ...OF_SOAK] : POSTGRES ? [...ALL_OF_STORES, ...SERVERS] : OF_STORES),
  ON_POSTGRES,
)

/** The same scenes in each engine. The console is for newer browsers than a school's families have. */
const scenesIn = (engine: Engine, names = '*') =>
  tests(engine, [`test/scenes/${names}.test.ts`], {
    exclude: [
      ...(engine === 'Oldest' ? ['test/scenes/console.test.ts'] : []),
      ...(AFTER_NPM_TEST ? [`test/scenes/${OF_NPM_TEST}.test.ts`] : []),
    ],
    provide: { engine },
  })
/** The popup in a real browser: what it does, and the hostile bodies. CI does not play them twice. */
const OF_NPM_TEST = 'popup-{actions,hostile,plain,tag}'

/** All pages, in the engines that `npm run test:browsers` names, as in `Firefox,WebKit`; the most is done with them in Chromium. */
const IN_BROWSERS = ['test/e2e/**/*.test.ts', 'test/scenes/**/*.test.ts']
const inBrowsers = (engines: string) => [
  tests('pages', ['test/e2e/**/*.test.ts'], { exclude: ['test/e2e/extension/guides.test.ts'] }),
  ...engines.split(',').map(engine => scenesIn(engine as Engine)),
]

/** What is packed, its commands, and the programs that import it: `npm run test:packages`. */
const OF_PACKAGES = [
  'test/package/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/e2e/extension/guides.test.ts',
]
const packages = tests('packages', OF_PACKAGES, {
  globalSetup: ['test/package/install.ts'],
  exclude: [UNIT_TESTS],
})

/** Linters, generators, mock servers and judges that others keep: `npm run test:peers`. */
const OF_PEERS = ['test/peers/*.test.ts']

/** Kill agents, pause and cut off those that share a store, and the database; leases by real time: `npm run test:failovers`. */
const OF_FAILOVERS = inAgent(['failovers/*', 'kills/*', 'outlets/files/kills', 'sync/lease'])
const failovers = [
  tests('failovers', OF_FAILOVERS),
  tests(
    'failovers on PostgreSQL',
    inAgent(['failovers/two-agents', 'failovers/webhooks', 'sync/lease']),
    ON_POSTGRES,
  ),
]

/** Run nginx, WordPress and PHP, which `npm ci` does not bring: `npm run test:hosts`. */
const OF_HOSTS = ['test/hosts/real/**/*.test.ts']

/** Install and build with Next.js, Nuxt and SvelteKit: `npm run test:frameworks`. */
const OF_FRAMEWORKS = ['test/frameworks/**/*.test.ts']
/** And the guides' web-apps. */
const inFrameworks = tests('frameworks', [...OF_FRAMEWORKS, 'test/e2e/extension/guides.test.ts'], {
  globalSetup: ['test/frameworks/prepare.ts'],
  provide: { frameworks: true },
  isolate: true,
  // Next.js replaces Date and fetch in its process, and no other file is run there.
  setupFiles: [FIXED_SEED],
})

/** The documentation site in a browser: `npm run test:docs`. */
const OF_DOCS = ['test/docs/site.test.ts']

/** A registry of its own, and the packages in it: `npm run test:release`. */
const OF_RELEASE = ['test/release/*.test.ts']

const OWN_COMMANDS = [
  ...inAgent(SERVERS),
  ...IN_BROWSERS,
  ...OF_PACKAGES,
  ...OF_DOCS,
  ...OF_PEERS,
  ...OF_FAILOVERS,
  ...OF_HOSTS,
  ...OF_FRAMEWORKS,
  ...OF_RELEASE,
]

export const projects = ENGINES
  ? inBrowsers(ENGINES)
  : [
      ...unitTests,
      tests('node', ['test/**/*.test.ts'], { exclude: [INSTALLED, UNIT_TESTS, ...OWN_COMMANDS] }),
      onPostgres,
      scenesIn('Chromium', OF_NPM_TEST),
      ...(PACKAGES ? [packages] : []),
      ...(DOCS ? [tests('docs', OF_DOCS)] : []),
      ...(RELEASE ? [tests('release', OF_RELEASE)] : []),
      ...(PEERS ? [tests('peers', OF_PEERS)] : []),
      ...(FAILOVERS ? failovers : []),
      ...(FRAMEWORKS ? [inFrameworks] : []),
      ...(HOSTS ? [tests('hosts', OF_HOSTS, { isolate: true })] : []),
    ]

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SCRIPT_NAMES, widgetFiles } from './scripts/widget/plugin.ts'
import type { Limit } from './scripts/widget/report.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import type { Engine } from './test/support/visitor/engines.ts'

// No test is about speed: the limit only ends one that hangs, on whatever machine.
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }
/** Nothing of theirs is changed by a test, so the modules stay loaded from one file of tests to the next. */
const SHARED_MODULES = { isolate: false }

/** Without a browser, a process or a socket, which a file named `*.unit.test.ts` promises: `npm run test:unit`. */
const unitTests = (name: string, options: object) => ({
  test: { name, setupFiles: ['test/support/unit-only.ts'], ...options, ...PATIENCE },
})

/** The same scenes in each engine. The console is for newer browsers than a school's families have. */
const scenesIn = (engine: Engine, names = '*') => ({
  test: {
    name: engine,
    include: [`test/scenes/${names}.test.ts`],
    exclude: engine === 'Oldest' ? ['test/scenes/console.test.ts'] : [],
    provide: { engine },
    ...SHARED_MODULES,
    ...PATIENCE,
  },
})

/** Install what was packed, and run its commands, as users do: npm run test:packages. */
const PACKAGES = ['test/package/**/*.test.ts', 'test/cli/**/*.test.ts']
/** Kill, pause and cut off agents that share a store, and the database: npm run test:failovers. */
const FAILOVERS = 'test/sync-agent/failovers/**/*.test.ts'
/** Those that use SQLite, unless they are told of the other engine. */
const FAILOVERS_OF_EITHER = 'test/sync-agent/failovers/{two-agents,webhooks}.test.ts'
/** Run nginx, WordPress and PHP, which `npm ci` does not bring: npm run test:hosts. */
const HOSTS = 'test/hosts/real/**/*.test.ts'
/** Install and build with Next.js, Nuxt and SvelteKit: npm run test:frameworks. */
const FRAMEWORKS = 'test/frameworks/**/*.test.ts'
const OWN_SCRIPTS = [...PACKAGES, FAILOVERS, HOSTS, FRAMEWORKS]
const UNIT_TESTS = 'test/**/*.unit.test.ts'

/** The promises of the adapters, and the guides' web-apps. */
const frameworkTests = {
  test: {
    name: 'frameworks',
    include: [FRAMEWORKS, 'test/extension/adapters.test.ts', 'test/e2e/extension/guides.test.ts'],
    globalSetup: ['test/frameworks/prepare.ts'],
    provide: { frameworks: true },
    ...PATIENCE,
  },
}

/** Outlets whose answers come from the store, or wait for it; with `SOAK` all of them, which takes three minutes. */
const OUTLETS = [
  ...['changes/crowd.unit', 'webhooks/replay'],
  ...(process.env.SOAK ? ['changes/following', 'changes/long-poll', 'changes/stream', 'feeds/feeds'] : []),
  ...(process.env.SOAK ? ['news/pages', 'popup-relay/relay', 'webhooks/delivery', 'webhooks/following'] : []),
]

/** What a store promises, in its other engine: one server for all of them, see test/support/postgres. */
const onPostgres = {
  test: {
    name: 'PostgreSQL',
    include: [
      ...['change-log', 'media-store', 'popup-rows', 'search', 'store', 'transactions', 'webhook-outbox'].map(
        name => `test/sync-agent/store/${name}.unit.test.ts`,
      ),
      ...OUTLETS.map(name => `test/sync-agent/outlets/${name}.test.ts`),
      ...(process.env.SOAK ? ['test/sync-agent/kills/kills.test.ts'] : []),
      `test/sync-agent/simulation/${process.env.SOAK ? '*' : 'autumn'}.unit.test.ts`,
      'test/sync-agent/sync/lease.test.ts',
    ],
    provide: { storeEngine: 'PostgreSQL' as const },
    ...SHARED_MODULES,
    ...PATIENCE,
  },
}

/** Every page in the bundled Chromium, each with all that can be done on it. */
const pageTests = {
  test: { name: 'pages', include: ['test/e2e/**/*.test.ts'], ...SHARED_MODULES, ...PATIENCE },
}

/** Of `npm run test:browsers`, as in `Firefox,WebKit`. */
const engines = process.env.ENGINES?.split(',') as Engine[] | undefined
/** Half of all the time of the tests goes into browsers, so these have a command of their own. */
const inBrowsers = engines && [pageTests, ...engines.map(engine => scenesIn(engine))]

/** With room for a security release of DOMPurify or Lit, which is no time to look for bytes. */
const LIMITS: Limit[] = [
  { what: 'loader', parts: ['loader'], bytes: 600 },
  { what: 'dialog', parts: ['dialog', 'shared'], bytes: 14_250 },
  { what: 'dialog with DOMPurify', parts: ['dialog', 'shared', 'purify'], bytes: 24_500 },
  { what: 'message', parts: ['loader', 'dialog', 'shared', 'icon', 'answer'], bytes: 15_500 },
  {
    what: 'message with DOMPurify',
    parts: ['loader', 'dialog', 'shared', 'purify', 'icon', 'answer'],
    bytes: 26_000,
  },
  { what: 'news', parts: ['news', 'shared'], bytes: 23_000 },
  { what: 'news with DOMPurify', parts: ['news', 'shared', 'purify'], bytes: 33_500 },
]

export default defineConfig({
  /** `vite build` makes the widget, in dist/widget. */
  plugins: [widgetFiles(LIMITS)],
  publicDir: false,
  build: {
    outDir: 'dist/widget',
    // The oldest browsers of docs/browsers.md.
    target: ['chrome103', 'firefox102', 'safari16'],
    lib: {
      entry: { 'school-popup': 'widget/from-tag.ts', 'school-news': 'widget/define-news.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        ...SCRIPT_NAMES,
        // White space and notes for a bundler, which a library keeps; these files go to browsers.
        minify: true,
        comments: false,
        // One file for what both elements use: on a strict page each Trusted Types policy can be made only once.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
      },
    },
  },
  test: {
    // One waits for a browser or another program while the others work. Measured on two cores: three took 10 % longer than four.
    maxWorkers: availableParallelism() + 2,
    globalSetup: [
      'test/support/in-memory.ts',
      'test/support/bundled-browser.ts',
      'test/support/postgres/setup.ts',
    ],
    sequence: { sequencer: LongestFirst },
    projects: inBrowsers ?? [
      unitTests('unit', {
        include: [UNIT_TESTS],
        exclude: ['test/widget/**'],
        ...SHARED_MODULES,
      }),
      unitTests('unit-dom', { include: ['test/widget/**/*.unit.test.ts'], environment: 'happy-dom' }),
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [UNIT_TESTS, 'test/scenes/**', 'test/e2e/**', ...OWN_SCRIPTS],
          ...SHARED_MODULES,
          ...PATIENCE,
        },
      },
      onPostgres,
      // The popup in a real browser: what it does, and the hostile bodies, again for DOMPurify in one that has no sanitiser.
      scenesIn('Chromium', 'popup-{actions,hostile,plain,tag}'),
      scenesIn('Oldest', 'popup-hostile'),
      ...(process.env.PACKAGES
        ? [
            {
              test: {
                name: 'packages',
                include: PACKAGES,
                exclude: [UNIT_TESTS],
                ...SHARED_MODULES,
                ...PATIENCE,
              },
            },
          ]
        : []),
      ...(process.env.FAILOVERS
        ? [
            { test: { name: 'failovers', include: [FAILOVERS], ...SHARED_MODULES, ...PATIENCE } },
            {
              test: {
                name: 'failovers on PostgreSQL',
                include: [FAILOVERS_OF_EITHER],
                provide: { storeEngine: 'PostgreSQL' as const },
                ...SHARED_MODULES,
                ...PATIENCE,
              },
            },
          ]
        : []),
      ...(process.env.FRAMEWORKS ? [frameworkTests] : []),
      ...(process.env.HOSTS ? [{ test: { name: 'hosts', include: [HOSTS], ...PATIENCE } }] : []),
    ],
  },
})

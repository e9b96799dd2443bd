import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import type { Engine } from './test/support/visitor/engines.ts'

// No test is about speed: the limit only ends one that hangs, on whatever machine.
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }
/** Nothing of theirs is changed by a test, so the modules stay loaded from one file of tests to the next. */
const SHARED_MODULES = { isolate: false }

/** The same scenes in each engine. The console is for newer browsers than a school's families have. */
const scenesIn = (engine: Engine, include = 'test/scenes/**/*.test.ts') => ({
  test: {
    name: engine,
    include: [include],
    exclude: engine === 'Oldest' ? ['test/scenes/console.test.ts'] : [],
    provide: { engine },
    ...SHARED_MODULES,
    ...PATIENCE,
  },
})

/** Of `npm run test:browsers`, as in `Firefox,WebKit`; without it, everything that needs nothing but `npm ci`. */
const engines = process.env.ENGINES?.split(',') as Engine[] | undefined

export default defineConfig({
  test: {
    // Much of the time is spent waiting for other processes: four files at once pay off on two cores, too.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    globalSetup: ['test/support/in-memory.ts', 'test/support/bundled-browser.ts'],
    sequence: { sequencer: LongestFirst },
    projects: engines?.map(engine => scenesIn(engine)) ?? [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/widget/**', 'test/e2e/**', 'test/scenes/**', 'test/hosts/real/**'],
          ...SHARED_MODULES,
          ...PATIENCE,
        },
      },
      { test: { name: 'dom', environment: 'happy-dom', include: ['test/widget/**/*.test.ts'], ...PATIENCE } },
      {
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          ...SHARED_MODULES,
          ...PATIENCE,
        },
      },
      // The other scenes are walked through in Chromium by test/e2e.
      scenesIn('Chromium', 'test/scenes/popup-*.test.ts'),
      // Run nginx and PHP, which `npm ci` does not bring: npm run test:hosts.
      ...(process.env.HOSTS
        ? [{ test: { name: 'hosts', include: ['test/hosts/real/**/*.test.ts'], ...PATIENCE } }]
        : []),
    ],
  },
})

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SCRIPT_NAMES, widgetFiles } from './scripts/widget/plugin.ts'
import type { Limit } from './scripts/widget/report.ts'
import { projects } from './test/projects.ts'

/** With room for a security release of DOMPurify or Lit, which is no time to look for bytes. */
const LIMITS: Limit[] = [
  { what: 'loader', parts: ['loader'], bytes: 1_250 },
  { what: 'dialog', parts: ['dialog', 'shared'], bytes: 15_500 },
  { what: 'dialog with DOMPurify', parts: ['dialog', 'shared', 'purify'], bytes: 26_000 },
  { what: 'message', parts: ['loader', 'dialog', 'shared', 'icon', 'answer'], bytes: 17_300 },
  {
    what: 'message with DOMPurify',
    parts: ['loader', 'dialog', 'shared', 'purify', 'icon', 'answer'],
    bytes: 27_750,
  },
  { what: 'news', parts: ['news', 'shared'], bytes: 25_000 },
  { what: 'news with DOMPurify', parts: ['news', 'shared', 'purify'], bytes: 35_500 },
]

export default defineConfig({
  /** `vite build` makes the widget, in dist/widget. */
  plugins: [widgetFiles(LIMITS)],
  publicDir: false,
  build: {
    outDir: 'dist/widget',
    // The oldest browsers of docs/website/browsers.md.
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
    // One waits for a browser or another program while the others work; more only take each other's time.
    maxWorkers: availableParallelism() + 1,
    globalSetup: [
      'test/support/in-memory.ts',
      'test/support/bundled-browser.ts',
      'test/support/postgres/setup.ts',
    ],
    projects,
  },
})

import { defineConfig } from 'vitest/config'

// No test is about speed: the limit only ends one that hangs, on whatever machine.
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/widget/**', 'test/e2e/**'],
          ...PATIENCE,
        },
      },
      { test: { name: 'dom', environment: 'happy-dom', include: ['test/widget/**/*.test.ts'], ...PATIENCE } },
      {
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          ...PATIENCE,
        },
      },
    ],
  },
})

/** The tests that judge a mutated file: those without a browser, a process of their own or a second engine. */
import { defineConfig } from 'vitest/config'
import { projects } from '../../test/projects.ts'

const NAMES = ['unit', 'unit-dom', 'node']

export default defineConfig({
  root: process.cwd(),
  test: {
    globalSetup: ['test/support/in-memory.ts'],
    projects: projects.filter(({ test }) => NAMES.includes(test.name)),
  },
})

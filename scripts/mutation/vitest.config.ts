/** The tests that judge a mutated folder, see run.ts: none in a browser, and on PostgreSQL only with POSTGRES=1. */
import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { projects } from '../../test/projects.ts'

const TESTS = process.env.MUTATION_TESTS as string
const JUDGES = ['unit', 'node', ...(process.env.POSTGRES ? ['PostgreSQL'] : [])]
/** What a mutant makes a test wait for never comes; what a test waits for comes within the agent's own waits of two seconds. */
const SHORT_PATIENCE = {
  testTimeout: 15_000,
  hookTimeout: 15_000,
  expect: { poll: { timeout: 8_000, interval: 10 } },
}

const judges = projects
  .filter(({ test: { name } }) => JUDGES.includes(name))
  .map(({ test }) => {
    const include = test.include.map(pattern => pattern.replace(/^test(?=\/\*)/, TESTS))
    // Of the folder itself, also those that have a command of their own, as of a store in PostgreSQL.
    const { exclude = [] }: { name: string; exclude?: string[] } = test
    const others = exclude.filter(pattern => dirname(pattern) !== TESTS)
    return { test: { ...test, ...SHORT_PATIENCE, include, exclude: others } }
  })

/** A mutant ends with its first red test: the quick ones come first. */
class UnitTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isUnit = ({ moduleId }: TestSpecification) => moduleId.endsWith('.unit.test.ts')
    return files.toSorted((one, other) => Number(isUnit(other)) - Number(isUnit(one)))
  }
}

export default defineConfig({
  root: process.cwd(),
  test: {
    globalSetup: ['test/support/in-memory.ts', 'test/support/postgres/setup.ts'],
    sequence: { sequencer: UnitTestsFirst },
    projects: judges,
  },
})

/** The tests that judge a mutated folder: its own, but none in a browser or on a second engine. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { projects } from '../../test/projects.ts'

const OWN_TESTS = `test/${(process.env.MUTATED_FOLDER as string).split('/')[0]}/`
/** What a mutant makes a test wait for never comes. */
const SHORT_PATIENCE = {
  testTimeout: 15_000,
  hookTimeout: 15_000,
  expect: { poll: { timeout: 2_000, interval: 10 } },
}

const ownTests = projects
  .filter(({ test: { name } }) => ['unit', 'unit-dom', 'node'].includes(name))
  .map(({ test }) => {
    const include = test.include.map(pattern => pattern.replace(/^test\/(?=\*)/, OWN_TESTS))
    return { test: { ...test, ...SHORT_PATIENCE, include } }
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
    globalSetup: ['test/support/in-memory.ts'],
    sequence: { sequencer: UnitTestsFirst },
    projects: ownTests,
  },
})

/** The order of the test files: those that take long start first, so that none is left alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Short to read and long to run; a checkout that has never run the tests takes the size of a file for its time. The unit
 * tests are the last project: only what is long among them could be left alone.
 */
const LONG = [
  'sync-agent/kills/kills',
  'sync-agent/simulation/longer.unit',
  'sync-agent/simulation/for-good.unit',
  'sync-agent/simulation/autumn.unit',
  'sync-agent/simulation/spring.unit',
].map(name => `/test/${name}.test.ts`)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some(name => moduleId.endsWith(name))
    const long = LONG.flatMap(name => inOrder.filter(({ moduleId }) => moduleId.endsWith(name)))
    return [...long, ...inOrder.filter(file => !isLong(file))]
  }
}

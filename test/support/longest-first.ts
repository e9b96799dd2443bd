/** The order of the test files: those that take long start first, so that none is left alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short to read and long to run; a checkout that has never run the tests takes the size of a file for its time. */
const LONG = [
  'sync-agent/kills/kills',
  'conformance/defects',
  'package/sync-agent',
  'package/declarations',
  'sync-agent/outlets/files/kills',
  'sync-agent/kills/two-agents',
].map(name => `/test/${name}.test.ts`)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some(name => moduleId.endsWith(name))
    const long = LONG.flatMap(name => inOrder.filter(({ moduleId }) => moduleId.endsWith(name)))
    return [...long, ...inOrder.filter(file => !isLong(file))]
  }
}

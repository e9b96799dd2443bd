/** Which red tests CI runs again, and what it says of those that are green then. */
import { expect, it } from 'vitest'
import { linesOf, type Report, reasonAgainst, redFiles } from '../../scripts/ci/again.ts'

const red = (name: string, ...tests: string[]): Report['testResults'][number] => ({
  name,
  status: 'failed',
  message: 'it does not load\nat line 3',
  assertionResults: tests.map(fullName => ({
    fullName,
    status: 'failed',
    failureMessages: ['expected 1 to be 2\n    at line 9'],
  })),
})
const green = { ...red('/clone/test/green.test.ts'), status: 'passed' }
const report = (...testResults: Report['testResults']): Report => ({ success: false, testResults })

it('a file that is red in two projects is run once', () => {
  expect(redFiles(report(red('/a', 'x'), green, red('/a', 'x'), red('/b')))).toEqual(['/a', '/b'])
})

it('three red files are run again, four are not, and nothing is where no test is red', () => {
  expect(reasonAgainst(['a', 'b', 'c'])).toBeUndefined()
  expect(reasonAgainst(['a', 'b', 'c', 'd'])).toBe('4 files are red')
  expect(reasonAgainst([])).toMatch('no test is red')
})

it.each([
  'sync-agent/simulation/autumn.unit',
  'sync-agent/kills/kills',
  'sync-agent/outlets/files/kills',
  'sync-agent/failovers/connection',
  'sync-agent/sync/cursor.unit',
  'sync-agent/store/views',
  'sync-agent/store/faults',
  'service/store',
  'sync-agent/sync/lease',
  'sync-agent/operations/copy-store',
  'scenes/popup-hostile',
  'scenes/popup-mixtures',
])('%s is never run again', name => {
  const file = `/clone/test/${name}.test.ts`
  expect(reasonAgainst(['/clone/test/cli/news.test.ts', file])).toBe(`${file} is never run again`)
})

it('each test that was red is named with the first line of its failure', () => {
  expect(linesOf('FLAKY', report(red('/clone/test/a.test.ts', 'says hello'), green), '/clone')).toEqual([
    'FLAKY test/a.test.ts: says hello\n  expected 1 to be 2',
  ])
  expect(linesOf('RED', report(red('/clone/test/a.test.ts')), '/clone')).toEqual([
    'RED test/a.test.ts: the file as a whole\n  it does not load',
  ])
})

/**
 * Which red test files may be run once more, alone, before CI is red. A test that is green then is reported as flaky.
 *
 * Never those whose one red run in six thousand may be a lost entry, or a body that did something.
 */
const NEVER = /simulation|kill|failover|cursor|store|lease|migrat|hostile|mixtures/
/** More than that is a fault, no bad luck. */
const AT_MOST = 3

/** What this reads of the report of Vitest's reporter `json`. */
export interface Report {
  success: boolean
  testResults: {
    /** Path of the file. */
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** Paths, each once: a file may belong to several projects. */
export const redFiles = ({ testResults }: Report): string[] => [
  ...new Set(testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)),
]

/** Why red files are not run again; undefined when they may be. */
export function reasonAgainst(files: readonly string[]): string | undefined {
  if (files.length === 0) return 'no test is red: something outside the tests failed'
  if (files.length > AT_MOST) return `${files.length} files are red`
  const never = files.find(file => NEVER.test(file))
  return never && `${never} is never run again`
}

/** `WORD file: test` with the first line of its failure, for each red test. */
export const linesOf = (word: string, { testResults }: Report, root: string): string[] =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const red = assertionResults.filter(({ status }) => status === 'failed')
      const tests = red.length > 0 ? red : [{ fullName: 'the file as a whole', failureMessages: [message] }]
      return tests.map(
        ({ fullName, failureMessages: [failure = ''] = [] }) =>
          `${word} ${name.replace(`${root}/`, '')}: ${fullName}\n  ${failure.split('\n')[0]}`,
      )
    })

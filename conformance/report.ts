/** The result of a run. */
import type { CaseValue, Finding, Part } from './case.ts'

export interface CaseResult extends Finding, Omit<CaseValue, 'heavy'> {
  /** How long it took, milliseconds. */
  ms: number
}

export interface ConformanceReport {
  /** ISO 8601 UTC. */
  startedAt: string
  addresses: { serviceUrl?: string; syncUrl?: string; sessionUrl?: string; otherSessionUrl?: string }
  /** False when the run was stopped. */
  complete: boolean
  /** Number of requests to the service. */
  asked: number
  /** Parts without an address, unless only some parts were wanted. */
  notAsked: Part[]
  /** Number of skipped heavy cases; `thorough` runs them. */
  leftOut: number
  summary: {
    passed: number
    failed: number
    notShown: number
    /** Those of `notShown` that the interface requires; with `strict` they fail. */
    requiredNotShown: number
    observed: number
  }
  cases: CaseResult[]
}

export const isRequiredNotShown = ({ level, result }: CaseResult) =>
  level === 'required' && result === 'not shown'

export function summaryOf(cases: readonly CaseResult[]): ConformanceReport['summary'] {
  const count = (result: CaseResult['result']) => cases.filter(one => one.result === result).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    notShown: count('not shown'),
    requiredNotShown: cases.filter(isRequiredNotShown).length,
    observed: count('observed'),
  }
}

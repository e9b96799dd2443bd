/** What a run found, as one value. */
import type { Finding, Level, Part, Rule } from './case.ts'

export interface CaseResult extends Finding {
  /** Stable: `popups/site-id-empty`. */
  id: string
  part: Part
  level: Level
  rule: Rule
  /** At silent points: what the clients of this project do. */
  clients?: string
  /** How long it took, milliseconds. */
  ms: number
}

export interface ConformanceReport {
  /** ISO 8601 UTC. */
  startedAt: string
  addresses: { serviceUrl?: string; syncUrl?: string; sessionUrl?: string; otherSessionUrl?: string }
  /** False when the run was stopped. */
  complete: boolean
  /** How often the service was asked. */
  asked: number
  /** Parts of which no address was given, where not only some were wanted. */
  notAsked: Part[]
  /** How many heavier cases were left out, which `thorough` looks at. */
  leftOut: number
  summary: { passed: number; failed: number; notShown: number; told: number }
  cases: CaseResult[]
}

export function summaryOf(cases: readonly CaseResult[]): ConformanceReport['summary'] {
  const count = (result: CaseResult['result']) => cases.filter(one => one.result === result).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    notShown: count('not shown'),
    told: count('told'),
  }
}

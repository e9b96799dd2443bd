/**
 * What a case is: one rule of the interface, or one point on which it is silent, with what a service was seen to do.
 *
 * A `required` case passes or fails. A `silent` one is told in words and never fails. Either may be `not shown` when the data
 * that would show it is not there.
 */
import type { Visit } from './visit.ts'

export const PARTS = ['popups', 'news', 'attendance', 'session'] as const
export type Part = (typeof PARTS)[number]

export type Level = 'required' | 'silent'

/** A place of the interface and what it says there, in this project's words. */
export interface Rule {
  /** As in `Errors, rule 1`. */
  place: string
  says: string
}

export interface Finding {
  result: 'passed' | 'failed' | 'told' | 'not shown'
  /** What was seen; for `not shown` what would show it. */
  detail: string
}

interface AnyCase {
  /** Stable: `popups/site-id-empty`. */
  id: string
  rule: Rule
  /** Asks more of the service than a visitor would: many calls at once, long headers, other methods. */
  heavy?: true
  look(visit: Visit): Finding | Promise<Finding>
}

export interface RequiredCase extends AnyCase {
  level: 'required'
}

export interface SilentCase extends AnyCase {
  level: 'silent'
  /** What the clients of this project do about it. */
  clients: string
}

export type Case = RequiredCase | SilentCase

export const partOf = ({ id }: { id: string }): Part =>
  PARTS.find(part => id.startsWith(`${part}/`)) ?? 'popups'

export const passed = (detail: string): Finding => ({ result: 'passed', detail })
export const failed = (detail: string): Finding => ({ result: 'failed', detail })
export const told = (detail: string): Finding => ({ result: 'told', detail })
/** @param wouldShow the data that is missing, as in `a message with an icon` */
export const notShown = (wouldShow: string): Finding => ({
  result: 'not shown',
  detail: `${wouldShow} would show it`,
})

/** Of every case of a part whose service does not answer at all. */
export const UNANSWERED = notShown('a service that answers')

/** Passed with one detail, or failed with the other. */
export const verdict = (holds: boolean, seen: string): Finding => (holds ? passed(seen) : failed(seen))

/** Cannot be looked at any further; the case ends with this finding. */
export class Ends extends Error {
  override name = 'Ends'
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.detail)
    this.finding = finding
  }
}

/**
 * A case checks one rule of the interface, or shows what a service does where the interface leaves something open.
 *
 * A `required` case passes or fails. Where the interface is `silent`, the case observes and never fails. Either is `not shown` when the service has no
 * data for it.
 */
import type { Visit } from './visit.ts'

export const PARTS = ['popups', 'news', 'attendance', 'session'] as const
export type Part = (typeof PARTS)[number]

export type Level = 'required' | 'silent'

/** A place in the interface and what it says, in this project's words. */
export interface Rule {
  /** As in `Errors, rule 1`. */
  place: string
  says: string
}

/** A rule where a case is written. */
export type Says = readonly [place: string, says: string]

export interface Finding {
  result: 'passed' | 'failed' | 'observed' | 'not shown'
  /** What was seen; for `not shown`, what would be needed. */
  detail: string
}

/** A case without its code. */
export interface CaseValue {
  /** Stable: `popups/site-id-empty`. */
  id: string
  part: Part
  level: Level
  rule: Rule
  /** Where the interface is silent: what this project's clients do about it. */
  clients?: string
  /** Loads the service more than a visitor does: many calls at once. Runs only with `thorough`, or when it is named. */
  heavy: boolean
}

export interface Case extends CaseValue {
  look(visit: Visit): Finding | Promise<Finding>
}

const made = (id: string, level: Level, [place, says]: Says, look: Case['look']): Case => ({
  ...{ id, level, rule: { place, says }, heavy: false, look },
  part: PARTS.find(part => id.startsWith(`${part}/`)) ?? 'popups',
})

export const required = (id: string, rule: Says, look: Case['look']): Case => made(id, 'required', rule, look)

/** Where the interface is silent: shows what the service does, or what would show it. */
export const open = (
  id: string,
  rule: Says,
  clients: string,
  look: (visit: Visit) => Promise<string | Finding>,
): Case => ({
  ...made(id, 'silent', rule, async visit => {
    const seen = await look(visit)
    return typeof seen === 'string' ? observed(seen) : seen
  }),
  clients,
})

export const passed = (detail: string): Finding => ({ result: 'passed', detail })
export const failed = (detail: string): Finding => ({ result: 'failed', detail })
const observed = (detail: string): Finding => ({ result: 'observed', detail })
/** @param wouldShow the missing data, as in `a message with an icon` */
export const notShown = (wouldShow: string): Finding => ({
  result: 'not shown',
  detail: `${wouldShow} would show it`,
})

/** For every case of a part whose service does not answer. */
export const UNANSWERED = notShown('a service that answers')

/** For a case that got HTTP 429: the interface does not forbid a limit, and the answer says nothing about the rule. */
export const TOO_MANY_CALLS = notShown('HTTP 429, too many calls: a run with a longer --pause')

export const verdict = (holds: boolean, seen: string, seenOtherwise = seen): Finding =>
  holds ? passed(seen) : failed(seenOtherwise)

/** Ends a case with this finding. */
export class Ends extends Error {
  override name = 'Ends'
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.detail)
    this.finding = finding
  }
}

/** The faults that are set: which call each hits, and how often it did. In memory alone: a new start is a healthy one. */
import type { Environment } from '../../../shared/contract/session.ts'
import type { Language, SiteId } from '../../../shared/contract/site.ts'
import { mulberry32 } from '../../../shared/mulberry32.ts'
import type { Endpoint } from '../../interface/endpoint.ts'
import { DraftError } from '../../office/refuse.ts'
import { acceptRule, type Fault, type NewRule, type Target } from './fault.ts'

export interface FaultRule extends NewRule {
  id: number
  /** Calls that it hit. */
  hits: number
  /** Calls that it will still hit; only where it was set for so many. */
  left?: number
  /** Whether it can hit another call. */
  active: boolean
}

/** What can be done from outside: `service.faults`. */
export interface Faults {
  /**
   * Sets a fault. Of several that would hit the same call, the one that was set first does.
   *
   * @example
   * service.faults.add({ endpoint: 'news', when: { calls: 2 }, fault: { kind: 'status', status: 502 } })
   * @throws {DraftError} naming the field at fault
   */
  add(rule: NewRule): FaultRule
  /** In the order in which they were set, those included that have hit all their calls. */
  list(): FaultRule[]
  /** Clears one, or all; returns the ids of those that were. Calls that it holds already stay held. */
  clear(id?: number): number[]
  /**
   * Sets cleared ones again, as they were when they were cleared; returns those.
   *
   * @throws {DraftError} there would be too many
   */
  restore(ids: readonly number[]): FaultRule[]
}

export interface AskedCall {
  endpoint: Endpoint
  siteId?: SiteId | string | undefined
  lang?: Language | string | undefined
  environment?: Environment | undefined
}

export interface AppliedFault {
  ruleId: number
  fault: Fault
}

export interface FaultRules extends Faults {
  /** Whether any rule can hit a call. */
  readonly isSet: boolean
  /** The rule that hits a call, which is counted by it at once: of many calls at the same time, exactly so many are hit. */
  take(call: AskedCall): AppliedFault | undefined
}

interface SetRule {
  id: number
  rule: NewRule
  hits: number
  /** Calls that it fitted. */
  seen: number
  random: () => number
}

/** Every call is held against each. */
const MOST_ACTIVE = 200
/** Used up ones that are remembered. */
const MOST_USED_UP = 200
/** Clearings that are remembered: as many as the changes that a console can take back. */
const MOST_CLEARINGS = 100

/**
 * @param random in [0, 1)
 * @param changed called when a rule was set, cleared, set again, or has hit all its calls
 */
export function faultRules(random: () => number, changed: () => void = () => {}): FaultRules {
  let rules: SetRule[] = []
  /** What went at one time, the newest last: it is forgotten as a whole, so that no half of it is set again. */
  let cleared: SetRule[][] = []
  let lastId = 0
  let isSet = false
  const settle = () => {
    isSet = rules.some(isActive)
    changed()
  }
  return {
    get isSet() {
      return isSet
    },
    take(call) {
      for (const set of rules) {
        if (!isActive(set) || !concerns(set.rule, call)) continue
        set.seen += 1
        if (!isTurn(set)) continue
        set.hits += 1
        if (!isActive(set)) settle()
        return { ruleId: set.id, fault: set.rule.fault }
      }
      return undefined
    },
    add(draft) {
      const rule = structuredClone(acceptRule(draft))
      mustBeFew(rules.filter(isActive).length + 1)
      lastId += 1
      const { when } = rule
      const seed = typeof when === 'object' && 'share' in when ? when.seed : undefined
      const set = {
        id: lastId,
        rule,
        hits: 0,
        seen: 0,
        random: seed === undefined ? random : mulberry32(seed),
      }
      const usedUp = rules.filter(one => !isActive(one))
      if (usedUp.length >= MOST_USED_UP) rules = rules.filter(one => one !== usedUp[0])
      rules.push(set)
      settle()
      return shown(set)
    },
    list: () => rules.map(shown),
    clear(id) {
      const isMeant = (set: SetRule) => id === undefined || set.id === id
      const gone = rules.filter(isMeant)
      rules = rules.filter(set => !isMeant(set))
      if (gone.length > 0) {
        cleared = [...cleared, gone].slice(-MOST_CLEARINGS)
        settle()
      }
      return gone.map(set => set.id)
    },
    restore(ids) {
      const again = cleared.flat().filter(set => ids.includes(set.id))
      mustBeFew([...rules, ...again].filter(isActive).length)
      cleared = cleared.map(sets => sets.filter(set => !again.includes(set)))
      rules = [...rules, ...again].toSorted((a, b) => a.id - b.id)
      if (again.length > 0) settle()
      return again.map(shown)
    },
  }
}

/** @throws {DraftError} */
function mustBeFew(active: number): void {
  if (active > MOST_ACTIVE)
    throw new DraftError({ path: '', reason: `at most ${MOST_ACTIVE} faults can be set at once: clear some` })
}

const shown = (set: SetRule): FaultRule => {
  const left = leftOf(set)
  const { id, rule, hits } = set
  return { id, ...structuredClone(rule), hits, ...(left !== undefined && { left }), active: isActive(set) }
}

const leftOf = ({ rule: { when }, hits }: SetRule) =>
  typeof when === 'object' && 'calls' in when ? when.calls - hits : undefined

const isActive = (set: SetRule) => (leftOf(set) ?? 1) > 0

function isTurn({ rule: { when }, seen, random }: SetRule): boolean {
  if (typeof when === 'string' || 'calls' in when) return true
  return 'every' in when ? seen % when.every === 0 : random() < when.share
}

function concerns({ endpoint, only, fault }: NewRule, call: AskedCall): boolean {
  return (
    isAt(endpoint, call.endpoint, fault) &&
    (only?.siteId === undefined || only.siteId === call.siteId) &&
    (only?.lang === undefined || only.lang === call.lang) &&
    (only?.environment === undefined || only.environment === call.environment)
  )
}

/** Any endpoint is any interface; media are meant only by name. Return codes pass those by that have none. */
function isAt(target: Target, endpoint: Endpoint, fault: Fault): boolean {
  if (target !== 'any') return target === endpoint
  if (endpoint === 'media') return false
  return fault.kind !== 'code' || endpoint === 'popups' || endpoint === 'news'
}

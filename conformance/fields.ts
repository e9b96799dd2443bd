/** Checks one field in all elements of a response: presence, type and form. */
import { parseWireDate, parseWireDateTime } from '../shared/contract/wire-time.ts'
import { counted } from '../shared/text/counted.ts'
import { type Finding, failed, notShown, passed, type RequiredCase, type Rule } from './case.ts'
import type { Visit } from './visit.ts'
import { fieldsOf, firstOf, kindOf, shown } from './words.ts'

export interface Element {
  /** JSON pointer, as in `/content/3`. */
  path: string
  value: unknown
}

export interface FieldRule {
  field: string
  /** As in `a string`. */
  must: string
  is(value: unknown): boolean
  /** Whether it may be left out. Null counts as left out here; another case checks for null. */
  optional?: true
  /** Whether a report may quote its value. */
  quoted?: true
}

/** @param one name of an element, as in `message` */
export function fieldFinding(elements: readonly Element[], rule: FieldRule, one: string): Finding {
  if (elements.length === 0) return notShown(`at least one ${one}`)
  const having = elements.filter(({ value }) => !rule.optional || has(value, rule.field))
  if (having.length === 0) return notShown(`${withArticle(one)} with ${rule.field}`)
  const faults = having.flatMap(element => faultIn(element, rule))
  if (faults.length === 0) return passed(`${having.length} of ${counted(elements.length, one, plural(one))}`)
  return failed(`${faults.length} of ${having.length}: ${firstOf(faults)}`)
}

function faultIn({ path, value }: Element, { field, must, is, quoted }: FieldRule): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} is ${kindOf(value)}, not an object`]
  const found = fieldsOf(value)[field]
  if (found === undefined) return [`${path}/${field} is missing`]
  if (is(found)) return []
  // Reports quote only values that are not personal.
  const what = quoted ? shown(found) : kindOf(found)
  return [`${path}/${field} is ${what}, not ${must}`]
}

function has(value: unknown, field: string): boolean {
  const found = fieldsOf(value)[field]
  return found !== undefined && found !== null
}

const withArticle = (one: string) => `${/^[aeio]/.test(one) ? 'an' : 'a'} ${one}`

const plural = (one: string) => (one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`)

/** Makes cases for the fields of the elements that `elements` returns. */
export function fieldCases(elements: (visit: Visit) => Promise<Element[]>, one: string) {
  return (id: string, rule: Rule, field: FieldRule): RequiredCase => ({
    id,
    level: 'required',
    rule,
    look: async visit => fieldFinding(await elements(visit), field, one),
  })
}

export const elementsAt = (path: string, values: readonly unknown[]): Element[] =>
  values.map((value, index) => ({ path: `${path}/${index}`, value }))

export const TEXT = { must: 'a string', is: (value: unknown) => typeof value === 'string' } as const
export const FILLED_TEXT = {
  must: 'a string that is not empty',
  is: (value: unknown) => typeof value === 'string' && value !== '',
} as const
/** A larger number loses digits, and could be that of somebody else. */
export const IDENTIFIER = {
  must: `a whole number up to ${Number.MAX_SAFE_INTEGER}, which no reader changes`,
  is: (value: unknown) => Number.isSafeInteger(value),
} as const
export const ADDRESS = { must: 'an absolute http or https address', is: isAddress } as const
/** For people without an avatar: the interface does not say what the field holds then. */
export const ADDRESS_OR_EMPTY = {
  must: 'an absolute http or https address, or empty',
  is: (value: unknown) => value === '' || isAddress(value),
} as const
export const DAY = { must: 'a day that exists (YYYYMMDD)', is: reads(parseWireDate), quoted: true } as const
export const WALL_CLOCK = {
  must: 'a time that exists (YYYYMMDDhhmmss)',
  is: reads(parseWireDateTime),
  quoted: true,
} as const
/** ISO 8601, with or without a zone. */
export const TIMESTAMP = { must: 'an ISO 8601 timestamp', is: isTimestamp, quoted: true } as const
export const UTC_TIMESTAMP = {
  must: 'an ISO 8601 UTC timestamp',
  is: (value: unknown) => isTimestamp(value) && /(?:Z|\+00:?00)$/.test(`${value}`),
  quoted: true,
} as const
export const oneOf = (values: readonly string[]) =>
  ({
    must: `one of ${values.join(', ')}`,
    is: (value: unknown) => values.some(allowed => allowed === value),
    quoted: true,
  }) as const

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^/]/i.test(value) && URL.canParse(value)
}

const ISO_TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

function isTimestamp(value: unknown): value is string {
  const digits = typeof value === 'string' ? ISO_TIMESTAMP.exec(value) : null
  if (!digits || Number.isNaN(Date.parse(`${value}`))) return false
  return reads(parseWireDate)(digits.slice(1, 4).join(''))
}

function reads(parse: (text: string) => unknown): (value: unknown) => boolean {
  return value => {
    try {
      return typeof value === 'string' && parse(value) !== undefined
    } catch {
      return false
    }
  }
}

/** Paths of all null fields in a value. @param known the interface's fields: it says nothing about others and what is in them */
export function nullsIn(value: unknown, path: string, known: readonly string[], depth = 8): string[] {
  if (value === null) return [path]
  if (typeof value !== 'object' || depth === 0) return []
  return Object.entries(value)
    .filter(([name]) => Array.isArray(value) || known.includes(name))
    .flatMap(([name, inner]) => nullsIn(inner, `${path}/${name}`, known, depth - 1))
}

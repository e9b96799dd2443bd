/** The cases of fields follow from the contract's schemas: one for each field, for its presence, type, form and limits. */
import Type, { type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { parseWireDate } from '../shared/contract/wire-time.ts'
import { counted } from '../shared/text/counted.ts'
import { type Case, type Finding, failed, notShown, type Part, passed, required } from './case.ts'
import type { Visit } from './visit.ts'
import { fieldsOf, firstOf, kindOf, shown } from './words.ts'

export interface Element {
  /** JSON pointer, as in `/content/3`. */
  path: string
  value: unknown
}

export interface FieldGroup {
  /** In the interface, as in `Popup message`. */
  place: string
  /** Name of an element, as in `message`. */
  one: string
  properties: Record<string, TSchema>
  elements(visit: Visit): Promise<Element[]>
  /** Forms of fields of which the schema says less or more than the interface. */
  forms?: Record<string, Form>
  /** Optional fields that may also be null. */
  orNull?: readonly string[]
}

/** What a field must be. */
export interface Form {
  /** As in `a string`. */
  must: string
  is(value: unknown): boolean
  /** Whether a report may quote its value: no data of people. */
  quoted?: true
}

interface Field extends Form {
  name: string
  isOptional: boolean
  orNull: boolean
}

/** As in `popups/display-date`; where two groups have the same field, the later one is `attendance/approver-first-name`. */
export function fieldCases(part: Part, groups: readonly FieldGroup[]): Case[] {
  const taken = new Set<string>()
  return groups.flatMap(({ place, one, properties, elements, forms = {}, orNull = [] }) =>
    Object.entries(properties).map(([name, schema]): Case => {
      const short = inKebab(name)
      const id = taken.has(short) ? `${one}-${short}` : short
      taken.add(id)
      const field = {
        ...(forms[name] ?? formOf(schema)),
        ...{ name, isOptional: Type.IsOptional(schema), orNull: orNull.includes(name) },
      }
      const says = `${name} is ${field.must}; it is ${field.isOptional ? 'optional' : 'required'}.`
      return required(`${part}/${id}`, [`${place}, ${name}`, says], async visit =>
        fieldFinding(await elements(visit), field, one),
      )
    }),
  )
}

const inKebab = (name: string) =>
  name
    .replace(/^_/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()

function fieldFinding(elements: readonly Element[], field: Field, one: string): Finding {
  if (elements.length === 0) return notShown(`at least one ${one}`)
  const having = elements.filter(({ value }) => !(field.isOptional && isLeftOut(value, field)))
  if (having.length === 0) return notShown(`${/^[aeio]/.test(one) ? 'an' : 'a'} ${one} with ${field.name}`)
  const faults = having.flatMap(element => faultIn(element, field))
  if (faults.length > 0) return failed(`${faults.length} of ${having.length}: ${firstOf(faults)}`)
  const many = one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`
  return passed(`${having.length} of ${counted(elements.length, one, many)}`)
}

function isLeftOut(value: unknown, { name, orNull }: Field): boolean {
  if (kindOf(value) !== 'an object') return false
  const found = fieldsOf(value)[name]
  return found === undefined || (orNull && found === null)
}

function faultIn({ path, value }: Element, { name, must, is, quoted }: Field): string[] {
  if (kindOf(value) !== 'an object') return [`${path} is ${kindOf(value)}, not an object`]
  const found = fieldsOf(value)[name]
  if (found === undefined) return [`${path}/${name} is missing`]
  return is(found) ? [] : [`${path}/${name} is ${quoted ? shown(found) : kindOf(found)}, not ${must}`]
}

function formOf(schema: TSchema): Form {
  const is = (value: unknown) => Check(schema, value)
  if (Type.IsEnum(schema)) return { must: `one of ${schema.enum.join(', ')}`, is, quoted: true }
  if (Type.IsInteger(schema)) return wholeNumber(schema)
  // What is in a list or an object has cases of its own.
  if (Type.IsArray(schema)) return { must: 'an array', is: Array.isArray }
  if (Type.IsObject(schema)) return { must: 'an object', is: value => kindOf(value) === 'an object' }
  if (Type.IsRefine(schema)) {
    const says = `${schema['~refine'][0]?.error('')}`
    return { must: says.replace(/^must be /, ''), is, quoted: true }
  }
  const { minLength, '~format': format } = fieldsOf(schema)
  if (format === 'date-time') return TIMESTAMP
  if (format === 'uri') return ADDRESS
  return { must: minLength ? 'a string that is not empty' : 'a string', is }
}

/** A number beyond the safe range loses digits, and could be that of somebody else. */
function wholeNumber(schema: TSchema): Form {
  const { minimum = Number.MIN_SAFE_INTEGER } = fieldsOf(schema)
  const is = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= Number(minimum)
  if (minimum === Number.MIN_SAFE_INTEGER)
    return { must: `a whole number up to ${Number.MAX_SAFE_INTEGER}, which no reader changes`, is }
  return { must: `a whole number, ${minimum} or more`, is, quoted: true }
}

const ADDRESS: Form = { must: 'an absolute http or https address', is: isAddress }
/** For people without an avatar: the interface does not say what the field holds then. */
export const ADDRESS_OR_EMPTY: Form = {
  must: 'an absolute http or https address, or empty',
  is: value => value === '' || isAddress(value),
}
/** ISO 8601, with or without a zone. */
const TIMESTAMP: Form = { must: 'an ISO 8601 timestamp', is: isTimestamp, quoted: true }
export const UTC_TIMESTAMP: Form = {
  must: 'an ISO 8601 UTC timestamp',
  is: value => isTimestamp(value) && /(?:Z|\+00:?00)$/.test(`${value}`),
  quoted: true,
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^/]/i.test(value) && URL.canParse(value)
}

const ISO_TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

function isTimestamp(value: unknown): value is string {
  const digits = typeof value === 'string' ? ISO_TIMESTAMP.exec(value) : null
  if (!digits || Number.isNaN(Date.parse(`${value}`))) return false
  try {
    return parseWireDate(digits.slice(1, 4).join('')) !== undefined
  } catch {
    return false
  }
}

export const elementsAt = (path: string, values: readonly unknown[]): Element[] =>
  values.map((value, index) => ({ path: `${path}/${index}`, value }))

/** From an unknown value to a contract type: where a schema accepts or the path of the fault is named. */
import type { Static, TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { ContractError } from './errors.ts'

/** Checks values against one schema; `checkOf` makes one. */
export interface Check<Schema extends TSchema> {
  Check(value: unknown): value is Static<Schema>
  Type(): Schema
}

/**
 * The value, once the schema has accepted it.
 *
 * @throws {ContractError} naming the first offending field below `at`
 */
export function accept<Schema extends TSchema>(
  check: Check<Schema>,
  value: unknown,
  address: string,
  at = '',
): Static<Schema> {
  if (check.Check(value)) return value as Static<Schema>
  const { path, reason } = fault(check.Type(), value)
  throw new ContractError(address, at + path, reason)
}

/** Why a schema does not accept a value: the deepest field at fault, and what it must be. */
export function fault(schema: TSchema, value: unknown): Fault {
  const errors = Errors(schema, value)
  const error = errors.toSorted((a, b) => depth(b) - depth(a))[0]
  if (!error) return { path: '', reason: 'does not fit the contract' }
  const missing = 'requiredProperties' in error.params ? error.params.requiredProperties[0] : undefined
  return missing === undefined
    ? { path: error.instancePath, reason: reasonOf(schema, error) }
    : { path: `${error.instancePath}/${missing}`, reason: 'is missing' }
}

/** Every field that a schema does not accept: the first is what {@link fault} tells, then those at other places. */
export function faults(schema: TSchema, value: unknown): [Fault, ...Fault[]] {
  const first = fault(schema, value)
  const found = new Map([[first.path, first]])
  for (const error of Errors(schema, value)) {
    const missing = 'requiredProperties' in error.params ? error.params.requiredProperties : undefined
    const places = missing?.map(name => ({ path: `${error.instancePath}/${name}`, reason: 'is missing' }))
    for (const place of places ?? [{ path: error.instancePath, reason: reasonOf(schema, error) }])
      if (!found.has(place.path)) found.set(place.path, place)
  }
  const paths = [...found.keys()]
  // Where something inside is at fault, what holds it is not named as well.
  const others = paths.slice(1).filter(path => !paths.some(inner => inner.startsWith(`${path}/`)))
  return [first, ...others.flatMap(path => found.get(path) ?? [])]
}

/** Of a field that a closed schema does not have, it says no more than that it is "false". */
function reasonOf(schema: TSchema, { keyword, schemaPath, message }: Wrong): string {
  if (keyword !== 'boolean') return message
  const above = schemaPath.split('/').slice(1, -1)
  const { properties = {} } = above.reduce((inner, name) => Object(inner[name]), Object(schema))
  return `is no field; those there are: ${Object.keys(properties).join(', ')}`
}

interface Wrong {
  keyword: string
  schemaPath: string
  message: string
}

export interface Fault {
  /** JSON pointer, as in `/texts/en-US/msgTitle`. */
  path: string
  reason: string
}

/** Levels of arrays and objects in one another; the interface needs four. Deeper ones would end a recursion. */
export const DEEPEST = 64

/** @throws {ContractError} naming `at` */
export function refuseTooDeep(value: unknown, address: string, at = ''): void {
  if (isTooDeep(value)) throw new ContractError(address, at, TOO_DEEP)
}

export function isTooDeep(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(inner => isTooDeep(inner, levels - 1))
}

export const TOO_DEEP = `is nested more than ${DEEPEST} levels deep`

/** The value with every property that is null left out, at any depth: null and absent mean the same to a reader. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, withoutNulls(inner)]),
  )
}

const depth = (error: { instancePath: string }) => error.instancePath.split('/').length

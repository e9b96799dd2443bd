/** Checks an unknown value against a contract schema, and names the field that does not fit. */
import type { Static, TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { DEEPEST, TOO_DEEP } from '../text/parse-json.ts'
import { ContractError } from './errors.ts'
import { narrowed } from './narrowed.ts'
import { reasonIn } from './schema-words.ts'

/** Checks values against one schema; made by `checkOf`. */
export interface Check<Schema extends TSchema> {
  Check(value: unknown): value is Static<Schema>
  Type(): Schema
}

/**
 * Returns the value if the schema accepts it.
 *
 * @throws {ContractError} with the path of the first invalid field below `at`
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

/** Why a schema rejects a value: the deepest invalid field, and the reason. Of a union, the branch counts that the value means. */
export function fault(whole: TSchema, value: unknown): Fault {
  const schema = narrowed(whole, value)
  const error = errorsOf(schema, value).toSorted((a, b) => depth(b) - depth(a))[0]
  if (!error) return { path: '', reason: 'does not follow the contract' }
  const missing = 'requiredProperties' in error.params ? error.params.requiredProperties[0] : undefined
  return missing === undefined
    ? { path: error.instancePath, reason: reasonIn(schema, error) }
    : { path: `${error.instancePath}/${missing}`, reason: 'is missing' }
}

/** All invalid fields: first the one of {@link fault}, then the others. */
export function faults(whole: TSchema, value: unknown): [Fault, ...Fault[]] {
  const schema = narrowed(whole, value)
  const first = fault(schema, value)
  const found = new Map([[first.path, first]])
  for (const error of errorsOf(schema, value)) {
    const missing = 'requiredProperties' in error.params ? error.params.requiredProperties : undefined
    const places = missing?.map(name => ({ path: `${error.instancePath}/${name}`, reason: 'is missing' }))
    for (const place of places ?? [{ path: error.instancePath, reason: reasonIn(schema, error) }])
      if (!found.has(place.path)) found.set(place.path, place)
  }
  const paths = [...found.keys()]
  // Leave out a container when a field inside it is named.
  const others = paths.slice(1).filter(path => !paths.some(inner => inner.startsWith(`${path}/`)))
  return [first, ...others.flatMap(path => found.get(path) ?? [])]
}

/** Of several about one field, first the one of the whole field, and before it what a check of ours says. */
function errorsOf(schema: TSchema, value: unknown) {
  const rank = ({ keyword, schemaPath }: { keyword: string; schemaPath: string }) =>
    keyword === '~refine' ? 0 : schemaPath.split('/').length
  return Errors(schema, value).toSorted((a, b) => (a.instancePath === b.instancePath ? rank(a) - rank(b) : 0))
}

export interface Fault {
  /** JSON pointer, as in `/texts/en-US/msgTitle`. */
  path: string
  reason: string
}

/** @throws {ContractError} with the path `at` */
export function refuseTooDeep(value: unknown, address: string, at = ''): void {
  if (isTooDeep(value)) throw new ContractError(address, at, TOO_DEEP)
}

export function isTooDeep(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(inner => isTooDeep(inner, levels - 1))
}

/** Removes null properties at any depth: null and absent mean the same. */
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

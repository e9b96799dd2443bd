/** Replaces a union by the branch that a wrong value means, so that the fault named is a fault of that branch. */
import Type, { type TSchema } from 'typebox'
import { Check } from 'typebox/value'

interface Keywords {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  items?: TSchema | TSchema[]
}

/** The schema, with one branch in place of each union that refuses its part of the value. */
export function narrowed(schema: TSchema, value: unknown): TSchema {
  if (Check(schema, value)) return schema
  const { anyOf, properties, items } = schema as Keywords
  if (anyOf) {
    const branch = branchMeant(anyOf, value)
    // Of several values that are allowed, none is meant.
    if (!isObject(value)) return isFixed(branch) ? schema : narrowed(branch, value)
    return unknownValues(branch, anyOf, value) ?? narrowed(branch, value)
  }
  if (properties && isObject(value)) {
    const inner = Object.entries(properties).map(
      ([name, property]) =>
        [name, Object.hasOwn(value, name) ? narrowed(property, value[name]) : property] as const,
    )
    return withKeyword(schema, 'properties', Object.fromEntries(inner))
  }
  if (!items || Array.isArray(items) || !Array.isArray(value)) return schema
  return withKeyword(
    schema,
    'items',
    asFarAsNamed(items, value).map(item => narrowed(items, item)),
  )
}

/** TypeBox names no more errors. */
const MOST_ERRORS = 8

/** The items up to the last one that can have one of the errors: a list may have a million wrong ones. */
function asFarAsNamed(schema: TSchema, items: readonly unknown[]): readonly unknown[] {
  let wrong = 0
  const last = items.findIndex(item => {
    if (!Check(schema, item)) wrong += 1
    return wrong === MOST_ERRORS
  })
  return last === -1 ? items : items.slice(0, last + 1)
}

/** The branch with the most in common: fixed values count before field names. The first of equal ones. */
function branchMeant(branches: TSchema[], value: unknown): TSchema {
  const inCommon = branches.map(branch => common(branch, value))
  return branches[inCommon.indexOf(Math.max(...inCommon))] as TSchema
}

/** Where a fixed value is none of any branch, as a type of file that nobody knows: nothing else of the branch is meant. */
function unknownValues(
  { properties = {} }: Keywords,
  branches: readonly Keywords[],
  value: Record<string, unknown>,
): TSchema | undefined {
  const unknown = Object.entries(properties).flatMap(([name, property]) => {
    if (!isFixed(property) || !Object.hasOwn(value, name) || Check(property, value[name])) return []
    const allowed = branches.flatMap(({ properties = {} }) => valuesOf(properties[name]))
    return [[name, Type.Enum([...new Set(allowed)])] as const]
  })
  return unknown.length === 0 ? undefined : Type.Object(Object.fromEntries(unknown))
}

const valuesOf = ({ const: fixed, enum: values = [] }: Keywords = {}) =>
  (fixed === undefined ? values : [fixed]) as string[]

const FIXED_VALUE = 1000

function common(branch: Keywords, value: unknown): number {
  if (!isObject(value)) return Number(typeOf(branch) === typeof value)
  return Object.entries(branch.properties ?? {})
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, property]) => (isFixed(property) && Check(property, value[name]) ? FIXED_VALUE : 1))
    .reduce((sum, points) => sum + points, 0)
}

const isFixed = (schema: Keywords) => schema.const !== undefined || schema.enum !== undefined
const typeOf = ({ type, const: fixed }: Keywords) => (type === 'integer' ? 'number' : (type ?? typeof fixed))
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy, with what TypeBox keeps in properties that are not enumerable. */
function withKeyword(schema: TSchema, keyword: string, value: unknown): TSchema {
  const copy: TSchema = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return Object.defineProperty(copy, keyword, { value })
}

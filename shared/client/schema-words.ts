/** Why a schema refuses a value, in plain words: the validator's own describe the schema, as in `must be equal to constant`. */
import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { EXACT } from '../contract/formats.ts'

interface Keywords {
  type?: string | string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly TSchema[]
  description?: string
  properties?: Record<string, TSchema>
}

/** @returns as in `must be one of academy, pre-school` */
export function reasonIn(schema: TSchema, error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'enum':
      return `must be ${anyOf(error.params.allowedValues)}`
    case 'const':
      return `must be ${anyOf([error.params.allowedValue])}`
    case 'type':
      return `must be ${wanted({ type: error.params.type, ...schemaAt(schema, error.schemaPath) })}`
    case 'anyOf':
      return `must be ${wanted(schemaAt(schema, error.schemaPath))}`
    case 'minLength':
      return error.params.limit === 1
        ? 'must not be empty'
        : `must have at least ${error.params.limit} characters`
    case 'maxLength':
      return `must have at most ${error.params.limit} characters`
    case 'minItems':
      return error.params.limit === 1 ? 'must not be empty' : `must have at least ${error.params.limit} items`
    case 'maxItems':
      return `must have at most ${error.params.limit} items`
    case 'minimum':
      return `must be at least ${error.params.limit}${orLoses(error.params.limit)}`
    case 'maximum':
      return `must be at most ${error.params.limit}${orLoses(error.params.limit)}`
    case 'pattern':
      return formOf(schemaAt(schema, error.schemaPath), error.params.pattern)
    // Of a field that a closed schema does not know.
    case 'boolean': {
      const { properties = {} } = schemaAt(schema, error.schemaPath.replace(/\/[^/]*$/, ''))
      return `is an unknown field; known fields: ${Object.keys(properties).join(', ')}`
    }
    default:
      return error.message
  }
}

/** Why, and what to do, where the limit is that of exact numbers. */
const orLoses = (limit: unknown) =>
  limit === EXACT.minimum || limit === EXACT.maximum
    ? ': numbers beyond it lose digits, so that one is taken for another; use smaller numbers'
    : ''

/** What a schema accepts. */
export function wanted({ type, const: fixed, enum: values, anyOf: branches }: Keywords): string {
  if (values) return anyOf(values)
  if (fixed !== undefined) return anyOf([fixed])
  if (branches) return inWords(branches.map(branch => wanted(branch)))
  return [type ?? 'object'].flat().map(typeName).join(' or ')
}

/** The schema's own words, where it has some. */
const formOf = ({ description }: Keywords, pattern: string | RegExp) =>
  description === undefined
    ? `must match the pattern ${pattern}`
    : `must be as described: ${description.replace(/\.$/, '')}`

/** @param path of a part of the schema, as in `#/properties/siteId` */
const schemaAt = (schema: TSchema, path: string): Keywords =>
  path
    .split('/')
    .slice(1)
    .reduce((inner, name) => Object(inner[name]), Object(schema))

const inWords = (parts: readonly string[]) =>
  parts.length <= 2 ? parts.join(' or ') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`

const anyOf = (values: readonly unknown[]) =>
  values.length <= 2 ? values.join(' or ') : `one of ${values.join(', ')}`

const typeName = (type: string) => TYPES[type] ?? type

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

/** Reads the parameters of a request by their schema: one schema checks them, types them and gives the defaults. */
import { IsRefine, type Static, type TObject, type TSchema } from 'typebox'
import { fault } from './accept.ts'
import { checkOf } from './check.ts'

/** A parameter of a request is missing or invalid. */
export class InvalidParameter extends Error {
  override name = 'InvalidParameter'
  readonly code = 'PARAMETER_INVALID'
  readonly statusCode = 400
  readonly parameter: string
  /** What it must be. */
  readonly remedy: string
  readonly isMissing: boolean
  /** What was sent. */
  readonly value: unknown
  /** Where it was sent; set by Fastify. */
  declare validationContext?: 'params' | 'querystring' | 'headers'

  constructor(parameter: string, remedy: string, value?: unknown) {
    super(`${parameter} ${value === undefined ? 'is missing: it ' : ''}${remedy}`)
    this.parameter = parameter
    this.remedy = remedy
    this.isMissing = value === undefined
    this.value = value
  }
}

/** What a caller sent, as texts: an array when it was given more than once. */
export type Sent = Readonly<Record<string, unknown>>

export interface ReadingOptions {
  /** Whether the names are in lower case in what was sent. */
  areHeaders?: boolean
  /** Whether a parameter without a value, as in `?limit=`, counts as absent. Default: yes. */
  emptyIsAbsent?: boolean
}

/**
 * In the order of the schema, up to the first fault. An absent parameter has its default. An empty one that the schema does
 * not accept counts as absent, or is a fault.
 */
export function parameterReader<Schema extends TObject>(
  { properties, required }: Schema,
  { areHeaders = false, emptyIsAbsent = true }: ReadingOptions = {},
): (sent: Sent) => { value: Static<Schema> } | { error: InvalidParameter } {
  const needed: readonly string[] = required ?? []
  const parameters: Parameter[] = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: schema as Parameter['schema'],
    check: checkOf(schema),
    isRequired: needed.includes(name),
  }))
  return sent => {
    const value: Record<string, unknown> = {}
    for (const { name, schema, check, isRequired } of parameters) {
      const text = sent[areHeaders ? name.toLowerCase() : name]
      const read = fromText(text, schema)
      if (read !== undefined && check.Check(read)) value[name] = read
      else if (text !== undefined && !(emptyIsAbsent && text === ''))
        return { error: new InvalidParameter(name, remedyOf(schema, read), text) }
      else if (schema.default !== undefined) value[name] = schema.default
      else if (isRequired) return { error: new InvalidParameter(name, remedyOf(schema, undefined)) }
    }
    return { value: value as Static<Schema> }
  }
}

interface Parameter {
  name: string
  schema: TSchema & { type?: string; default?: unknown }
  check: { Check(value: unknown): boolean }
  isRequired: boolean
}

/** A whole number written as numbers are. What fits nothing is left as it is, for the schema to refuse. */
function fromText(text: unknown, { type }: Parameter['schema']): unknown {
  if (typeof text !== 'string') return text
  if (type === 'integer' && /^(0|-?[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)))
    return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** What the parameter must be, for the caller's developer. */
function remedyOf(schema: Parameter['schema'], value: unknown): string {
  const { type, minimum, maximum } = schema as { type?: string; minimum?: number; maximum?: number }
  if (Array.isArray(value)) return 'must be given once'
  if (IsRefine(schema)) return schema['~refine'].at(-1)?.error(value) ?? 'is invalid'
  if (type !== 'integer') return fault(schema, value ?? '').reason
  if (minimum === Number.MIN_SAFE_INTEGER && maximum === Number.MAX_SAFE_INTEGER) return 'must be an integer'
  if (minimum !== undefined && maximum !== undefined)
    return `must be an integer from ${minimum} to ${maximum}`
  return `must be an integer${minimum === undefined ? '' : `, at least ${minimum}`}${maximum === undefined ? '' : `, at most ${maximum}`}`
}

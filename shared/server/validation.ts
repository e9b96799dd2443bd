/**
 * TypeBox schemas as Fastify's schemas: one schema validates a request, documents it and types the handler.
 *
 * Not @fastify/type-provider-typebox: its coercion reads `true` and `1.5` as the integer 1 and an empty text as 0, its
 * errors name no remedy, and it takes 190 ms at start because it compiles every schema at once.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import { IsRefine, type Static, type TObject, type TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { type Fault, faults } from '../client/accept.ts'
import { checkOf } from '../client/check.ts'
import { isDeepJson, TOO_DEEP } from '../text/parse-json.ts'

export interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

export type TypedServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxProvider
>

export interface ValidationOptions {
  /** Whether a parameter without a value, as in `?limit=`, counts as absent. Default: yes. An empty header always does. */
  emptyIsAbsent?: boolean
}

/** @returns the same server, whose handlers have the types of their schemas; so has every scope of it */
export function withTypeBox(server: FastifyInstance, options: ValidationOptions = {}): TypedServer {
  server.setValidatorCompiler(validatorBy(options))
  // Answers are written as they are: a response schema documents and types, and a test holds answers against it.
  server.setSerializerCompiler(() => JSON.stringify)
  return server.withTypeProvider<TypeBoxProvider>()
}

/** Refuses a JSON body that is nested too deep, at every address, also those that read none; before {@link withTypeBox}, whose checks recurse. */
export function refuseDeepJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (isDeepJson(text)) done(new InvalidBody({ path: '', reason: TOO_DEEP }))
    else parse(request, text, done)
  })
}

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

/** The body of a request does not fit its schema. */
export class InvalidBody extends Error {
  override name = 'InvalidBody'
  readonly code = 'BODY_INVALID'
  readonly statusCode = 422
  readonly faults: readonly [Fault, ...Fault[]]

  constructor(...faults: readonly [Fault, ...Fault[]]) {
    const [{ path, reason }] = faults
    super(`${path || 'the body'} ${reason}`)
    this.faults = faults
  }
}

const validatorBy =
  ({ emptyIsAbsent = true }: ValidationOptions): FastifySchemaCompiler<TSchema> =>
  ({ schema, httpPart }) => {
    if (httpPart === 'body') return bodyValidator(schema)
    const areHeaders = httpPart === 'headers'
    return parameterValidator(schema as TObject, areHeaders, emptyIsAbsent || areHeaders)
  }

function bodyValidator(schema: TSchema) {
  const check = checkOf(schema)
  return (body: unknown) =>
    check.Check(body) ? { value: body } : { error: new InvalidBody(...faults(schema, body)) }
}

interface Parameter {
  name: string
  schema: TSchema & { type?: string; default?: unknown }
  check: { Check(value: unknown): boolean }
  isRequired: boolean
}

/**
 * In the order of the schema, up to the first fault. An absent parameter has its default. An empty one that the schema does
 * not accept counts as absent, or is a fault.
 */
function parameterValidator({ properties, required }: TObject, areHeaders: boolean, emptyIsAbsent: boolean) {
  const needed: readonly string[] = required ?? []
  const parameters: Parameter[] = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: schema as Parameter['schema'],
    check: checkOf(schema),
    isRequired: needed.includes(name),
  }))
  return (sent: Record<string, unknown>) => {
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
    // Headers stay as they came: others than those of the schema are read as well.
    return areHeaders ? {} : { value }
  }
}

/** A whole number written as numbers are. What fits nothing is left as it is, for the schema to refuse. */
function fromText(text: unknown, { type }: Parameter['schema']): unknown {
  if (typeof text !== 'string') return text
  if (type === 'integer' && /^(0|-?[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)))
    return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** What the parameter must be, for a person who calls. */
function remedyOf(schema: Parameter['schema'], value: unknown): string {
  const { type, minimum, maximum } = schema as { type?: string; minimum?: number; maximum?: number }
  if (Array.isArray(value)) return 'must be given once'
  if (IsRefine(schema)) return schema['~refine'].at(-1)?.error(value) ?? 'is invalid'
  if ('enum' in schema) return `must be ${oneOf(schema.enum as string[])}`
  if (type === 'boolean') return 'must be true or false'
  if (type !== 'integer') return Errors(schema, value ?? '')[0]?.message ?? 'must be given'
  if (minimum === Number.MIN_SAFE_INTEGER && maximum === Number.MAX_SAFE_INTEGER) return 'must be an integer'
  if (minimum !== undefined && maximum !== undefined)
    return `must be an integer from ${minimum} to ${maximum}`
  return `must be an integer${minimum === undefined ? '' : `, at least ${minimum}`}${maximum === undefined ? '' : `, at most ${maximum}`}`
}

const oneOf = (values: readonly string[]) =>
  values.length <= 2 ? values.join(' or ') : `one of ${values.join(', ')}`

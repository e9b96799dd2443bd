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
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { type Fault, faults } from '../client/accept.ts'
import { checkOf } from '../client/check.ts'
import { parameterReader } from '../client/parameters.ts'
import { isDeepJson, TOO_DEEP } from '../text/parse-json.ts'

export { InvalidParameter } from '../client/parameters.ts'

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

/**
 * Refuses a JSON body that is nested too deep, at every address, also those that read none; before {@link withTypeBox}, whose checks recurse.
 * An empty body is none: many programs name its type all the same.
 */
export function refuseDeepJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') done(null, undefined)
    else if (isDeepJson(text)) done(new InvalidBody({ path: '', reason: TOO_DEEP }))
    else parse(request, text, done)
  })
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
    const read = parameterReader(schema as TObject, {
      areHeaders,
      emptyIsAbsent: emptyIsAbsent || areHeaders,
    })
    // Headers stay as they came: others than those of the schema are read as well.
    return sent => {
      const found = read(sent)
      return areHeaders && 'value' in found ? {} : found
    }
  }

function bodyValidator(schema: TSchema) {
  const check = checkOf(schema)
  const mayBeAbsent = Type.IsOptional(schema)
  return (body: unknown) =>
    (mayBeAbsent && (body === undefined || body === null)) || check.Check(body)
      ? { value: body }
      : { error: new InvalidBody(...faults(schema, body)) }
}

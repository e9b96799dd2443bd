/**
 * What a route says of itself for the OpenAPI document, where it is added, with TypeBox schemas, which are JSON Schema
 * as OpenAPI 3.1 has it:
 *
 *   server.get('/v1/lunch/:day', { config: { openapi: LUNCH } }, handler)
 *
 *   const LUNCH: Operation = {
 *     tag: 'News',
 *     summary: 'What there is to eat',
 *     path: Type.Object({ day: Type.String() }),
 *     query: Type.Object({ lang: Type.Optional(Type.Enum(LANGUAGES)) }),
 *     answers: {
 *       200: { description: 'The menu', type: 'application/json', schema: Menu },
 *       304: { description: 'The menu that you hold is current' },
 *       404: refusal('There is nothing on that day'),
 *     },
 *   }
 *
 * A schema with a title is shown once, under that name. Requests are not validated by these schemas: who answers reads
 * the question itself and names the parameter at fault.
 */
import Type, { type TObject, type TSchema } from 'typebox'

export interface Operation<Tag extends string = string> {
  /** The heading that it stands under. */
  tag: Tag
  summary: string
  /** Markdown. */
  description?: string
  path?: TObject
  query?: TObject
  headers?: TObject
  /** What is sent, as JSON unless `bodyType` says otherwise. */
  body?: TSchema
  /** Media type of the body; may stand alone, for bytes. */
  bodyType?: string
  /** Names of security schemes: one of the lists must be fulfilled, all of it. Absent: as the document has it for the address. */
  security?: readonly (readonly string[])[]
  /** By HTTP status. What is not listed is a problem. */
  answers: Record<number, OperationAnswer>
}

export interface OperationAnswer {
  description: string
  /** Media type; absent: there is no body. */
  type?: string
  schema?: TSchema
  headers?: TObject
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route for several methods: the same for all of them. */
    openapi?: Operation
  }
}

const problem = {
  type: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  title: Type.String({ description: 'The same for every such refusal.' }),
  detail: Type.Optional(Type.String({ description: 'What was wrong with this request and what to do.' })),
}

export const Problem = Type.Object(problem, {
  title: 'Problem',
  description: 'Problem details (RFC 9457).',
})

export const RecordProblem = Type.Object(
  {
    ...problem,
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'JSON pointer to the field, as in `/texts/en-US/msgTitle`.' }),
          reason: Type.String(),
        }),
      ),
    ),
  },
  { title: 'RecordProblem', description: 'Problem details (RFC 9457) with all faults of what was sent.' },
)

export const refusal = (description: string): OperationAnswer => ({
  description,
  type: 'application/problem+json',
  schema: Problem,
})

/** For 422: a record that was sent cannot be entered. */
export const recordRefusal = (
  description = 'The record cannot be; `errors` names each field at fault',
): OperationAnswer => ({
  description,
  type: 'application/problem+json',
  schema: RecordProblem,
})

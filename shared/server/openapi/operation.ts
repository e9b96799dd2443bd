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
import type { TObject, TSchema } from 'typebox'
import { Problem } from './responses.ts'

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

export const refusal = (description: string): OperationAnswer => ({
  description,
  type: 'application/problem+json',
  schema: Problem,
})

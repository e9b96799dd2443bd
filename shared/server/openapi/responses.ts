/**
 * What a route's schema says of its answers, as Fastify and @fastify/swagger have it:
 *
 *   response: {
 *     200: json('The menu', Menu),
 *     304: noBody('The menu that you hold is current'),
 *     404: refusal('There is nothing on that day'),
 *   }
 *
 * A TypeBox schema with a title is shown once in the document, under that name.
 */
import Type, { type TObject, type TSchema } from 'typebox'
import type { Examples } from './document.ts'

const problemFields = {
  type: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  title: Type.String({ description: 'The same for every such refusal.' }),
  detail: Type.Optional(Type.String({ description: 'What was wrong with this request and what to do.' })),
}

export const Problem = Type.Object(problemFields, {
  title: 'Problem',
  description: 'Problem details (RFC 9457).',
})

export const RecordProblem = Type.Object(
  {
    ...problemFields,
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

/** What the document shows of an answer besides its schema. */
interface Shown {
  headers?: TObject
  /** Mock servers answer with the first one. */
  examples?: Examples
}

export const json = <Schema extends TSchema>(
  description: string,
  schema: Schema,
  { headers, examples }: Shown = {},
) => ({
  description,
  ...(headers && { headers: headersOf(headers) }),
  content: { 'application/json': { schema, ...(examples && { examples }) } },
})

/** Each as a schema that says of itself whether it is always there: a response has no list of those. */
function headersOf({ properties, required }: TObject): Record<string, TSchema> {
  const always: readonly string[] = required ?? []
  const headers = Object.entries(properties).map(([name, schema]) => [
    name,
    { ...schema, required: always.includes(name) },
  ])
  return Object.fromEntries(headers)
}

/** A page, a file or a stream. */
export const text = <Media extends string>(description: string, type: Media) => ({
  description,
  content: { [type]: { schema: Type.String() } } as { [Name in Media]: { schema: Type.TString } },
})

export const noBody = (description: string) => Type.Null({ description })

export const problem = <Schema extends TSchema>(description: string, schema: Schema) => ({
  description,
  content: { 'application/problem+json': { schema } },
})

export const refusal = (description: string) => problem(description, Problem)

/** For 422: what was sent cannot be entered. */
export const recordRefusal = (description = 'The record is invalid; `errors` names each field at fault') =>
  problem(description, RecordProblem)

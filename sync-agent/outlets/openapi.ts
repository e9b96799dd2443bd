/**
 * The OpenAPI 3.1 document, collected from what each route says of itself.
 *
 * An outlet describes a route where it adds it, with TypeBox schemas, which are JSON Schema as OpenAPI 3.1 has it:
 *
 *   server.get('/v1/lunch/:day', { config: { openapi: LUNCH } }, handler)
 *
 *   const LUNCH: Operation = {
 *     tag: 'News',
 *     summary: 'What there is to eat',
 *     path: Type.Object({ day: Type.String() }),
 *     query: Type.Object({ lang: streamParameters.lang }),
 *     answers: {
 *       200: { description: 'The menu', type: 'application/json', schema: Menu },
 *       304: { description: 'The menu that you hold is current' },
 *       404: refusal('There is nothing on that day'),
 *     },
 *   }
 *
 * A schema with a title is shown once, under that name. Requests are not validated by these schemas: the outlets read
 * their queries themselves, after looking among the kept answers, and name the parameter at fault. A test asks for
 * thousands of things at random and holds each answer against the document.
 */
import type { FastifyInstance } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import { LANGUAGES, SITE_IDS } from '../../shared/contract/site.ts'

/** Headings, in their order. */
export const TAGS = [
  'News',
  'Changes',
  'Feeds',
  'Popup messages',
  'Media',
  'Widget',
  'For operators',
  'About',
] as const
export type Tag = (typeof TAGS)[number]

export interface Operation {
  tag: Tag
  summary: string
  /** Markdown. */
  description?: string
  path?: TObject
  query?: TObject
  headers?: TObject
  /** By HTTP status. What is not listed is a problem. */
  answers: Record<number, OperationAnswer>
}

export interface OperationAnswer {
  description: string
  /** Media type; absent: there is no body. */
  type?: string
  schema?: TSchema
}

declare module 'fastify' {
  interface FastifyContextConfig {
    openapi?: Operation
  }
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, { get: OpenApiOperation }>
  components: { schemas: Record<string, object> }
}

export interface OpenApiOperation {
  tags: [Tag]
  summary: string
  description?: string
  parameters?: OpenApiParameter[]
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>
}

export interface OpenApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Record<string, unknown>
}

export const Problem = Type.Object(
  {
    type: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    title: Type.String({ description: 'The same for every such refusal.' }),
    detail: Type.Optional(Type.String({ description: 'What was wrong with this request and what to do.' })),
  },
  { title: 'Problem', description: 'Problem details (RFC 9457).' },
)

export const refusal = (description: string): OperationAnswer => ({
  description,
  type: 'application/problem+json',
  schema: Problem,
})

/** The website and the language, as everywhere; the agent's first that fits when left out. */
export const streamParameters = {
  siteId: Type.Optional(Type.Enum(SITE_IDS, { description: 'The website. Default: the agent’s first.' })),
  lang: Type.Optional(Type.Enum(LANGUAGES, { description: 'The language. Default: the agent’s first.' })),
}

/** Listens to the routes that are added from now on. @returns writes the document */
export function collectOperations(server: FastifyInstance): () => OpenApiDocument {
  const operations = new Map<string, Operation>()
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.openapi) operations.set(url, config.openapi)
  })
  return () => {
    const schemas: Record<string, object> = {}
    const inOrder = [...operations].toSorted(([, a], [, b]) => TAGS.indexOf(a.tag) - TAGS.indexOf(b.tag))
    const paths = inOrder.map(([url, operation]) => [
      url.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{file}'),
      { get: describe(operation, schemas) },
    ])
    return { ...HEAD, paths: Object.fromEntries(paths), components: { schemas } }
  }
}

const HEAD = {
  openapi: '3.1.0',
  info: {
    title: 'schoolbell sync agent',
    version: '1',
    description:
      'A school’s news for its website: pages, search, changes, feeds and popup messages. GET, HEAD and OPTIONS; no key.',
  },
  // Where this document lies, under whatever prefix.
  servers: [{ url: '.' }],
} as const satisfies Partial<OpenApiDocument>

function describe(operation: Operation, schemas: Record<string, object>): OpenApiOperation {
  const { tag, summary, description, path, query, headers, answers } = operation
  const parameters = [
    ...parametersOf('path', path, schemas),
    ...parametersOf('query', query, schemas),
    ...parametersOf('header', headers, schemas),
  ]
  const all = { ...answers, default: refusal('Anything else that goes wrong') }
  const responses = Object.entries(all).map(([status, answer]) => [status, responseOf(answer, schemas)])
  return {
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(responses),
  }
}

function parametersOf(
  where: OpenApiParameter['in'],
  schema: TObject | undefined,
  schemas: Record<string, object>,
): OpenApiParameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = shared(property, schemas) as Record<string, unknown>
    return {
      name,
      in: where,
      required: where === 'path' || ((schema?.required ?? []) as readonly string[]).includes(name),
      ...(typeof description === 'string' && { description }),
      schema: rest,
    }
  })
}

function responseOf({ description, type, schema }: OperationAnswer, schemas: Record<string, object>) {
  const media = schema ? { schema: shared(schema, schemas) as object } : {}
  return { description, ...(type && { content: { [type]: media } }) }
}

/** The same schema as plain JSON, those with a title moved to where all refer to them. */
function shared(schema: unknown, schemas: Record<string, object>): unknown {
  if (Array.isArray(schema)) return schema.map(item => shared(item, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const plain = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, shared(value, schemas)]),
  )
  if (typeof plain.title !== 'string' || typeof plain.type !== 'string') return plain
  const { title, ...rest } = plain
  schemas[title] = rest
  return { $ref: `#/components/schemas/${title}` }
}

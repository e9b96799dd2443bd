/**
 * An OpenAPI 3.1 document of a server: @fastify/swagger collects it from the schemas of the routes that have one of its
 * tags. A server may have several documents.
 *
 * What is added here: schemas with a title become components, and each operation gets the security that is the rule for its
 * address, and the answers to every other error.
 */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import Type, { type TObject } from 'typebox'
import { type Answer, createAnswer, sendAnswer } from '../answer.ts'
import {
  METHODS,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiResponse,
  type PathItem,
  type SecurityScheme,
  type Server,
} from './document.ts'
import { json, noBody, refusal } from './responses.ts'

/** The head of a document, and the rules for its operations. */
export interface OpenApiHead {
  /** Where it is served, as in `/openapi.json`. */
  at: string
  /** Of the call that answers the document. */
  operationId: string
  info: OpenApiDocument['info']
  externalDocs?: OpenApiDocument['externalDocs']
  /** Headings, in their order: the routes with one of these tags are in the document. */
  tags: readonly string[]
  /** Calls whose paths are relative to a base address of their own; the first one is that of the whole. Default: the place of the document. */
  bases?: readonly Base[]
  securitySchemes?: Record<string, SecurityScheme>
  /** Whether a route must be documented: one that none of the tags brings in is an error. */
  mustBeDocumented?(url: string): boolean
  /** For an operation that does not say it itself: names of schemes, one of the lists must be fulfilled, all of it. */
  securityOf?(url: string): readonly (readonly string[])[]
  /** Calls that the server makes and others answer, by name. */
  webhooks?: Record<string, PathItem>
  /** By status: what every operation answers besides what it lists. Default: problem details. */
  otherErrors?: Record<string, OpenApiResponse>
}

export interface Base {
  /** Left out of the paths. */
  prefix: string
  servers: readonly [Server, ...Server[]]
}

const PROBLEMS = {
  '4XX': refusal('Any other refusal: an invalid request, or an unknown address'),
  '5XX': refusal('The server cannot answer now'),
}

const CACHING = 'public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400'

/** Await it before the first route is added; serves each document at its address. */
export async function openApi(server: FastifyInstance, ...heads: readonly OpenApiHead[]): Promise<void> {
  for (const head of heads) await collect(server, head)
  for (const head of heads) documentRoute(server, head)
}

/** Call it after all routes are added. */
export const documentOf = (server: FastifyInstance, head: OpenApiHead): OpenApiDocument =>
  server.getDecorator<() => OpenApiDocument>(collectorOf(head))()

const collectorOf = ({ at }: OpenApiHead) => `openapi ${at}`

async function collect(server: FastifyInstance, head: OpenApiHead): Promise<void> {
  await server.register(swagger, {
    decorator: collectorOf(head) as 'swagger',
    convertConstToEnum: false,
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: head.info,
      ...(head.externalDocs && { externalDocs: head.externalDocs }),
      // Where this document lies, under whatever prefix.
      servers: [...(head.bases?.[0]?.servers ?? [{ url: '.' }])],
      components: { securitySchemes: head.securitySchemes ?? {} },
    },
    transform: ({ schema, url, route }) => describe(schema, url, route, head),
    transformObject: document =>
      'openapiObject' in document
        ? (finish(document.openapiObject as unknown as OpenApiDocument, head) as object)
        : document.swaggerObject,
  })
}

function documentRoute(server: FastifyInstance, head: OpenApiHead): void {
  const { at, operationId, info } = head
  let answer: Answer | undefined
  const schema = { ...DOCUMENT, operationId, summary: `OpenAPI: ${info.title}` }
  server.get(at, { schema }, (request, reply) => {
    answer ??= createAnswer({
      type: 'application/json; charset=utf-8',
      caching: CACHING,
      body: JSON.stringify(documentOf(server, head)),
    })
    return sendAnswer(request, reply, answer)
  })
}

const DOCUMENT = {
  tags: ['About'],
  response: { 200: json('OpenAPI 3.1', Type.Any()), 304: noBody('Unchanged') },
}

/** The schema of a route in the document; hidden if it has none of the document's tags. */
function describe(schema: FastifySchema | undefined, url: string, route: RouteOptions, head: OpenApiHead) {
  const shown = schema?.tags?.some(tag => head.tags.includes(tag)) ? schema : undefined
  if (!shown && !schema?.hide && isCall(route) && head.mustBeDocumented?.(url))
    throw new Error(`${route.method} ${url} has no tag of the OpenAPI document`)
  if (shown && !shown.operationId) throw new Error(`${route.method} ${url} has no operationId`)
  const base = head.bases?.find(({ prefix }) => url.startsWith(`${prefix}/`))
  return {
    schema: shown
      ? {
          ...shown,
          ...(base && { servers: base.servers }),
          params: fileNamed(shown.params),
          querystring: withDefaults(shown.querystring),
          // Bytes that the route reads itself.
          ...(shown.consumes && !shown.body && { body: {} }),
        }
      : { hide: true },
    url: url.slice(base?.prefix.length).replace(/\*$/, ':file'),
  }
}

const isCall = ({ method }: RouteOptions) =>
  [method].flat().some(name => METHODS.some(known => known === name.toLowerCase()))

/** What `*` stands for in an address has a name in the document. */
function fileNamed(params: unknown): unknown {
  const { '*': file, ...others } = (params as TObject | undefined)?.properties ?? {}
  return file ? { type: 'object', properties: { ...others, file } } : params
}

/** A parameter with a default may be left out. */
function withDefaults(query: unknown): unknown {
  const { properties = {}, required = [] } = (query ?? {}) as Partial<TObject>
  const needed = (required as string[]).filter(name => !('default' in Object(properties[name])))
  return query && { type: 'object', properties, required: needed }
}

function finish({ paths, components, ...document }: OpenApiDocument, head: OpenApiHead): OpenApiDocument {
  const { tags, securityOf, webhooks, otherErrors = PROBLEMS } = head
  const schemas: Record<string, object> = {}
  const complete = (item: PathItem, path: string): PathItem =>
    Object.fromEntries(
      METHODS.flatMap(method => {
        const operation = item[method]
        if (!operation) return []
        const security = operation.security ?? securityOf?.(path).map(namesOf) ?? []
        const responses = { ...responsesOf(operation), ...otherErrors }
        return [[method, shared({ ...operation, security, responses }, schemas)]]
      }),
    )
  const place = (item: PathItem) => tags.indexOf(Object.values(item)[0]?.tags[0] ?? '')
  const finished = Object.fromEntries(
    Object.entries(paths)
      .toSorted(([, a], [, b]) => place(a) - place(b))
      .map(([path, item]) => [path, complete(item, path)]),
  )
  const hooks = Object.entries(webhooks ?? {}).map(([name, item]) => [name, complete(item, '')])
  return {
    ...document,
    paths: finished,
    ...(hooks.length > 0 && { webhooks: Object.fromEntries(hooks) }),
    components: { schemas, securitySchemes: usedOf(components.securitySchemes ?? {}, finished) },
  }
}

const namesOf = (schemes: readonly string[]): Record<string, []> =>
  Object.fromEntries(schemes.map(name => [name, []]))

/** A header says in its schema whether it is always there. */
const responsesOf = ({ responses }: OpenApiOperation): Record<string, OpenApiResponse> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, { headers, ...response }]) => [
      status,
      {
        ...response,
        ...(headers && {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, { schema, ...header }]) => {
              const { required, ...rest } = schema
              return [name, { ...header, required: required === true, schema: rest }]
            }),
          ),
        }),
      },
    ]),
  )

function usedOf(schemes: Record<string, SecurityScheme>, paths: Record<string, PathItem>) {
  const used = new Set(
    Object.values(paths)
      .flatMap(item => METHODS.flatMap(name => item[name]?.security ?? []))
      .flatMap(Object.keys),
  )
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)))
}

/** The same schema as plain JSON, those with a title moved to where all refer to them. */
function shared(schema: unknown, schemas: Record<string, object>): unknown {
  if (Array.isArray(schema)) return schema.map(item => shared(item, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const plain = Object.fromEntries(
    Object.entries(schema)
      // A format that no check goes by; see shared/contract/formats.ts.
      .map(([key, value]) => [key === '~format' ? 'format' : key, value] as const)
      // What a refinement adds is code, for this program alone.
      .filter(([key]) => !key.startsWith('~'))
      .map(([key, value]) => [key, key === 'examples' ? value : shared(value, schemas)]),
  )
  // Objects of different names: TypeBox has no other union.
  if (Array.isArray(plain.anyOf) && plain.anyOf.every(branch => '$ref' in branch)) {
    plain.oneOf = plain.anyOf
    delete plain.anyOf
  }
  // TypeBox writes tuples as JSON Schema did before the draft that OpenAPI 3.1 goes by.
  if (Array.isArray(plain.items)) {
    plain.prefixItems = plain.items
    plain.items = false
    delete plain.additionalItems
  }
  // TypeBox leaves it out, and not every generator of clients finds it out.
  if (Array.isArray(plain.enum) && plain.enum.every(value => typeof value === 'string'))
    plain.type ??= 'string'
  if (typeof plain.title !== 'string' || typeof plain.type !== 'string') return plain
  const { title, ...rest } = plain
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(rest))
    throw new Error(`two schemas of the OpenAPI document are called ${title}`)
  schemas[title] = rest
  return { $ref: `#/components/schemas/${title}` }
}

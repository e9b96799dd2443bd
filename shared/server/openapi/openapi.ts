/**
 * The OpenAPI 3.1 document of a server, at `/openapi.json`: @fastify/swagger collects it from the routes' schemas.
 *
 * What is added here: schemas with a title become components, and each operation gets an identifier, the security that
 * is the rule for its address, and the answer to every other error.
 */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import Type, { type TObject } from 'typebox'
import { type Answer, createAnswer, sendAnswer } from '../answer.ts'
import {
  METHODS,
  type Method,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiResponse,
  type PathItem,
  type SecurityScheme,
} from './document.ts'
import { json, noBody, refusal } from './responses.ts'

/** What the document says of the whole. */
export interface OpenApiHead {
  info: OpenApiDocument['info']
  /** Headings, in their order. */
  tags: readonly string[]
  /** Whether each operation has an identifier, which generators of clients name their functions by. */
  operationIds?: boolean
  securitySchemes?: Record<string, SecurityScheme>
  /** Whether a route has to say what it is: one that is forgotten is an error. */
  mustTell?(url: string): boolean
  /** For an operation that does not say it itself: names of schemes, one of the lists must be fulfilled, all of it. */
  securityOf?(url: string): readonly (readonly string[])[]
  /** Calls that are made elsewhere and that others answer, by name. */
  webhooks?: Record<string, PathItem>
}

const CACHING = 'public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400'

/** To be awaited before the first route is added; answers `/openapi.json`. */
export async function openApi(server: FastifyInstance, head: OpenApiHead): Promise<void> {
  await server.register(swagger, {
    convertConstToEnum: false,
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: head.info,
      // Where this document lies, under whatever prefix.
      servers: [{ url: '.' }],
      components: { securitySchemes: head.securitySchemes ?? {} },
    },
    transform: ({ schema, url, route }) => describe(schema, url, route, head),
    transformObject: document =>
      'openapiObject' in document
        ? (finish(document.openapiObject as unknown as OpenApiDocument, head) as object)
        : document.swaggerObject,
  })
  let answer: Answer | undefined
  server.get('/openapi.json', { schema: DOCUMENT }, (request, reply) => {
    answer ??= createAnswer({
      type: 'application/json; charset=utf-8',
      caching: CACHING,
      body: JSON.stringify(server.swagger()),
    })
    return sendAnswer(request, reply, answer)
  })
}

const DOCUMENT = {
  tags: ['About'],
  summary: 'This document',
  response: { 200: json('OpenAPI 3.1', Type.Any()), 304: noBody('Unchanged') },
}

/** What a route says of itself; one without tags is not in the document. */
function describe(schema: FastifySchema | undefined, url: string, route: RouteOptions, head: OpenApiHead) {
  if (!schema?.tags && !schema?.hide && isCall(route) && head.mustTell?.(url))
    throw new Error(`${route.method} ${url} has no schema for the OpenAPI document`)
  return {
    schema: schema?.tags
      ? {
          ...schema,
          params: fileNamed(schema.params),
          querystring: withDefaults(schema.querystring),
          // Bytes that the route reads itself.
          ...(schema.consumes && !schema.body && { body: {} }),
        }
      : { hide: true },
    url: url.replace(/\*$/, ':file'),
  }
}

const isCall = ({ method }: RouteOptions) =>
  [method].flat().some(name => METHODS.some(known => known === name.toLowerCase()))

/** What `*` stands for in an address has a name in the document. */
function fileNamed(params: unknown): unknown {
  const { '*': file, ...others } = (params as TObject | undefined)?.properties ?? {}
  return file
    ? { type: 'object', properties: { ...others, file }, required: [...Object.keys(others), 'file'] }
    : params
}

/** A parameter with a default may be left out. */
function withDefaults(query: unknown): unknown {
  const { properties = {}, required = [] } = (query ?? {}) as Partial<TObject>
  const needed = (required as string[]).filter(name => !('default' in Object(properties[name])))
  return query && { type: 'object', properties, required: needed }
}

function finish({ paths, components, ...document }: OpenApiDocument, head: OpenApiHead): OpenApiDocument {
  const { tags, securityOf, operationIds, webhooks } = head
  const schemas: Record<string, object> = {}
  const complete = (item: PathItem, path: string, name?: string): PathItem =>
    Object.fromEntries(
      METHODS.flatMap(method => {
        const operation = item[method]
        if (!operation) return []
        const operationId = operationIds && { operationId: name ?? identifierOf(method, path) }
        const security = operation.security ?? securityOf?.(path)?.map(namesOf)
        const told = { ...operationId, ...operation, ...(security && { security }) }
        return [[method, shared({ ...told, responses: responsesOf(operation) }, schemas)]]
      }),
    )
  const place = (item: PathItem) => tags.indexOf(Object.values(item)[0]?.tags[0] ?? '')
  const finished = Object.fromEntries(
    Object.entries(paths)
      .toSorted(([, a], [, b]) => place(a) - place(b))
      .map(([path, item]) => [path, complete(item, path)]),
  )
  const hooks = Object.entries(webhooks ?? {}).map(([name, item]) => [name, complete(item, '', name)])
  return {
    ...document,
    paths: finished,
    ...(hooks.length > 0 && { webhooks: Object.fromEntries(hooks) }),
    components: { schemas, securitySchemes: usedOf(components.securitySchemes ?? {}, finished) },
  }
}

const namesOf = (schemes: readonly string[]): Record<string, []> =>
  Object.fromEntries(schemes.map(name => [name, []]))

/** And all that is not listed; a header says in its schema whether it is always there. */
function responsesOf({ responses }: OpenApiOperation): Record<string, OpenApiResponse> {
  return {
    ...Object.fromEntries(
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
    ),
    default: refusal('Anything else that goes wrong'),
  }
}

/** As in `getV1LunchByDay`. */
const identifierOf = (method: Method, path: string) =>
  method +
  path
    .replaceAll('{', 'by/')
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

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
      // What a refinement adds is code, for this program alone.
      .filter(([key]) => !key.startsWith('~'))
      .map(([key, value]) => [key, shared(value, schemas)]),
  )
  // TypeBox writes tuples as JSON Schema did before the draft that OpenAPI 3.1 goes by.
  if (Array.isArray(plain.items)) {
    plain.prefixItems = plain.items
    plain.items = false
    delete plain.additionalItems
  }
  if (typeof plain.title !== 'string' || typeof plain.type !== 'string') return plain
  const { title, ...rest } = plain
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(rest))
    throw new Error(`two schemas of the OpenAPI document are called ${title}`)
  schemas[title] = rest
  return { $ref: `#/components/schemas/${title}` }
}

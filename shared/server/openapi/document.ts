/** The OpenAPI 3.1 document, collected from what each route says of itself. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { TObject } from 'typebox'
import { type Operation, type OperationAnswer, refusal } from './operation.ts'

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    license?: { name: string; identifier: string }
  }
  servers: { url: string }[]
  paths: Record<string, PathItem>
  webhooks?: Record<string, PathItem>
  components: { schemas: Record<string, object>; securitySchemes?: Record<string, SecurityScheme> }
}

export type PathItem = { [Name in Method]?: OpenApiOperation }

export interface OpenApiOperation {
  tags: [string]
  operationId?: string
  summary: string
  description?: string
  parameters?: OpenApiParameter[]
  requestBody?: { required: true; content: OpenApiContent }
  responses: Record<string, OpenApiResponse>
  security?: Record<string, []>[]
}

export interface OpenApiParameter extends OpenApiHeader {
  name: string
  in: 'path' | 'query' | 'header'
}

export interface OpenApiHeader {
  required: boolean
  description?: string
  schema: Record<string, unknown>
}

export interface OpenApiResponse {
  description: string
  headers?: Record<string, OpenApiHeader>
  content?: OpenApiContent
}

type OpenApiContent = Record<string, { schema?: object }>

/** How a caller shows that it may call. */
export type SecurityScheme =
  | { type: 'apiKey'; in: 'header' | 'cookie'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; description: string }

/** What the document says of the whole. */
export interface DocumentHead {
  info: OpenApiDocument['info']
  /** Headings, in their order. */
  tags: readonly string[]
  /** Whether each operation has an identifier, which generators of clients name their functions by. */
  operationIds?: boolean
  securitySchemes?: Record<string, SecurityScheme>
  /** Whether a route has to say what it is: one that is forgotten is an error. */
  mustTell?(url: string): boolean
  /** For an operation that does not say it itself. */
  securityOf?(url: string): Operation['security']
  /** Calls that are made elsewhere and that others answer, by name. */
  webhooks?: Record<string, { method: Method; operation: Operation }>
}

/** Listens to the routes that are added from now on. @returns writes the document */
export function collectOperations(server: FastifyInstance, head: DocumentHead): () => OpenApiDocument {
  const routes: RouteOptions[] = []
  server.addHook('onRoute', route => {
    routes.push(route)
  })
  // Read late: a hook of an inner part may still say what a route is.
  return () => {
    for (const route of routes) if (head.mustTell?.(route.url)) refuseUntold(route)
    return writeDocument(routes.flatMap(toldBy), head)
  }
}

export function usedOf(schemes: Record<string, SecurityScheme>, paths: Record<string, PathItem>) {
  const used = new Set(
    Object.values(paths)
      .flatMap(item => METHODS.flatMap(name => item[name]?.security ?? []))
      .flatMap(Object.keys),
  )
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)))
}

function refuseUntold({ url, method, config }: RouteOptions): void {
  const name = [method].flat().find(each => METHODS.some(known => known === each.toLowerCase()))
  if (name !== undefined && !config?.openapi)
    throw new Error(`${name} ${url} does not say what it is (config.openapi)`)
}

interface Told {
  url: string
  method: Method
  operation: Operation
}

/** A route for GET is there again for HEAD, which is not told of. */
function toldBy({ url, method, config }: RouteOptions): Told[] {
  const operation = config?.openapi
  if (!operation) return []
  const methods = [method].flat().map(name => name.toLowerCase())
  return METHODS.filter(name => methods.includes(name)).map(name => ({ url, method: name, operation }))
}

function writeDocument(operations: readonly Told[], head: DocumentHead): OpenApiDocument {
  const { info, tags, operationIds, securitySchemes, securityOf, webhooks } = head
  const schemas: Record<string, object> = {}
  const paths: Record<string, PathItem> = {}
  const inOrder = operations.toSorted((a, b) => tags.indexOf(a.operation.tag) - tags.indexOf(b.operation.tag))
  for (const { url, method, operation } of inOrder) {
    const path = pathTemplate(url)
    const security = operation.security ?? securityOf?.(url)
    const operationId = operationIds ? { operationId: identifierOf(method, path) } : {}
    paths[path] = { ...paths[path], [method]: { ...operationId, ...describe(operation, security, schemas) } }
  }
  const hooks = Object.entries(webhooks ?? {}).map(([name, { method, operation }]) => [
    name,
    {
      [method]: {
        ...(operationIds && { operationId: name }),
        ...describe(operation, operation.security, schemas),
      },
    },
  ])
  return {
    openapi: '3.1.0',
    info,
    // Where this document lies, under whatever prefix.
    servers: [{ url: '.' }],
    paths,
    ...(hooks.length > 0 && { webhooks: Object.fromEntries(hooks) }),
    components: { schemas, ...(securitySchemes && { securitySchemes: usedOf(securitySchemes, paths) }) },
  }
}

/** From Fastify's `/a/:b/*` to `/a/{b}/{file}`. */
const pathTemplate = (url: string) => url.replaceAll(/:(\w+)(?:\([^)]*\))?/g, '{$1}').replace(/\*$/, '{file}')

/** As in `getV1LunchByDay`. */
export const identifierOf = (method: string, path: string) =>
  method +
  path
    .replaceAll('{', 'by/')
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function describe(
  operation: Operation,
  security: Operation['security'],
  schemas: Record<string, object>,
): OpenApiOperation {
  const { tag, summary, description, path, query, headers, body, answers } = operation
  const parameters = [
    ...parametersOf('path', path, schemas),
    ...parametersOf('query', query, schemas),
    ...parametersOf('header', headers, schemas),
  ]
  const bodyType = operation.bodyType ?? (body && 'application/json')
  const sent = body ? { schema: shared(body, schemas) as object } : {}
  const all = { ...answers, default: refusal('Anything else that goes wrong') }
  const responses = Object.entries(all).map(([status, answer]) => [status, responseOf(answer, schemas)])
  return {
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodyType && { requestBody: { required: true, content: { [bodyType]: sent } } }),
    responses: Object.fromEntries(responses),
    ...(security && { security: security.map(all => Object.fromEntries(all.map(name => [name, []]))) }),
  }
}

function parametersOf(
  where: OpenApiParameter['in'],
  schema: TObject | undefined,
  schemas: Record<string, object>,
): OpenApiParameter[] {
  return fieldsOf(schema, schemas).map(([name, field]) => ({
    name,
    in: where,
    ...field,
    required: where === 'path' || field.required,
  }))
}

function fieldsOf(schema: TObject | undefined, schemas: Record<string, object>): [string, OpenApiHeader][] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = shared(property, schemas) as Record<string, unknown>
    const required = ((schema?.required ?? []) as readonly string[]).includes(name)
    return [name, { required, ...(typeof description === 'string' && { description }), schema: rest }]
  })
}

function responseOf(
  { description, type, schema, headers }: OperationAnswer,
  schemas: Record<string, object>,
): OpenApiResponse {
  const media = schema ? { schema: shared(schema, schemas) as object } : {}
  return {
    description,
    ...(headers && { headers: Object.fromEntries(fieldsOf(headers, schemas)) }),
    ...(type && { content: { [type]: media } }),
  }
}

/** The same schema as plain JSON, those with a title moved to where all refer to them. */
export function shared(schema: unknown, schemas: Record<string, object>): unknown {
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

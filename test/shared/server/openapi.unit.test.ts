/** How the schemas of routes become a document: what is shown, under which name, and what is refused. */
import fastify, { type FastifySchema } from 'fastify'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { readOnly } from '../../../shared/server/methods.ts'
import type { OpenApiOperation } from '../../../shared/server/openapi/document.ts'
import { documentOf, type OpenApiHead, openApi } from '../../../shared/server/openapi/openapi.ts'
import { json, noBody, recordRefusal, refusal, text } from '../../../shared/server/openapi/responses.ts'
import { withTypeBox } from '../../../shared/server/validation.ts'

const INFO = { title: 'Kitchen', version: '1', description: 'What is cooked.' }
const HEAD: OpenApiHead = {
  at: '/openapi.json',
  operationId: 'getDocument',
  info: INFO,
  tags: ['Menus', 'About'],
}
const Dish = Type.Object({ name: Type.String(), price: Type.Integer() }, { title: 'Dish' })
const TAGGED = { tags: ['Menus'], operationId: 'getMenu' }

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Of a server with these routes, by their addresses. */
async function documented(
  routes: Record<string, FastifySchema & Record<string, unknown>>,
  head: Partial<OpenApiHead> = {},
) {
  await using server = Object.assign(fastify(), { [Symbol.asyncDispose]: () => server.close() })
  withTypeBox(server)
  await openApi(server, { ...HEAD, ...head })
  for (const [url, schema] of Object.entries(routes)) {
    const method = 'consumes' in schema ? 'POST' : 'GET'
    server.route({ method, url, schema, handler: () => 'soup' })
  }
  await server.ready()
  return documentOf(server, { ...HEAD, ...head })
}

describe('a document', () => {
  it('has its calls by heading, its head, and what every call answers besides', async () => {
    const document = await documented({
      '/about': {
        ...TAGGED,
        tags: ['About'],
        operationId: 'getAbout',
        response: { 200: text('Who cooks', 'text/html') },
      },
      '/menu': { ...TAGGED, response: { 200: json('The menu', Type.Array(Dish)), 304: noBody('Unchanged') } },
      '/both': { ...TAGGED, tags: ['Menus', 'Staff'], operationId: 'getBoth' },
      '/hidden': { response: { 200: Type.Any() } },
    })
    expect(document).toMatchObject({ openapi: '3.1.0', info: INFO, servers: [{ url: '.' }] })
    expect(document.externalDocs).toBeUndefined()
    expect(document.webhooks).toBeUndefined()
    expect(Object.keys(document.paths)).toEqual(['/menu', '/both', '/openapi.json', '/about'])
    expect(document.paths['/openapi.json']?.get?.responses).toMatchObject({
      200: { description: 'OpenAPI 3.1' },
      304: { description: 'Unchanged' },
    })
    const menu = document.paths['/menu']?.get
    expect(menu?.security).toEqual([])
    expect(menu?.responses).toEqual({
      200: {
        description: 'The menu',
        content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Dish' } } },
        },
      },
      304: { description: 'Unchanged' },
      '4XX': {
        description: 'Any other refusal: an invalid request, or an unknown address',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
      '5XX': {
        description: 'The server cannot answer now',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    })
    expect(document.paths['/about']?.get?.responses[200]).toEqual({
      description: 'Who cooks',
      content: { 'text/html': { schema: { type: 'string' } } },
    })
    expect(document.components.schemas).toMatchObject({
      Dish: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'integer' } },
        required: ['name', 'price'],
      },
      Problem: { type: 'object', required: ['type', 'status', 'title'] },
    })
    expect(Object.keys(document.components.schemas ?? {})).toEqual(['Dish', 'Problem'])
  })

  it('says of headers whether they are always there, and shows examples as they are', async () => {
    const headers = Type.Object({ age: Type.Integer(), etag: Type.Optional(Type.String()) })
    const examples = {
      first: { summary: 'One', value: { title: 'Dish', type: 'object', '~own': 1 } },
    }
    const { paths } = await documented({
      '/menu': { ...TAGGED, response: { 200: json('The menu', Type.Any(), { headers, examples }) } },
    })
    expect(paths['/menu']?.get?.responses[200]).toEqual({
      description: 'The menu',
      headers: {
        age: { required: true, schema: { type: 'integer' } },
        etag: { required: false, schema: { type: 'string' } },
      },
      content: { 'application/json': { schema: {}, examples } },
    })
  })

  it('names what stands for the rest of an address, and lets a parameter with a default be left out', async () => {
    const querystring = Type.Object({ day: Type.String(), limit: Type.Integer({ default: 5 }) })
    const params = Type.Object({ year: Type.Integer(), '*': Type.String({ minLength: 1 }) })
    const { paths } = await documented({
      '/pictures/:year/*': { ...TAGGED, params, querystring, response: { 200: text('It', 'image/png') } },
    })
    const parameters = paths['/pictures/{year}/{file}']?.get?.parameters
    expect(parameters).toMatchObject([
      { name: 'day', in: 'query', required: true },
      { name: 'limit', in: 'query', required: false },
      { name: 'year', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'file', in: 'path', required: true, schema: { type: 'string', minLength: 1 } },
    ])
  })

  it('writes unions, tuples, enumerations and formats as OpenAPI 3.1 has them', async () => {
    const Drink = Type.Object({ litres: Type.Number() }, { title: 'Drink' })
    const { paths, components } = await documented({
      '/menu': {
        ...TAGGED,
        response: {
          200: json(
            'The menu',
            Type.Object({
              course: Type.Union([Dish, Drink]),
              after: Type.Union([Dish, Type.Null()], { default: null }),
              size: Type.Union([Type.Null(), Type.Number()], { title: 'Size' }),
              pair: Type.Tuple([Dish, Type.Number()]),
              kind: Type.Enum(['hot', 'cold']),
              level: Type.Enum([1, 2]),
              count: Type.Enum(['few', 3]),
              word: Type.Literal('soup'),
              day: Type.String({ '~format': 'date', '~own': 'x' }),
            }),
          ),
        },
      },
    })
    expect(paths['/menu']?.get?.responses[200]?.content?.['application/json']?.schema).toMatchObject({
      properties: {
        course: { oneOf: [reference('Dish'), reference('Drink')] },
        after: { anyOf: [reference('Dish'), { type: 'null' }], default: null },
        size: { anyOf: [{ type: 'null' }, { type: 'number' }] },
        pair: { type: 'array', prefixItems: [reference('Dish'), { type: 'number' }], items: false },
        kind: { type: 'string', enum: ['hot', 'cold'] },
        level: { enum: [1, 2] },
        count: { enum: ['few', 3] },
        word: { type: 'string', const: 'soup' },
        day: { type: 'string', format: 'date' },
      },
    })
    const written = JSON.stringify(paths)
    for (const none of ['~', 'additionalItems', '"enum":[1,2],"type"', '"enum":["few",3],"type"'])
      expect(written).not.toContain(none)
    expect(Object.keys(components.schemas ?? {})).toEqual(['Dish', 'Drink', 'Problem'])
  })

  it('has bases, keys and hooks of its own, and lists the keys that are used', async () => {
    const ring: OpenApiOperation = {
      operationId: 'ring',
      summary: 'It rings',
      tags: ['Menus'],
      responses: {},
    }
    const at = (url: string) => ({ url, description: 'Here' })
    const key = (name: string) => ({ type: 'apiKey', in: 'header', name, description: 'A key.' }) as const
    const { paths, servers, components, webhooks, externalDocs } = await documented(
      {
        '/sync/menu': { ...TAGGED, response: { 404: recordRefusal(), 410: refusal('It is gone') } },
        '/other': { ...TAGGED, operationId: 'getOther', security: [], response: { 200: Type.Null() } },
      },
      {
        bases: [
          { prefix: '/cms', servers: [at('./cms')] },
          { prefix: '/sync', servers: [at('./sync'), at('./late')] },
        ],
        externalDocs: { url: '/docs', description: 'More' },
        securitySchemes: { staff: key('X-Staff'), guest: key('X-Guest') },
        securityOf: url => (url === '/menu' ? [['staff']] : [['guest', 'staff']]),
        webhooks: { ring: { get: ring } },
        otherErrors: {},
      },
    )
    expect([servers, externalDocs]).toEqual([[at('./cms')], { url: '/docs', description: 'More' }])
    expect(paths['/menu']?.get).toMatchObject({
      servers: [at('./sync'), at('./late')],
      security: [{ staff: [] }],
    })
    expect(paths['/menu']?.get?.responses).toEqual({
      404: {
        description: 'The record is invalid; `errors` names each field at fault',
        content: { 'application/problem+json': { schema: reference('RecordProblem') } },
      },
      410: {
        description: 'It is gone',
        content: { 'application/problem+json': { schema: reference('Problem') } },
      },
    })
    const status = { type: 'integer', minimum: 400, maximum: 599 }
    const text = { type: 'string' }
    const ofProblem = { type: text, status, title: text, detail: text }
    expect(components.schemas).toMatchObject({
      Problem: { properties: ofProblem },
      RecordProblem: {
        properties: {
          ...ofProblem,
          errors: { type: 'array', items: { properties: { path: text, reason: text } } },
        },
      },
    })
    expect(paths['/other']?.get?.security).toEqual([])
    expect(paths['/openapi.json']?.get?.security).toEqual([{ guest: [], staff: [] }])
    expect(components.securitySchemes).toEqual({ staff: key('X-Staff'), guest: key('X-Guest') })
    expect(webhooks).toEqual({
      ring: { get: { ...ring, security: [{ guest: [], staff: [] }] } },
    })
    const { components: alone } = await documented(
      { '/menu': { ...TAGGED, security: [{ staff: [] }] } },
      { securitySchemes: { staff: key('X-Staff'), guest: key('X-Guest') } },
    )
    expect(Object.keys(alone.securitySchemes ?? {})).toEqual(['staff'])
  })

  it('says which bytes a call takes that no schema describes', async () => {
    const consumes = ['image/png']
    const body = Type.Object({ name: Type.String() })
    const { paths } = await documented({
      '/pictures': { ...TAGGED, consumes },
      '/dishes': { ...TAGGED, operationId: 'addDish', consumes: ['application/json'], body },
    })
    expect(paths['/pictures']?.post).toMatchObject({
      requestBody: { content: { 'image/png': { schema: {} } } },
    })
    expect(paths['/dishes']?.post).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { required: ['name'] } } } },
    })
  })

  it('is served where its head says, and asked for again costs nothing', async () => {
    await using server = Object.assign(fastify(), { [Symbol.asyncDispose]: () => server.close() })
    await openApi(server, HEAD)
    server.get('/without-a-schema', () => 'soup')
    const { statusCode, headers, body } = await server.inject('/openapi.json')
    expect([statusCode, JSON.parse(body).info]).toEqual([200, INFO])
    expect(headers['cache-control']).toMatch(/^public, max-age=300,/)
    const again = await server.inject({
      url: '/openapi.json',
      headers: { 'if-none-match': `${headers.etag}` },
    })
    expect(again.statusCode).toBe(304)
  })

  it.each<[Record<string, unknown>, Partial<OpenApiHead>, string]>([
    [{ tags: ['Menus'] }, {}, 'GET /menu has no operationId'],
    [{}, { mustBeDocumented: url => url === '/menu' }, 'GET /menu has no tag of the OpenAPI document'],
    [
      { ...TAGGED, response: { 200: json('It', Dish), 410: json('It', Type.Object({}, { title: 'Dish' })) } },
      {},
      'two schemas of the OpenAPI document are called Dish',
    ],
  ])('is not made of %j', async (schema, head, fault) => {
    await expect(documented({ '/menu': schema }, head)).rejects.toThrow(fault)
  })

  it('need not have what is hidden', async () => {
    const { paths } = await documented(
      { '/menu': { hide: true } },
      { mustBeDocumented: url => url === '/menu', bases: [] },
    )
    expect(Object.keys(paths)).toEqual(['/openapi.json'])
  })

  it('need not have what only refuses, and must have a route with one method that it knows', async () => {
    await using server = Object.assign(fastify(), { [Symbol.asyncDispose]: () => server.close() })
    const head: OpenApiHead = { ...HEAD, mustBeDocumented: () => true }
    await openApi(server, head)
    await server.register(async scope => {
      readOnly(scope)
      scope.get('/menu', { schema: { ...TAGGED } }, () => 'soup')
    })
    server.options('/menu', () => '')
    await server.ready()
    expect(Object.keys(documentOf(server, head).paths)).toEqual(['/menu', '/openapi.json'])
    await using other = Object.assign(fastify(), { [Symbol.asyncDispose]: () => other.close() })
    await openApi(other, head)
    other.route({ method: ['GET', 'OPTIONS'], url: '/menu', handler: () => 'soup' })
    await expect(other.ready().then(() => documentOf(other, head))).rejects.toThrow('has no tag')
  })
})

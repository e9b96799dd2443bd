/** What every route of the console's API refuses by its schema, as its document tells. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../../shared/server/openapi/document.ts'
import { CONSOLE_TOKEN } from '../../support/console-calls.ts'
import { type OfficeSchool, startOfficeSchool } from '../../support/office.ts'

interface Schema {
  type?: string
  enum?: string[]
  maxLength?: number
}
interface Parameter {
  in: string
  name: string
  required?: boolean
  schema: Schema
}
interface Route {
  method: string
  template: string
  parameters: Parameter[]
  bodyType: string | undefined
}

const API = '/console/api'
let school: OfficeSchool
let routes: Route[]
beforeAll(async () => {
  school = await startOfficeSchool()
  const { paths }: OpenApiDocument = await (
    await fetch(`${school.addresses.base}/openapi-service.json`)
  ).json()
  routes = Object.entries(paths)
    .filter(([template]) => template.startsWith(`${API}/`))
    .flatMap(([template, item]) =>
      Object.entries(item).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        template: template.slice(API.length),
        parameters: parameters as Parameter[],
        bodyType: Object.keys(requestBody?.content ?? {})[0],
      })),
    )
})
afterAll(() => school[Symbol.asyncDispose]())

/** A value that the schema refuses; undefined when it takes every text. */
function refused({ type, enum: values, maxLength }: Schema): string | undefined {
  if (values || type === 'boolean') return 'neither'
  if (type === 'integer') return '1.5'
  return maxLength === undefined ? undefined : 'x'.repeat(maxLength + 1)
}

/** Of the query, without which the route refuses anything: valid ones, but for one. */
const required = ({ parameters }: Route, but: string) =>
  parameters
    .filter(({ in: place, name, required }) => place === 'query' && required && name !== but)
    .map(({ name, schema }) => `&${name}=${schema.enum?.[0] ?? '1'}`)
    .join('')

/** The route's path with a valid value in each place, but for these. */
const pathOf = ({ template, parameters }: Route, values: Record<string, string> = {}) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const { schema } = parameters.find(parameter => parameter.name === name) ?? {}
    return values[name] ?? schema?.enum?.[0] ?? '1'
  })

async function send({ method, bodyType }: Route, path: string, body = '{}', type = bodyType) {
  const hasBody = bodyType !== undefined
  const answer = await fetch(`${school.addresses.base}${API}${path}`, {
    method,
    headers: { authorization: `Bearer ${CONSOLE_TOKEN}`, ...(hasBody && type && { 'content-type': type }) },
    ...(hasBody && { body }),
  })
  return { status: answer.status, problem: await answer.json() }
}

it('an identifier in the address that cannot be one: 404, which names it', async () => {
  const answers = new Map<string, string>()
  for (const route of routes)
    for (const { in: place, name, schema } of route.parameters) {
      const value = refused(schema)
      if (place !== 'path' || value === undefined) continue
      const { status, problem } = await send(route, pathOf(route, { [name]: value }))
      const names = problem.detail?.startsWith(`There is nothing at this address: ${name} must be `)
      answers.set(`${route.method} ${route.template} ${name}`, `${status} ${names}`)
    }
  expect(answers.size).toBeGreaterThan(30)
  expect([...answers].filter(([, answer]) => answer !== '404 true')).toEqual([])
})

it('a parameter that is not what it must be, or is given twice: 400, which names it', async () => {
  const answers = new Map<string, string>()
  for (const route of routes)
    for (const { in: place, name, schema } of route.parameters) {
      if (place !== 'query') continue
      const value = refused(schema)
      const queries = [`${name}=1&${name}=1`, ...(value === undefined ? [] : [`${name}=${value}`])]
      for (const query of queries) {
        const { status, problem } = await send(route, `${pathOf(route)}?${query}${required(route, name)}`)
        const names = problem.detail?.startsWith(`${name} must `)
        answers.set(`${route.method} ${route.template}?${query.slice(0, 40)}`, `${status} ${names}`)
      }
    }
  expect(answers.size).toBeGreaterThan(60)
  expect([...answers].filter(([, answer]) => answer !== '400 true')).toEqual([])
})

it('the cursor of no list: 400 from every list, and never its first page again', async () => {
  const lists = routes.filter(({ parameters }) =>
    parameters.some(({ in: place, name }) => place === 'query' && name === 'after'),
  )
  const paths = lists.map(({ template }) => template)
  for (const list of ['/media', '/news', '/people', '/popups', '/requests']) expect(paths).toContain(list)
  for (const after of ['x', 'WzEsMl0', `-${'9'.repeat(30)}`])
    for (const route of lists) {
      const { status, problem } = await send(route, `${pathOf(route)}?after=${after}`)
      expect([route.template, after, status, problem.detail]).toEqual([
        ...[route.template, after, 400, expect.stringMatching(/^after must /)],
      ])
    }
})

it('a body that is no JSON: 400; one of another type: 415; one that does not fit: 422 with every fault', async () => {
  const withJson = routes.filter(({ bodyType }) => bodyType === 'application/json')
  expect(withJson.length).toBeGreaterThan(30)
  for (const route of withJson) {
    const where = `${route.method} ${route.template}`
    const path = pathOf(route)
    expect((await send(route, path, '{"a":')).status, where).toBe(400)
    expect((await send(route, path, '{}', 'text/plain')).status, where).toBe(415)
    const { status, problem } = await send(route, path, '"text"')
    expect({ where, status, errors: problem.errors }).toMatchObject({
      where,
      status: 422,
      errors: [{ path: expect.any(String), reason: expect.any(String) }],
    })
  }
})

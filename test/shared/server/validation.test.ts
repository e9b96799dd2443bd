/** What a route's schema does with a request: types for the handler, and one fault named with its remedy. */
import fastify from 'fastify'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WireDateTime } from '../../../shared/contract/wire-time.ts'
import { answerWithProblems, HttpProblem } from '../../../shared/server/problem.ts'
import { refuseDeepJson, withTypeBox } from '../../../shared/server/validation.ts'

const server = withTypeBox(fastify())
let address: string
beforeAll(async () => {
  refuseDeepJson(server)
  answerWithProblems(server)
  const querystring = Type.Object({
    site: Type.Enum(['academy', 'pre-school']),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
    since: Type.Optional(WireDateTime),
    search: Type.Optional(Type.String()),
    all: Type.Optional(Type.Boolean()),
  })
  server.get('/lists', { schema: { querystring } }, ({ query }) => query)
  const page = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
  server.get('/pages/:page', { schema: { params: Type.Object({ page }) } }, request => ({
    // A type error, were it not a number.
    next: request.params.page + 1,
  }))
  const body = Type.Object({ title: Type.String({ minLength: 1 }), pages: Type.Array(Type.Integer()) })
  server.post('/lists', { schema: { body } }, request => request.body)
  const perhaps = Type.Optional(Type.Object({ title: Type.String() }))
  server.post('/perhaps', { schema: { body: perhaps } }, ({ body: sent }) => ({ sent: sent ?? 'none' }))
  server.route({
    method: ['POST', 'DELETE'],
    url: '/nothing',
    handler: ({ body: sent }) => ({ body: sent ?? 'none' }),
  })
  server.get('/gone', () => {
    throw new HttpProblem(410, 'The list was deleted', { headers: { 'retry-after': '9' }, code: 'LIST_GONE' })
  })
  address = await server.listen({ port: 0 })
})
afterAll(() => server.close())

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${address}${path}`, init)
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe('no body', () => {
  it.each(['POST', 'DELETE'])('is none, also where its type is named: %s', async method => {
    const named = { method, headers: { 'content-type': 'application/json' } }
    expect(await ask('/nothing', named)).toMatchObject({ status: 200, body: { body: 'none' } })
  })

  it('is not what a route needs that reads one', async () => {
    const named = { method: 'POST', headers: { 'content-type': 'application/json' } }
    expect(await ask('/lists', named)).toMatchObject({ status: 422 })
  })
})

it.each<[BodyInit | null, number, object]>([
  [null, 200, { sent: 'none' }],
  ['null', 200, { sent: 'none' }],
  ['{"title":"a"}', 200, { sent: { title: 'a' } }],
  ['{"title":7}', 422, { title: 'Unprocessable Content' }],
])('a body that may be absent: %s', async (body, status, read) => {
  const named = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  expect(await ask('/perhaps', named)).toMatchObject({ status, body: read })
})

describe('parameters', () => {
  it.each([
    ['site=academy', { site: 'academy', limit: 50 }],
    ['site=academy&limit=7&all=true&extra=1', { site: 'academy', limit: 7, all: true }],
    ['site=academy&limit=&since=&search=', { site: 'academy', limit: 50, search: '' }],
    ['site=pre-school&since=20261101000000', { site: 'pre-school', limit: 50, since: '20261101000000' }],
  ])('%s is read by the schema', async (query, read) => {
    expect((await ask(`/lists?${query}`)).body).toEqual(read)
  })

  it.each([
    ['', 'site is missing: it must be academy or pre-school'],
    ['site=&limit=x', 'site is missing: it must be academy or pre-school'],
    ['site=nursery', 'site must be academy or pre-school'],
    ['site=academy&site=academy', 'site must be given once'],
    ...['0', '101', '1.5', '007', 'true', '%201', '1e1', '0x1'].map(limit => [
      `site=academy&limit=${limit}`,
      'limit must be an integer from 1 to 100',
    ]),
    ['site=academy&since=20260230000000', 'since must be a time that exists (YYYYMMDDhhmmss)'],
    ['site=academy&since=today', 'since must be a time that exists (YYYYMMDDhhmmss)'],
    ['site=academy&all=1', 'all must be true or false'],
    ['site=academy&limit=0&all=1', 'limit must be an integer from 1 to 100'],
  ])('%s is refused, naming the parameter and the remedy', async (query, detail) => {
    const { status, headers, body } = await ask(`/lists?${query}`)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect([status, body]).toEqual([400, { type: 'about:blank', status: 400, title: 'Bad Request', detail }])
  })

  it('without a value are refused where they do not count as absent; an empty header is absent', async () => {
    const strict = withTypeBox(fastify(), { emptyIsAbsent: false })
    const schema = {
      querystring: Type.Object({ limit: Type.Integer({ default: 5 }), q: Type.Optional(Type.String()) }),
      headers: Type.Object({ 'X-Place': Type.Optional(Type.Enum(['yard', 'hall'])) }),
    }
    strict.get('/', { schema }, ({ query, headers }) => ({ ...query, by: headers['x-by'] }))
    const askStrict = async (url: string, headers: Record<string, string> = { 'x-place': '' }) => {
      const answer = await strict.inject({ url, headers })
      return [answer.statusCode, answer.json().message ?? answer.json()]
    }
    expect(await askStrict('/', { 'x-place': 'attic' })).toEqual([400, 'X-Place must be yard or hall'])
    // A header that the schema does not name is there for the handler as well.
    const named = { 'x-place': 'hall', 'x-by': 'Bo' }
    expect(await askStrict('/?limit=7', named)).toEqual([200, { limit: 7, by: 'Bo' }])
    expect(await askStrict('/?q=')).toEqual([200, { limit: 5, q: '' }])
    expect(await askStrict('/?limit=')).toEqual([400, 'limit must be an integer'])
  })

  it('of an address are read and refused the same way', async () => {
    expect((await ask('/pages/7')).body).toEqual({ next: 8 })
    expect((await ask('/pages/seven')).body.detail).toBe('page must be an integer')
  })
})

describe('a body', () => {
  const send = (body: string, path = '/lists') =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

  it('is not changed: what looks like a number is none', async () => {
    expect((await send('{"title":"a","pages":[1]}')).body).toEqual({ title: 'a', pages: [1] })
    expect((await send('{"title":"a","pages":["1"]}')).status).toBe(422)
  })

  it('is refused with every fault', async () => {
    const { status, body } = await send('{"title":"","pages":[1.5]}')
    expect([status, body.title]).toEqual([422, 'Unprocessable Content'])
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['/title', '/pages/0']),
    )
  })

  it('that is nested without end is refused, also where no body is read', async () => {
    for (const path of ['/lists', '/nothing']) {
      const { status, body } = await send('['.repeat(1_000_000), path)
      expect([status, body.errors[0].reason]).toEqual([422, 'is nested more than 64 levels deep'])
      expect(body.detail).toBe('the body is nested more than 64 levels deep')
    }
  })
})

it('a problem that a handler throws is the answer', async () => {
  const { status, headers, body } = await ask('/gone')
  expect([status, headers.get('retry-after')]).toEqual([410, '9'])
  expect(body).toEqual({
    type: 'about:blank',
    status: 410,
    title: 'Gone',
    detail: 'The list was deleted',
    code: 'LIST_GONE',
  })
})

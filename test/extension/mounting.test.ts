/** Mounting an adapter: what is said where it is missing, what happens where it is there twice, and what strict programs see. */
import { once } from 'node:events'
import { connect } from 'node:http2'
import fastify from 'fastify'
import { Hono } from 'hono'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { forExpress, type Middleware } from '../../extension/express.ts'
import { forFastify } from '../../extension/fastify.ts'
import { forFetch } from '../../extension/fetch.ts'
import { forHono } from '../../extension/hono.ts'
import { createExtension } from '../../extension/index.ts'
import { forNitro } from '../../extension/nitro.ts'
import { entranceOf, sessionUser } from '../../extension/testing.ts'
import type { SessionUser } from '../../shared/contract/session.ts'
import { onSocket } from './mount-parts.ts'
import { forNext, onPage } from './next-stand-in.ts'
import { forSvelteKit } from './sveltekit-stand-in.ts'

const MAKERS = [forExpress, forFastify, forHono, forFetch, forNext, forNitro, forSvelteKit]
const USER = sessionUser({ userId: 2001, appId: 'a-school', refNo: 'G-1' })
const ENTRANCE: Record<string, string> = { ...entranceOf({ user: USER }).headers }

function counted(about: Partial<SessionUser> = {}) {
  let calls = 0
  const extension = createExtension({
    appId: 'a-school',
    sessionUrl: 'https://sis.school.example/session',
    environment: 'staging',
    secret: 'a secret of the tests, and of nobody else',
    onVisit: () => ({ familyId: 7 }),
    fetch: async () => {
      calls += 1
      return Response.json({ ...USER, ...about })
    },
  })
  return { extension, calls: () => calls }
}

/** What a server of Node answers that runs one middleware after the other, as Express does. */
async function ask(handlers: Middleware[], headers: Record<string, string> = {}) {
  const errors: unknown[] = []
  await using app = await onSocket((request, response) => {
    const run =
      ([handler, ...others]: Middleware[]) =>
      async (error?: unknown) => {
        try {
          if (error) throw error
          await handler?.(request, response, run(others))
        } catch (thrown) {
          errors.push(thrown)
          response.writeHead(500).end()
        }
      }
    void run(handlers)()
  })
  const answer = await fetch(app.origin, { headers })
  return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie(), errors }
}

describe('a visit that is asked for where none is read fails, and says the line to add', () => {
  const missing = (line: string) =>
    expect.objectContaining({ code: 'NOT_MOUNTED', message: expect.stringContaining(line) })
  type Asks = (at: unknown) => unknown
  type Functions = Record<'findVisit' | 'visitOf' | 'isEntrance' | 'signOut', Asks> & {
    requireVisit: (...given: unknown[]) => Asks
  }
  const request = new Request('https://trips.school.example/')

  it.each<[string, unknown, unknown, string]>([
    ['Express', forExpress, {}, 'app.use(visits)'],
    ['Fastify', forFastify, { raw: {} }, 'await app.register(visits)'],
    ['Hono', forHono, {}, 'app.use(visits)'],
    ['Nitro and Nuxt', forNitro, { node: { req: {}, res: {} } }, 'defineEventHandler(visits)'],
    ['Nitro without Node', forNitro, {}, 'a preset of Nitro for Node'],
    ['SvelteKit', forSvelteKit, { request }, 'export const handle = visits'],
    ['a plain handler', forFetch, request, 'visits(handler)'],
  ])('in %s', async (_, make, at, line) => {
    const functions = (make as (extension: unknown) => Functions)(counted().extension)
    const { findVisit, visitOf, isEntrance, signOut, requireVisit } = functions
    const isMiddleware = [forExpress, forFastify, forHono].includes(make as never)
    const guard = isMiddleware ? requireVisit() : requireVisit(() => null)
    for (const asks of [findVisit, visitOf, isEntrance, signOut, guard])
      await expect((async () => await asks(at))()).rejects.toEqual(missing(line))
  })

  it('in Next.js', async () => {
    const { findVisit, isEntrance, requireVisit, signOut, visitOf } = forNext(counted().extension)
    const heard: unknown[] = []
    for (const asks of [findVisit, visitOf, requireVisit(() => null), isEntrance, signOut])
      await onPage(new Headers(ENTRANCE), async () => {
        await asks().catch(error => heard.push(error))
        return new Response()
      })
    expect(heard).toEqual(Array(5).fill(missing('export const proxy = visits')))
  })

  it('also where it is asked with another request than a plain handler was given', async () => {
    const { visits, findVisit } = forFetch(counted().extension)
    const heard: unknown[] = []
    const handler = visits(given => Response.json(findVisit(new Request(given)) ?? null), {
      onError(error) {
        heard.push(error)
        return new Response(null, { status: 500 })
      },
    })
    expect((await handler(request)).status).toBe(500)
    expect(heard).toEqual([missing('visits(handler)')])
  })
})

it('the functions of every adapter have the same names', () => {
  const names = ['findVisit', 'isEntrance', 'requireVisit', 'signOut', 'visitOf', 'visits']
  for (const make of MAKERS) expect(Object.keys(make(counted().extension)).toSorted()).toEqual(names)
})

it('what a plain handler returns in place of a response is an error, and an entrance still ends the earlier visit', async () => {
  const { visits } = forFetch(counted().extension)
  const read = new Response('read')
  await read.text()
  for (const returned of [undefined, {}, read])
    for (const onError of [undefined, () => new Response('sorry', { status: 500 })]) {
      using log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const handler = visits(() => returned as Response, onError && { onError })
      const answer = await handler(new Request('https://trips.example/', { headers: ENTRANCE }))
      expect([answer.status, answer.headers.getSetCookie().length]).toEqual([500, 1])
      expect(log.mock.calls.length).toBe(onError ? 0 : 1)
    }
})

describe('what is written wrong is found before the first visitor', () => {
  const wrong = expect.objectContaining({ code: 'EXTENSION_OPTION_INVALID' })
  const { extension } = counted()
  const { requireVisit: inFetch } = forFetch(extension)
  type Guard = (requirement?: object) => unknown
  const around = ({ requireVisit }: { requireVisit: (...given: never[]) => unknown }): Guard => {
    const guard = requireVisit as (...given: unknown[]) => unknown
    return (requirement = {}) => guard(requirement, () => new Response())
  }

  it.each<[string, Guard]>([
    ['Express', forExpress(extension).requireVisit],
    ['Fastify', forFastify(extension).requireVisit],
    ['Hono', forHono(extension).requireVisit],
    ['a plain handler', around(forFetch(extension))],
    ['Next.js', around(forNext(extension))],
    ['SvelteKit', around(forSvelteKit(extension))],
    ['Nitro', around(forNitro(extension))],
  ])('a demand that would let in everybody, or nobody, in %s', (_, requireVisit) => {
    for (const requirement of [
      ...['Staff', ['Staff'], null, { roles: ['Staff'] }, { role: undefined }, { role: 'staff' }],
      ...[{ role: [] }, { role: ['Staff', 'Admin'] }, { role: 'Staff', unit: 1 }, []],
      ...[Object.create({ role: 'Staff' }), new Map([['role', 'Staff']])],
    ] as object[])
      expect(() => requireVisit(requirement), JSON.stringify(requirement)).toThrow(wrong)
    const plain = Object.assign(Object.create(null), { role: 'Staff' })
    for (const requirement of [undefined, {}, { role: 'Staff' }, { role: ['Staff', 'Student'] }, plain])
      expect(() => requireVisit(requirement)).not.toThrow()
  })

  it('a guard without a handler, in a plain handler', () => {
    const guard = inFetch as (...given: unknown[]) => unknown
    for (const given of [[], [{ role: 'Staff' }], [{}, undefined], [new Request('https://trips.example')]])
      expect(() => guard(...given)).toThrow(wrong)
    // Nor is a requirement that is missing one that lets in everybody.
    expect(() => guard(undefined, () => new Response())).toThrow(wrong)
  })

  it('an adapter without its extension, and what was not called', async () => {
    const nothing = undefined as unknown as ReturnType<typeof counted>['extension']
    for (const make of MAKERS)
      expect(() => make(nothing)).toThrow(
        expect.objectContaining({ message: expect.stringContaining(`${make.name}(extension)`) }),
      )
    // A middleware that was not called is called with a request.
    const { requireVisit } = forExpress(extension)
    for (const uncalled of [forExpress, requireVisit])
      expect(() => (uncalled as (request: unknown) => unknown)({ headers: {}, url: '/' })).toThrow(wrong)
  })
})

describe('mounted twice, the service is asked once and one cookie is set', () => {
  it('in Express', async () => {
    const { extension, calls } = counted()
    const { visits, requireVisit, visitOf } = forExpress(extension)
    const show: Middleware = (request, response) => void response.end(`${visitOf(request).account.familyId}`)
    const handlers = [visits, visits, forExpress(extension).visits, requireVisit(), show]
    const { text, cookies } = await ask(handlers, ENTRANCE)
    expect([text, cookies.length, calls()]).toEqual(['7', 1, 1])
  })

  it('in Fastify', async () => {
    const { extension, calls } = counted()
    await using app = fastify({ loggerInstance: pino({ level: 'silent' }) })
    const { visits, requireVisit, visitOf } = forFastify(extension)
    await app.register(visits)
    await app.register(async inner => {
      await inner.register(visits)
      await inner.register(forFastify(extension).visits)
      inner.get<{ Params: { id: string }; Reply: (string | number)[] }>(
        '/trips/:id',
        { preHandler: requireVisit() },
        async request => [request.params.id, visitOf(request).account.familyId],
      )
    })
    const answer = await app.inject({ path: '/trips/9', headers: ENTRANCE })
    expect([answer.body, answer.cookies.length, calls()]).toEqual(['["9",7]', 1, 1])
  })

  it('in Hono', async () => {
    const { extension, calls } = counted()
    const app = new Hono<{ Variables: { started: number } }>()
    const { visits, requireVisit, visitOf } = forHono(extension)
    app.use(visits)
    app.use('/trips/*', visits, forHono(extension).visits)
    const trips = new Hono()
    trips.get('/:id', requireVisit(), c => c.json([c.req.param('id'), visitOf(c).account.familyId]))
    app.route('/trips', trips)
    const answer = await app.request('/trips/9', { headers: ENTRANCE })
    expect([await answer.text(), answer.headers.getSetCookie().length, calls()]).toEqual(['["9",7]', 1, 1])
  })

  it('around a plain handler, whose further arguments come through', async () => {
    const { extension, calls } = counted()
    const { visits, requireVisit, visitOf } = forFetch(extension)
    const route = requireVisit((request, platform: { region: string }) =>
      Response.json([platform.region, visitOf(request).account.familyId]),
    )
    const handler = visits(forFetch(extension).visits(visits(route)))
    const request = new Request('https://trips.school.example/', { headers: ENTRANCE })
    const answer = await handler(request, { region: 'HK' })
    expect([await answer.text(), answer.headers.getSetCookie().length, calls()]).toEqual(['["HK",7]', 1, 1])
  })
})

it('other plugins of Fastify can depend on the visits by name', async () => {
  await using app = fastify({ loggerInstance: pino({ level: 'silent' }) })
  await app.register(forFastify(counted().extension).visits)
  expect(app.hasPlugin('schoolbell-visits')).toBe(true)
})

it('two extensions on one request are an error that names the cause', async () => {
  const [one, other] = [counted().extension, counted().extension]
  const { status, errors } = await ask([forExpress(one).visits, forExpress(other).visits])
  const message = expect.stringContaining('two extensions read the same request')
  expect([status, errors]).toEqual([500, [expect.objectContaining({ message })]])
})

it('the functions of another extension do not read a request: its account has another type', async () => {
  const [one, other] = [forExpress(counted().extension), forExpress(counted().extension)]
  const { status, errors } = await ask([one.visits, other.requireVisit()], ENTRANCE)
  const message = expect.stringContaining('another extension has read this request')
  expect([status, errors]).toEqual([500, [expect.objectContaining({ code: 'NOT_MOUNTED', message })]])
})

it('the cookie of an entrance stands beside those of an answer in which one name has two spellings', async () => {
  for (const [head, own] of [
    [
      ['Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'X-Mark', 'kept'],
      ['a=1', 'b=2'],
    ],
    [{ 'Set-Cookie': 'a=1', 'set-cookie': ['b=2'] }, ['b=2']],
  ] as [unknown, string[]][]) {
    const { visits } = forExpress(counted().extension)
    const answer: Middleware = (_request, response) => void response.writeHead(200, head as string[]).end()
    const { cookies } = await ask([visits, answer], ENTRANCE)
    expect(cookies).toEqual([...own, expect.stringMatching(/^__Host-schoolbell-visit=/)])
  }
})

it('a picture’s address of any length keeps nobody out; up to 1,000 characters the web-app has it', async () => {
  for (const [length, isKept] of [
    [1_000, true],
    [1_001, false],
  ] as const) {
    const imageUrl = 'https://media.example/'.padEnd(length, 'x')
    const { visits, visitOf } = forFetch(counted({ imageUrl }).extension)
    const handler = visits(request => Response.json(visitOf(request).user.imageUrl))
    const answer = await handler(new Request('https://trips.example/', { headers: ENTRANCE }))
    expect([answer.status, await answer.json()]).toEqual([200, isKept ? imageUrl : ''])
  }
})

it('over HTTP/2, too, the cookie of an entrance goes beside the web-app’s own', async () => {
  await using app = fastify({ http2: true })
  const { visits, requireVisit, visitOf } = forFastify(counted().extension)
  await app.register(visits)
  app.get('/', { preHandler: requireVisit() }, async (request, reply) => {
    reply.header('set-cookie', 'theme=dark')
    return { visit: visitOf(request).user.fullName }
  })
  const session = connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  const stream = session.request({ ':path': '/', ...ENTRANCE })
  const [headers] = await once(stream, 'response')
  expect(headers[':status']).toBe(200)
  expect(headers['set-cookie']).toEqual(['theme=dark', expect.stringMatching(/^__Host-schoolbell-visit=/)])
  expect(headers['cache-control']).toBe('private, no-store')
  session.destroy()
})

/** @schoolbell/extension without any framework, then with each. */
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Host, hostWithAll, hostWithOnly, NODE_TYPES } from '../support/host.ts'

let host: Host
let alone: Host
beforeAll(() => {
  host = hostWithAll()
  alone = hostWithOnly('@schoolbell/extension')
})
afterAll(() => {
  host[Symbol.dispose]()
  alone[Symbol.dispose]()
})

const FRAMEWORKS = ['express', 'fastify', 'hono']
const ENTRANCE = `import { createExtension } from '@schoolbell/extension'
import { entranceOf, fakeSessions, sessionUser } from '@schoolbell/extension/testing'

const user = sessionUser({ role: 'Student' })
const sessions = fakeSessions({ users: [user] })
const options = {
  appId: user.appId, sessionUrl: 'https://sis.example', environment: 'staging' as const,
  secret: 'a secret of the tests, and of nobody else', fetch: sessions.fetch,
}
const extension = createExtension({ ...options, onVisit: ({ refNo }) => ({ pupil: refNo }) })
const entrance = entranceOf({ user }).request('https://shop.example/')
`

/** What must not compile. Not called. @param more arguments of a guard after its requirement */
const wrongUses = (more = '') => `
export function wrongUses(request: Parameters<typeof visitOf>[0]) {
  // @ts-expect-error the account has no such field
  visitOf(request).account.teacher
  // @ts-expect-error nobody may be there
  findVisit(request).account
  // @ts-expect-error no such role
  requireVisit({ role: 'Parent' }${more})
  // @ts-expect-error a cookie cannot hold it
  createExtension({ ...options, onVisit: () => undefined })
}
`

describe('without any framework', () => {
  it('is loaded by a CommonJS program, as tests often are', async () => {
    const output = await alone.output(
      'shop.test.cjs',
      `const { createExtension } = require('@schoolbell/extension')
const { entranceOf, fakeSessions, sessionUser } = require('@schoolbell/extension/testing')
const user = sessionUser({ role: 'Student' })
const { fetch } = fakeSessions({ users: [user] })
const options = { appId: user.appId, sessionUrl: 'https://sis.example', environment: 'staging', fetch }
const extension = createExtension({ ...options, secret: 'a secret of the tests, and of nobody else', onVisit: () => null })
const { headers } = entranceOf({ user })
const header = name => headers[name.toLowerCase()]
extension.admit({ method: 'GET', header }).then(({ kind }) => console.log(kind))
`,
    )
    expect(output).toBe('visit\n')
  })

  it('can be imported under each of its names', async () => {
    for (const framework of FRAMEWORKS) expect(existsSync(alone.installed(framework))).toBe(false)
    const names = [...FRAMEWORKS, 'fetch', 'nitro', 'testing'].map(name => `@schoolbell/extension/${name}`)
    const output = await alone.output(
      'names.ts',
      `for (const name of ${JSON.stringify(names)}) console.log(Object.keys(await import(name)).sort().join(' '))`,
    )
    expect(output.trim().split('\n')).toEqual([
      'forExpress',
      'forFastify',
      'forHono',
      'forFetch',
      'forNitro',
      'entranceOf fakeClock fakeSessions sessionUser',
    ])
  })

  const program = `${ENTRANCE}
import { forFetch } from '@schoolbell/extension/fetch'
const { visits, requireVisit, visitOf, findVisit } = forFetch(extension)
const app = visits(requireVisit({ role: 'Student' }, request => new Response(visitOf(request).account.pupil)))
${wrongUses(', () => new Response()')}
export function wrongGuards(request: Request) {
  // @ts-expect-error without the handler that it guards
  requireVisit({ role: 'Student' })
  // @ts-expect-error a guard is no getter
  requireVisit(request)
}
console.log(await (await app(entrance)).text())
`
  it('has types that a strict program accepts', () => {
    expect(alone.faultsOf({ 'with-fetch.ts': program }, NODE_TYPES)).toBe('')
  })

  it('turns an entrance into a visit', async () => {
    expect(await alone.output('with-fetch.ts', program)).toBe('S-2\n')
  })
})

const MOUNTINGS: readonly (readonly [framework: string, mounting: string])[] = [
  [
    'express',
    `import { createServer } from 'node:http'
import express from 'express'
import { forExpress } from '@schoolbell/extension/express'
const { visits, requireVisit, visitOf, findVisit } = forExpress(extension)
const app = express()
app.use(visits)
app.get('/', requireVisit(), (request, response) => void response.send(visitOf(request).account.pupil))
const server = createServer(app).listen(0, '127.0.0.1', async () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const answer = await fetch('http://127.0.0.1:' + address.port, { headers: entrance.headers })
  console.log(await answer.text())
  server.close()
})
`,
  ],
  [
    'fastify',
    `import fastify from 'fastify'
import { forFastify } from '@schoolbell/extension/fastify'
const { visits, requireVisit, visitOf, findVisit } = forFastify(extension)
const app = fastify()
await app.register(visits)
app.get('/', { onRequest: requireVisit() }, async request => visitOf(request).account.pupil)
console.log((await app.inject({ url: '/', headers: entranceOf({ user }).headers })).body)
`,
  ],
  [
    'hono',
    `import { Hono } from 'hono'
import { forHono } from '@schoolbell/extension/hono'
const { visits, requireVisit, visitOf, findVisit } = forHono(extension)
const app = new Hono()
app.use(visits)
app.get('/', requireVisit(), c => c.text(visitOf(c).account.pupil))
console.log(await (await app.request(entrance)).text())
`,
  ],
]
const programWith = (mounting: string) => ENTRANCE + mounting + wrongUses()

describe('with a framework', () => {
  it('compiles', () => {
    const programs = MOUNTINGS.map(([name, mounting]) => [`with-${name}.ts`, programWith(mounting)])
    expect(host.faultsOf(Object.fromEntries(programs), NODE_TYPES)).toBe('')
  })

  it.each(MOUNTINGS)('turns an entrance into a visit: %s', async (name, mounting) => {
    expect(await host.output(`with-${name}.ts`, programWith(mounting))).toBe('S-2\n')
  })
})

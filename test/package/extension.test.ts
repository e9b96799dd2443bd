/** @schoolbell/extension alone, then with each framework. */
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overLimits } from '../../scripts/pack/measure.ts'
import { hostWith, NODE_TYPES } from '../support/host.ts'

let host: Awaited<ReturnType<typeof hostWith>>
beforeAll(async () => {
  host = await hostWith('@schoolbell/extension')
})
afterAll(() => host[Symbol.dispose]())

it('is within the limits of its package', () => {
  expect(overLimits('@schoolbell/extension', host.installation)).toEqual([])
})

const FRAMEWORKS = ['express', 'fastify', 'hono']
const ENTRANCE = `import { createExtension, type ExtensionOptions } from '@schoolbell/extension'
import { entranceOf, fakeSessions, sessionUser } from '@schoolbell/extension/testing'

const user = sessionUser({ role: 'Student' })
const sessions = fakeSessions({ users: [user] })
const options: ExtensionOptions<{ pupil: string }> = {
  appId: user.appId, sessionUrl: 'https://sis.example', environment: 'staging',
  secret: 'a secret of the tests, and of nobody else', onVisit: ({ refNo }) => ({ pupil: refNo }), fetch: sessions.fetch,
}
const extension = createExtension(options)
const entrance = entranceOf({ user }).request('https://shop.example/')
`

describe('without any framework', () => {
  it('can be imported under each of its names', async () => {
    for (const framework of FRAMEWORKS) expect(existsSync(host.installed(framework))).toBe(false)
    const names = [...FRAMEWORKS, 'fetch', 'testing'].map(name => `@schoolbell/extension/${name}`)
    const output = await host.output(
      'names.ts',
      `for (const name of ${JSON.stringify(names)}) console.log(Object.keys(await import(name)).sort().join(' '))`,
    )
    const adapter = 'getVisit isEntrance requireVisit signOut visitOf visits'
    expect(output.trim().split('\n')).toEqual([
      ...FRAMEWORKS.map(() => adapter),
      'getVisit isEntrance requireVisit signOut withVisits',
      'entranceOf fakeClock fakeSessions sessionUser',
    ])
  })

  const program = `${ENTRANCE}
import type { Visit } from '@schoolbell/extension'
import { requireVisit, withVisits } from '@schoolbell/extension/fetch'
const app = withVisits(extension, request => {
  const visit: Visit<{ pupil: string }> = requireVisit(request)
  return new Response(visit.account.pupil)
})
console.log(await (await app(entrance)).text())
`
  it('has types that a strict program accepts', () => {
    expect(host.faultsOf('with-fetch.ts', program, NODE_TYPES)).toBe('')
  })

  it('turns an entrance into a visit', async () => {
    expect(await host.output('with-fetch.ts', program)).toBe('S-2\n')
  })
})

describe.each([
  [
    'express',
    ['express', '@types/express'],
    `import { createServer } from 'node:http'
import express from 'express'
import { requireVisit, visitOf, visits } from '@schoolbell/extension/express'
const app = express()
app.use(visits(extension))
app.get('/', requireVisit(), (request, response) => void response.send(visitOf<{ pupil: string }>(request).account.pupil))
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
    ['fastify'],
    `import fastify from 'fastify'
import { requireVisit, visitOf, visits } from '@schoolbell/extension/fastify'
const app = fastify()
await app.register(visits, { extension })
app.get('/', { onRequest: requireVisit() }, async request => visitOf<{ pupil: string }>(request).account.pupil)
console.log((await app.inject({ url: '/', headers: entranceOf({ user }).headers })).body)
`,
  ],
  [
    'hono',
    ['hono'],
    `import { Hono } from 'hono'
import { requireVisit, visitOf, visits } from '@schoolbell/extension/hono'
const app = new Hono()
app.use(visits(extension))
app.get('/', requireVisit(), c => c.text(visitOf<{ pupil: string }>(c).account.pupil))
console.log(await (await app.request(entrance)).text())
`,
  ],
])('with %s', (name, libraries, mounting) => {
  it('compiles and turns an entrance into a visit', async () => {
    host.add(...libraries)
    const program = ENTRANCE + mounting
    expect(host.faultsOf(`with-${name}.ts`, program, NODE_TYPES)).toBe('')
    expect(await host.output(`with-${name}.ts`, program)).toBe('S-2\n')
  })
})

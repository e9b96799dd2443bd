/** Which pages of other origins may read the answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../../../support/raw-request.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../../support/scripted-upstream.ts'
import { agentBefore, entry, news, RELAYING } from '../../support.ts'

const [SCHOOL, OTHER] = ['https://school.example', 'https://other.example']

let files: Scratch
let upstream: Upstream
beforeAll(async () => {
  files = scratch()
  upstream = await startUpstream(news([entry('a')]))
})
afterAll(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

const open = (corsOrigins?: '*' | string[]) =>
  agentBefore(upstream, files.path('news.sqlite'), { corsOrigins, ...RELAYING })

it('any page may read, and may ask beforehand', async () => {
  await using agent = await open()
  const address = await agent.listen()
  for (const path of ['/v1/news', '/v1/news', '/v1/news/none', '/v1/changes', '/openapi.json']) {
    const { headers } = await rawRequest(address, path, { headers: { origin: OTHER } })
    expect(headers['access-control-allow-origin']).toBe('*')
    for (const name of ['age', 'etag', 'retry-after', 'schoolbell-store'])
      expect(headers['access-control-expose-headers']?.toString().split(', ')).toContain(name)
  }
  const asks = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' }
  const preflight = await rawRequest(address, '/v1/news', {
    method: 'OPTIONS',
    headers: { origin: OTHER, ...asks },
  })
  expect(preflight).toMatchObject({
    status: 204,
    headers: {
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': expect.stringContaining('if-none-match'),
    },
  })
})

describe('pages on a list', () => {
  // Promise: operate/cors
  it('may read alone, and no cache gives one’s answer to another', async () => {
    await using agent = await open([SCHOOL, 'http://localhost:3000'])
    const address = await agent.listen()
    await agent.syncOnce()
    const paths = [
      '/v1/news',
      '/v1/news/none',
      '/v1/news?limit=0',
      '/feeds/academy/en-US.rss',
      '/openapi.json',
    ]
    // The second time it comes out of what is kept.
    for (const path of [...paths, ...paths]) {
      for (const origin of [SCHOOL, 'http://localhost:3000', OTHER, 'null', undefined]) {
        const { headers } = await rawRequest(address, path, { headers: origin ? { origin } : {} })
        const isAllowed = origin === SCHOOL || origin === 'http://localhost:3000'
        const allowed = headers['access-control-allow-origin']
        expect([path, origin, allowed]).toEqual([path, origin, isAllowed ? origin : undefined])
        expect(headers.vary).toContain('origin')
      }
    }
  })

  // Promise: operate/cors
  it('a page that is not on it is refused beforehand, but popup messages are for any: a script tag asks from anywhere', async () => {
    await using agent = await open([SCHOOL])
    const address = await agent.listen()
    const allowed = async (origin: string, path: string, method = 'GET') =>
      (await rawRequest(address, path, { method, headers: { origin } })).headers[
        'access-control-allow-origin'
      ]
    expect(await allowed(SCHOOL, '/v1/news', 'OPTIONS')).toBe(SCHOOL)
    expect(await allowed(OTHER, '/v1/news', 'OPTIONS')).toBeUndefined()
    expect(await allowed(OTHER, '/cms/api/v1/popupmsg/check?siteId=academy')).toBe('*')
  })

  it.each([
    [[]],
    [['school.example']],
    [['https://school.example/']],
    [['https://school.example/news']],
    [['*', '']],
  ])('refuses %j', async corsOrigins => {
    await expect(open(corsOrigins)).rejects.toThrow('corsOrigins: ')
  })
})

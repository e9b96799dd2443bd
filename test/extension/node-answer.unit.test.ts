/** What an adapter on Node reads of a request, and what it adds to a head that is written in one of Node's ways. */
import type { OutgoingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { forExpress } from '../../extension/express.ts'
import { readNodeRequest } from '../../extension/node-answer.ts'
import { entranceOf } from '../../extension/testing.ts'
import { nodeExchange } from './node-event.ts'
import { extension, first } from './two-users.ts'

const ENTRANCE = entranceOf({ user: first }).headers
const VISIT = expect.stringMatching(/^__Host-schoolbell-visit=ey/)
const KEPT_BY_NOBODY = 'private, no-store'

async function entered(set?: Record<string, string>) {
  const asSent = Object.entries(ENTRANCE).map(([name, value]) => [name.toUpperCase(), value])
  const all = nodeExchange({ ...Object.fromEntries(asSent), 'X-Mark': 'kept' }, 'GET', set)
  await readNodeRequest(all.request, all.response, extension)
  return all
}

describe('a head with a new visit', () => {
  const added = { 'set-cookie': [VISIT], 'cache-control': KEPT_BY_NOBODY }
  it.each<[string, unknown[], unknown[]]>([
    ['of a status alone', [204], [204, added]],
    ['with a reason', [200, 'Fine'], [200, 'Fine', added]],
    ['with a reason and headers', [200, 'Fine', { etag: 'a' }], [200, 'Fine', { etag: 'a', ...added }]],
    ['with headers', [200, { etag: 'a' }], [200, { etag: 'a', ...added }]],
    ['with headers in the third place', [200, undefined, { etag: 'a' }], [200, { etag: 'a', ...added }]],
    ['with a list', [200, ['etag', 'a']], [200, { etag: 'a', ...added }]],
    [
      'with a list that gives a name twice',
      [200, ['Vary', 'a', 'vary', 'b']],
      [200, { Vary: ['a', 'b'], ...added }],
    ],
  ])('%s', async (_, given, expected) => {
    const { response, heads } = await entered()
    Reflect.apply(response.writeHead, response, given)
    expect(heads).toEqual([expected])
  })

  it('keeps the cookies that were set, and takes away only what other caches read', async () => {
    const { response, heads, headers } = await entered({
      ...{ 'set-cookie': 'theme=dark', 'cache-control': 'public' },
      ...{ 'cdn-cache-control': 'max-age=600', etag: 'a' },
    })
    response.writeHead(200, { Expires: 'Tue, 01 Jan 2999 00:00:00 GMT', vary: 'cookie' })
    expect(heads).toEqual([
      [200, { vary: 'cookie', 'set-cookie': ['theme=dark', VISIT], 'cache-control': KEPT_BY_NOBODY }],
    ])
    expect([...headers.keys()]).toEqual(['set-cookie', 'cache-control', 'etag'])
  })
})

it('a request keeps nothing of an entrance, however its headers are written', async () => {
  const { request } = await entered()
  expect(request.rawHeaders).toEqual(['X-LANGUAGE', 'en', 'X-Mark', 'kept'])
  expect(request.headers).toEqual({ 'x-language': 'en', 'x-mark': 'kept' })
})

it('a write comes from the page’s own host, also where HTTP/2 names it otherwise', async () => {
  const written = async (host: Record<string, string>) => {
    const { request, response } = nodeExchange({ origin: 'https://trips.example', ...host }, 'POST')
    return (await readNodeRequest(request, response, extension)).isForeign
  }
  expect(await written({ ':authority': 'trips.example' })).toBe(false)
  expect(await written({ ':authority': 'other.example' })).toBe(true)
  expect(await written({ host: 'trips.example', ':authority': 'other.example' })).toBe(false)
})

describe('Express', () => {
  const { visits, requireVisit, signOut } = forExpress(extension)
  /** What is sent in place of the next handler; undefined: that is called. */
  async function refused(headers: Record<string, string>, requirement?: object) {
    const { request, response, heads } = nodeExchange(headers)
    let next = 0
    const goOn = () => {
      next += 1
    }
    await visits(request, response, goOn)
    if (next === 1) requireVisit(requirement)(request, response, goOn)
    return next === 2 ? undefined : (heads[0] as [number, OutgoingHttpHeaders, string])
  }

  it('lets in who has a visit in a role that may', async () => {
    expect(await refused(ENTRANCE)).toBeUndefined()
    const headers = expect.objectContaining({ 'content-type': 'text/html; charset=utf-8' })
    const says = (code: string) => expect.stringContaining(code)
    expect(await refused(ENTRANCE, { role: 'Staff' })).toEqual([403, headers, says('ROLE_REFUSED')])
    expect(await refused({})).toEqual([401, headers, says('TOKEN_MISSING')])
  })

  it('refuses an entrance before any handler, and reads a request once', async () => {
    const { request, response, heads } = nodeExchange({ ...ENTRANCE, 'x-app-id': 'another-school' })
    const called: string[] = []
    await visits(request, response, () => void called.push('first'))
    expect([called, heads[0]?.[0]]).toEqual([[], 403])
    await visits(request, response, () => void called.push('again'))
    expect([called, heads.length]).toEqual([['again'], 1])
    signOut(request)
  })
})

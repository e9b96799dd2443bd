/** What the adapter does with an event of Nitro; Nuxt itself is in test/frameworks. */
import { describe, expect, it } from 'vitest'
import { forNitro, type NitroEvent } from '../../extension/nitro.ts'
import { entranceOf } from '../../extension/testing.ts'
import { nodeExchange } from './node-event.ts'
import { extension, first, second } from './two-users.ts'

const { visits, requireVisit, visitOf, findVisit } = forNitro(extension)
const COOKIE = '__Host-schoolbell-visit'

/** @returns an event of h3 1, which has a copy of the request's headers */
function opened(headers: Record<string, string>, method = 'GET') {
  const exchange = nodeExchange(headers, method)
  const { request: req, response: res } = exchange
  return { ...exchange, event: { node: { req, res }, headers: new Headers(headers) } }
}
async function cookieOf(user: typeof first): Promise<string> {
  const { event, response, heads } = opened(entranceOf({ user }).headers)
  await visits(event)
  response.writeHead(200)
  const [, { 'set-cookie': lines = [] }] = heads[0] as [number, { 'set-cookie'?: string[] }]
  return lines[0]?.split(';', 1)[0] ?? ''
}

describe('an entrance', () => {
  it('gives routes inside the server the new visit in place of an earlier one, and nothing of the entrance', async () => {
    const earlier = await cookieOf(first)
    const { headers } = entranceOf({ user: second })
    const { event, request } = opened({ ...headers, cookie: `theme=dark; ${earlier}` })
    expect(await visits(event)).toBeUndefined()
    expect(visitOf(event).user.userId).toBe(second.userId)
    expect(request.headers.cookie).toBe(`theme=dark; ${COOKIE}=${visitOf(event).bearer}`)
    expect(Object.fromEntries(event.headers)).toEqual({
      'x-language': 'en',
      cookie: request.headers.cookie,
    })
  })

  it('that is refused is answered at once, and read once', async () => {
    const { event } = opened({ ...entranceOf({ user: first }).headers, 'x-app-id': 'another-school' })
    expect((await visits(event))?.status).toBe(403)
    expect(await visits(event)).toBeUndefined()
  })
})

describe('a later request', () => {
  it('keeps its cookies, and its response is for nobody else', async () => {
    const cookie = `${await cookieOf(first)}; theme=dark`
    const { event, request, response, heads } = opened({ cookie })
    await visits(event)
    expect([request.headers.cookie, event.headers.get('cookie')]).toEqual([cookie, cookie])
    response.writeHead(200)
    expect(heads).toEqual([[200, { 'cache-control': 'private, no-store' }]])
  })

  it('without a visit may be kept by caches', async () => {
    const { event, response, heads } = opened({})
    await visits(event)
    response.writeHead(200)
    expect(heads).toEqual([[200, {}]])
  })

  it('from a page of another origin has no visit, also inside the server', async () => {
    const cookie = await cookieOf(first)
    const { event, request } = opened({ cookie, 'sec-fetch-site': 'cross-site' }, 'POST')
    await visits(event)
    expect([findVisit(event), request.headers.cookie]).toEqual([undefined, ''])
  })
})

it('a handler that asks for a visit answers with the refusal', async () => {
  const handler = requireVisit({ role: 'Guardian' }, (event: NitroEvent) => visitOf(event).user.userId)
  const { event } = opened({ cookie: await cookieOf(first) })
  await visits(event)
  expect(handler(event)).toBe(first.userId)
  const { event: stranger } = opened({})
  await visits(stranger)
  expect((handler(stranger) as Response).status).toBe(401)
})

it('a handler that needs no visit finds none, or hears why there is none', async () => {
  const { event } = opened({ cookie: `${COOKIE}=changed` })
  await visits(event)
  expect(findVisit(event)).toBeUndefined()
  expect(() => visitOf(event)).toThrow(expect.objectContaining({ code: 'COOKIE_INVALID' }))
})

it('an event of h3 2 has its request elsewhere; without one the adapter says what is missing', async () => {
  const { request: req, response: res } = nodeExchange(entranceOf({ user: first }).headers)
  const event = { runtime: { node: { req, res } } }
  expect(await visits(event)).toBeUndefined()
  expect(visitOf(event).user.userId).toBe(first.userId)
  for (const node of [{ req }, undefined])
    await expect(visits({ runtime: { node } })).rejects.toMatchObject({ code: 'NOT_MOUNTED' })
})

/** Code that passes on all headers of its request to another route of the same web-app, inside the server. */
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { forFetch } from '../../extension/fetch.ts'
import { forHono } from '../../extension/hono.ts'
import { entranceOf } from '../../extension/testing.ts'
import { extension, first, second, type User } from './two-users.ts'

const INNER = 'http://web-app.example/inner'

const onHono = forHono(extension)
const hono = new Hono()
hono.use(onHono.visits)
hono.get('/inner', c => c.json(onHono.findVisit(c)?.user.userId ?? 'none'))
hono.all('/', c => hono.request('/inner', { headers: c.req.raw.headers }))

const onFetch = forFetch(extension)
const answer: (request: Request) => Promise<Response> = onFetch.visits(async request =>
  request.url === INNER
    ? Response.json(onFetch.findVisit(request)?.user.userId ?? 'none')
    : await answer(new Request(INNER, { headers: request.headers })),
)

describe.each([
  ['Hono', async (request: Request) => await hono.request(request)],
  ['fetch', answer],
] as const)('%s', (_, open) => {
  const enter = (user: User, cookie = '') =>
    open(new Request('http://web-app.example/', { headers: { ...entranceOf({ user }).headers, cookie } }))
  const visitIn = (response: Response) => response.headers.getSetCookie().at(-1)?.split(';', 1)[0] ?? ''

  it('sees the new visit at an entrance, and no earlier one', async () => {
    const earlier = await enter(first)
    expect(await earlier.json()).toBe(first.userId)
    expect(await (await enter(second, visitIn(earlier))).json()).toBe(second.userId)
  })

  it('sees no visit on a write from a page of another origin', async () => {
    const cookie = visitIn(await enter(first))
    const write = async (site: string) => {
      const headers = { cookie, 'sec-fetch-site': site }
      return await (await open(new Request('http://web-app.example/', { method: 'POST', headers }))).json()
    }
    expect(await write('same-origin')).toBe(first.userId)
    expect(await write('same-site')).toBe('none')
  })
})

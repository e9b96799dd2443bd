/** What becomes of a route that fails under Hono's adapter; all else of it is in mounting.test.ts and adapters.test.ts. */
import { Hono } from 'hono'
import { expect, it, vi } from 'vitest'
import { forHono } from '../../extension/hono.ts'
import { extension } from './two-users.ts'

function app() {
  const hono = new Hono()
  hono.onError(({ message }, c) => c.text(`told: ${message}`, 500))
  hono.use(forHono(extension).visits)
  return hono
}

it('what a route throws is logged where Hono does not take it, and the visitor reads nothing of it', async () => {
  using log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const hono = app().get('/', () => {
    throw 'the password is lost'
  })
  const answer = await hono.request('/')
  expect([answer.status, await answer.text()]).toEqual([500, 'Internal Server Error'])
  expect(log.mock.calls).toEqual([['the password is lost']])
})

it('a route that returns nothing is an error for Hono’s own handler, as it is without visits', async () => {
  const hono = app().get('/', () => undefined as never)
  expect(await (await hono.request('/')).text()).toMatch(/^told: .*not finalized/)
})

/** What becomes of a route that fails under Hono's adapter; all else of it is in mounting.test.ts and adapters.test.ts. */
import { Hono } from 'hono'
import { expect, it, vi } from 'vitest'
import { forHono } from '../../extension/hono.ts'
import { extension } from './two-users.ts'

const plain = () => new Hono().onError(({ message }, c) => c.text(`told: ${message}`, 500))
const app = () => plain().use(forHono(extension).visits)

it('a thrown text, which Hono does not handle, is logged, and the visitor does not see it', async () => {
  using log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const hono = app().get('/', () => {
    throw 'the password is lost'
  })
  const answer = await hono.request('/')
  expect([answer.status, await answer.text()]).toEqual([500, 'Internal Server Error'])
  expect(log.mock.calls).toEqual([['the password is lost']])
})

it('a route that returns nothing is an error for Hono’s own handler, as behind any other middleware', async () => {
  const told = async (hono: Hono) => (await hono.get('/', () => undefined as never).request('/')).text()
  const behindAnother = await told(
    plain().use(async (_, next) => {
      await next()
    }),
  )
  expect(behindAnother).toMatch(/^told: .*not finalized/)
  expect(await told(app())).toBe(behindAnother)
})

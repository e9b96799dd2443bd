import { forFastify } from '@schoolbell/extension/fastify'
import fastify from 'fastify'
import { allOrders, extension, order, page, signedOut } from './shop.ts'

const { visits, requireVisit, visitOf, signOut } = forFastify(extension)

const app = fastify({ http: { maxHeaderSize: 65_536 } })
await app.register(visits)
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
)

app.get('/', { onRequest: requireVisit() }, async (request, reply) => {
  reply.type('text/html; charset=utf-8')
  return page(visitOf(request))
})

app.post<{ Body: Record<string, string> }>(
  '/orders',
  { onRequest: requireVisit({ role: 'Guardian' }) },
  async (request, reply) =>
    order(visitOf(request), request.body) ? reply.redirect('/', 303) : reply.code(400).send(),
)

app.get('/orders.txt', { onRequest: requireVisit({ role: 'Staff' }) }, async () => allOrders())

app.post('/sign-out', async (request, reply) => {
  signOut(request)
  reply.type('text/html; charset=utf-8')
  return signedOut
})

console.log(`${await app.listen({ port: 4030, host: '127.0.0.1' })}/`)

import { serve } from '@hono/node-server'
import { forFetch } from '@schoolbell/extension/fetch'
import { allOrders, extension, order, page, signedOut } from './shop.ts'

const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })

const { visits, requireVisit, visitOf, signOut } = forFetch(extension)

const routes: Record<string, (request: Request) => Response | Promise<Response>> = {
  'GET /': requireVisit(request => html(page(visitOf(request)))),
  'POST /orders': requireVisit({ role: 'Guardian' }, async request => {
    const isOrdered = order(visitOf(request), Object.fromEntries(await request.formData()))
    return new Response(null, isOrdered ? { status: 303, headers: { location: '/' } } : { status: 400 })
  }),
  'GET /orders.txt': requireVisit({ role: 'Staff' }, () => new Response(allOrders())),
  'POST /sign-out': request => {
    signOut(request)
    return html(signedOut)
  },
}

const app = visits(
  request =>
    routes[`${request.method} ${new URL(request.url).pathname}`]?.(request) ??
    new Response('Not found', { status: 404 }),
)

const serverOptions = { maxHeaderSize: 65_536 }
serve({ fetch: app, hostname: '127.0.0.1', port: 4030, serverOptions }, () =>
  console.log('http://127.0.0.1:4030/'),
)

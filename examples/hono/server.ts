import { serve } from '@hono/node-server'
import { forHono } from '@schoolbell/extension/hono'
import { Hono } from 'hono'
import { allOrders, extension, order, page, signedOut } from './shop.ts'

const { visits, requireVisit, visitOf, signOut } = forHono(extension)

const app = new Hono()
app.use(visits)

app.get('/', requireVisit(), c => c.html(page(visitOf(c))))

app.post('/orders', requireVisit({ role: 'Guardian' }), async c =>
  order(visitOf(c), await c.req.parseBody()) ? c.redirect('/', 303) : c.body(null, 400),
)

app.get('/orders.txt', requireVisit({ role: 'Staff' }), c => c.text(allOrders()))

app.post('/sign-out', c => {
  signOut(c)
  return c.html(signedOut)
})

const serverOptions = { maxHeaderSize: 65_536 }
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 4030, serverOptions }, () =>
  console.log('http://127.0.0.1:4030/'),
)

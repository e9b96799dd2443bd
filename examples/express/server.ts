import { createServer } from 'node:http'
import { forExpress } from '@schoolbell/extension/express'
import express from 'express'
import { allOrders, extension, order, page, signedOut } from './shop.ts'

const { visits, requireVisit, visitOf, signOut } = forExpress(extension)

const app = express()
app.use(visits)
app.use(express.urlencoded())

app.get('/', requireVisit(), (request, response) => {
  response.send(page(visitOf(request)))
})

app.post('/orders', requireVisit({ role: 'Guardian' }), (request, response) => {
  if (order(visitOf(request), request.body)) response.redirect(303, '/')
  else response.sendStatus(400)
})

app.get('/orders.txt', requireVisit({ role: 'Staff' }), (_request, response) => {
  response.type('text').send(allOrders())
})

app.post('/sign-out', (request, response) => {
  signOut(request)
  response.send(signedOut)
})

const server = createServer({ maxHeaderSize: 65_536 }, app)
server.listen(4030, '127.0.0.1', () => console.log('http://127.0.0.1:4030/'))

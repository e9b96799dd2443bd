/** The agent in a site of Fastify 5. */

import { createSyncAgent } from '@schoolbell/sync-agent'
import fastify from 'fastify'

const agent = await createSyncAgent({
  serviceUrl: 'https://information.school.example/cms',
  streams: [{ siteId: 'academy', lang: 'en-US' }],
  db: './news.db',
})
agent.start()

const school = agent.handlerAt('/school')
const app = fastify()
for (const path of ['metrics', 'readyz', 'freshz'])
  app.all(`/school/${path}`, (_request, reply) => reply.callNotFound())
app.all('/school/*', (request, reply) => {
  reply.hijack()
  school(request.raw, reply.raw)
})
app.get('/', () => 'The site itself')

app.addHook('preClose', () => agent.close())
process.once('SIGTERM', () => app.close())
await app.listen({ port: 3000 })
console.log('http://127.0.0.1:3000')

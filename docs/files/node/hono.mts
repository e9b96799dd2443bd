/** The agent in a site of Hono. */
import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createSyncAgent } from '@schoolbell/sync-agent'
import { Hono } from 'hono'

const agent = await createSyncAgent({
  serviceUrl: 'https://information.school.example/cms',
  streams: [{ siteId: 'academy', lang: 'en-US' }],
  db: './news.db',
})
agent.start()

const school = agent.handlerAt('/school')
const app = new Hono<{ Bindings: HttpBindings }>()
for (const path of ['metrics', 'readyz', 'freshz']) app.all(`/school/${path}`, context => context.notFound())
app.all('/school/*', ({ env }) => {
  school(env.incoming, env.outgoing)
  return RESPONSE_ALREADY_SENT
})
app.get('/', context => context.text('The site itself'))

// With its own Response class, the answer to a HEAD request would be sent twice.
const options = { fetch: app.fetch, port: 3000, overrideGlobalObjects: false }
const server = serve(options, () => console.log('http://127.0.0.1:3000'))
process.once('SIGTERM', async () => {
  await agent.close()
  server.close()
})

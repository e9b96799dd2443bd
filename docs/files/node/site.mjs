/**
 * A site on Node with the news agent in it: all that the agent serves is under /school/.
 *
 *   node --env-file=sync.env site.mjs
 */
import { createServer } from 'node:http'
import { createSyncAgent } from '@schoolbell/sync-agent'

const { SCHOOLBELL_SITE, SCHOOLBELL_LANG, ...settings } = process.env
const listed = (text = '') => text.split(',')

const agent = await createSyncAgent({
  serviceUrl: settings.SCHOOLBELL_SERVICE_URL,
  streams: listed(SCHOOLBELL_SITE).flatMap(siteId => listed(SCHOOLBELL_LANG).map(lang => ({ siteId, lang }))),
  db: settings.SCHOOLBELL_DB,
  publicUrl: settings.SCHOOLBELL_PUBLIC_URL,
  media: { dir: settings.SCHOOLBELL_MEDIA_DIR },
})
agent.start()

const school = agent.handlerAt('/school')
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site.invalid')
  // Only for operators.
  const isInside = /^\/school\/(metrics|readyz|freshz)$/.test(pathname)
  if (pathname.startsWith('/school/') && !isInside) return school(request, response)
  // The site itself.
  response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
})
server.listen(Number(settings.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
)

process.once('SIGTERM', async () => {
  await agent.close()
  server.close()
})

/** An agent that serves a store as it is, in a process of its own: `serve.ts FILE`. */
import { pino } from 'pino'
import { createSyncAgent } from '../../sync-agent/index.ts'

const agent = await createSyncAgent({
  serviceUrl: 'http://service.example/cms',
  streams: [{ siteId: 'academy', lang: 'en-US' }],
  db: process.argv[2] ?? '',
  port: 0,
  widgetDir: false,
  logger: pino({ level: 'silent' }),
})
console.log(await agent.listen())

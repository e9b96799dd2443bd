/** An agent that serves an existing store, in its own process: `serve.ts FILE`. */
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

/** One sync by an agent in a process of its own, and the most memory it took: `node bench/agent-once.ts URL FILE`. */
import { pino } from 'pino'
import { createSyncAgent } from '../sync-agent/index.ts'

const [serviceUrl = '', db = ''] = process.argv.slice(2)
const agent = await createSyncAgent({
  serviceUrl,
  streams: [{ siteId: 'academy', lang: 'en-US' }],
  db,
  port: 0,
  logger: pino({ level: 'silent' }),
})
await agent.listen()
const [report] = await agent.syncOnce()
await agent.close()
const peakMb = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ report, peakMb }))

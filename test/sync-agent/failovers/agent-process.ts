/** An agent with these options as a process of its own, until it is stopped. */
import { createSyncAgent } from '../../../sync-agent/index.ts'

const agent = await createSyncAgent(JSON.parse(process.argv[3] ?? ''))
process.once('SIGTERM', () => agent.close())
await agent.listen()
agent.start()

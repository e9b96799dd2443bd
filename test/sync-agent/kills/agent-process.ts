/** An agent as a process of its own that asks again as soon as it was answered, until it is killed. */
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { createSyncAgent } from '../../../sync-agent/index.ts'
import { speedingClock } from './speeding-clock.ts'

export interface AgentOrders {
  serviceUrl: string
  db: string
  holder: string
  leaseMs: number
  /** See {@link speedingClock}. */
  realStartMs: number
  /** One cycle and a clean end, or cycle after cycle. */
  once: boolean
  /** Answers visitors, and prints where. */
  port?: number
}

const { once, realStartMs, ...options }: AgentOrders = JSON.parse(process.argv[2] ?? '')
let receives = false
await using agent = await createSyncAgent({
  ...options,
  streams: [{ siteId: 'academy', lang: 'en-US' }],
  reconcileSchedule: false,
  clock: speedingClock(realStartMs),
  onProgress: () => {
    if (!receives) console.log('receives')
    receives = true
  },
  logger: pino({ level: 'warn', base: null }, pino.destination({ fd: 2, sync: true })),
})
console.log(options.port === undefined ? 'open' : `open at ${await agent.listen()}`)
do {
  // A follower is refused again and again until the lease is free.
  const reports = await agent.syncOnce().catch(async ({ code }) => {
    if (code === 'STORE_UNREACHABLE') await setTimeout(50)
    return [{ outcome: 'failed' as const, failure: { code } }]
  })
  for (const report of reports) {
    if (report.outcome === 'failed') console.log(`failed ${report.failure.code}`)
    else if (once) console.log('done')
  }
} while (!once)

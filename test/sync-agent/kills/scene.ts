/** What every test of killed agents starts from: a busy service, an empty store, and a visitor who never stops reading. */
import { setTimeout as moment } from 'node:timers/promises'
import { scratch } from '../../support/scratch.ts'
import { execute, freshDatabase } from '../database.ts'
import { type Chance, chanceFrom, SEED } from '../simulation/random.ts'
import { type AgentChild, builtAgent, startAgent } from './agent-child.ts'
import type { AgentOrders } from './agent-process.ts'
import { type LiveService, startLiveService } from './live-service.ts'
import { openReader, type Reader } from './reader.ts'
import { speedingClock } from './speeding-clock.ts'

export interface Scene extends AsyncDisposable {
  service: LiveService
  reader: Reader
  chance: Chance
  /** An agent that asks cycle after cycle until it is killed. */
  agent(holder: string, differing?: Pick<AgentOrders, 'leaseMs'>): AgentChild
  /** The dead have the lease no longer: the next agent need not wait. */
  freeLease(): Promise<void>
  /** The news comes to rest, and one more cycle runs to its end. Returns what it printed. */
  quietCycle(): Promise<string>
}

const VISIT_EVERY_MS = 10

export async function setScene({ standing, leaseMs }: { standing: number; leaseMs: number }): Promise<Scene> {
  await using started = new AsyncDisposableStack()
  const chance = chanceFrom(SEED)
  const realStartMs = Date.now()
  const db = await freshDatabase(started.use(scratch()))
  const program = await builtAgent()
  const service = started.use(
    await startLiveService(speedingClock(realStartMs), chance, { standing, editionEveryMs: 25 }),
  )
  const agent = (holder: string, differing: Partial<AgentOrders> = {}) =>
    startAgent(program, {
      ...{ serviceUrl: service.url, db, leaseMs, realStartMs, holder, once: false },
      ...differing,
    })

  // The store is made by an agent that is killed before it could write a line of news.
  const release = service.holdBack()
  const first = started.use(agent('first'))
  await first.opened()
  await first.kill()
  release()
  const reader = started.use(openReader(db))
  let isThere = true
  const visit = async () => {
    while (isThere) {
      await reader.look()
      await moment(VISIT_EVERY_MS)
    }
  }
  const visits = visit()
  started.defer(() => {
    isThere = false
    return visits
  })
  const all = started.move()
  return {
    service,
    reader,
    chance,
    agent,
    async freeLease() {
      await execute(db, 'UPDATE lease SET holder = NULL')
    },
    async quietCycle() {
      service.rest()
      const last = agent('last', { once: true })
      await last.ended
      await reader.look()
      return last.output()
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

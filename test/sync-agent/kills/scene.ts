/** What every test of killed agents starts from: a busy service, an empty store, and a visitor who never stops reading. */
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { scratch } from '../../support/scratch.ts'
import { until } from '../../support/until.ts'
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
  freeLease(): void
  /** The news comes to rest, and one more cycle runs to its end. Returns what it printed. */
  quietCycle(): Promise<string>
}

const VISIT_EVERY_MS = 10

export async function setScene({ standing, leaseMs }: { standing: number; leaseMs: number }): Promise<Scene> {
  await using started = new AsyncDisposableStack()
  const chance = chanceFrom(SEED)
  const realStartMs = Date.now()
  const db = started.use(scratch()).path('news.sqlite')
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
  await until(() => existsSync(db))
  await first.kill()
  release()
  const reader = started.use(openReader(db))
  const visits = setInterval(reader.look, VISIT_EVERY_MS)
  started.defer(() => clearInterval(visits))
  const all = started.move()
  return {
    service,
    reader,
    chance,
    agent,
    freeLease() {
      using opened = new DisposableStack()
      const database = opened.adopt(new Database(db), database => database.close())
      database.exec('UPDATE lease SET holder = NULL')
    },
    async quietCycle() {
      service.rest()
      const last = agent('last', { once: true })
      await last.ended
      reader.look()
      return last.output()
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

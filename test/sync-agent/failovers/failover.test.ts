/**
 * Three agents on one database in PostgreSQL, behind a load balancer. Their leader is killed or suspended again and again while
 * news change, and visitors page, follow and read feeds: nobody ever sees anything that one agent alone would not show.
 */
import { setTimeout as moment } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startBalancer } from '../../support/balancer.ts'
import { execute, newDatabase } from '../database.ts'
import { type AgentChild, builtAgent, startAgent } from '../kills/agent-child.ts'
import { type LiveService, startLiveService } from '../kills/live-service.ts'
import { speedingClock } from '../kills/speeding-clock.ts'
import { chanceFrom, SEED } from '../simulation/random.ts'
import { type Meanings, startCaller, startListener, startReader } from './visitors.ts'

const FAILOVERS = process.env.SOAK ? 120 : 2
/** What an agent has by itself with PostgreSQL. */
const LEASE_MS = 1_200
/** Longer than a sign of life may take: its time is over when the agent goes on. */
const SUSPENDED_MS = 4_000

// Promise: operate/failover
it(`nobody notices ${FAILOVERS} failovers (SIMULATION_SEED=${SEED})`, {
  timeout: process.env.SOAK ? 3_600_000 : 300_000,
}, async () => {
  const chance = chanceFrom(SEED)
  const realStartMs = Date.now()
  const [db, program] = [await newDatabase(), await builtAgent()]
  const clock = speedingClock(realStartMs)
  await using service = await startLiveService(clock, chance, { standing: 300, editionEveryMs: 50 })
  await using balancer = await startBalancer()
  await using agents = new AsyncDisposableStack()
  const running = new Map<string, AgentChild>()
  const start = async (name: string) => {
    const orders = { serviceUrl: service.url, db, leaseMs: LEASE_MS, realStartMs, holder: name, once: false }
    const agent = agents.use(startAgent(program, { ...orders, port: 0 }))
    running.set(name, agent)
    balancer.put(name, await agent.address())
  }
  for (const name of ['one', 'two', 'three']) await start(name)
  await expect.poll(async () => (await leaseOf(db)).seq, { message: 'changes copied' }).toBeGreaterThan(0)

  const meanings: Meanings = new Map()
  const followers = [startCaller, startListener].map(startFollower => startFollower(balancer.url, meanings))
  const visitors = [...followers, startReader(balancer.url)]
  const takeovers: Record<'kill' | 'pause', number[]> = { kill: [], pause: [] }
  for (let failover = 0; failover < FAILOVERS; failover += 1) {
    const before = await leaseOf(db)
    const agent = running.get(before.holder)
    if (!agent) throw new Error(`${before.holder} leads`)
    await moment(chance.between(0, 500))
    const isKill = failover % 2 === 0
    const startedAt = performance.now()
    if (isKill) {
      await agent.kill()
      balancer.drop(before.holder)
    } else agent.process.kill('SIGSTOP')
    const another = async () => {
      const { token, holder } = await leaseOf(db)
      return token > before.token && holder
    }
    await expect
      .poll(another, { message: `who leads after ${before.holder}` })
      .not.toBeOneOf([false, before.holder])
    takeovers[isKill ? 'kill' : 'pause'].push(performance.now() - startedAt)
    await nextEdition(service, db)
    if (isKill) await start(before.holder)
    else {
      await moment(Math.max(0, startedAt + SUSPENDED_MS - performance.now()))
      agent.process.kill('SIGCONT')
    }
  }
  console.log(`takeover after ${describe(takeovers)}`)

  service.rest()
  await expect.poll(() => newsIn(db), { message: 'the copy' }).toEqual(service.published())
  const { seq } = await leaseOf(db)
  for (const follower of followers)
    await expect.poll(follower.seq, { message: 'last change followed' }).toBeGreaterThanOrEqual(seq)
  for (const visitor of visitors) await visitor.end()
  expect(visitors.flatMap(({ faults }) => faults)).toEqual([])
  const titles = new Map(
    [...service.published()].map(([newsId, json]) => [newsId, JSON.parse(json).newsTitle]),
  )
  for (const { copy } of followers) expect(copy).toEqual(titles)
  expect(visitors.map(visitor => visitor.putOff())).toEqual([0, 0, 0])
  // It was worth looking: everybody had much from every agent.
  for (const visitor of visitors) expect(visitor.had()).toBeGreaterThan(10 * FAILOVERS)
  for (const name of running.keys()) expect(balancer.answered.get(name)).toBeGreaterThan(FAILOVERS)
})

async function leaseOf(db: string): Promise<{ holder: string; token: number; seq: number }> {
  const [row] = await execute(db, 'SELECT holder, token, seq FROM lease, store')
  return { holder: `${row?.holder}`, token: Number(row?.token), seq: Number(row?.seq) }
}

/** The entries' JSON by identifier. */
async function newsIn(db: string): Promise<Map<string, string>> {
  const rows = await execute(db, 'SELECT news_id, raw FROM news')
  return new Map(rows.map(({ news_id, raw }) => [`${news_id}`, `${raw}`]))
}

/** Until the store has an edition that came out after this call. */
async function nextEdition(service: LiveService, db: string): Promise<void> {
  const before = service.editions()
  const edition = async () => {
    const [row] = await execute(db, "SELECT title FROM news WHERE news_id = 'front-0'")
    return Number(`${row?.title}`.replace('Edition ', ''))
  }
  await expect.poll(edition, { message: 'the next edition' }).toBeGreaterThan(before)
}

const describe = (takeovers: Record<string, number[]>) =>
  Object.entries(takeovers)
    .map(([cause, times]) => {
      const sorted = times.map(Math.round).toSorted((a, b) => a - b)
      return `${cause}: median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms`
    })
    .join('; ')

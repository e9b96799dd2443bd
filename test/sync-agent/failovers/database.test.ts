/** Two agents whose database is cut off, crashes, fills up and is replaced by its standby: they go on by themselves. */
import { expect, it } from 'vitest'
import { startBalancer } from '../../support/balancer.ts'
import { startOwnServer } from '../../support/postgres/own-server.ts'
import { type AgentChild, builtAgent, startAgent } from '../kills/agent-child.ts'
import { startLiveService } from '../kills/live-service.ts'
import { speedingClock } from '../kills/speeding-clock.ts'
import { chanceFrom, SEED } from '../simulation/random.ts'
import { type Meanings, startCaller, startListener, startReader } from './visitors.ts'

const CUTS = process.env.SOAK ? 50 : 3
const CRASHES = process.env.SOAK ? 10 : 1

// Promise: operate/database-away
it('nothing is lost when the database is away', {
  timeout: process.env.SOAK ? 3_600_000 : 300_000,
}, async () => {
  const realStartMs = Date.now()
  await using database = await startOwnServer()
  const { db, execute } = database
  const program = await builtAgent()
  const chance = chanceFrom(SEED)
  const clock = speedingClock(realStartMs)
  await using service = await startLiveService(clock, chance, { standing: 300, editionEveryMs: 50 })
  await using balancer = await startBalancer()
  await using started = new AsyncDisposableStack()
  const agents: AgentChild[] = []
  for (const holder of ['one', 'two']) {
    const orders = { serviceUrl: service.url, db, leaseMs: 1_200, realStartMs, holder, once: false, port: 0 }
    const agent = started.use(startAgent(program, orders))
    agents.push(agent)
    balancer.put(holder, await agent.address())
  }
  const edition = async () => {
    const [row] = await execute("SELECT title FROM news WHERE news_id = 'front-0'").catch(() => [])
    return Number(`${row?.title ?? 0}`.replace('Edition ', ''))
  }
  /** Until the store has what came out after this call. */
  const nextEdition = async () => {
    const before = service.editions()
    await expect.poll(edition, { message: 'the next edition' }).toBeGreaterThan(before)
  }
  await nextEdition()
  const meanings: Meanings = new Map()
  const followers = [startCaller, startListener].map(startFollower => startFollower(balancer.url, meanings))
  const visitors = [...followers, startReader(balancer.url)]

  for (let cut = 0; cut < CUTS; cut += 1) {
    await execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'schoolbell'",
    )
    await nextEdition()
  }
  for (let crash = 0; crash < CRASHES; crash += 1) {
    await database.crash()
    await agents[0]?.logged('the agent goes on when it is back')
    await database.start()
    await nextEdition()
  }
  // As the server says it when no block can be added to the table's file.
  await execute(`
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'could not extend file: No space left on device';
    END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON news FOR EACH ROW EXECUTE FUNCTION full_disk()`)
  await Promise.any(agents.map(agent => agent.printed('failed STORE_FULL')))
  await execute('DROP FUNCTION full_disk() CASCADE')
  await nextEdition()
  await database.failOver()
  await nextEdition()

  service.rest()
  const published = service.published()
  const copied = async () => {
    const rows = await execute('SELECT news_id, raw FROM news')
    return new Map(rows.map(({ news_id, raw }) => [`${news_id}`, raw]))
  }
  await expect.poll(copied, { message: 'the copy' }).toEqual(published)
  const [store] = await execute('SELECT seq FROM store')
  for (const follower of followers)
    await expect
      .poll(follower.seq, { message: 'last change followed' })
      .toBeGreaterThanOrEqual(Number(store?.seq))
  for (const visitor of visitors) await visitor.end()
  expect(visitors.flatMap(({ faults }) => faults)).toEqual([])
  const titles = new Map([...published].map(([newsId, json]) => [newsId, JSON.parse(json).newsTitle]))
  for (const { copy } of followers) expect(copy).toEqual(titles)
  // It was away for them as well.
  expect(visitors[2]?.putOff()).toBeGreaterThan(0)
})

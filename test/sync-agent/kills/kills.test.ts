/** An agent killed at any moment, again and again. Two at a time, for a killed agent's successor mostly starts and waits. */
import { setTimeout as moment } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onPostgres, runsOf } from '../database.ts'
import { setScene } from './scene.ts'

const KILLS = process.env.SOAK ? runsOf(650) : 14
const FIRST_SYNC_KILLS = process.env.SOAK ? runsOf(350) : 12

// Promise: operate/kills
it.concurrent(`nothing is lost, doubled or torn by ${KILLS} kills`, { timeout: 3_600_000 }, async () => {
  await using scene = await setScene({ standing: 1500, leaseMs: 20 })
  const { service, reader, chance } = scene
  for (let kill = 0; kill < KILLS; kill += 1) {
    const name = `agent ${kill}`
    await using agent = scene.agent(name)
    // One in five dies while it starts or waits for the lease; of the others, each at another moment of its work.
    if (kill % 5 !== 0) await agent.until(async () => (await reader.leader()) === name)
    else if (chance.happens(0.5)) await agent.opened()
    await moment(chance.between(0, 100))
    await agent.kill()
    expect(agent.errors()).toBe('')
  }
  expect(await scene.quietCycle()).toContain('done')
  expect(reader.faults).toEqual([])
  expect(await reader.readAll()).toEqual(service.published())
  if (!onPostgres) expect(await reader.integrity()).toBe('ok')
  // It was worth looking: many editions came, and most of the agents that were killed had held the lease.
  expect(service.editions()).toBeGreaterThan(KILLS)
  expect(reader.looks()).toBeGreaterThan(KILLS)
  expect(await reader.leaseToken()).toBeGreaterThan(KILLS / 2)
})

// Promise: operate/kills
it.concurrent(`a first sync killed ${FIRST_SYNC_KILLS} times shows nothing until it is whole`, {
  timeout: 3_600_000,
}, async () => {
  await using scene = await setScene({ standing: 4000, leaseMs: 20 })
  const { service, reader, chance } = scene
  const release = service.holdBack()
  let staged = 0
  for (let kill = 0; kill < FIRST_SYNC_KILLS; kill += 1) {
    const name = `agent ${kill}`
    await using agent = scene.agent(name)
    await agent.opened()
    // Most die while a part of the answer lies in the store, the others a little after they have opened it.
    if (kill % 4 !== 0) {
      // What an agent before it has left is cleared by then: no other than its own is seen.
      await agent.printed('receives')
      await agent.until(async () => (await reader.staged()) > 0)
    }
    await moment(chance.between(0, 100))
    await agent.kill()
    expect((await reader.readAll()).size).toBe(0)
    staged += Number((await reader.staged()) > 0)
  }
  expect(staged).toBeGreaterThan(FIRST_SYNC_KILLS / 2)
  release()
  expect(await scene.quietCycle()).toContain('done')
  expect(reader.faults).toEqual([])
  expect(await reader.readAll()).toEqual(service.published())
  expect(await reader.staged()).toBe(0)
  if (!onPostgres) expect(await reader.integrity()).toBe('ok')
})

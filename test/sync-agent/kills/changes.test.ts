/** An agent killed at any moment, again and again, while the news never rests. */
import { setTimeout as moment } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { setScene } from './scene.ts'

const KILLS = process.env.SOAK ? 650 : 130

it(`nothing is lost, doubled or torn by ${KILLS} kills`, { timeout: 900_000 }, async () => {
  await using scene = await setScene({ standing: 1500, leaseMs: 20 })
  const { service, reader, chance } = scene
  for (let kill = 0; kill < KILLS; kill += 1) {
    await using agent = scene.agent(`agent ${kill}`)
    // One in ten dies while it still starts; of the others, each at another moment of its work.
    if (!chance.happens(0.1)) await agent.opened()
    await moment(chance.between(0, 100))
    await agent.kill()
    expect(agent.errors()).toBe('')
  }
  expect(await scene.quietCycle()).toContain('done')
  expect(reader.faults).toEqual([])
  expect(reader.readAll()).toEqual(service.published())
  expect(reader.integrity()).toBe('ok')
  // It was worth looking: many editions came, and most of the agents that were killed had held the lease.
  expect(service.editions()).toBeGreaterThan(KILLS)
  expect(reader.looks()).toBeGreaterThan(KILLS)
  expect(reader.leaseToken()).toBeGreaterThan(KILLS / 2)
})

/** An agent killed again and again during its first, large answer. */
import { setTimeout as moment } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { setScene } from './scene.ts'

const KILLS = process.env.SOAK ? 350 : 75

it(`a first sync killed ${KILLS} times shows nothing until it is whole`, { timeout: 900_000 }, async () => {
  await using scene = await setScene({ standing: 4000, leaseMs: 20 })
  const { service, reader, chance } = scene
  const release = service.holdBack()
  let staged = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const name = `agent ${kill}`
    await using agent = scene.agent(name)
    await agent.opened()
    // Most die while a part of the answer lies in the store, the others a little after they have opened it.
    if (chance.happens(0.7)) await until(() => reader.leader() === name && reader.staged() > 0)
    await moment(chance.between(0, 100))
    await agent.kill()
    expect(reader.readAll().size).toBe(0)
    staged += Number(reader.staged() > 0)
  }
  expect(staged).toBeGreaterThan(KILLS / 4)
  release()
  expect(await scene.quietCycle()).toContain('done')
  expect(reader.faults).toEqual([])
  expect(reader.readAll()).toEqual(service.published())
  expect(reader.staged()).toBe(0)
  expect(reader.integrity()).toBe('ok')
})

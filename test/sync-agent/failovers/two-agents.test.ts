/** Two agents on one store: one writes, the other waits for its end. */
import { expect, it } from 'vitest'
import type { LiveService } from '../kills/live-service.ts'
import type { Reader } from '../kills/reader.ts'
import { setScene } from '../kills/scene.ts'

const LEASE_MS = 400
/** Longer than any test. */
const FOR_GOOD_MS = 600_000

/** Until the copy has taken in an edition that came out after this call. */
async function nextEdition(service: LiveService, reader: Reader): Promise<void> {
  const before = service.editions()
  await expect.poll(() => reader.edition(), { message: 'the next edition' }).toBeGreaterThan(before)
}

// Promise: operate/failover
it('the second agent writes once the first is dead', { timeout: 900_000 }, async () => {
  await using scene = await setScene({ standing: 200, leaseMs: LEASE_MS })
  const { service, reader } = scene
  await using leader = scene.agent('leader')
  await expect.poll(() => reader.leader(), { message: 'who leads' }).toBe('leader')
  // Fifty signs of life long: none of them need come in time on a busy machine.
  await using follower = scene.agent('follower', { leaseMs: 5_000 })
  await follower.opened()
  await nextEdition(service, reader)
  expect(await reader.leader()).toBe('leader')

  await leader.kill()
  await expect.poll(() => reader.leader(), { message: 'who leads' }).toBe('follower')
  await nextEdition(service, reader)
  await follower.kill()
  expect(await scene.quietCycle()).toContain('done')
  expect(reader.faults).toEqual([])
  expect(await reader.readAll()).toEqual(service.published())
})

// Promise: operate/late-leader
it('a leader that slept past its lease writes no more', { timeout: 900_000 }, async () => {
  await using scene = await setScene({ standing: 200, leaseMs: LEASE_MS })
  const { service, reader } = scene
  // It would take the lease back only from a follower that is silent for good.
  await scene.freeLease()
  await using leader = scene.agent('leader', { leaseMs: FOR_GOOD_MS })
  await expect.poll(() => reader.leader(), { message: 'who leads' }).toBe('leader')
  await nextEdition(service, reader)
  // It falls asleep with an answer in its hands that it will want to apply when it wakes.
  const release = service.holdBack()
  await expect.poll(() => service.heldBack(), { message: 'answers held back' }).toBe(1)
  leader.process.kill('SIGSTOP')
  release()

  await using follower = scene.agent('follower')
  await expect.poll(() => reader.leader(), { message: 'who leads' }).toBe('follower')
  await nextEdition(service, reader)
  const token = await reader.leaseToken()

  leader.process.kill('SIGCONT')
  await leader.logged('the lease is lost')
  await leader.printed('failed LEASE_LOST')
  await nextEdition(service, reader)
  expect(await reader.leader()).toBe('follower')
  expect(await reader.leaseToken()).toBe(token)
  expect(follower.errors()).toBe('')
  await leader.kill()
  await follower.kill()
  expect(await scene.quietCycle()).toContain('done')
  expect(reader.faults).toEqual([])
  expect(await reader.readAll()).toEqual(service.published())
})

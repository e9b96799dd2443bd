/** The mirror while the database is away: it rests as long as ever between its questions. */
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Mirror, type MirrorParts } from '../../../../sync-agent/outlets/media/mirror.ts'
import { openStore } from '../../../../sync-agent/store/open.ts'
import { handClock } from '../../support.ts'
import { watchedStore } from '../../watched-store.ts'
import { NOW } from '../files/support.ts'

it('asks once and rests, whatever wakes those who wait for a change', async () => {
  let questions = 0
  const memory = await openStore(':memory:')
  const store = watchedStore(memory, async () => {
    questions += 1
    // The sixth one never ends: a mirror that does not rest would leave no turn to this test.
    if (questions > 5) await new Promise(() => undefined)
    throw new Error('away')
  })
  const parts = {
    store,
    lease: { token: () => undefined },
    watch: { moved: async () => undefined },
    clock: handClock(NOW),
    logger: pino({ level: 'silent' }),
  }
  const mirror = new Mirror(parts as unknown as MirrorParts)
  mirror.begin()
  await expect.poll(() => questions).toBeGreaterThan(0)
  await setImmediate()
  expect(questions).toBe(1)
  await mirror.close()
  await memory.close()
})

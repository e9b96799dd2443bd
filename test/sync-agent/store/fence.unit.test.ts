/** Who may take the lease, and what happens while it is taken. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { beatLease, fenced, readLease, releaseLease, takeLease } from '../../../sync-agent/store/fence.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { execute } from '../database.ts'
import { beforeEachLedStore } from './led-store.ts'

let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ db, store, token } = led)
})

it('of two who saw the same state, the first takes it', async () => {
  const state = await readLease(store.reading)
  expect(await takeLease(store, 'one', state)).toBe(token + 1)
  expect(await takeLease(store, 'two', state)).toBeUndefined()
  expect(await readLease(store.reading)).toMatchObject({ token: token + 1, holder: 'one' })
  // A sign of life comes between as well.
  const { beat, ...others } = await readLease(store.reading)
  expect(await takeLease(store, 'two', { ...others, beat: beat - 1 })).toBeUndefined()
})

it('given back, it is nobody’s, and only its holder gives it back', async () => {
  await releaseLease(store, token - 1)
  expect((await readLease(store.reading)).holder).toBe('test')
  await releaseLease(store, token)
  expect((await readLease(store.reading)).holder).toBeUndefined()
})

it('only its holder writes, and only while it holds it', async () => {
  const write = (by: number) => fenced(store, by, async () => 'written')
  expect([await write(token), await beatLease(store, token)]).toEqual(['written', true])
  await expect(write(token + 1)).rejects.toThrow('another agent writes this store now (test)')
  expect(await beatLease(store, token + 1)).toBe(false)
  await releaseLease(store, token)
  await expect(write(token)).rejects.toMatchObject({ code: 'LEASE_LOST' })
  expect(await beatLease(store, token)).toBe(false)
})

it('of a store that was moved, only who moves it has it', async () => {
  await execute(db, "UPDATE store SET moved_to = '/srv/new.db'")
  const state = await readLease(store.reading)
  await expect(takeLease(store, 'an agent', state)).rejects.toThrow('/srv/new.db')
  expect(await takeLease(store, 'a mover', state, true)).toBe(token + 1)
})

it('while it waits for the database it ends what an earlier holder left under way, each second, and then no more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let ended = 0
  const endAbandoned = () => {
    ended += 1
    return Promise.reject(new Error('none is left'))
  }
  const { promise: stamped, resolve } = Promise.withResolvers<void>()
  const taking = takeLease(
    { ...store, endAbandoned, stamp: () => stamped },
    'next',
    await readLease(store.reading),
  )
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(2_999)
  expect(ended).toBe(2)
  resolve()
  expect(await taking).toBe(token + 1)
  expect(vi.getTimerCount()).toBe(0)
})

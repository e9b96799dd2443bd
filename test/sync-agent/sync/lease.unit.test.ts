/** How long the lease of another agent is respected, and what its holder does. */
import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { beatLease, readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import type { LeaseState } from '../../../sync-agent/store/types.ts'
import { Lease, LeaseHeldError } from '../../../sync-agent/sync/lease.ts'
import { DEBUG, logLines, WARN } from '../support.ts'
import { never } from './run-scene.ts'

let store: AgentStore
let log: ReturnType<typeof logLines>
beforeEach(async () => {
  store = await openStore(':memory:')
  log = logLines()
  onTestFinished(() => store.close())
})

const leaseOn = (on: AgentStore, leaseMs = 40, holder = 'this agent') => {
  const lease = new Lease({ store: on, holder, leaseMs, logger: log.logger })
  onTestFinished(() => lease.release())
  return lease
}
/** The store, which shows these states of the lease, one at each look, and the last one for good. */
function showing(states: readonly LeaseState[]) {
  const looks = { count: 0 }
  const showingThem: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const { holder = null, ...state } = states[Math.min(looks.count++, states.length - 1)] ?? free
      return { ...result, rows: [{ ...state, holder }] }
    },
  }
  return { shown: { ...store, reading: store.reading.withPlugin(showingThem) }, looks }
}
const free: LeaseState = { token: 0, holder: undefined, beat: 0 }
const held = (beat: number, token = 0): LeaseState => ({ token, holder: 'another', beat })

describe('waiting for it', () => {
  it('takes one that is free at the first look', async () => {
    const { shown, looks } = showing([free])
    expect(await leaseOn(shown).acquire({ signal: never })).toBe(1)
    expect(looks.count).toBe(1)
    expect(await readLease(store.reading)).toEqual({ token: 1, holder: 'this agent', beat: 1 })
  })

  it('takes one that is held when it is told to', async () => {
    const { shown, looks } = showing([held(0)])
    expect(await leaseOn(shown).acquire({ takeOver: true, signal: never })).toBe(1)
    expect(looks.count).toBe(1)
  })

  it.each([
    ['no sign of life', [held(0)], 5],
    ['one after a while', [...Array(4).fill(held(0)), held(1)], 9],
    ['another holder', [held(3, 7), held(3, 7), held(3, 8)], 7],
  ])('takes one whose holder shows for its whole length, in four pauses, %s', async (_, states, count) => {
    const { token, beat } = states.at(-1) ?? free
    await store.write(async db => void (await db.updateTable('lease').set({ token, beat }).execute()))
    const { shown, looks } = showing(states)
    expect(await leaseOn(shown).acquire({ signal: never })).toBe(token + 1)
    expect(looks.count).toBe(count)
  })

  it('looks every quarter of a second at least', async () => {
    const { shown, looks } = showing([held(0)])
    const refused = await leaseOn(shown, 60_000)
      .acquire({ withinMs: 250, signal: never })
      .catch(error => error)
    expect([refused.code, looks.count]).toEqual(['LEASE_HELD', 2])
  })

  it('gives up after the time that it has, with the name of the holder', async () => {
    const beating = Array.from({ length: 20 }, (_, beat) => held(beat))
    const { shown, looks } = showing(beating)
    const refused = await leaseOn(shown)
      .acquire({ withinMs: 30, signal: never })
      .catch(error => error)
    expect(refused).toBeInstanceOf(LeaseHeldError)
    expect(refused).toMatchObject({ holder: 'another', message: expect.stringContaining('another') })
    expect(looks.count).toBe(4)
  })

  it('can be broken off', async () => {
    const { shown } = showing([held(0)])
    const cancel = new AbortController()
    const waiting = leaseOn(shown, 60_000).acquire({ signal: cancel.signal })
    cancel.abort()
    await expect(waiting).rejects.toThrow(/abort/)
  })

  it('looks again when another agent was quicker', async () => {
    const { shown, looks } = showing([held(3), free])
    expect(await leaseOn(shown).acquire({ takeOver: true, signal: never })).toBe(1)
    expect(looks.count).toBe(2)
  })

  it('asks nobody for the one that it holds, however often it is asked for', async () => {
    const { shown, looks } = showing([free])
    const lease = leaseOn(shown)
    const both = [lease.acquire({ signal: never }), lease.acquire({ signal: never })]
    expect(await Promise.all(both)).toEqual([1, 1])
    const before = looks.count
    expect(await lease.acquire({ signal: never })).toBe(1)
    expect(looks.count).toBe(before)
  })
})

describe('holding it', () => {
  const beat = async () => (await readLease(store.reading)).beat

  it('gives signs of life', async () => {
    const lease = leaseOn(store)
    await lease.acquire({ signal: never })
    await expect.poll(beat, { message: 'signs' }).toBeGreaterThan(3)
    expect(lease.token()).toBe(1)
    expect(log.lines).toEqual([])
  })

  it('finds by them that another agent has it', async () => {
    const lease = leaseOn(store)
    await lease.acquire({ signal: never })
    const signal = lease.signal()
    const lost = lease.untilLost(never)
    await takeLease(store, 'usurper', await readLease(store.reading))
    await lost
    expect([lease.token(), signal.aborted, lease.signal().aborted]).toEqual([undefined, true, true])
    expect(log.at(WARN)).toMatchObject([{ token: 1, msg: expect.stringMatching(/^the lease is lost/) }])
    expect(await lease.acquire({ takeOver: true, signal: never })).toBe(3)
    expect(lease.signal().aborted).toBe(false)
  })

  it('gives one in each quarter of its length, and none once it is lost or given back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const signs: number[] = []
    const writeSign: AgentStore['writeSign'] = work => {
      signs.push(1)
      return store.writeSign(work)
    }
    const lease = leaseOn({ ...store, writeSign }, 4_000)
    const given = (milliseconds: number) => {
      const before = signs.length
      vi.advanceTimersByTime(milliseconds)
      return signs.length - before
    }
    await lease.acquire({ signal: never })
    expect([given(999), given(1), given(3_000)]).toEqual([0, 1, 3])
    lease.noteLoss(1)
    expect(given(8_000)).toBe(0)
    await lease.acquire({ takeOver: true, signal: never })
    expect(given(1_000)).toBe(1)
    await lease.release()
    expect(given(8_000)).toBe(0)
  })

  it('goes on when a sign cannot be written, and says it for details', async () => {
    const lease = leaseOn({ ...store, writeSign: () => Promise.reject(new Error('out of reach')) })
    await lease.acquire({ signal: never })
    await expect.poll(() => log.at(DEBUG).length, { message: 'what is told' }).toBeGreaterThan(0)
    expect(log.lines[0]).toMatchObject({ msg: 'cannot write a sign of life: out of reach' })
    expect(lease.token()).toBe(1)
  })

  it('takes no notice of a loss that is not its own', async () => {
    const lease = leaseOn(store, 60_000)
    lease.noteLoss(0)
    await lease.acquire({ signal: never })
    lease.noteLoss(7)
    expect([lease.token(), lease.signal().aborted]).toEqual([1, false])
    lease.noteLoss(1)
    lease.noteLoss(1)
    expect(lease.token()).toBeUndefined()
    expect(log.at(WARN)).toHaveLength(1)
  })

  it('is not waited for by one who does not hold it, or is closed', async () => {
    const lease = leaseOn(store, 60_000)
    await lease.untilLost(never)
    await lease.acquire({ signal: never })
    await lease.untilLost(AbortSignal.abort())
    const cancel = new AbortController()
    let hasEnded = false
    const lost = lease.untilLost(cancel.signal).then(() => {
      hasEnded = true
    })
    await new Promise(setImmediate)
    expect(hasEnded).toBe(false)
    cancel.abort()
    await lost
    expect(lease.token()).toBe(1)
  })

  it('is given back, once, and nobody else’s', async () => {
    const lease = leaseOn(store)
    await lease.release()
    expect(await readLease(store.reading)).toEqual(free)
    await lease.acquire({ signal: never })
    const signal = lease.signal()
    await lease.release()
    expect([lease.token(), signal.aborted]).toEqual([undefined, true])
    const given = await readLease(store.reading)
    expect(given).toMatchObject({ token: 1, holder: undefined })
    await lease.release()
    expect(await readLease(store.reading)).toEqual(given)
    expect(await beatLease(store, 1)).toBe(false)
    expect(log.lines).toEqual([])
  })

  it('giving it back without holding it does not touch the store', async () => {
    const away = { ...store, write: () => Promise.reject(new Error('out of reach')) }
    const lease = leaseOn(away)
    await lease.release()
    expect(lease.signal().aborted).toBe(false)
  })

  it('may be of a store that was moved, for who moves it', async () => {
    await store.write(
      async db => void (await db.updateTable('store').set({ moved_to: 'elsewhere' }).execute()),
    )
    await expect(leaseOn(store).acquire({ signal: never })).rejects.toThrow(
      'this store was moved to elsewhere',
    )
    const mover = new Lease({ store, isMover: true, holder: 'mover', leaseMs: 40, logger: log.logger })
    expect(await mover.acquire({ signal: never })).toBe(1)
    await mover.release()
  })
})

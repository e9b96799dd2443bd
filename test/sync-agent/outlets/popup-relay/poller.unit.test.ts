/** When the relay asks, who waits and what stands meanwhile; time moves by hand. */
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Poller, type PollerParts } from '../../../../sync-agent/outlets/popup-relay/poller.ts'
import type { RelayedAnswer } from '../../../../sync-agent/outlets/popup-relay/relayed.ts'
import type { PopupAnswer, PopupHeard } from '../../../../sync-agent/store/types.ts'
import { handClock } from '../../support.ts'

const START = '2026-09-01T00:00:00Z'
const INTERVAL_MS = 15_000
const STALE_MS = 6 * 3_600_000

type Answer = Awaited<ReturnType<PollerParts['ask']>>

/** The service, the store and the poller answer in microtasks, so this is the end of what one event brings. */
const settled = () => setImmediate()

/** A poller whose service, store, clock and timers a test holds in its hand. */
function scene({ stored, random = 0 }: { stored?: PopupAnswer; random?: number } = {}) {
  const clock = handClock(START)
  const timers: { milliseconds: number; task: () => void }[] = []
  const calls: PromiseWithResolvers<Answer>[] = []
  const kept: PopupHeard[] = []
  const events: string[] = []
  let reading: Promise<PopupAnswer | undefined> = Promise.resolve(stored)
  const poller = new Poller({
    ask(signal) {
      const call = Promise.withResolvers<Answer>()
      signal.addEventListener('abort', () => call.reject(new Error('cancelled')))
      calls.push(call)
      return call.promise
    },
    lastAnswer: { read: () => reading, keep: heard => void kept.push(heard) },
    intervalMs: INTERVAL_MS,
    staleMs: STALE_MS,
    clock,
    later(milliseconds, task) {
      const timer = { milliseconds, task }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
    },
    random: () => random,
    newTxID: () => 'own-tx',
    failureOf: error => ({ code: 'UNREACHABLE', message: `${error}`, ...(error as object) }),
    log: {
      failed: ({ code }, txID) => events.push(`failed ${code} ${txID}`),
      recovered: () => events.push('recovered'),
    },
  })
  const newestCall = () => {
    const [call] = calls.splice(0)
    if (!call) throw new Error('the service was not asked')
    return call
  }
  let nowMs = Date.parse(START)
  const pass = (milliseconds: number) => {
    nowMs += milliseconds
    clock.set(new Date(nowMs).toISOString())
  }
  /** Lets the only timer run out. */
  const fire = () => {
    expect(timers).toHaveLength(1)
    const [timer] = timers.splice(0)
    pass(timer?.milliseconds ?? 0)
    timer?.task()
  }
  /** The service answers the newest call; the poller has taken it in when this ends. */
  const say = async (content: string, txID = 'tx-1') => {
    await settled()
    newestCall().resolve({ content, txID })
    await settled()
  }
  /** The service is asked for a visitor, and answers. */
  const hear = async (content: string, txID?: string) => {
    void poller.answer()
    await say(content, txID)
  }
  return {
    ...{ poller, timers, calls, kept, events, clock, pass, fire, say, hear },
    /** The store as another process leaves it. */
    storeHas: (answer: PopupAnswer) => {
      reading = Promise.resolve(answer)
    },
    /** What is read from now on arrives late, or never. @returns lets it arrive */
    delayStore() {
      const late = Promise.withResolvers<PopupAnswer | undefined>()
      reading = late.promise
      return late.resolve
    },
    async refuse(failure: object = {}) {
      await settled()
      newestCall().reject(failure)
      await settled()
    },
    /** Nobody comes for ten intervals, in which the service says this: it sleeps. */
    async fallAsleep(content: string) {
      void poller.answer()
      await say(content)
      // The first interval had a visitor.
      for (let interval = 0; interval < 10; interval += 1) {
        fire()
        await say(content)
      }
      fire()
      await settled()
      expect(timers).toEqual([])
    },
  }
}

const text = ({ answer }: RelayedAnswer) => `${answer.body}`
const atOnce = (found: RelayedAnswer | Promise<RelayedAnswer>): RelayedAnswer => {
  if (found instanceof Promise) throw new Error('the visitor has to wait')
  return found
}
const answered = (at: string, answer: Partial<PopupAnswer> = {}): PopupAnswer => {
  const checkedAt = handClock(at).now()
  return { content: '["kept"]', txID: 'kept-tx', changedAt: checkedAt, checkedAt, ...answer }
}

describe('asking', () => {
  it('nobody asks: no call, no timer', () => {
    const { calls, timers } = scene()
    expect(calls).toEqual([])
    expect(timers).toEqual([])
  })

  // Promise: operate/crowd
  it('a thousand visitors who come at once cost one call, and wait for its answer', async () => {
    const { poller, say, calls } = scene()
    const visitors = Array.from({ length: 1000 }, () => poller.answer())
    await settled()
    expect(calls).toHaveLength(1)
    await say('["typhoon"]')
    const all = await Promise.all(visitors)
    expect(new Set(all.map(text))).toEqual(
      new Set(['{"txID":"tx-1","code":"D00000","message":"successful return","content":["typhoon"]}']),
    )
    expect(all[0]).toMatchObject({ kind: 'fresh' })
    expect(poller.state().calls).toEqual({ done: 1, failed: 0 })
  })

  it('woken ahead, the first visitor gets what was asked for him, in one call', async () => {
    const { poller, calls } = scene()
    poller.wake()
    poller.wake()
    await settled()
    const visitor = poller.answer()
    calls[0]?.resolve({ content: '[]', txID: 'tx-1' })
    expect((await visitor).kind).toBe('fresh')
    expect(calls).toHaveLength(1)
    expect(poller.state().answers).toEqual({ fresh: 1, stale: 0, failed: 0 })
    poller.close()
  })

  it('once an interval, and visitors are answered at once while a call is under way', async () => {
    const { poller, say, fire, calls, timers, hear } = scene({ random: 0.5 })
    await hear('["one"]')
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([INTERVAL_MS * 1.05])
    for (let visitor = 0; visitor < 100; visitor += 1) expect(text(atOnce(poller.answer()))).toContain('one')
    expect(calls).toEqual([])
    fire()
    await settled()
    expect(calls).toHaveLength(1)
    expect(text(atOnce(poller.answer()))).toContain('one')
    await say('["two"]')
    expect(text(atOnce(poller.answer()))).toContain('two')
  })

  // Promise: operate/yesterday
  it('sleeps after ten intervals without a visitor; who wakes it gets what came up in the night, not what was there before', async () => {
    const { poller, say, fallAsleep, pass } = scene()
    await fallAsleep('["evening"]')
    expect(poller.state()).toMatchObject({ awake: false, calls: { done: 11 } })
    pass(8 * 3_600_000)
    const visitor = poller.answer()
    await say('["typhoon"]')
    expect(text(await visitor)).toContain('typhoon')
  })

  // Promise: operate/yesterday
  it('what was there before a long sleep does not pass for fresh when the service hangs', async () => {
    const { poller, fire, fallAsleep, pass } = scene()
    await fallAsleep('["evening"]')
    pass(3_600_000)
    const visitor = poller.answer()
    await settled()
    fire()
    expect((await visitor).kind).toBe('stale')
    pass(STALE_MS)
    expect(atOnce(poller.answer()).kind).toBe('failed')
  })

  it('what was there before the machine stood still does not pass for fresh when the service hangs', async () => {
    const { poller, say, fire, pass, timers } = scene()
    const visitor = poller.answer()
    await say('["signal 8"]')
    expect((await visitor).kind).toBe('fresh')
    pass(3 * 3_600_000)
    fire()
    await settled()
    expect(timers).toEqual([])
    const found = atOnce(poller.answer())
    expect(found.kind).toBe('stale')
    expect(found.headers).toMatchObject({ age: `${3 * 3_600 + 15}` })
    expect(found.headers['cache-control']).not.toContain('stale-if-error')
    await say('[]')
    expect(atOnce(poller.answer()).kind).toBe('fresh')
    // Nor is it told at all when it is too old.
    pass(STALE_MS + 1)
    expect(atOnce(poller.answer()).kind).toBe('failed')
  })

  it('waits as long as Retry-After says, but five minutes at most', async () => {
    const { poller, refuse, fire, timers } = scene()
    void poller.answer()
    await refuse({ retryAfterMs: 60_000 })
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([60_000])
    fire()
    await refuse({ retryAfterMs: 86_400_000 })
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([300_000])
  })
})

describe('a service that is down', () => {
  it('leaves the last good answer standing, marked with its age and why, until it is back', async () => {
    const { poller, say, refuse, fire, pass, events, kept, hear } = scene()
    await hear('["typhoon"]')
    fire()
    await refuse()
    pass(3_585_000)
    const stale = atOnce(poller.answer())
    expect(text(stale)).toContain('typhoon')
    expect(stale).toMatchObject({
      kind: 'stale',
      headers: {
        age: '3600',
        'cache-status': 'schoolbell; hit; ttl=-3585; detail=UNREACHABLE',
        'cache-control': 'public, max-age=15, stale-while-revalidate=60',
      },
    })
    fire()
    await refuse()
    fire()
    await say('[]', 'tx-2')
    const fresh = atOnce(poller.answer())
    expect(fresh.kind).toBe('fresh')
    expect(fresh.headers).not.toHaveProperty('age')
    expect(text(fresh)).toContain('"content":[]')
    // Logged once.
    expect(events).toEqual(['failed UNREACHABLE own-tx', 'recovered'])
    expect(kept.map(({ answer, failure }) => [answer?.content, failure?.code])).toEqual([
      ['["typhoon"]', undefined],
      ['["typhoon"]', 'UNREACHABLE'],
      ['["typhoon"]', 'UNREACHABLE'],
      ['[]', undefined],
    ])
  })

  // Promise: operate/last-answer
  it('a withdrawn message does not stand beyond the limit', async () => {
    const { poller, hear, refuse, fire, pass } = scene()
    await hear('["typhoon"]')
    fire()
    await refuse()
    pass(STALE_MS - INTERVAL_MS)
    expect(atOnce(poller.answer()).kind).toBe('stale')
    pass(1)
    const failed = atOnce(poller.answer())
    expect(failed).toMatchObject({ kind: 'failed', headers: { 'cache-control': 'no-store' } })
    expect(JSON.parse(text(failed))).toEqual({
      txID: 'own-tx',
      code: 'D20000',
      message: expect.stringContaining('the service cannot be reached'),
    })
  })

  it('from the start: who waited is told so in its own words, and the next ones at once', async () => {
    const { poller, refuse } = scene()
    const visitor = poller.answer()
    const envelope = { code: 'D20003', message: 'timeout', txID: 'theirs' }
    await refuse({ code: 'D20003', envelope })
    expect(JSON.parse(text(await visitor))).toEqual(envelope)
    expect(atOnce(poller.answer()).kind).toBe('failed')
  })

  it('a return code that no header can carry stays out of the header', async () => {
    const { poller, hear, refuse, fire } = scene()
    await hear('["one"]')
    fire()
    await refuse({ code: '錯誤; x="\u0101' })
    expect(atOnce(poller.answer()).headers['cache-status']).toBe('schoolbell; hit; ttl=0')
  })

  it.each([
    ['with an answer', 'stale'],
    ['without one', 'failed'],
  ])('it hangs, %s: nobody waits longer than the visitor who woke it, and he not long', async (has, kind) => {
    const stored = answered('2026-08-31T23:00:00Z')
    const { poller, timers, calls, fire } = scene(has === 'with an answer' ? { stored } : {})
    const visitors = [poller.answer(), poller.answer()]
    await settled()
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([2_000])
    expect(poller.answer()).toBeInstanceOf(Promise)
    fire()
    for (const visitor of visitors) expect((await visitor).kind).toBe(kind)
    expect(atOnce(poller.answer()).kind).toBe(kind)
    expect(calls).toHaveLength(1)
  })
})

describe('a store that hangs', () => {
  it('delays no answer of the service', async () => {
    const { poller, say, delayStore } = scene()
    delayStore()
    const visitor = poller.answer()
    await say('["typhoon"]')
    expect(text(await visitor)).toContain('typhoon')
  })

  it('delays nothing where this agent has an answer of its own', async () => {
    const { poller, fallAsleep, refuse, delayStore } = scene()
    await fallAsleep('["typhoon"]')
    delayStore()
    const visitor = poller.answer()
    await refuse()
    expect(await visitor).toMatchObject({ kind: 'stale' })
  })

  it('is waited for as long as the service, where nobody has an answer', async () => {
    const { poller, refuse, timers, delayStore } = scene()
    delayStore()
    const visitor = poller.answer()
    await refuse()
    expect(poller.answer()).toBeInstanceOf(Promise)
    timers.find(({ milliseconds }) => milliseconds === 2_000)?.task()
    expect(await visitor).toMatchObject({ kind: 'failed' })
  })

  it('answers late: what the service has said meanwhile stands', async () => {
    const { poller, say, delayStore } = scene()
    const deliver = delayStore()
    const visitor = poller.answer()
    await say('[]')
    deliver(answered('2026-08-31T23:59:00Z', { content: '["withdrawn"]' }))
    await settled()
    expect(text(await visitor)).not.toContain('withdrawn')
    expect(text(atOnce(poller.answer()))).not.toContain('withdrawn')
  })
})

describe('what is kept', () => {
  it('the same content keeps its bytes and the txID it came with, so that its tag stays true', async () => {
    const { poller, say, fire, hear } = scene()
    await hear('["one"]', 'tx-1')
    const before = atOnce(poller.answer()).answer
    fire()
    await say('["one"]', 'tx-2')
    expect(atOnce(poller.answer()).answer).toBe(before)
    fire()
    await say('["two"]', 'tx-3')
    const after = atOnce(poller.answer())
    expect(text(after)).toContain('"tx-3"')
    expect(after.answer.entityTags.get(undefined)).not.toBe(before.entityTags.get(undefined))
  })

  it('stands after a restart while the service is down, as old as it is', async () => {
    const { poller, refuse } = scene({ stored: answered('2026-08-31T23:00:00Z') })
    const visitor = poller.answer()
    await refuse()
    const found = await visitor
    expect(text(found)).toContain('"kept-tx"')
    expect(found).toMatchObject({ kind: 'stale', headers: { age: '3600' } })
  })

  it('is asked for again after a restart, and keeps its txID if the service says the same', async () => {
    const { poller, say } = scene({ stored: answered('2026-08-31T23:59:55Z') })
    const visitor = poller.answer()
    await say('["kept"]', 'tx-2')
    expect(text(await visitor)).toContain('"kept-tx"')
    expect(await visitor).toMatchObject({ kind: 'fresh' })
  })

  it('an answer from the future, left by a clock that was wrong, is neither trusted for ever nor kept from changing', async () => {
    const stored = answered('2030-01-01T00:00:00Z')
    const { poller, refuse, fire, say } = scene({ stored })
    const visitor = poller.answer()
    await refuse()
    expect((await visitor).kind).toBe('failed')
    fire()
    await say('["now"]')
    expect(text(atOnce(poller.answer()))).toContain('now')
  })

  it('takes over on waking what another agent has heard since', async () => {
    const { poller, fallAsleep, pass, storeHas, clock, refuse } = scene()
    await fallAsleep('["old"]')
    pass(3_600_000)
    storeHas(answered(`${clock.now()}`, { content: '["heard by the other"]' }))
    pass(60_000)
    const visitor = poller.answer()
    await refuse()
    expect(text(await visitor)).toContain('heard by the other')
  })

  it.each([
    ['older', '2026-08-31T23:00:00Z'],
    ['from the future, by a clock that was wrong', '2030-01-01T00:00:00Z'],
  ])('does not take over on waking what is %s', async (_, at) => {
    const { poller, fallAsleep, storeHas, refuse } = scene()
    await fallAsleep('["ours"]')
    storeHas(answered(at, { content: '["withdrawn"]' }))
    const visitor = poller.answer()
    await refuse()
    expect(text(await visitor)).toContain('ours')
  })
})

it('closing answers whoever waits, ends the call and leaves no timer', async () => {
  const { poller, timers, calls } = scene()
  const visitor = poller.answer()
  await settled()
  poller.close()
  expect((await visitor).kind).toBe('failed')
  expect(atOnce(poller.answer()).kind).toBe('failed')
  await expect(calls[0]?.promise).rejects.toThrow('cancelled')
  expect(timers).toEqual([])
})

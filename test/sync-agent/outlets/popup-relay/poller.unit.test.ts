/** When the relay asks, who waits and what stands meanwhile; time moves by hand. */
import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { Poller, type PollerParts } from '../../../../sync-agent/outlets/popup-relay/poller.ts'
import type { RelayedAnswer } from '../../../../sync-agent/outlets/popup-relay/relayed.ts'
import type { PopupAnswer, PopupRecord } from '../../../../sync-agent/store/types.ts'
import { ACADEMY, handClock } from '../../support.ts'

const START = '2026-09-01T00:00:00Z'
const INTERVAL_MS = 15_000
const STALE_MS = 6 * 3_600_000

type Answer = Awaited<ReturnType<PollerParts['ask']>>

/** The service, the store and the poller answer in microtasks, so this is the end of what one event brings. */
const settled = () => setImmediate()

/** A poller whose service, store, clock and timers a test holds in its hand. */
function scene({ stored, random = 0 }: { stored?: PopupRecord; random?: number } = {}) {
  const clock = handClock(START)
  const timers: { milliseconds: number; task: () => void }[] = []
  const calls: PromiseWithResolvers<Answer>[] = []
  const kept: PopupAnswer[] = []
  const events: string[] = []
  let isBroken = false
  let isHanging = false
  let delivered: Promise<void> | undefined
  let row = stored
  /** Another process wrote it. */
  let isOthers = true
  const store = async <Result>(work: () => Result): Promise<Result> => {
    if (isBroken) throw new Error('disk full')
    if (isHanging) await new Promise(() => undefined)
    return work()
  }
  const poller = new Poller({
    ask(signal) {
      const call = Promise.withResolvers<Answer>()
      signal.addEventListener('abort', () => call.reject(new Error('cancelled')))
      calls.push(call)
      return call.promise
    },
    store: {
      load: () => {
        const reading = store(() => row)
        return delivered ? delivered.then(() => reading) : reading
      },
      claim: ({ at, askAfter, latest }) =>
        store(() => {
          const until = row?.askAfter
          const waits = until && Temporal.Instant.compare(until, at) > 0
          if (isOthers && waits && Temporal.Instant.compare(until, latest) <= 0) return false
          isOthers = false
          row = { ...ACADEMY, answer: undefined, failure: undefined, ...row, askedAt: at, askAfter }
          return true
        }),
      save: answer =>
        store(() => {
          kept.push(answer)
          row = { ...ACADEMY, askedAt: undefined, askAfter: undefined, ...row, answer, failure: undefined }
          return answer
        }),
      saveFailure: (_, askAfter) => store(() => void events.push(`failure kept, again after ${askAfter}`)),
    },
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
      storeFailed: () => events.push('not kept'),
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
    storeHas: (record: PopupRecord) => {
      row = record
      isOthers = true
    },
    hangStore: () => {
      isHanging = true
    },
    breakStore: () => {
      isBroken = true
    },
    mendStore: () => {
      isBroken = false
    },
    /** What is read from now on arrives late. @returns lets it arrive */
    delayStore() {
      const { promise, resolve } = Promise.withResolvers<void>()
      delivered = promise
      return resolve
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
const record = (answer: Partial<PopupAnswer> & Pick<PopupAnswer, 'checkedAt'>): PopupRecord => ({
  ...ACADEMY,
  answer: { content: '["kept"]', txID: 'kept-tx', changedAt: answer.checkedAt, ...answer },
  failure: undefined,
  askedAt: answer.checkedAt,
  askAfter: answer.checkedAt.add({ milliseconds: INTERVAL_MS }),
})

describe('asking', () => {
  it('nobody asks: no call, no timer', () => {
    const { calls, timers } = scene()
    expect(calls).toEqual([])
    expect(timers).toEqual([])
  })

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

  it('sleeps after ten intervals without a visitor; who wakes it gets what came up in the night, not what was there before', async () => {
    const { poller, say, fallAsleep, pass } = scene()
    await fallAsleep('["evening"]')
    expect(poller.state()).toMatchObject({ awake: false, calls: { done: 11 } })
    pass(8 * 3_600_000)
    const visitor = poller.answer()
    await say('["typhoon"]')
    expect(text(await visitor)).toContain('typhoon')
  })

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
    const { poller, say, refuse, fire, pass, events, hear } = scene()
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
    // Told once, and each time kept for the other agents.
    expect(events).toEqual([
      'failed UNREACHABLE own-tx',
      'failure kept, again after 2026-09-01T00:00:30Z',
      'failure kept, again after 2026-09-01T01:00:30Z',
      'recovered',
    ])
  })

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
    const stored = record({ checkedAt: handClock('2026-08-31T23:00:00Z').now() })
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

it('the store hangs: nobody waits longer than for the service, and a signal is shown all the same', async () => {
  const { poller, timers, calls, hangStore } = scene()
  hangStore()
  const runOut = async (after: number) => {
    await settled()
    timers.find(({ milliseconds }) => milliseconds === after)?.task()
    await settled()
  }
  const hurried = poller.answer()
  await runOut(2_000)
  expect((await hurried).kind).toBe('failed')
  // To be loaded, and to be told whose turn it is.
  await runOut(1_000)
  await runOut(1_000)
  calls[0]?.resolve({ content: '["typhoon"]', txID: 'tx-1' })
  // To be saved.
  await runOut(1_000)
  expect(text(await poller.answer())).toContain('typhoon')
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

  it('serves after a restart at once when it was asked for a moment ago, without a call before its time', async () => {
    const stored = record({ checkedAt: handClock('2026-08-31T23:59:55Z').now() })
    const { poller, timers, calls } = scene({ stored })
    expect(await poller.answer()).toMatchObject({ kind: 'fresh' })
    expect(calls).toEqual([])
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([INTERVAL_MS - 5_000])
  })

  it('an answer from the future, left by a clock that was wrong, is neither trusted for ever nor kept from changing', async () => {
    const stored = record({ checkedAt: handClock('2030-01-01T00:00:00Z').now() })
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
    storeHas(record({ content: '["heard by the other"]', checkedAt: clock.now() }))
    pass(60_000)
    const visitor = poller.answer()
    await refuse()
    expect(text(await visitor)).toContain('heard by the other')
  })

  it('goes on from memory when the store fails', async () => {
    const { poller, say, breakStore, events } = scene()
    breakStore()
    const visitor = poller.answer()
    await say('["one"]')
    expect(text(await visitor)).toContain('one')
    expect(events).toEqual(['not kept'])
  })
})

describe('another agent on the store', () => {
  const at = (second: number) => Temporal.Instant.from(START).add({ seconds: second })

  it('has asked in this interval: its answer stands here under the same tag, and nobody asks before its end', async () => {
    const { poller, calls, timers, storeHas, fire, say, pass } = scene()
    storeHas(record({ checkedAt: at(0), content: '["theirs"]' }))
    pass(5_000)
    expect(text(await poller.answer())).toContain('"kept-tx"')
    expect(calls).toEqual([])
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([10_000])
    storeHas(record({ checkedAt: at(14), content: '["theirs, new"]' }))
    fire()
    await settled()
    expect(text(atOnce(poller.answer()))).toContain('theirs, new')
    expect(calls).toEqual([])
    // It has gone.
    fire()
    await say('["ours"]')
    expect(text(atOnce(poller.answer()))).toContain('ours')
    expect(poller.state().calls).toEqual({ done: 1, failed: 0 })
  })

  it('is asking just now: the visitor has what it hears', async () => {
    const { poller, calls, timers, storeHas, pass } = scene()
    storeHas({ ...record({ checkedAt: at(-600) }), askedAt: at(0), askAfter: at(15) })
    const visitor = poller.answer()
    await settled()
    expect(timers).toHaveLength(2)
    pass(500)
    storeHas(record({ checkedAt: at(0), content: '["typhoon"]' }))
    timers.find(({ milliseconds }) => milliseconds === 500)?.task()
    expect(text(await visitor)).toContain('typhoon')
    expect(calls).toEqual([])
    poller.close()
  })

  it('was refused: the last good answer is stale here too, and nobody asks before the service’s time', async () => {
    const { poller, calls, timers, storeHas, fire, say, events } = scene()
    const failure = { at: at(1), code: 'STATUS', message: '503' }
    storeHas({ ...record({ checkedAt: at(-60) }), askedAt: at(0), askAfter: at(90), failure })
    const stale = await poller.answer()
    expect(stale).toMatchObject({ kind: 'stale' })
    expect(stale.headers['cache-status']).toContain('detail=STATUS')
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([90_000])
    fire()
    await say('["one"]')
    expect(atOnce(poller.answer()).kind).toBe('fresh')
    expect(calls).toEqual([])
    expect(events).toEqual(['recovered'])
  })

  it('has a clock that is ahead: what it hears is here within an interval, and when it is gone, this one asks soon', async () => {
    const { poller, timers, calls, storeHas, fire, say } = scene()
    const followed = async () => {
      await settled()
      expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([INTERVAL_MS])
    }
    const answered = async () => {
      fire()
      await followed()
      return text(atOnce(poller.answer()))
    }
    storeHas(record({ checkedAt: at(240), content: '["theirs"]' }))
    void poller.answer()
    await followed()
    storeHas(record({ checkedAt: at(255), content: '["typhoon"]' }))
    expect(await answered()).toContain('typhoon')
    await answered()
    expect(calls).toEqual([])
    fire()
    await say('["ours"]')
    expect(text(atOnce(poller.answer()))).toContain('ours')
  })

  it('has its clock set back: what it hears then stands here as well', async () => {
    const { poller, storeHas, fire } = scene()
    storeHas(record({ checkedAt: at(240), content: '["withdrawn since"]' }))
    void poller.answer()
    await settled()
    storeHas(record({ checkedAt: at(120), content: '[]', txID: 'new-tx' }))
    fire()
    await settled()
    expect(text(atOnce(poller.answer()))).toContain('"new-tx"')
  })

  it('has heard something else meanwhile: this agent’s own files have it at once', async () => {
    const { poller, storeHas, hear, breakStore } = scene()
    await hear('["typhoon"]')
    expect(text(await poller.peek())).toContain('typhoon')
    storeHas(record({ checkedAt: at(-40), content: '[]' }))
    expect(text(await poller.peek())).not.toContain('typhoon')
    breakStore()
    expect(text(await poller.peek())).not.toContain('typhoon')
  })

  it('was first in this interval, after many in which this one was: this one does not ask as well', async () => {
    const { poller, timers, calls, clock, say, fire, storeHas } = scene({
      stored: record({ checkedAt: at(-600) }),
    })
    void poller.answer()
    for (let interval = 0; interval < 5; interval += 1) {
      await say('["ours"]')
      if (interval < 4) fire()
    }
    const askedAt = clock.now().add({ milliseconds: INTERVAL_MS - 1 })
    storeHas(record({ checkedAt: askedAt, content: '["theirs"]' }))
    fire()
    await settled()
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([INTERVAL_MS - 1])
    expect(calls).toEqual([])
    expect(text(atOnce(poller.answer()))).toContain('theirs')
  })

  it('has not heard what this one could not store: it is not replaced by what the store still holds', async () => {
    const { poller, say, fire, breakStore, mendStore, hear } = scene()
    await hear('["withdrawn"]')
    breakStore()
    fire()
    await say('[]')
    mendStore()
    expect(text(await poller.peek())).not.toContain('withdrawn')
  })

  it('has heard nothing new: what was read before this one’s answer was stored does not replace it', async () => {
    const { poller, say, fire, storeHas, delayStore, hear } = scene()
    await hear('["ours"]')
    storeHas({ ...record({ checkedAt: at(-60), content: '["withdrawn"]' }), askAfter: undefined })
    fire()
    await settled()
    const deliver = delayStore()
    const read = poller.peek()
    await say('[]')
    deliver()
    expect(text(await read)).not.toContain('withdrawn')
  })

  it.each([
    ['when its time is over', 0, INTERVAL_MS],
    ['after two intervals, where its clock was ahead', 240, 2 * INTERVAL_MS],
  ])('has died while it asked: this one asks %s', async (_, second, waitMs) => {
    const { poller, timers, calls, storeHas, pass } = scene()
    storeHas({ ...record({ checkedAt: at(-600) }), askedAt: at(second), askAfter: at(second + 15) })
    void poller.answer()
    const nextLook = () => timers.findIndex(({ milliseconds }) => milliseconds === 500)
    for (let passedMs = 0; passedMs < waitMs; passedMs += 500) {
      await settled()
      expect(calls).toEqual([])
      pass(500)
      timers.splice(nextLook(), 1)[0]?.task()
    }
    await settled()
    expect(calls).toHaveLength(1)
    poller.close()
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

it('closing says nothing of a store that was closed before it has read', async () => {
  const { poller, breakStore, events } = scene()
  breakStore()
  const visitor = poller.answer()
  poller.close()
  expect((await visitor).kind).toBe('failed')
  expect(events).toEqual([])
})

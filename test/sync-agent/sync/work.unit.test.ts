/** The order of the agent's work, and under whose lease it is done. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { lastRun } from '../../../sync-agent/store/journal.ts'
import { listQuarantined } from '../../../sync-agent/store/quarantine-rows.ts'
import { readState } from '../../../sync-agent/store/stream-rows.ts'
import { Lease, LeaseHeldError } from '../../../sync-agent/sync/lease.ts'
import type { CycleReport, ReconcileReport } from '../../../sync-agent/sync/reports.ts'
import { Work } from '../../../sync-agent/sync/work.ts'
import { ACADEMY, ACADEMY_ZH, ERROR, entry, INFO, PRE_SCHOOL, WARN } from '../support.ts'
import { bad, never, news, type RunScene, refusal, runScene } from './run-scene.ts'

let scene: RunScene
let closing: AbortController
let work: Work
let reports: (CycleReport | ReconcileReport)[][]
let leadingSince: string[]

function begin(lease = scene.lease, context = scene.context) {
  reports = []
  leadingSince = []
  closing = new AbortController()
  work = new Work({
    ...{ context, lease, closing: closing.signal },
    onReports: some => void reports.push([...some]),
    onLeading: at => void leadingSince.push(`${at}`),
  })
}
beforeEach(async () => {
  scene = await runScene({ streams: [ACADEMY, PRE_SCHOOL], leaseMs: 50 })
  begin()
})

/** Of another agent on the same store, which has none yet. */
const otherLease = (holder = 'another') => {
  const { store, logger } = scene.context
  const lease = new Lease({ store, holder, leaseMs: 60_000, logger })
  onTestFinished(() => lease.release())
  return lease
}
const calls = () => scene.asked.map(query => query.get('siteId'))
const texts = (level: number) => scene.log.at(level).map(({ msg }) => msg)
/** Another agent takes the lease by force. */
const usurp = async () => {
  const { store } = scene.context
  await takeLease(store, 'usurper', await readLease(store.reading))
}

describe('for an operator', () => {
  it('copies each stream, and reports all of them together', async () => {
    const done = await work.cycles(never)
    expect(done).toMatchObject([
      { ...ACADEMY, outcome: 'done' },
      { ...PRE_SCHOOL, outcome: 'done' },
    ])
    expect(reports).toEqual([done])
  })

  it('copies also while the schedule leaves the service alone', async () => {
    scene.answer(() => Response.json({ code: 'D20003', message: '' }, { headers: { 'retry-after': '60' } }))
    await work.cycles(never)
    scene.asked.length = 0
    await work.scheduledCycles()
    expect(calls()).toEqual([])
    await work.cycles(never)
    expect(calls().toSorted()).toEqual(['academy', 'pre-school'])
  })

  it('does one thing after the other, and both streams at once', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    scene.answer(async query => {
      await mayEnd
      return news()(query)
    })
    const first = work.cycles(never)
    await expect.poll(calls, { message: 'the first calls' }).toHaveLength(2)
    const others = [work.reconcile({ dryRun: true }, never), work.reconcile({}, never)]
    await new Promise(setImmediate)
    expect(calls()).toHaveLength(2)
    end()
    await Promise.all([first, ...others])
    expect(calls()).toHaveLength(6)
  })

  it('compares without the lease in a dry run', async () => {
    const other = otherLease()
    await other.acquire({ takeOver: true, signal: never })
    begin(other)
    await other.release()
    scene.answer(news([entry('a')]))
    const done = await work.reconcile({ dryRun: true }, never)
    expect(done).toMatchObject([{ dryRun: true, outcome: 'done' }, { dryRun: true }])
    expect(other.token()).toBeUndefined()
    expect(reports).toEqual([done])
  })

  it('is refused while another agent writes, unless the lease is taken over', async () => {
    const waiting = otherLease('waiting')
    begin(waiting)
    await expect(work.cycles(never)).rejects.toThrow(LeaseHeldError)
    expect(await work.reconcile({ takeOver: true }, never)).toMatchObject([{ outcome: 'done' }, {}])
    expect(waiting.token()).toBe(2)
  })

  it('forces a reconciliation that would be refused', async () => {
    scene.answer(news([entry('a')]))
    await work.cycles(never)
    scene.answer(news())
    expect(await work.reconcile({}, never)).toMatchObject([{ refused: {} }, { refused: {} }])
    expect(await work.reconcile({ force: true }, never)).toMatchObject([{ applied: { deleted: 1 } }, {}])
  })
})

describe('entries in quarantine', () => {
  const ids = async () => {
    const list = await listQuarantined(scene.context.store)
    return new Map(list.map(({ id, newsId, siteId }) => [`${siteId} ${newsId}`, id]))
  }
  beforeEach(async () => {
    scene.answer(query =>
      news(query.get('siteId') === 'academy' ? [bad('a'), bad('b'), null] : [bad('p')])(query),
    )
    await work.cycles(never)
    scene.asked.length = 0
  })

  it('are asked for again, those of each stream, and what has no identifier is named first', async () => {
    scene.answer(query => news(query.get('siteId') === 'academy' ? [entry('a'), bad('b')] : [], ['p'])(query))
    const known = await ids()
    const answer = await work.retry(undefined)
    expect(answer[0]).not.toHaveProperty('newsId')
    expect(answer).toMatchObject([
      { ...ACADEMY, id: known.get('academy undefined'), outcome: 'unaskable' },
      { ...ACADEMY, newsId: 'a', outcome: 'published' },
      { ...ACADEMY, newsId: 'b', outcome: 'unfit' },
      { ...PRE_SCHOOL, newsId: 'p', outcome: 'deleted' },
    ])
    expect(scene.asked.map(query => query.get('newsIDs'))).toEqual(['a,b', 'p'])
  })

  it('may be named, and no other is asked for', async () => {
    const known = await ids()
    scene.answer(news([entry('b')]))
    const id = known.get('academy b') ?? 0
    expect(await work.retry([id])).toMatchObject([{ id, newsId: 'b', outcome: 'published' }])
    expect(scene.asked.map(query => query.get('newsIDs'))).toEqual(['b'])
    // Nothing is recorded of a stream that has none of them.
    expect(await lastRun(scene.context.store, PRE_SCHOOL, 'retry')).toBeUndefined()
    expect(await work.retry([])).toEqual([])
    expect(scene.asked).toHaveLength(1)
  })

  it('are asked for by the agent that writes, when that is another one', async () => {
    begin(otherLease('waiting'))
    const known = await ids()
    const id = known.get('academy a') ?? 0
    const without = known.get('academy undefined') ?? 0
    const answer = await work.retry([id, without])
    expect(answer.toSorted((one, other) => other.id - one.id)).toEqual(
      [
        { ...ACADEMY, id, newsId: 'a', outcome: 'waiting' },
        { ...ACADEMY, id: without, outcome: 'unaskable' },
      ].toSorted((one, other) => other.id - one.id),
    )
    begin()
    await work.cycles(never)
    expect(scene.asked.map(query => query.get('newsIDs')).filter(Boolean)).toEqual([])
    scene.answer(query => news(query.has('newsIDs') ? [entry('a')] : [])(query))
    expect(await work.cycles(never)).toMatchObject([{ applied: { new: 1 } }, { applied: { new: 0 } }])
  })

  it('say what else is wrong', async () => {
    const lease = otherLease('waiting')
    Object.assign(lease, { acquire: () => Promise.reject(new Error('the disk is full')) })
    begin(lease)
    await expect(work.retry(undefined)).rejects.toThrow('the disk is full')
  })
})

describe('by the schedule', () => {
  it('copies only what is due, and reports the rest not at all', async () => {
    scene.answer(query =>
      query.get('siteId') === 'academy'
        ? Response.json({ code: 'D20003', message: '' }, { headers: { 'retry-after': '60' } })
        : news()(query),
    )
    await work.cycles(never)
    scene.asked.length = 0
    reports.length = 0
    await work.scheduledCycles()
    expect(calls()).toEqual(['pre-school'])
    expect(reports).toMatchObject([[PRE_SCHOOL]])
    scene.clock.set('2026-09-01T00:01:00Z')
    await work.scheduledCycles()
    expect(calls()).toEqual(['pre-school', 'academy', 'pre-school'])
  })

  it('does nothing while another agent writes', async () => {
    begin(otherLease())
    await work.scheduledCycles()
    await work.scheduledReconcile()
    expect([scene.asked, reports]).toEqual([[], []])
  })

  it('reconciles, and deletes what is gone', async () => {
    scene.answer(news([entry('a'), entry('b')]))
    await work.cycles(never)
    scene.answer(query => news([entry('a')].filter(() => !query.has('newsIDs')))(query))
    await work.scheduledReconcile()
    expect(reports.at(-1)).toMatchObject([{ ...ACADEMY, applied: { deleted: 1 } }, PRE_SCHOOL])
  })

  it('has ended when its runs have', async () => {
    const { promise: answered, resolve } = Promise.withResolvers<Response>()
    scene.answer(() => answered)
    const running = work.scheduledCycles()
    let hasEnded = false
    const ended = work.end().then(() => {
      hasEnded = true
    })
    await new Promise(setImmediate)
    expect(hasEnded).toBe(false)
    resolve(new Response('{}'))
    await Promise.all([running, ended])
  })

  it('lets the lease go when a run finds that another agent has it', async () => {
    scene.answer(refusal('D20004'))
    await work.cycles(never)
    expect(scene.lease.token()).toBe(1)
    scene.answer(async query => {
      await usurp()
      return news([entry('a')])(query)
    })
    await work.cycles(never)
    expect(scene.lease.token()).toBeUndefined()
  })

  it('writes with the lease that was taken anew while it waited for its turn', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    scene.answer(async query => {
      await mayEnd
      return news([entry('a')])(query)
    })
    const first = work.cycles(never)
    await expect.poll(calls, { message: 'the first calls' }).toHaveLength(2)
    const second = work.cycles(never)
    await new Promise(setImmediate)
    await usurp()
    scene.lease.noteLoss(1)
    await scene.lease.acquire({ takeOver: true, signal: never })
    end()
    const lost = { outcome: 'failed', failure: { code: 'LEASE_LOST' } }
    expect(await first).toMatchObject([lost, lost])
    expect(await second).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
  })

  it('keeps the lease that it took anew while a run lost the one before', async () => {
    scene.answer(async query => {
      if (scene.lease.token() === 1) {
        await usurp()
        scene.lease.noteLoss(1)
        await scene.lease.acquire({ takeOver: true, signal: never })
      }
      return news([entry('a')])(query)
    })
    await work.cycles(never)
    expect(scene.lease.token()).toBe(3)
  })
})

describe('leading', () => {
  /** Leads until it has reported a cycle. */
  async function lead(): Promise<void> {
    const leading = work.lead()
    await expect.poll(() => reports.length, { message: 'a cycle' }).toBe(1)
    await stop(leading)
  }
  const stop = async (leading: Promise<void>) => {
    closing.abort()
    await leading
  }

  it('copies at once, and says that it leads', async () => {
    await lead()
    expect(scene.log.lines).toContainEqual(
      expect.objectContaining({ token: 1, msg: 'this agent leads: it writes the store' }),
    )
    expect(leadingSince).toEqual([])
  })

  it('copies again after the lease was lost', async () => {
    const leading = work.lead()
    await expect.poll(() => reports.length, { message: 'a cycle' }).toBe(1)
    await new Promise(setImmediate)
    await usurp()
    const { store } = scene.context
    scene.lease.noteLoss(1)
    await store.write(async db => void (await db.updateTable('lease').set({ holder: null }).execute()))
    await expect.poll(() => reports.length, { message: 'the next one' }).toBe(2)
    await stop(leading)
    expect(scene.lease.token()).toBe(3)
  })

  it('knows since when a reconciliation may have been missed: of the stream whose was the longest ago', async () => {
    scene.clock.set('2026-09-01T00:00:00Z')
    await work.scheduledCycles()
    scene.clock.set('2026-09-02T00:00:00Z')
    await work.scheduledReconcile()
    scene.clock.set('2026-09-03T00:00:00Z')
    await work.scheduledCycles()
    const other = await beginWith([ACADEMY, PRE_SCHOOL, ACADEMY_ZH])
    expect(other).toEqual(['2026-09-02T00:00:00Z'])
    const state = await readState(scene.context.store.reading, ACADEMY_ZH)
    expect(`${state.lastSuccessAt}`).toBe('2026-09-03T00:00:00Z')
    scene.clock.set('2026-09-05T00:00:00Z')
    begin()
    await work.scheduledReconcile()
    // The third one was never reconciled: its last copy counts.
    expect(await beginWith([ACADEMY, ACADEMY_ZH, PRE_SCHOOL])).toEqual(['2026-09-03T00:00:00Z'])
  })

  /** What it is told at its start. */
  async function beginWith(
    streams: [typeof ACADEMY, ...(typeof ACADEMY | typeof PRE_SCHOOL | typeof ACADEMY_ZH)[]],
  ) {
    begin(scene.lease, { ...scene.context, streams })
    await lead()
    return leadingSince
  }

  it('says once that the agent that writes knows nothing of a stream', async () => {
    scene.answer(news())
    await work.cycles(never)
    const { context } = scene
    const waiting = otherLease('waiting')
    begin(waiting, { ...context, streams: [ACADEMY, ACADEMY_ZH, PRE_SCHOOL] })
    const leading = work.lead()
    await expect.poll(() => texts(WARN), { message: 'a warning' }).toHaveLength(1)
    await stop(leading)
    expect(texts(WARN)).toEqual([
      expect.stringMatching(/^academy\/zh-HK is not copied while the agent this agent writes this store/),
    ])
    expect(scene.log.at(WARN)[0]).toMatchObject(ACADEMY_ZH)
  })

  it('says nothing of streams while nobody writes', async () => {
    await scene.lease.release()
    await lead()
    expect(texts(WARN)).toEqual([])
  })

  it('tries again after five seconds when the store cannot be written', async () => {
    const waits: number[] = []
    const lease = otherLease()
    let failures = 0
    const acquire = lease.acquire.bind(lease)
    Object.assign(lease, {
      acquire(limits: Parameters<typeof acquire>[0]) {
        failures += 1
        if (failures < 3) return Promise.reject(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }))
        return acquire({ ...limits, takeOver: true })
      },
    })
    const wait = async (milliseconds: number, signal?: AbortSignal) => {
      expect(signal).toBe(closing.signal)
      waits.push(milliseconds)
      throw new Error('a wait that is broken off')
    }
    begin(lease, { ...scene.context, wait })
    await lead()
    expect(waits).toEqual([5000, 5000])
    expect(scene.log.at(ERROR)).toMatchObject(
      Array(2).fill({ code: 'SQLITE_FULL', msg: 'the store cannot be written: full' }),
    )
  })

  it('ends without a word when it is closed', async () => {
    const waiting = otherLease('waiting')
    begin(waiting)
    const leading = work.lead()
    await stop(leading)
    expect(texts(ERROR)).toEqual([])
    begin()
    closing.abort()
    await work.lead()
    expect(scene.log.at(INFO)).toEqual([])
  })
})

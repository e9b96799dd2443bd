/** What a cycle reports, records and says in the log. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SyncProgress } from '../../../sync-agent/index.ts'
import { lastSeq } from '../../../sync-agent/store/change-marks.ts'
import { listRuns } from '../../../sync-agent/store/journal.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { readState } from '../../../sync-agent/store/stream-rows.ts'
import { runCycle } from '../../../sync-agent/sync/cycle.ts'
import { runReconcile } from '../../../sync-agent/sync/reconcile.ts'
import { ACADEMY, DEBUG, ERROR, entry, INFO, WARN } from '../support.ts'
import {
  bad,
  MORNING,
  never,
  news,
  type RunScene,
  refusal,
  runScene,
  SERVICE,
  unlessNamed,
} from './run-scene.ts'

let scene: RunScene
const cycle = (parts: object = {}, signal = never) =>
  runCycle(ACADEMY, scene.token, { ...scene.context, ...parts }, signal)
const texts = (level: number) => scene.log.at(level).map(({ msg }) => msg)
const dated = (date: string) => ({ date: new Date(date).toUTCString() })
const noted = () => readState(scene.context.store.reading, ACADEMY)
beforeEach(async () => {
  scene = await runScene()
})

describe('one that copies', () => {
  it('is reported with what it asked, got and changed', async () => {
    scene.answer(query => {
      scene.clock.set('2026-09-01T00:00:05Z')
      return news([entry('a'), entry('b')], ['gone'], dated('2026-09-01T00:00:04Z'))(query)
    })
    const applied = { new: 2, changed: 0, unchanged: 0, deleted: 1, quarantined: 0, seq: 3 }
    const facts = { from: '19700101000000', txID: 't', rows: 2, attempts: 1, durationMs: 5000 }
    const answeredAt = '2026-09-01T00:00:04Z'
    const report = await cycle()
    expect(report).toEqual({
      ...{ ...ACADEMY, ...facts, outcome: 'done', applied, answeredAt },
      skewMs: expect.any(Number),
    })
    const which = { ...ACADEMY, code: 'D00000', txID: 't' }
    expect(scene.log.lines).toMatchObject([
      { ...which, from: facts.from, ...applied, durationMs: 5000, msg: 'news copied' },
    ])
    const [run] = await listRuns(scene.context.store, { stream: ACADEMY })
    expect(run).toMatchObject({ ...facts, kind: 'cycle', startedAt: MORNING, new: 2, deleted: 1, answeredAt })
    expect((await noted()).cursor).toMatchObject({ dated: true, cycleMs: 5000 })
  })

  it('tells how far it is, with the size of the answer where the service gives it', async () => {
    const told: SyncProgress[] = []
    scene = await runScene({ onProgress: progress => void told.push(progress) })
    for (const headers of [{}, { 'content-length': '9000' }]) {
      scene.answer(news([entry('a')], [], headers))
      await cycle()
    }
    const progress = { stream: ACADEMY, entries: 1, bytes: expect.any(Number), elapsedMs: 0 }
    expect(told).toStrictEqual([progress, { ...progress, totalBytes: 9000 }])
  })

  it('takes as long as its call, when the clock was set back meanwhile', async () => {
    scene.answer(query => {
      scene.clock.set('2026-08-31T00:00:00Z')
      return news()(query)
    })
    const { durationMs } = await cycle()
    expect(durationMs).toBeGreaterThan(0)
    expect(durationMs).toBeLessThan(60_000)
  })

  it('is said only for those who look for details, when it changes nothing', async () => {
    scene.answer(news([entry('a')]))
    await cycle()
    await cycle()
    expect(texts(INFO)).toEqual(['news copied'])
    scene.answer(news([], ['a']))
    await cycle()
    scene.answer(news([entry('a', { newsTitle: 'Edited' })]))
    await cycle()
    scene.answer(news([entry('a', { newsTitle: 'Edited again' })]))
    await cycle()
    expect(texts(INFO)).toHaveLength(4)
    expect(texts(WARN)).toEqual([])
  })

  it('says how many entries are in quarantine', async () => {
    scene.answer(news([bad('a')]))
    await cycle()
    scene.answer(news([bad('a'), null]))
    await cycle()
    expect(texts(WARN)).toEqual([
      '1 entry cannot be published; see the quarantine',
      '2 entries cannot be published; see the quarantine',
    ])
    expect(scene.log.at(WARN)[0]).toMatchObject({ ...ACADEMY, code: 'D00000', txID: 't' })
  })

  it('says that it has recovered, and counts the failures before', async () => {
    scene.answer(refusal('D20004'))
    await cycle()
    scene.answer(news())
    await cycle()
    scene.answer(refusal('D20004'))
    await cycle()
    await cycle()
    scene.answer(news())
    await cycle()
    await cycle()
    expect(scene.log.at(INFO)).toMatchObject([
      { ...ACADEMY, msg: 'news of academy/en-US has recovered after 1 failed cycle' },
      { ...ACADEMY, msg: 'news of academy/en-US has recovered after 2 failed cycles' },
    ])
  })

  it('says once that the clocks differ, again when they had agreed meanwhile, and not of half a minute', async () => {
    const told = async (date?: string) => {
      scene.answer(news([], [], date === undefined ? {} : dated(date)))
      const before = texts(WARN).length
      await cycle()
      return texts(WARN).slice(before)
    }
    const late = "the service's clock and this machine's differ by -31000 ms"
    expect(await told('2026-08-31T23:59:29Z')).toEqual([])
    expect(await told('2026-08-31T23:59:28Z')).toEqual([late])
    expect(await told('2026-08-31T23:59:28Z')).toEqual([])
    expect(await told()).toEqual([])
    expect(await told('2026-08-31T23:59:28Z')).toEqual([late])
    expect(await told(MORNING)).toEqual([])
    expect(await told('2026-09-01T00:00:40Z')).toHaveLength(1)
    expect(scene.log.at(WARN)[0]).toMatchObject({ ...ACADEMY, skewMs: -31_000 })
  })

  it('forgets the failures that the store did not take', async () => {
    scene.context.unrecorded.set('academy/en-US', {
      failures: 2,
      last: { at: scene.clock.now(), code: 'SQLITE_FULL', message: 'full' },
    })
    await cycle()
    expect(scene.context.unrecorded.size).toBe(0)
    expect(texts(INFO)).toEqual(['news of academy/en-US has recovered after 2 failed cycles'])
  })

  it.each(['snapshot', 'reading'] as const)(
    'is done, whether the store can be read afterwards or not: %s',
    async what => {
      const { store } = scene.context
      let isWritten = false
      const write: typeof store.write = async work => {
        const result = await store.write(work)
        isWritten = (await lastSeq(store.reading)) > 1
        return result
      }
      const broken = unreadable({ ...store, write }, what, () => isWritten)
      scene.answer(news([entry('a')]))
      await cycle()
      scene.answer(news([entry('a', { newsTitle: 'Edited' }), entry('b')], [], dated(MORNING)))
      expect(await cycle({ store: broken })).toMatchObject({ outcome: 'done' })
      expect(scene.log.lines.map(({ msg }) => msg)).toContain('cannot look at what was copied: out of reach')
    },
  )
})

describe('what it warns of', () => {
  const ahead = entry('a', { newsDateTime: '20260901060000' })
  const zoned = async (answered: object) => {
    scene = await runScene({ zone: 'UTC' })
    scene.answer(news([ahead], [], answered))
    await cycle()
    expect(scene.log.at(DEBUG)).toEqual([])
    return scene.log.at(WARN)
  }

  it('names the entry that is dated in another zone, and what fits', async () => {
    expect(await zoned(dated(MORNING))).toMatchObject([
      {
        ...{ ...ACADEMY, code: 'D00000', newsDateTime: ahead.newsDateTime },
        msg: expect.stringContaining('dated in the future with the zone UTC; Asia/Hong_Kong fits'),
      },
    ])
    // Once for the entries that it brings.
    await cycle()
    expect(texts(WARN)).toHaveLength(1)
  })

  it('says nothing of zones without the time of the service', async () => {
    expect(await zoned({})).toEqual([])
  })

  it('looks at the newest twenty entries', async () => {
    scene = await runScene({ zone: 'UTC' })
    const later = Array.from({ length: 20 }, (_, day) =>
      entry(`later ${day}`, { newsDateTime: '20270101000000' }),
    )
    scene.answer(news([...later.slice(1), ahead], [], dated(MORNING)))
    await cycle()
    expect(texts(WARN)).toHaveLength(1)
    scene.answer(news(later, [], dated(MORNING)))
    await cycle()
    expect(texts(WARN)).toHaveLength(1)
  })

  it('names what it cannot read as deleted, once', async () => {
    scene.answer(news([], ['gone', {}]))
    await cycle()
    await cycle()
    expect(scene.log.at(WARN)).toMatchObject([
      {
        ...{ ...ACADEMY, code: 'D00000' },
        msg: expect.stringContaining('academy/en-US: /content/delNewsIds/1 {} is left out'),
      },
    ])
  })

  const edited = (turn: number, ids = ['a']) =>
    news(ids.map(id => entry(id, { newsTitle: `Signed anew ${turn}` })))
  const endless = () => texts(WARN).filter(text => `${text}`.includes('sign the addresses of its files anew'))

  it('of entries that change in each of three cycles, once', async () => {
    scene.answer(news([entry('a')]))
    await cycle()
    for (const turn of [1, 2]) {
      scene.answer(edited(turn))
      await cycle()
    }
    expect(endless()).toEqual([])
    scene.answer(edited(3))
    await cycle()
    expect(endless()).toHaveLength(1)
    expect(scene.log.at(WARN)[0]).toMatchObject({ ...ACADEMY, code: 'D00000' })
    scene.answer(edited(4))
    await cycle()
    expect(endless()).toHaveLength(1)
  })

  it('not before there were three', async () => {
    scene.answer(news([entry('a')]))
    await cycle()
    const { store } = scene.context
    await store.write(async db => void (await db.deleteFrom('run').execute()))
    for (const turn of [1, 2]) {
      scene.answer(edited(turn))
      await cycle()
    }
    expect(endless()).toEqual([])
  })

  it('not when only some have changed, or a reconciliation was between them', async () => {
    scene.answer(news([entry('a'), entry('b')]))
    await cycle()
    for (const turn of [1, 2, 3]) {
      scene.answer(news([entry('a', { newsTitle: `Edited ${turn}` }), entry('b')]))
      await cycle()
    }
    expect(endless()).toEqual([])
    scene.answer(edited(4, ['a', 'b']))
    await runReconcile(ACADEMY, scene.token, {}, scene.context, never)
    for (const turn of [5, 6]) {
      scene.answer(edited(turn, ['a', 'b']))
      await cycle()
    }
    expect(endless()).toEqual([])
  })
})

describe('one that fails', () => {
  it('is reported and recorded with the code, the attempts and from when on it is tried again', async () => {
    scene.answer(() =>
      Response.json(
        { txID: 'of D20003', code: 'D20003', message: 'busy' },
        { headers: { 'retry-after': '20' } },
      ),
    )
    const failure = { code: 'D20003', message: expect.stringContaining('busy') }
    expect(await cycle()).toMatchObject({
      ...ACADEMY,
      outcome: 'failed',
      failure,
      attempts: 1,
      txID: 'of D20003',
    })
    expect(scene.log.at(ERROR)).toMatchObject([
      {
        ...{ ...ACADEMY, code: 'D20003', txID: 'of D20003', address: `${SERVICE}/api/v1/news/check` },
        msg: expect.stringMatching(/^news of academy\/en-US not copied: .*busy/),
      },
    ])
    const { notBefore, failuresInARow, lastFailure } = await noted()
    expect([`${notBefore}`, failuresInARow, lastFailure?.code]).toEqual(['2026-09-01T00:00:20Z', 1, 'D20003'])
    expect(await listRuns(scene.context.store, {})).toMatchObject([
      { error: { code: 'D20003' }, txID: 'of D20003' },
    ])
  })

  it('opens the breaker with the fifth in a row', async () => {
    scene.answer(refusal('D20004'))
    for (const _ of [1, 2, 3, 4]) await cycle()
    expect((await noted()).notBefore).toBeUndefined()
    await cycle()
    expect(`${(await noted()).notBefore}`).toBe('2026-09-01T00:00:30Z')
  })

  it('says and records nothing when it was cancelled, and leaves nothing staged', async () => {
    const cancel = new AbortController()
    const many = Array.from({ length: 600 }, (_, index) => entry(`n${index}`))
    scene.answer(
      unlessNamed(news(many, ['n1']), () => () => {
        cancel.abort()
        return refusal('D20004')(new URLSearchParams())
      }),
    )
    const report = await cycle({}, cancel.signal)
    expect(report).toMatchObject({ outcome: 'failed', failure: { code: 'ABORTED' } })
    expect(scene.log.lines).toEqual([])
    expect(await listRuns(scene.context.store, {})).toEqual([])
    expect(await staged()).toBe(0)
  })

  it('records nothing when it was cancelled with an answer that brings nothing', async () => {
    const cancel = new AbortController()
    scene.answer(query => {
      const answer = news()(query)
      cancel.abort()
      return answer
    })
    expect(await cycle({}, cancel.signal)).toMatchObject({ failure: { code: 'ABORTED' } })
    expect([await listRuns(scene.context.store, {}), (await noted()).cursor]).toEqual([[], undefined])
  })

  it('leaves nothing staged', async () => {
    const many = Array.from({ length: 600 }, (_, index) => entry(`n${index}`))
    scene.answer(unlessNamed(news(many, ['n1']), () => refusal('D20004')))
    expect(await cycle()).toMatchObject({ outcome: 'failed', rows: 600 })
    expect(await staged()).toBe(0)
  })

  it('of a store that cannot be read counts as a first failure, without a pause', async () => {
    const unread = unreadable(scene.context.store, 'reading')
    expect(await cycle({ store: unread })).toMatchObject({
      failure: { code: 'UNEXPECTED', message: 'out of reach' },
    })
    expect(await noted()).toMatchObject({ failuresInARow: 1, notBefore: undefined })
    expect(scene.log.at(ERROR)[0]).not.toHaveProperty('address')
  })
})

const staged = async () =>
  (await scene.context.store.reading.selectFrom('staged').selectAll().execute()).length

/** The same store, but it cannot be read so. */
const unreadable = (store: AgentStore, name: 'reading' | 'snapshot', isNow = () => true): AgentStore =>
  Object.defineProperty({ ...store }, name, {
    get() {
      if (isNow()) throw new Error('out of reach')
      return store[name]
    },
  })

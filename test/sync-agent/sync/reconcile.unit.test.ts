/** What a reconciliation asks, decides, reports and says in the log. */
import { beforeEach, describe, expect, it } from 'vitest'
import { listRuns } from '../../../sync-agent/store/journal.ts'
import { storedAfter } from '../../../sync-agent/store/reading.ts'
import { stage } from '../../../sync-agent/store/staging.ts'
import { readState } from '../../../sync-agent/store/stream-rows.ts'
import { runReconcile } from '../../../sync-agent/sync/reconcile.ts'
import { ACADEMY, ERROR, entry, INFO, ingested, WARN } from '../support.ts'
import { copied, named, never, news, type RunScene, refusal, runScene, unlessNamed } from './run-scene.ts'

let scene: RunScene
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => entry(`n${`${index}`.padStart(4, '0')}`))
const reconcile = (options = {}, token: number | undefined = scene.token, signal = never) =>
  runReconcile(ACADEMY, token, options, scene.context, signal)
const compare = (options = {}) => runReconcile(ACADEMY, undefined, options, scene.context, never)
/** The service has these, and says the same by whatever question. */
const has = (all: ReturnType<typeof entry>[]) =>
  scene.answer(unlessNamed(news(all), ids => news(all.filter(({ newsId }) => ids.includes(newsId)))))
beforeEach(async () => {
  scene = await runScene()
})

describe('a reconciliation', () => {
  it('says what it has found and done', async () => {
    await copied(scene, [entry('a'), entry('b')])
    scene.clock.set('2026-09-01T00:00:02Z')
    const say = unlessNamed(news([entry('b'), entry('c')]), () => news())
    scene.answer(query => {
      scene.clock.set('2026-09-01T00:00:06Z')
      return say(query)
    })
    const applied = { new: 1, changed: 0, unchanged: 1, deleted: 1, quarantined: 0, seq: 4 }
    const facts = { from: '19700101000000', txID: 't', rows: 2, attempts: 1, durationMs: 4000 }
    expect(await reconcile()).toEqual({
      ...{ ...ACADEMY, ...facts, outcome: 'done', dryRun: false, applied },
      differences: [
        { newsId: 'c', kind: 'missing', title: 'Title of c' },
        { newsId: 'a', kind: 'surplus', title: 'Title of a' },
      ],
    })
    expect(scene.log.lines).toMatchObject([
      {
        ...ACADEMY,
        level: INFO,
        code: 'D00000',
        txID: 't',
        ...applied,
        differences: 2,
        msg: 'news reconciled',
      },
    ])
    expect(await listRuns(scene.context.store, { limit: 1 })).toMatchObject([
      { ...facts, kind: 'reconcile', deleted: 1 },
    ])
  })

  it('says why it deletes nothing, in the report, the log and the journal', async () => {
    await copied(scene, numbered(12))
    has([])
    const reason = 'the service lists no entry, but 12 are stored'
    const refused = await reconcile()
    expect(refused).toMatchObject({ refused: { reason }, applied: { deleted: 0 } })
    expect(scene.log.at(WARN)).toMatchObject([
      { ...ACADEMY, code: 'D00000', txID: 't', msg: `nothing of academy/en-US is deleted: ${reason}` },
    ])
    expect(await listRuns(scene.context.store, { limit: 1 })).toMatchObject([{ refused: reason }])
    // What is refused in any case is not asked for one by one.
    expect(named(scene)).toEqual([])

    has([entry('new')])
    const eleven = '12 of 12 stored entries are no longer published, more than a tenth'
    expect(await compare()).toMatchObject({ refused: { reason: eleven }, dryRun: true })
    const forced = await compare({ force: true })
    expect(forced).not.toHaveProperty('refused')
    expect(forced).not.toHaveProperty('applied')
  })

  it('of an empty list asks for each entry when it is forced', async () => {
    await copied(scene, [entry('a'), entry('b')])
    scene.answer(unlessNamed(news(), () => news([entry('b')])))
    expect(await reconcile({ force: true })).toMatchObject({ applied: { deleted: 1 } })
    expect(named(scene)).toEqual(['a,b'])
  })

  it('of an empty store and an empty list has nothing to refuse', async () => {
    has([])
    expect(await reconcile()).not.toHaveProperty('refused')
    expect(named(scene)).toEqual([])
    expect(scene.log.at(WARN)).toEqual([])
  })

  it('compares every entry, also of several pages', async () => {
    await copied(scene, numbered(2_001))
    const kept = numbered(2_001).filter(({ newsId }) => !['n0000', 'n1000', 'n2000'].includes(newsId))
    has(kept)
    const report = await reconcile()
    expect(report).toMatchObject({ applied: { deleted: 3, unchanged: 1998 } })
    expect(report.differences.map(({ newsId }) => newsId)).toEqual(['n0000', 'n1000', 'n2000'])
    expect(named(scene)).toEqual(['n0000,n1000,n2000'])
  })

  it('asks for no identifier that no question can have, and sweeps it all the same', async () => {
    await copied(scene, [entry('a,b'), entry('c'), entry('d')])
    has([entry('d')])
    expect(await reconcile()).toMatchObject({ applied: { deleted: 2 } })
    expect(named(scene)).toEqual(['c'])
  })

  it('one that fails says what it had found, and does not count for the stream', async () => {
    await copied(scene, [entry('a')])
    scene.answer(unlessNamed(news([entry('b')]), () => refusal('D20004')))
    const differences = [{ newsId: 'b', kind: 'missing', title: 'Title of b' }]
    const failure = { code: 'D20004' }
    expect(await reconcile()).toMatchObject({
      ...ACADEMY,
      outcome: 'failed',
      dryRun: false,
      differences,
      failure,
      rows: 1,
    })
    expect(scene.log.at(ERROR)[0]?.msg).toMatch(/^news of academy\/en-US not reconciled: /)
    expect(await listRuns(scene.context.store, { limit: 1 })).toMatchObject([
      { kind: 'reconcile', error: failure },
    ])
    const { reading } = scene.context.store
    expect((await readState(reading, ACADEMY)).failuresInARow).toBe(0)
    // Nothing of it is taken, and nothing goes.
    expect((await storedAfter(scene.context.store, ACADEMY, '', 9)).map(({ newsId }) => newsId)).toEqual([
      'a',
    ])
    expect(await compare()).toMatchObject({ outcome: 'failed', dryRun: true, failure })
  })

  it('one that is cancelled writes nothing', async () => {
    await copied(scene, [entry('a'), entry('b')])
    const cancel = new AbortController()
    scene.answer(query => {
      const answer = news(query.has('newsIDs') ? [] : [entry('b'), entry('c')])(query)
      if (query.has('newsIDs')) cancel.abort()
      return answer
    })
    expect(await reconcile({}, scene.token, cancel.signal)).toMatchObject({ failure: { code: 'ABORTED' } })
    expect(await listRuns(scene.context.store, {})).toHaveLength(1)
  })

  it('one that only compares leaves alone what a copy under way has staged', async () => {
    const { store } = scene.context
    await stage(store, scene.token, ACADEMY, { listed: [ingested('a')], invalid: [] })
    has([entry('a')])
    expect(await compare()).toMatchObject({ outcome: 'done', differences: [{ newsId: 'a' }] })
    expect(await store.reading.selectFrom('staged').select('news_id').execute()).toEqual([{ news_id: 'a' }])
  })

  it('one that only compares is reported as cancelled, also when everything has come', async () => {
    const cancel = new AbortController()
    scene.answer(query => {
      const answer = news()(query)
      cancel.abort()
      return answer
    })
    const report = await runReconcile(ACADEMY, undefined, {}, scene.context, cancel.signal)
    expect(report).toMatchObject({ outcome: 'failed', failure: { code: 'ABORTED' } })
  })
})

describe('deletions that the list brings', () => {
  it('count, of entries that were never stored as well', async () => {
    await copied(scene, [entry('a'), entry('b')])
    scene.answer(unlessNamed(news([entry('b')], ['a', 'unknown']), () => news([], ['a'])))
    const report = await reconcile()
    expect(report).toMatchObject({ applied: { deleted: 2 } })
    expect(report.differences).toEqual([{ newsId: 'a', kind: 'surplus', title: 'Title of a' }])
  })

  it('are held back with the others when there are too many', async () => {
    await copied(scene, numbered(20))
    const gone = numbered(20).slice(0, 11)
    const ids = gone.map(({ newsId }) => newsId)
    scene.answer(unlessNamed(news(numbered(20).slice(11), [...ids, 'unknown']), () => news([], ids)))
    expect(await reconcile()).toMatchObject({ refused: {}, applied: { deleted: 1 } })
  })
})

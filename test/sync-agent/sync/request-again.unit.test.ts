/** Which entries are asked for once more, and what the answer decides. */
import { beforeEach, describe, expect, it } from 'vitest'
import { listRuns } from '../../../sync-agent/store/journal.ts'
import { quarantinedIds } from '../../../sync-agent/store/quarantine-rows.ts'
import { readState } from '../../../sync-agent/store/stream-rows.ts'
import { runCycle } from '../../../sync-agent/sync/cycle.ts'
import { ReceivedEntries } from '../../../sync-agent/sync/received-entries.ts'
import { resolveContradictions, retryDue, retryQuarantined } from '../../../sync-agent/sync/request-again.ts'
import type { Answer } from '../../../sync-agent/sync/request-news.ts'
import { ACADEMY, ERROR, entry, WARN } from '../support.ts'
import {
  bad,
  copied,
  named,
  never,
  news,
  type RunScene,
  refusal,
  runScene,
  unlessNamed,
} from './run-scene.ts'

let scene: RunScene
const receive = () =>
  new ReceivedEntries({ ...scene.context, stream: ACADEMY, token: scene.token, signal: never })
beforeEach(async () => {
  scene = await runScene()
})

describe('contradictions', () => {
  /** What is deleted of an answer that lists and deletes these, and what of it is left. */
  async function resolved(newsList: unknown[], delNewsIds: string[], from = '20260901000000') {
    const received = receive()
    await received.take(newsList)
    const answer = { received, end: { delNewsIds }, from } as unknown as Answer
    const deleted = await resolveContradictions(ACADEMY, answer, scene.context, never)
    return { deleted, listed: [...received.listed] }
  }

  it('are of what is listed and deleted, or listed after its tombstone, and of nothing else', async () => {
    await copied(scene, [entry('kept')], ['buried'])
    scene.answer(news([entry('both')], ['buried']))
    const answer = [entry('both'), entry('buried'), entry('new'), entry('kept')]
    expect(await resolved(answer, ['both', 'gone'])).toEqual({
      deleted: ['gone', 'buried'],
      listed: ['both', 'new', 'kept'],
    })
    expect(named(scene)).toEqual(['both,buried'])
  })

  it('are none in a usual answer', async () => {
    await copied(scene, [entry('a')])
    expect(await resolved([entry('b')], ['a'])).toEqual({ deleted: ['a'], listed: ['b'] })
    expect(named(scene)).toEqual([])
  })

  it('count as deleted where nothing is said of them beside others', async () => {
    scene.answer(news([entry('a')]))
    expect(await resolved([entry('a'), entry('b')], ['a', 'b'])).toEqual({ deleted: ['b'], listed: ['a'] })
    scene.answer(news([], ['a']))
    expect(await resolved([entry('a'), entry('b')], ['a', 'b'])).toEqual({ deleted: ['a', 'b'], listed: [] })
    expect(scene.log.at(WARN)).toEqual([])
  })

  it('are left as they came by a service that ignores the question, which is told where it matters', async () => {
    await copied(scene, [], ['buried'])
    scene.answer(news([entry('of the last minutes')]))
    expect(await resolved([entry('a')], ['a'])).toEqual({ deleted: ['a'], listed: [] })
    expect(scene.log.at(WARN)).toEqual([])
    expect(await resolved([entry('buried'), entry('a')], ['a'])).toEqual({
      deleted: ['a'],
      listed: ['buried'],
    })
    expect(scene.log.at(WARN)).toMatchObject([
      {
        ...{ ...ACADEMY, code: 'D00000' },
        msg: expect.stringMatching(
          /^the service says nothing of entries of academy\/en-US that newsIDs names/,
        ),
      },
    ])
  })

  it('of an identifier that cannot be asked for end with its deletion', async () => {
    expect(await resolved([entry('a,b'), entry('c')], ['a,b'])).toEqual({ deleted: ['a,b'], listed: ['c'] })
    expect(named(scene)).toEqual([])
  })

  describe('in an hour that the clock shows twice', () => {
    beforeEach(async () => {
      scene = await runScene({ zone: 'Europe/Vienna' })
      await copied(scene, [entry('again'), entry('gone'), entry('edited')], ['buried'])
      scene.answer(news([entry('again')], ['gone']))
    })

    it('may be of each deletion of a published entry', async () => {
      expect(await resolved([], ['again', 'gone', 'buried', 'unknown'], '20261025023000')).toEqual({
        deleted: ['gone', 'buried', 'unknown'],
        listed: ['again'],
      })
      expect(named(scene)).toEqual(['again,gone'])
    })

    it.each(['20261025013000', '20261025033000'])('and not in the hour beside it: %s', async from => {
      const { deleted } = await resolved([], ['again', 'gone'], from)
      expect([deleted, named(scene)]).toEqual([['again', 'gone'], []])
    })
  })
})

describe('entries in quarantine that are due', () => {
  const due = (received = receive(), deleted: string[] = [], signal = never) =>
    retryDue(ACADEMY, received, deleted, scene.context, signal)
  beforeEach(async () => {
    await copied(scene, ['a', 'b', 'c', 'd', 'e', 'x,y'].map(bad))
    scene.clock.set('2026-09-01T00:01:00Z')
  })

  it('are asked for, but for those of which the answer speaks', async () => {
    const received = receive()
    await received.take([bad('d')])
    scene.answer(news([entry('a'), bad('b'), entry('x,y')], ['c']))
    expect(await due(received, ['e'])).toEqual({ deleted: ['c'], putOff: ['b'] })
    expect(named(scene)).toEqual(['a,b,c'])
    expect([...received.listed]).toEqual(['d', 'a', 'b'])
  })

  it('are put off when nothing is said of them', async () => {
    scene.answer(news([entry('a')]))
    expect(await due()).toEqual({ deleted: [], putOff: ['b', 'c', 'd', 'e'] })
  })

  it('are those whose time has come', async () => {
    scene.clock.set('2026-09-01T00:00:59Z')
    expect(await due()).toEqual({ deleted: [], putOff: [] })
    expect(named(scene)).toEqual([])
    // A clock that was set back by more than the longest pause.
    scene.clock.set('2026-08-31T23:00:59Z')
    await due()
    expect(named(scene)).toEqual(['a,b,c,d,e'])
  })

  it('are put off when they cannot be asked for, and the cycle goes on', async () => {
    scene.answer(refusal('D20004'))
    expect(await due()).toEqual({ deleted: [], putOff: ['a', 'b', 'c', 'd', 'e'] })
    expect(scene.log.at(WARN)).toMatchObject([
      {
        ...ACADEMY,
        code: 'D20004',
        msg: expect.stringMatching(/^cannot request quarantined entries: .*D20004/),
      },
    ])
  })

  it('are asked for no more once the run is cancelled', async () => {
    const cancel = new AbortController()
    scene.answer(query => {
      cancel.abort()
      return refusal('D20004')(query)
    })
    await expect(due(receive(), [], cancel.signal)).rejects.toThrow(/abort/)
    expect(scene.log.at(WARN)).toEqual([])
  })

  it('are five hundred in one cycle, those that wait the longest', async () => {
    const many = Array.from({ length: 501 }, (_, index) => `n${`${index}`.padStart(3, '0')}`)
    await copied(scene, many.map(bad))
    // The first ones were asked for in this cycle, and are due again last.
    scene.clock.set('2026-09-01T00:03:00Z')
    scene.answer(news())
    const { putOff } = await due()
    expect(new Set(putOff).size).toBe(500)
    expect(many).toEqual(expect.arrayContaining(putOff))
  })
})

describe('entries in quarantine that an operator asks for', () => {
  const retried = async (signal = never) =>
    retryQuarantined(
      ACADEMY,
      await quarantinedIds(scene.context.store, ACADEMY),
      scene.token,
      scene.context,
      signal,
    )
  const outcomes = async () =>
    (await retried()).map(({ newsId, outcome, reason }) => ({ newsId, outcome, reason }))
  beforeEach(async () => {
    await copied(scene, ['a', 'b', 'c', 'd', 'x,y'].map(bad))
    scene.clock.set('2026-09-01T00:00:02Z')
  })

  it('are published, deleted, still unfit, absent, or cannot be asked for', async () => {
    scene.answer(query => {
      scene.clock.set('2026-09-01T00:00:05Z')
      return news([entry('a'), bad('b')], ['c'])(query)
    })
    expect(await outcomes()).toEqual([
      { newsId: 'a', outcome: 'published', reason: undefined },
      { newsId: 'b', outcome: 'unfit', reason: expect.stringMatching(/^\/newsTitle \S/) },
      { newsId: 'c', outcome: 'deleted', reason: undefined },
      { newsId: 'd', outcome: 'absent', reason: undefined },
      { newsId: 'x,y', outcome: 'unaskable', reason: undefined },
    ])
    expect(named(scene)).toEqual(['a,b,c,d'])
    const left = await quarantinedIds(scene.context.store, ACADEMY)
    expect(left.map(({ newsId, retryAt }) => `${newsId} ${retryAt}`)).toEqual([
      'x,y 2026-09-01T00:01:00Z',
      'b 2026-09-01T00:02:05Z',
      'd 2026-09-01T00:02:05Z',
    ])
    const [run] = await listRuns(scene.context.store, { limit: 1 })
    expect(run).toMatchObject({
      ...ACADEMY,
      kind: 'retry',
      durationMs: 3000,
      rows: 2,
      new: 1,
      deleted: 1,
      quarantined: 1,
    })
    expect(run?.startedAt).toBe('2026-09-01T00:00:02Z')
  })

  it('stay as they are when the service cannot be asked, which does not count for the stream', async () => {
    scene.answer(refusal('D20004'))
    const report = (await retried())[0]
    expect(report).toEqual({
      ...{ ...ACADEMY, id: expect.any(Number), newsId: 'a', outcome: 'failed' },
      reason: expect.stringContaining('D20004'),
    })
    expect(await quarantinedIds(scene.context.store, ACADEMY)).toHaveLength(5)
    expect(scene.log.at(ERROR)).toHaveLength(1)
    expect(await listRuns(scene.context.store, { limit: 1 })).toMatchObject([
      { kind: 'retry', error: { code: 'D20004' } },
    ])
    expect((await readState(scene.context.store.reading, ACADEMY)).failuresInARow).toBe(0)
  })

  it('stay as they are when it is cancelled', async () => {
    const cancel = new AbortController()
    scene.answer(query => {
      const answer = news()(query)
      cancel.abort()
      return answer
    })
    expect(await retried(cancel.signal)).toMatchObject([
      { outcome: 'failed', reason: expect.stringContaining('cancelled') },
      {},
      {},
      {},
      {},
    ])
    expect(await quarantinedIds(scene.context.store, ACADEMY)).toHaveLength(5)
  })
})

it('a cycle that deletes and puts off by such an answer does both', async () => {
  await copied(scene, [entry('a'), entry('b')])
  await copied(scene, [bad('a'), bad('b')])
  scene.clock.set('2026-09-01T00:05:00Z')
  scene.answer(unlessNamed(news([], ['c']), () => news([], ['a'])))
  expect(await runCycle(ACADEMY, scene.token, scene.context, never)).toMatchObject({
    applied: { deleted: 2 },
  })
  const left = await quarantinedIds(scene.context.store, ACADEMY)
  expect(left.map(({ newsId, retryAt }) => `${newsId} ${retryAt}`)).toEqual(['b 2026-09-01T00:07:00Z'])
})

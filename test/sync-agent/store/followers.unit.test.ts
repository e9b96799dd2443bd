/** How far each follower has come, and what it has put aside. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  asideCounts,
  asideIds,
  asideOf,
  type BatchOutcome,
  beginFollower,
  beginNow,
  dueAside,
  endFollower,
  forgetPauses,
  isOfEntry,
  listAside,
  listFollowers,
  nextAside,
  noteBatch,
  type Refusal,
  readFollower,
  retryAside,
  rewindFollower,
  type Subject,
  skipAside,
} from '../../../sync-agent/store/followers.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import type { Stream } from '../../../sync-agent/stream.ts'
import { execute } from '../database.ts'
import { ACADEMY, ACADEMY_ZH } from '../support.ts'
import { beforeEachLedStore, lead } from './led-store.ts'

let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ db, store, token } = led)
})
beforeEach(async () => {
  await store.write(async queries => {
    await beginFollower(queries, 'sql-1', undefined)
    await beginFollower(queries, 'sql-2', 40)
  })
})

const of = (newsId: string | undefined, stream: Stream = ACADEMY): Subject => ({ ...stream, newsId })
const refusal = (newsId: string | undefined, differing: Partial<Refusal> = {}): Refusal => ({
  ...of(newsId),
  ...{ appliedSeq: 0, attempts: 1, nextAt: 200, reason: 'no', isUnanswered: false },
  ...differing,
})
const batch = (differing: Partial<BatchOutcome> = {}, name = 'sql-1') =>
  noteBatch(store, token, name, {
    ...{ at: 100, from: 0, to: 0, applied: [], refused: [], failures: 0, notBefore: undefined },
    ...{ failure: undefined, isTaken: false, isBack: false },
    ...differing,
  })
const state = async (name = 'sql-1') => await readFollower(store, name)
const aside = async (name = 'sql-1') => await listAside(store, name, 100)
const newsIds = (list: readonly Subject[]) => list.map(({ newsId }) => newsId)

describe('a follower', () => {
  const fresh = {
    failures: 0,
    notBefore: undefined,
    doneAt: undefined,
    failedAt: undefined,
    failure: undefined,
  }

  it('begins at the beginning, or with what comes from now on', async () => {
    expect(await listFollowers(store)).toEqual([
      { ...fresh, name: 'sql-1', seq: 0, began: undefined },
      { ...fresh, name: 'sql-2', seq: 40, began: 40 },
    ])
    expect(await state('sql-3')).toBeUndefined()
    await execute(db, 'UPDATE store SET seq = 7')
    expect(await beginNow(store.reading)).toBe(7)
  })

  it('notes how a batch went: what its target took, or why it did not', async () => {
    await batch({ to: 5, isTaken: true, at: 111 })
    expect(await state()).toMatchObject({ ...fresh, seq: 5, doneAt: 111 })
    await batch({ from: 5, to: 6, failures: 2, notBefore: 900, failure: 'away', at: 222 })
    const failed = { failures: 2, notBefore: 900, doneAt: 111, failedAt: 222, failure: 'away' }
    expect(await state()).toMatchObject({ ...failed, seq: 6 })
    await batch({ from: 6, to: 7, isTaken: true, at: 333 })
    expect(await state()).toMatchObject({ ...failed, seq: 7, failures: 0, notBefore: undefined, doneAt: 333 })
    expect(await state('sql-2')).toMatchObject({ ...fresh, seq: 40 })
  })

  it('writes what else belongs to a batch with it, all or nothing', async () => {
    const outcome: BatchOutcome = {
      ...{ at: 100, from: 0, to: 3, applied: [], refused: [], failures: 0, notBefore: undefined },
      ...{ failure: undefined, isTaken: true, isBack: false },
    }
    const failing = () => Promise.reject(new Error('no'))
    await expect(noteBatch(store, token, 'sql-1', outcome, failing)).rejects.toThrow('no')
    expect((await state())?.seq).toBe(0)
    await noteBatch(store, token, 'sql-1', outcome, async queries => {
      await beginFollower(queries, 'beside', undefined)
    })
    expect([(await state())?.seq, (await state('beside'))?.name]).toEqual([3, 'beside'])
  })

  it('is left where an operator has put it meanwhile', async () => {
    await batch({ to: 9 })
    await rewindFollower(store, 'sql-1', 4)
    await batch({ from: 9, to: 12, refused: [refusal('a', { appliedSeq: 11 })] })
    expect((await state())?.seq).toBe(4)
    // What comes again has to be tried again.
    expect(await aside()).toMatchObject([{ newsId: 'a', appliedSeq: 4 }])
  })

  it('that is gone meanwhile stays gone', async () => {
    await store.write(queries => endFollower(queries, 'sql-1'))
    await batch({ to: 9, refused: [refusal('a')] })
    expect([await state(), await aside()]).toEqual([undefined, []])
    expect(await state('sql-2')).toBeDefined()
  })

  it('is written by the leader alone', async () => {
    await lead(store)
    await expect(batch({ to: 9 })).rejects.toMatchObject({ code: 'LEASE_LOST' })
    await expect(forgetPauses(store, token)).rejects.toMatchObject({ code: 'LEASE_LOST' })
    expect((await state())?.seq).toBe(0)
  })

  it('tries at once under another leader', async () => {
    await batch({ notBefore: 900, failures: 3 })
    await batch({ from: 40, to: 40, notBefore: 901 }, 'sql-2')
    await forgetPauses(store, token)
    expect(await state()).toMatchObject({ notBefore: undefined, failures: 3 })
    expect((await state('sql-2'))?.notBefore).toBeUndefined()
  })
})

describe('rewinding', () => {
  it('goes back to a change, and so does what was put aside after it', async () => {
    await batch({
      to: 50,
      failures: 2,
      notBefore: 900,
      refused: [refusal('a', { appliedSeq: 30 }), refusal('b', { appliedSeq: 45 })],
    })
    await rewindFollower(store, 'sql-1', 40)
    expect(await state()).toMatchObject({ seq: 40, failures: 0, notBefore: undefined, began: undefined })
    expect(await aside()).toMatchObject([
      { newsId: 'b', appliedSeq: 40 },
      { newsId: 'a', appliedSeq: 30 },
    ])
  })

  it('tells of what came before it began only when it goes back further', async () => {
    await rewindFollower(store, 'sql-2', 60)
    expect(await state('sql-2')).toMatchObject({ seq: 60, began: 40 })
    await rewindFollower(store, 'sql-2', 40)
    expect(await state('sql-2')).toMatchObject({ seq: 40, began: 40 })
    await rewindFollower(store, 'sql-2', 39)
    expect(await state('sql-2')).toMatchObject({ seq: 39, began: 39 })
    expect(await state()).toMatchObject({ seq: 0, began: undefined })
  })

  it('to the beginning is never where it is, so that a batch under way does not count', async () => {
    await batch({ to: 5, refused: [refusal('a', { appliedSeq: 3 })] })
    await rewindFollower(store, 'sql-1', undefined)
    expect((await state())?.seq).toBe(0)
    expect(await aside()).toMatchObject([{ appliedSeq: 0 }])
    await rewindFollower(store, 'sql-1', undefined)
    await rewindFollower(store, 'sql-1', undefined)
    expect((await state())?.seq).toBe(-2)
    await rewindFollower(store, 'sql-2', undefined)
    expect(await state('sql-2')).toMatchObject({ seq: 0, began: undefined })
  })
})

describe('what is put aside', () => {
  it('is kept with why, since when, and when it is tried again', async () => {
    await batch({
      to: 9,
      refused: [
        refusal('a', { appliedSeq: 4, reason: 'too long' }),
        refusal('', { nextAt: 300 }),
        refusal(undefined),
      ],
    })
    const all = await aside()
    expect(all).toEqual([
      {
        ...of(undefined),
        id: expect.any(Number),
        follower: 'sql-1',
        appliedSeq: 0,
        since: 100,
        attempts: 1,
        nextAt: 200,
        reason: 'no',
      },
      {
        ...of(''),
        id: expect.any(Number),
        follower: 'sql-1',
        appliedSeq: 0,
        since: 100,
        attempts: 1,
        nextAt: 300,
        reason: 'no',
      },
      {
        ...of('a'),
        id: expect.any(Number),
        follower: 'sql-1',
        appliedSeq: 4,
        since: 100,
        attempts: 1,
        nextAt: 200,
        reason: 'too long',
      },
    ])
    expect(all.map(isOfEntry)).toEqual([false, true, true])
    expect(await listAside(store, 'sql-1', 1)).toEqual(all.slice(0, 1))
    expect(await aside('sql-2')).toEqual([])
  })

  it('again keeps since when, and how far it was applied, and changes no other', async () => {
    await batch({ from: 40, to: 41, refused: [refusal('a')] }, 'sql-2')
    await batch({ to: 9, refused: [refusal('a', { appliedSeq: 4 }), refusal('b')] })
    const mine = async () => (await aside()).find(({ newsId }) => newsId === 'a')
    const others = async () => [
      ...(await aside()).filter(({ newsId }) => newsId !== 'a'),
      ...(await aside('sql-2')),
    ]
    const before = await others()
    expect(before).toHaveLength(2)
    await batch({
      at: 500,
      from: 9,
      to: 9,
      refused: [refusal('a', { appliedSeq: 8, attempts: 2, nextAt: 700, reason: 'still' })],
    })
    const again = { attempts: 2, nextAt: 700, reason: 'still', since: 100, appliedSeq: 4 }
    expect(await mine()).toMatchObject(again)
    // It came anew, and was refused anew.
    await batch({
      at: 600,
      from: 9,
      to: 9,
      refused: [refusal('a', { appliedSeq: 9, attempts: 1, nextAt: 800 })],
    })
    expect(await mine()).toMatchObject({ ...again, attempts: 1, nextAt: 800, reason: 'no' })
    expect(await others()).toEqual(before)
  })

  it('and skipped meanwhile stays away', async () => {
    await batch({ to: 9, refused: [refusal('a')] })
    expect(await skipAside(store, 'sql-1', undefined)).toBe(1)
    await batch({ from: 9, to: 9, refused: [refusal('a', { attempts: 2 })] })
    expect(await aside()).toEqual([])
  })

  it('leaves the list when it is applied, that one and no other', async () => {
    await batch({ to: 9, refused: [refusal('a'), refusal('b'), refusal(undefined)] })
    await batch({ from: 40, to: 41, refused: [refusal('a')] }, 'sql-2')
    await batch({ from: 9, to: 9, applied: [of('a'), of('b', ACADEMY_ZH), of(undefined)] })
    expect(newsIds(await aside())).toEqual(['b'])
    expect(newsIds(await aside('sql-2'))).toEqual(['a'])
  })

  it('is looked up by what it is about', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => `n${index}`)
    await batch({ to: 9, refused: [...ids.map(id => refusal(id)), refusal(undefined)] })
    await batch({ from: 40, to: 41, refused: [refusal('other')] }, 'sql-2')
    const asked = [...ids.map(id => of(id)), of('other'), of('n1', ACADEMY_ZH), of(undefined)]
    expect(newsIds(await asideOf(store, 'sql-1', asked)).toSorted()).toEqual([...ids, undefined].toSorted())
    expect(await asideOf(store, 'sql-1', [])).toEqual([])
  })

  it('is due at its time, those that have waited longest first, and at once when the clock was set back', async () => {
    const at = (newsId: string, nextAt: number) => refusal(newsId, { nextAt })
    await batch({
      to: 9,
      refused: [
        at('later', 151),
        at('now', 150),
        at('first', 90),
        at('also', 90),
        at('far', 1151),
        at('just', 1150),
      ],
    })
    expect(newsIds(await dueAside(store, 'sql-1', 150, 1000, 10))).toEqual(['first', 'also', 'now', 'far'])
    expect(newsIds(await dueAside(store, 'sql-1', 150, 1000, 2))).toEqual(['first', 'also'])
    expect(await dueAside(store, 'sql-2', 150, 1000, 10)).toEqual([])
    expect(await nextAside(store, 'sql-1', 150)).toBe(151)
    expect(await nextAside(store, 'sql-1', 1151)).toBeUndefined()
    expect(await nextAside(store, 'sql-2', 0)).toBeUndefined()
  })

  it('is due when its target answers again, if it had not answered', async () => {
    await batch({
      to: 9,
      refused: [refusal('silent', { isUnanswered: true, nextAt: 900 }), refusal('refused', { nextAt: 900 })],
    })
    await batch(
      { from: 40, to: 41, refused: [refusal('other', { isUnanswered: true, nextAt: 900 })] },
      'sql-2',
    )
    await batch({ at: 500, from: 9, to: 9 })
    expect(await dueAside(store, 'sql-1', 500, 1000, 10)).toEqual([])
    await batch({ at: 500, from: 9, to: 9, isBack: true })
    expect(newsIds(await dueAside(store, 'sql-1', 500, 1000, 10))).toEqual(['silent'])
    expect(await dueAside(store, 'sql-2', 500, 1000, 10)).toEqual([])
  })

  it('is counted for each follower', async () => {
    expect(await asideCounts(store)).toEqual([])
    await batch({ to: 9, at: 100, refused: [refusal('a')] })
    await batch({ from: 9, to: 9, at: 200, refused: [refusal('b')] })
    await batch({ from: 40, to: 41, at: 300, refused: [refusal('a')] }, 'sql-2')
    const counts = await asideCounts(store)
    expect(counts.toSorted((one, other) => one.since - other.since)).toEqual([
      { follower: 'sql-1', count: 2, since: 100 },
      { follower: 'sql-2', count: 1, since: 300 },
    ])
  })

  it('goes with its follower', async () => {
    await batch({ to: 9, refused: [refusal('a')] })
    await batch({ from: 40, to: 41, refused: [refusal('a')] }, 'sql-2')
    await store.write(queries => endFollower(queries, 'sql-1'))
    expect([await aside(), newsIds(await aside('sql-2'))]).toEqual([[], ['a']])
  })
})

describe('an operator', () => {
  beforeEach(async () => {
    await batch({
      to: 9,
      failures: 3,
      notBefore: 900,
      refused: ['a', 'b', 'c'].map(id => refusal(id, { nextAt: 900 })),
    })
    await batch(
      { from: 40, to: 41, failures: 3, notBefore: 900, refused: [refusal('a', { nextAt: 900 })] },
      'sql-2',
    )
  })
  const idOf = async (newsId: string) => (await aside()).find(each => each.newsId === newsId)?.id ?? 0
  const due = async (name = 'sql-1') => newsIds(await dueAside(store, name, 1, 10_000, 10))

  it('has some tried again, or all', async () => {
    const [a, c, other] = [await idOf('a'), await idOf('c'), (await aside('sql-2'))[0]?.id ?? 0]
    expect(await asideIds(store, 'sql-1', [a, c, other, 999])).toEqual([a, c])
    expect(await retryAside(store, 'sql-1', [a, other])).toBe(1)
    expect(await due()).toEqual(['a'])
    expect(await state()).toMatchObject({ failures: 0, notBefore: undefined })
    expect(await state('sql-2')).toMatchObject({ failures: 3, notBefore: 900 })
    expect(await retryAside(store, 'sql-1', undefined)).toBe(3)
    expect(await due()).toEqual(['a', 'b', 'c'])
    expect(await due('sql-2')).toEqual([])
  })

  it('leaves some out, or all', async () => {
    const [a, other] = [await idOf('a'), (await aside('sql-2'))[0]?.id ?? 0]
    expect(await skipAside(store, 'sql-1', [a, other])).toBe(1)
    expect(newsIds(await aside())).toEqual(['c', 'b'])
    expect(await skipAside(store, 'sql-1', undefined)).toBe(2)
    expect(newsIds(await aside('sql-2'))).toEqual(['a'])
  })
})

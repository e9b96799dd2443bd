/** What a batch comes to, and how long it is until the next attempt. */
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { askedMs, LONGEST_PLAN_MS, waitMs } from '../../../sync-agent/log/backoff.ts'
import { type Attempts, type BatchFacts, outcomeOf } from '../../../sync-agent/log/batch-outcome.ts'
import { FollowerError, type Given, type Refused, subjectOf } from '../../../sync-agent/log/follower.ts'
import type { Subject } from '../../../sync-agent/store/followers.ts'
import type { Synced } from '../../../sync-agent/store/types.ts'
import { ACADEMY } from '../support.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const longest = () => 1

it('waits grow fourfold up to an hour, and chance takes at most half of one away', () => {
  const seconds = Array.from({ length: 8 }, (_, before) => waitMs(before, longest) / SECOND)
  expect(seconds).toEqual([5, 20, 80, 320, 1_280, 3_600, 3_600, 3_600])
  expect([0, 0.5].map(random => waitMs(1, () => random))).toEqual([10 * SECOND, 15 * SECOND])
  expect(waitMs(5_000, longest)).toBe(HOUR)
  expect(waitMs(3, longest, 60 * SECOND)).toBe(60 * SECOND)
})

it('a target may ask for a pause of a day at most', () => {
  expect([undefined, 0, 7, DAY, DAY + 1].map(askedMs)).toEqual([0, 0, 7, DAY, DAY])
  expect(LONGEST_PLAN_MS).toBe(DAY)
})

it('a change is about its entry, or about a stream whose first sync is over', () => {
  const deletedAt = Temporal.Instant.fromEpochMilliseconds(0)
  expect([
    subjectOf({ change: { ...ACADEMY, kind: 'deletion', newsId: 'a', seq: 1, deletedAt } }),
    subjectOf({ change: { ...ACADEMY, kind: 'synced', seq: 1 } as Synced }),
  ]).toEqual([
    { ...ACADEMY, newsId: 'a' },
    { ...ACADEMY, newsId: undefined },
  ])
})

describe('a batch', () => {
  const AT = 1_000_000
  const nameOf = ({ newsId }: Subject) => newsId ?? '*'
  const given = (newsId: string): Given => ({
    change: {
      ...ACADEMY,
      kind: 'deletion',
      newsId,
      seq: 9,
      deletedAt: Temporal.Instant.fromEpochMilliseconds(0),
    },
    appliedSeq: 3,
  })
  const refuse = (newsId: string, more: Partial<Refused> = {}): Refused => ({
    ...given(newsId),
    reason: `no ${newsId}`,
    isUnanswered: false,
    ...more,
  })
  const attemptsOf = (before: Record<string, number>): Attempts =>
    new Map(
      Object.entries(before).map(([newsId, count]) => [
        newsId,
        { subject: { ...ACADEMY, newsId }, before: count, isNew: count === 0 },
      ]),
    )
  const batch = (
    failures: number,
    refused: BatchFacts['refused'],
    attempts = attemptsOf({ a: 0, b: 0, c: 0 }),
  ) =>
    outcomeOf({
      state: { name: 'copy', seq: 4, failures } as BatchFacts['state'],
      given: [...attempts.keys()].map(given),
      ...{ attempts, to: 9, refused, at: AT, random: longest, nameOf },
    })

  it('that is taken moves the cursor, and everything of it leaves the list', () => {
    expect(batch(0, [])).toEqual({
      ...{ at: AT, from: 4, to: 9, failures: 0, refused: [], isTaken: true, isBack: false },
      ...{ failure: undefined, notBefore: undefined },
      applied: ['a', 'b', 'c'].map(newsId => ({ ...ACADEMY, newsId })),
    })
    expect(batch(7, [])).toMatchObject({ failures: 0, isTaken: true, isBack: true })
  })

  it('of which a part is refused puts that aside with the time of its next attempt, and pauses nothing', () => {
    const outcome = batch(
      4,
      [refuse('b'), refuse('c', { isUnanswered: true })],
      attemptsOf({ a: 0, b: 2, c: 0 }),
    )
    expect(outcome).toMatchObject({ to: 9, failures: 0, failure: 'no c', isTaken: true, isBack: true })
    expect(outcome.notBefore).toBeUndefined()
    expect(outcome.applied).toEqual([{ ...ACADEMY, newsId: 'a' }])
    expect(outcome.refused).toEqual([
      {
        ...{ ...ACADEMY, newsId: 'b', appliedSeq: 3, attempts: 3, reason: 'no b', isUnanswered: false },
        nextAt: AT + 80 * SECOND,
      },
      {
        ...{ ...ACADEMY, newsId: 'c', appliedSeq: 3, attempts: 1, reason: 'no c', isUnanswered: true },
        nextAt: AT + 5 * SECOND,
      },
    ])
  })

  it('for which the target asks for a pause is not tried again before its end, nor is anything else', () => {
    const outcome = batch(0, [refuse('a', { retryAfterMs: HOUR }), refuse('b', { retryAfterMs: 9 * HOUR })])
    expect(outcome.notBefore).toBe(AT + 9 * HOUR)
    expect(outcome.refused.map(({ nextAt }) => nextAt - AT)).toEqual([HOUR, 9 * HOUR])
  })

  it('that is refused whole counts as so many failures, of which five pause', () => {
    const all = ['a', 'b', 'c'].map(newsId => refuse(newsId))
    expect(batch(0, all)).toMatchObject({ failures: 3, isTaken: false, isBack: false, notBefore: undefined })
    expect(batch(1, all)).toMatchObject({ failures: 4, notBefore: undefined })
    // However many: they are as bad as five of one.
    expect(batch(4, all)).toMatchObject({ failures: 5, notBefore: AT + 5 * SECOND })
    expect(batch(6, all)).toMatchObject({ failures: 7, notBefore: AT + 80 * SECOND })
  })

  it('of entries that were refused before counts for nothing, unless the target says nothing', () => {
    const before = attemptsOf({ a: 1, b: 1 })
    expect(batch(2, [refuse('a'), refuse('b')], before).failures).toBe(2)
    expect(batch(2, [refuse('a'), refuse('b', { isUnanswered: true })], before).failures).toBe(3)
    expect(batch(2, [refuse('a'), refuse('b')], attemptsOf({ a: 1, b: 0 })).failures).toBe(3)
  })

  it('in which there is nothing to say any more pauses nothing, however often the target failed before', () => {
    const outcome = outcomeOf({
      state: { name: 'copy', seq: 4, failures: 7 } as BatchFacts['state'],
      ...{ given: [], attempts: attemptsOf({ a: 1 }), to: 9, refused: [], at: AT, random: longest, nameOf },
    })
    expect(outcome).toMatchObject({ failures: 7, isTaken: false, notBefore: undefined })
    expect(outcome.applied).toEqual([{ ...ACADEMY, newsId: 'a' }])
  })

  it('of which the target takes nothing at all comes again, after a pause that grows from the fifth on', () => {
    expect(batch(0, new FollowerError('away'))).toEqual({
      ...{ at: AT, from: 4, to: 4, applied: [], refused: [], failures: 1, failure: 'away' },
      ...{ isTaken: false, isBack: false, notBefore: AT + 5 * SECOND },
    })
    const pauses = [4, 5, 6].map(failures => (batch(failures, new FollowerError('away')).notBefore ?? 0) - AT)
    expect(pauses).toEqual([5 * SECOND, 20 * SECOND, 80 * SECOND])
    expect(batch(0, new FollowerError('away', { retryAfterMs: HOUR })).notBefore).toBe(AT + HOUR)
  })
})

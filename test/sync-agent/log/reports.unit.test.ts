/** What operators are told of a follower: how far it is, what waits, since when, and what failed last. */
import { expect, it } from 'vitest'
import { FollowerError, type Given, type Refused, subjectOf } from '../../../sync-agent/log/follower.ts'
import { asideReport, followerStatuses, resuming, whyStopped } from '../../../sync-agent/log/reports.ts'
import { listAside } from '../../../sync-agent/store/followers.ts'
import { ACADEMY, ingested } from '../support.ts'
import { fillStore } from './support.ts'

it('a follower is told as it stands, and its failures with their times', async () => {
  await using box = await fillStore()
  await box.begin('copy')
  let take = async (_: readonly Given[]): Promise<Refused[]> => []
  const { work } = box.run(async () => [{ name: 'copy', atMost: 4, apply: changes => take(changes) }])
  const status = async () => await followerStatuses(box.store, box.clock.now().epochMilliseconds)
  const reported = { name: 'copy', state: 'active' } as const

  await box.apply([ingested('a'), ingested('b')])
  box.after(0.5)
  expect(await status()).toEqual([
    { ...reported, seq: 0, behind: 2, oldestMs: 1_800_000, aside: 0, failuresInARow: 0 },
  ])

  take = async () => {
    throw new FollowerError('away')
  }
  await work()
  const failed = {
    ...{ seq: 0, behind: 2, oldestMs: 1_800_000, aside: 0, failuresInARow: 1 },
    lastFailure: { at: '2026-09-01T00:30:00.000Z', message: 'away' },
  }
  expect(await status()).toEqual([{ ...reported, ...failed, restsUntil: '2026-09-01T00:30:05.000Z' }])
  box.after(0.5)
  expect(await status()).toEqual([{ ...reported, ...failed, oldestMs: 3_600_000 }])

  const isOfA = ({ change }: Given) => subjectOf({ change }).newsId === 'a'
  take = async changes =>
    changes.filter(isOfA).map(given => ({ ...given, reason: 'too long', isUnanswered: false }))
  await work()
  await work()
  box.after(1)
  expect(await status()).toEqual([
    {
      ...{ ...reported, seq: 2, behind: 0, oldestMs: 3_600_000, aside: 1, failuresInARow: 0 },
      lastDone: '2026-09-01T01:00:00.000Z',
      lastFailure: { at: '2026-09-01T01:00:00.000Z', message: 'too long' },
    },
  ])
  expect((await listAside(box.store, 'copy', 9)).map(asideReport)).toEqual([
    {
      ...{ ...ACADEMY, id: expect.any(Number), follower: 'copy', newsId: 'a', attempts: 1 },
      ...{ since: '2026-09-01T01:00:00.000Z', next: '2026-09-01T01:00:05.000Z', reason: 'too long' },
    },
  ])
})

it('one that was stopped is told with the command that resumes it', () => {
  expect(['webhook-1', 'sql-2', 'wordpress-13'].map(resuming)).toEqual([
    'webhooks resume 1',
    'sql resume 2',
    'wordpress resume 13',
  ])
  expect(whyStopped({ name: 'sql-2', state: 'paused' })).toBe(
    'sql-2 is paused; it goes on with schoolbell sync sql resume 2',
  )
  expect(whyStopped({ name: 'sql-2', state: 'active' })).toBeUndefined()
})

/** What operators are told of a follower: how far it is, what waits, since when, and what failed last. */
import { expect, it } from 'vitest'
import { FollowerError, type Given, type Refused, subjectOf } from '../../../sync-agent/log/follower.ts'
import { asideReport, followerStatuses, resuming, whyStopped } from '../../../sync-agent/log/reports.ts'
import type { DestinationKind } from '../../../sync-agent/store/destination-types.ts'
import { addDestination, pauseDestination } from '../../../sync-agent/store/destinations.ts'
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

it('a destination is told with its host, and whether it is stopped, but for what may be a secret in its address', async () => {
  await using box = await fillStore()
  const add = (kind: DestinationKind, address: string) =>
    addDestination(
      box.store,
      { kind, address, siteIds: undefined, langs: undefined, settings: {}, isFromBeginning: true, most: 9 },
      0,
    )
  await add('webhook', 'https://cms.example:8443/hook/sesame')
  await add('sql', 'sqlite:/srv/news.db')
  await box.begin('media')
  await pauseDestination(box.store, 1)
  const told = (await followerStatuses(box.store, 0)).map(({ name, to, state }) => ({ name, to, state }))
  expect(told).toEqual([
    { name: 'media', to: undefined, state: 'active' },
    { name: 'sql-2', to: 'sqlite:/srv/news.db', state: 'active' },
    { name: 'webhook-1', to: 'cms.example:8443', state: 'paused' },
  ])
})

it('a pause is told until it is over, and what is put aside for its own follower', async () => {
  await using box = await fillStore()
  for (const name of ['copy', 'other']) await box.begin(name)
  await box.apply([], ['gone'])
  const away = async () => {
    throw new FollowerError('away')
  }
  const refuse = async (changes: readonly Given[]): Promise<Refused[]> =>
    changes.map(given => ({ ...given, reason: 'no', isUnanswered: false }))
  const { runner } = box.run(async () => [
    { name: 'copy', atMost: 4, apply: away },
    { name: 'other', atMost: 4, apply: refuse },
  ])
  await runner.dispatch()
  await runner.settled()
  const now = box.clock.now().epochMilliseconds
  const [before, after] = [
    await followerStatuses(box.store, now + 4_999),
    await followerStatuses(box.store, now + 5_000),
  ]
  expect(before[0]?.restsUntil).toBe('2026-09-01T00:00:05.000Z')
  expect(after[0]).not.toHaveProperty('restsUntil')
  expect(before.map(({ aside }) => aside)).toEqual([0, 1])
})

it('the end of a first sync that is put aside has no identifier', () => {
  const aside = {
    ...ACADEMY,
    id: 1,
    follower: 'copy',
    appliedSeq: 0,
    since: 0,
    attempts: 1,
    nextAt: 5_000,
    reason: 'no',
  }
  expect(asideReport({ ...aside, newsId: undefined })).not.toHaveProperty('newsId')
  expect(asideReport({ ...aside, newsId: '' })).toHaveProperty('newsId', '')
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

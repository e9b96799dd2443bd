import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { apply } from '../../../sync-agent/store/apply.ts'
import { changesAfter } from '../../../sync-agent/store/change-log.ts'
import { markAt } from '../../../sync-agent/store/change-marks.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { scratch } from '../../support/scratch.ts'
import { cycleAt } from '../cycle-at.ts'
import { execute, freshDatabase } from '../database.ts'
import { ACADEMY, ACADEMY_ZH, ingested } from '../support.ts'

const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
const outcome = cycleAt(at)

it('tells the last change of every entry of every stream in order, deletions included', async () => {
  using files = scratch()
  const store = await openStore(await freshDatabase(files))
  const token = (await takeLease(store, 'test', await readLease(store.reading))) ?? 0
  await apply(
    store,
    token,
    ACADEMY,
    { listed: [ingested('a'), ingested('b')], deleted: ['never-seen'] },
    outcome,
  )
  await apply(store, token, ACADEMY_ZH, { listed: [ingested('a')], deleted: [] }, outcome)
  const edited = ingested('b', { newsTitle: 'Edited' })
  await apply(store, token, ACADEMY, { listed: [edited], deleted: ['a'] }, outcome)
  const told = [
    { seq: 3, kind: 'deletion', newsId: 'never-seen', ...ACADEMY, deletedAt: at },
    { seq: 4, kind: 'upsert', entry: { newsId: 'a', ...ACADEMY_ZH, seq: 4 } },
    { seq: 5, kind: 'upsert', entry: { newsId: 'b', title: 'Edited', seq: 5 } },
    { seq: 6, kind: 'deletion', newsId: 'a', ...ACADEMY },
  ]
  expect(await changesAfter(store, 0, 10)).toMatchObject(told)
  expect(await changesAfter(store, 0, 2)).toMatchObject(told.slice(0, 2))
  expect(await changesAfter(store, 4, 10)).toMatchObject(told.slice(2))
  expect(await changesAfter(store, 6, 10)).toEqual([])
  await store.close()
})

it('gives no seq twice, though the change that had the last one is gone, and over a restart', async () => {
  using files = scratch()
  const path = await freshDatabase(files)
  const first = await openStore(path)
  const token = (await takeLease(first, 'test', await readLease(first.reading))) ?? 0
  await apply(first, token, ACADEMY, { listed: [ingested('a')], deleted: [] }, outcome)
  await apply(first, token, ACADEMY, { listed: [], deleted: ['a'] }, outcome)
  await first.close()
  const second = await openStore(path)
  const next = (await takeLease(second, 'test', await readLease(second.reading))) ?? 0
  expect(await apply(second, next, ACADEMY, { listed: [ingested('a')], deleted: [] }, outcome)).toMatchObject(
    {
      seq: 3,
    },
  )
  expect(await changesAfter(second, 0, 10)).toMatchObject([{ seq: 3, kind: 'upsert' }])
  await second.close()
})

it('tells a thousand writers apart, and a place from before them is another history to whoever has its mark', async () => {
  using files = scratch()
  const path = await freshDatabase(files)
  const store = await openStore(path)
  const first = await markAt(store.reading, 1)
  const writersMore = (times: number) =>
    execute(
      path,
      `BEGIN;${'UPDATE lease SET token = token + 1; UPDATE store SET seq = seq + 1;'.repeat(times)} COMMIT`,
    )
  await writersMore(1)
  const second = await markAt(store.reading, 1)
  expect(second).not.toBe(first)
  await writersMore(999)
  expect(await markAt(store.reading, 1)).toBe(second)
  expect(new Set(await Promise.all([1, 2, 500, 1_000].map(seq => markAt(store.reading, seq)))).size).toBe(4)

  const kept = await markAt(store.reading, 1_000)
  await writersMore(500)
  expect(await execute(path, 'SELECT count(*) AS marks FROM change_mark')).toEqual([{ marks: 1_000 }])
  expect(await markAt(store.reading, 1_000)).toBe(kept)
  expect(await markAt(store.reading, 1)).toBe(await markAt(store.reading, 501))
  expect(await markAt(store.reading, 1)).toMatch(/^[0-9a-f]{12}$/)
  expect(await markAt(store.reading, 1)).not.toBe(second)
  await store.close()
})

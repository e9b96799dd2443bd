/** What the popup relay last heard, in a real database file. */
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { openStore } from '../../../sync-agent/store/open.ts'
import type { Stream } from '../../../sync-agent/stream.ts'
import { scratch } from '../../support/scratch.ts'
import { freshDatabase } from '../database.ts'
import { ACADEMY, ACADEMY_ZH } from '../support.ts'

const SERVICE = 'http://service.example/cms'
const OTHER = 'http://other.example/cms'
const at = (minute: number) => Temporal.Instant.from(`2026-09-01T00:${`${minute}`.padStart(2, '0')}:00Z`)
const heard = (content: string, txID: string, minute: number) => ({
  content,
  txID,
  changedAt: at(minute),
  checkedAt: at(minute),
})
const failure = (minute: number) => ({ at: at(minute), code: 'TIMEOUT', message: 'too slow' })

it('the same content heard by two agents keeps the first txID and date, and is confirmed by the second', async () => {
  using files = scratch()
  const db = await freshDatabase(files)
  const [one, two] = [await openStore(db), await openStore(db)]
  expect(await one.keepPopups(ACADEMY, SERVICE, heard('["a"]', 'tx-1', 1))).toEqual(heard('["a"]', 'tx-1', 1))
  const stands = { ...heard('["a"]', 'tx-1', 1), checkedAt: at(2) }
  expect(await two.keepPopups(ACADEMY, SERVICE, heard('["a"]', 'tx-2', 2))).toEqual(stands)
  expect((await one.popups(ACADEMY, SERVICE))?.answer).toEqual(stands)
  expect(await one.keepPopups(ACADEMY, SERVICE, heard('["b"]', 'tx-3', 3))).toEqual(heard('["b"]', 'tx-3', 3))
  expect(await two.popups(ACADEMY_ZH, SERVICE)).toBeUndefined()
  await one.close()
  await two.close()
})

it('a failure is noted beside the answer until the next one', async () => {
  using files = scratch()
  const store = await openStore(await freshDatabase(files))
  await store.notePopupFailure(ACADEMY, SERVICE, failure(1), at(2))
  expect(await store.allPopups()).toMatchObject([{ ...ACADEMY, answer: undefined, failure: failure(1) }])
  await store.keepPopups(ACADEMY, SERVICE, heard('["a"]', 'tx-1', 2))
  await store.notePopupFailure(ACADEMY, SERVICE, failure(3), at(4))
  expect(await store.allPopups()).toMatchObject([
    { ...ACADEMY, answer: heard('["a"]', 'tx-1', 2), failure: failure(3) },
  ])
  await store.keepPopups(ACADEMY, SERVICE, heard('["a"]', 'tx-4', 4))
  expect((await store.popups(ACADEMY, SERVICE))?.failure).toBeUndefined()
  await store.close()
})

it('another service begins without the messages of the one before', async () => {
  using files = scratch()
  const store = await openStore(await freshDatabase(files))
  await store.keepPopups(ACADEMY, SERVICE, heard('["a"]', 'tx-1', 1))
  expect(await store.popups(ACADEMY, OTHER)).toBeUndefined()
  await store.notePopupFailure(ACADEMY, OTHER, failure(2), at(3))
  expect(await store.allPopups()).toMatchObject([{ ...ACADEMY, answer: undefined, failure: failure(2) }])
  expect(await store.popups(ACADEMY, SERVICE)).toBeUndefined()
  await store.close()
})

it('of several agents one asks the service, until its time is over or it has failed', async () => {
  using files = scratch()
  const db = await freshDatabase(files)
  const stores = await Promise.all(
    ['a', 'b', 'c'].map(async asker => ({ asker, store: await openStore(db) })),
  )
  const claims = (from: number, to: number, stream: Stream = ACADEMY) =>
    Promise.all(
      stores.map(({ asker, store }) =>
        store.claimPopups(stream, SERVICE, { asker, at: at(from), askAfter: at(to), latest: at(from + 10) }),
      ),
    )
  const first = await claims(1, 3)
  expect(first.filter(Boolean)).toHaveLength(1)
  const asker = stores[first.indexOf(true)]
  // It goes on by its own timer, and the others wait.
  expect(await claims(2, 4)).toEqual(first)
  await asker?.store.keepPopups(ACADEMY, SERVICE, heard('["a"]', 'tx-1', 2))
  expect(await claims(3, 4)).toEqual(first)
  expect(await stores[0]?.store.popups(ACADEMY, SERVICE)).toEqual({
    ...ACADEMY,
    answer: heard('["a"]', 'tx-1', 2),
    failure: undefined,
    ...{ askedAt: at(3), askAfter: at(4) },
  })
  // The service has said when to come again.
  await asker?.store.notePopupFailure(ACADEMY, SERVICE, failure(3), at(9))
  const others = stores.filter(store => store !== asker)
  for (const [minute, may] of [
    [8, false],
    [9, true],
  ] as const) {
    const turn = { asker: 'd', at: at(minute), askAfter: at(minute + 1), latest: at(minute + 10) }
    expect(await others[0]?.store.claimPopups(ACADEMY, SERVICE, turn)).toBe(may)
  }
  expect((await claims(1, 3, ACADEMY_ZH)).filter(Boolean)).toHaveLength(1)
  for (const { store } of stores) await store.close()
})

it('a turn from a clock that was wrong ends', async () => {
  using files = scratch()
  const store = await openStore(await freshDatabase(files))
  const claim = (asker: string, from: number, to: number) =>
    store.claimPopups(ACADEMY, SERVICE, { asker, at: at(from), askAfter: at(to), latest: at(from + 10) })
  expect(await claim('ahead', 40, 41)).toBe(true)
  expect(await claim('right', 35, 36)).toBe(false)
  expect(await claim('right', 1, 2)).toBe(true)
  await store.close()
})

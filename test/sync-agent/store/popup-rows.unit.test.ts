/** What the popup relay last heard, in a real database file. */
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { openStore } from '../../../sync-agent/store/open.ts'
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
  await store.notePopupFailure(ACADEMY, SERVICE, failure(1))
  expect(await store.allPopups()).toEqual([{ ...ACADEMY, answer: undefined, failure: failure(1) }])
  await store.keepPopups(ACADEMY, SERVICE, heard('["a"]', 'tx-1', 2))
  await store.notePopupFailure(ACADEMY, SERVICE, failure(3))
  expect(await store.allPopups()).toEqual([
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
  await store.notePopupFailure(ACADEMY, OTHER, failure(2))
  expect(await store.allPopups()).toEqual([{ ...ACADEMY, answer: undefined, failure: failure(2) }])
  expect(await store.popups(ACADEMY, SERVICE)).toBeUndefined()
  await store.close()
})

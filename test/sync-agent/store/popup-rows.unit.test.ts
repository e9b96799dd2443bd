/** What the popup relay last heard, in a real database. */

import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { openStore } from '../../../sync-agent/store/open.ts'
import { keepPopups, listPopups, readPopups } from '../../../sync-agent/store/popup-rows.ts'
import { scratch } from '../../support/scratch.ts'
import { SERVICE } from '../cycle-at.ts'
import { freshDatabase } from '../database.ts'
import { ACADEMY, ACADEMY_ZH } from '../support.ts'

const OTHER = 'http://other.example/cms'
const at = (minute: number) => Temporal.Instant.from(`2026-09-01T00:${`${minute}`.padStart(2, '0')}:00Z`)
const answer = (content: string, minute: number) => ({
  ...{ content, txID: `tx-${minute}` },
  ...{ changedAt: at(minute), checkedAt: at(minute) },
})
const heard = (content: string, minute: number) => ({ answer: answer(content, minute), failure: undefined })
const failed = (minute: number) => ({
  answer: undefined,
  failure: { at: at(minute), code: 'TIMEOUT', message: 'too slow' },
})

it('of two agents, the one that has heard last counts', async () => {
  using files = scratch()
  const db = await freshDatabase(files)
  const [one, two] = [await openStore(db), await openStore(db)]
  await keepPopups(one, ACADEMY, SERVICE, heard('["a"]', 2))
  // Its clock is behind.
  await keepPopups(two, ACADEMY, SERVICE, heard('["b"]', 1))
  expect(await readPopups(one, ACADEMY, SERVICE)).toEqual({ ...ACADEMY, ...heard('["b"]', 1) })
  expect(await readPopups(two, ACADEMY_ZH, SERVICE)).toBeUndefined()
  await one.close()
  await two.close()
})

it('a failure is noted beside the answer until the next one', async () => {
  using files = scratch()
  const store = await openStore(await freshDatabase(files))
  await keepPopups(store, ACADEMY, SERVICE, failed(1))
  expect(await listPopups(store)).toEqual([{ ...ACADEMY, ...failed(1) }])
  await keepPopups(store, ACADEMY, SERVICE, heard('["a"]', 2))
  await keepPopups(store, ACADEMY, SERVICE, failed(3))
  expect(await listPopups(store)).toEqual([{ ...ACADEMY, ...failed(3), answer: answer('["a"]', 2) }])
  await keepPopups(store, ACADEMY, SERVICE, heard('["a"]', 4))
  expect((await readPopups(store, ACADEMY, SERVICE))?.failure).toBeUndefined()
  await store.close()
})

it('another service begins without the messages of the one before', async () => {
  using files = scratch()
  const store = await openStore(await freshDatabase(files))
  await keepPopups(store, ACADEMY, SERVICE, heard('["a"]', 1))
  expect(await readPopups(store, ACADEMY, OTHER)).toBeUndefined()
  await keepPopups(store, ACADEMY, OTHER, failed(2))
  expect(await listPopups(store)).toEqual([{ ...ACADEMY, ...failed(2) }])
  expect(await readPopups(store, ACADEMY, SERVICE)).toBeUndefined()
  await store.close()
})

/** What may happen at the same time: one writes, others read, and others wait to write. */

import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { expect, it, onTestFinished } from 'vitest'
import { apply } from '../../../sync-agent/store/apply.ts'
import { changesAfter } from '../../../sync-agent/store/change-log.ts'
import { lastSeq } from '../../../sync-agent/store/change-marks.ts'
import { openEngine, openStore } from '../../../sync-agent/store/open.ts'
import { makeDue } from '../../../sync-agent/store/quarantine-rows.ts'
import { listNews } from '../../../sync-agent/store/reading.ts'
import { stage } from '../../../sync-agent/store/staging.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { countStream } from '../../../sync-agent/store/stream-rows.ts'
import type { Scratch } from '../../support/scratch.ts'
import { cycleAt } from '../cycle-at.ts'
import { execute, onPostgres, tablesOf } from '../database.ts'
import { ACADEMY, ingested } from '../support.ts'
import { beforeEachLedStore } from './led-store.ts'

let files: Scratch
let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ files, db, store, token } = led)
})

const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
const outcome = cycleAt(at)
const numbered = (count: number) => Array.from({ length: count }, (_, index) => ingested(`n-${index}`))
/** Takes several turns of the event loop. */
const applyMany = (count = 400) => {
  const work = {
    isOver: false,
    end: apply(store, token, ACADEMY, { listed: numbered(count), deleted: [] }, outcome),
  }
  work.end.finally(() => {
    work.isOver = true
  })
  return work
}

it('a page is read while a large answer is written, as it was before', async () => {
  await apply(store, token, ACADEMY, { listed: [ingested('a')], deleted: ['b'] }, outcome)
  const work = applyMany()
  await setImmediate()
  const page = await listNews(store, { ...ACADEMY, limit: 5 })
  expect(work.isOver).toBe(false)
  expect(page).toMatchObject({ entries: [{ newsId: 'a' }], seq: 2 })
  expect(await work.end).toMatchObject({ new: 400, seq: 402 })
  expect((await listNews(store, { ...ACADEMY, limit: 5 })).seq).toBe(402)
})

// PostgreSQL's backup is pg_dump.
if (!onPostgres)
  it('a copy that is made while a large answer is written has the state before', async () => {
    const work = applyMany()
    await setImmediate()
    await store.backup(files.path('copy.sqlite'))
    await work.end
    const copy = await openStore(files.path('copy.sqlite'))
    expect(await countStream(copy, ACADEMY)).toMatchObject({ entries: 0 })
    await copy.close()
  })

it('who writes meanwhile waits, on the same connection and on another one, and sees what was written', async () => {
  const other = await openStore(db)
  const work = applyMany()
  await Promise.all([makeDue(store, [1]), makeDue(other, [1])])
  expect(work.isOver).toBe(true)
  expect(await lastSeq(other.reading)).toBe(400)
  await other.close()
})

it('of a transaction that fails after many turns nothing stays, and the next one is written', async () => {
  const broken = { ...outcome, run: { ...outcome.run, durationMs: null as unknown as number } }
  const batch = { listed: numbered(300), deleted: [] }
  await expect(apply(store, token, ACADEMY, batch, broken)).rejects.toThrow(/NOT NULL|not-null/)
  expect(await countStream(store, ACADEMY)).toMatchObject({ entries: 0 })
  expect(await applyMany().end).toMatchObject({ new: 400, seq: 400 })
})

it.each([false, true])('an entry that the database refuses is put aside alone, staged %s', async isStaged => {
  await apply(
    store,
    token,
    ACADEMY,
    { listed: [ingested('last', { newsTitle: 'Before' })], deleted: [] },
    outcome,
  )
  const broken = { ...ingested('broken'), title: null as unknown as string }
  // Only the news refuses this one: it is staged before.
  await execute(
    db,
    onPostgres
      ? "ALTER TABLE news ADD CONSTRAINT no_late CHECK (news_id <> 'late')"
      : "CREATE TRIGGER no_late BEFORE INSERT ON news WHEN new.news_id = 'late' BEGIN SELECT RAISE(ABORT, 'no_late'); END",
  )
  if (onPostgres)
    onTestFinished(async () => void (await execute(db, 'ALTER TABLE news DROP CONSTRAINT no_late')))
  const late = ingested('late', { newsTitle: '遲' })
  const listed = [...numbered(9), broken, late, ingested('last')]
  if (isStaged) await stage(store, token, ACADEMY, { listed, invalid: [] })
  const batch = isStaged
    ? { listed: [], staged: { except: [] }, deleted: ['gone'] }
    : { listed, deleted: ['gone'] }
  const applied = await apply(store, token, ACADEMY, batch, outcome)
  expect(applied).toMatchObject({ new: 9, changed: 1, deleted: 1, quarantined: 2, seq: 12 })
  const numbers = (await changesAfter(store, 0, 100)).map(({ seq }) => seq)
  expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const quarantined = (await tablesOf(db)).quarantine?.map(({ news_id, raw, reason }) => [
    news_id,
    raw,
    reason,
  ])
  const why = (words: RegExp) =>
    expect.stringMatching(new RegExp(`^the store does not take it: .*${words.source}`))
  expect(quarantined?.toSorted()).toEqual([
    ['broken', broken.raw, why(/(NOT NULL|not-null)/)],
    ['late', late.raw, why(/no_late/)],
  ])
})

it('a large answer that is cancelled while it is written is rolled back', async () => {
  const cancel = new AbortController()
  const batch = { listed: numbered(400), deleted: [] }
  const applied = apply(store, token, ACADEMY, batch, { ...outcome, signal: cancel.signal })
  await setImmediate()
  cancel.abort()
  await expect(applied).rejects.toThrow('aborted')
  expect(await countStream(store, ACADEMY)).toMatchObject({ entries: 0 })
})

it('closing waits for the transaction that has begun', async () => {
  // Few: a server that says nothing has half a second.
  const work = applyMany(101)
  await setImmediate()
  await store.close()
  expect(work.isOver).toBe(true)
  store = await openStore(db)
  expect(await lastSeq(store.reading)).toBe(101)
})

it('what reads cannot write', async () => {
  const engine = await openEngine(db)
  await expect(engine.reading.deleteFrom('news').execute()).rejects.toThrow('read-only')
  await engine.close()
})

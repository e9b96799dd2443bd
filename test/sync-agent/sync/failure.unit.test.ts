/** How a failed run is told and recorded, also when the store does not take it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { ServiceError, TransportError } from '../../../shared/client/errors.ts'
import { StoreError } from '../../../shared/sqlite/open.ts'
import { LeaseLostError } from '../../../sync-agent/store/fence.ts'
import { listRuns } from '../../../sync-agent/store/journal.ts'
import { stage } from '../../../sync-agent/store/staging.ts'
import { readState } from '../../../sync-agent/store/stream-rows.ts'
import type { RunRecord } from '../../../sync-agent/store/types.ts'
import { durationSince, type FailedRun, noteFailure } from '../../../sync-agent/sync/failure.ts'
import { ACADEMY, DEBUG, ERROR, ingested } from '../support.ts'
import { MORNING, never, type RunScene, runScene } from './run-scene.ts'

const ADDRESS = 'http://school.example/cms/api/v1/news/check'
let scene: RunScene
let run: RunRecord
beforeEach(async () => {
  scene = await runScene()
  run = { kind: 'cycle', startedAt: scene.clock.now(), durationMs: 0 }
  scene.clock.set('2026-09-01T00:00:03Z')
})

const note = (error: unknown, failed: Partial<FailedRun> = {}, parts: object = {}, signal = never) =>
  noteFailure(
    ACADEMY,
    { token: scene.token, run, forStream: { notBefore: undefined }, ...failed },
    { ...scene.context, ...parts },
    signal,
    error,
  )
const runs = () => listRuns(scene.context.store, {})
const failures = async () => (await readState(scene.context.store.reading, ACADEMY)).failuresInARow
const lines = () => scene.log.lines.map(({ level, code, msg }) => ({ level, code, msg }))

describe('what is told', () => {
  it('of a refusal of the service: its code, its txID and the address', async () => {
    const error = new ServiceError(ADDRESS, { code: 'D20003', message: 'busy', txID: 't7' }, undefined)
    const failure = { at: scene.clock.now(), code: 'D20003', message: error.message }
    expect(await note(error)).toEqual(failure)
    const told = { ...ACADEMY, code: 'D20003', txID: 't7', address: ADDRESS }
    expect(scene.log.lines).toMatchObject([
      { ...told, level: ERROR, msg: `news of academy/en-US not copied: ${error.message}` },
    ])
    expect(await runs()).toMatchObject([{ txID: 't7', durationMs: 3000, error: { code: 'D20003' } }])
  })

  it('of one without a txID none, and of a broken call that of no answer', async () => {
    await note(new ServiceError(ADDRESS, { code: 'D20003', message: '', txID: '' }, undefined))
    await note(new TransportError(ADDRESS, 'TIMEOUT', 'late'))
    expect(scene.log.lines).toMatchObject([{ code: 'D20003' }, { code: 'TIMEOUT', address: ADDRESS }])
    for (const line of scene.log.lines) expect(line).not.toHaveProperty('txID')
    expect((await runs()).map(each => 'txID' in each)).toEqual([false, false])
  })

  it('of a later call that broke, the txID of the answer before it', async () => {
    run.txID = 't6'
    await note(new TransportError(ADDRESS, 'TIMEOUT', 'late'))
    expect(scene.log.lines).toMatchObject([{ code: 'TIMEOUT', txID: 't6' }])
    expect(await runs()).toMatchObject([{ txID: 't6' }])
  })

  it('of a mistake that has no code, and of what is no error at all', async () => {
    expect(await note(new Error('no code'))).toMatchObject({ code: 'UNEXPECTED', message: 'no code' })
    expect(await note('a text')).toMatchObject({ code: 'UNEXPECTED', message: 'a text' })
    for (const line of scene.log.lines) expect(line).not.toHaveProperty('address')
  })

  it('that a reconciliation was one', async () => {
    run.kind = 'reconcile'
    await note(new Error('no'))
    expect(lines()).toMatchObject([{ msg: 'news of academy/en-US not reconciled: no' }])
  })

  it('only to those who look for details, that the store is away: that is told by itself', async () => {
    await note(new StoreError('STORE_UNREACHABLE', 'away'))
    expect(lines()).toMatchObject([{ level: DEBUG, code: 'STORE_UNREACHABLE' }])
  })

  it('nothing of a run that was cancelled', async () => {
    const failure = await note(new Error('late'), {}, {}, AbortSignal.abort())
    expect(failure).toMatchObject({ at: scene.clock.now(), code: 'ABORTED' })
    expect(scene.log.lines).toEqual([])
    expect([await runs(), await failures()]).toEqual([[], 0])
  })
})

describe('what is recorded', () => {
  it('for the stream, when it counts for its next cycles', async () => {
    await note(new Error('first'), { forStream: { notBefore: scene.clock.now() } })
    const { failuresInARow, notBefore, lastFailure } = await readState(scene.context.store.reading, ACADEMY)
    expect([failuresInARow, `${notBefore}`]).toEqual([1, '2026-09-01T00:00:03Z'])
    expect(lastFailure).toMatchObject({ code: 'UNEXPECTED', message: 'first' })
  })

  it('otherwise only in the journal', async () => {
    await noteFailure(ACADEMY, { token: scene.token, run }, scene.context, never, new Error('no'))
    expect(await runs()).toHaveLength(1)
    expect(await failures()).toBe(0)
  })

  it('nothing without the lease', async () => {
    expect(await note(new Error('no'), { token: undefined })).toMatchObject({ message: 'no' })
    expect(await runs()).toEqual([])
    expect(lines()).toHaveLength(1)
  })

  it('nothing of a run that lost the lease', async () => {
    expect(await note(new LeaseLostError('taken'))).toMatchObject({ code: 'LEASE_LOST' })
    expect([await runs(), await failures()]).toEqual([[], 0])
  })

  const staged = () => scene.context.store.reading.selectFrom('staged').select('news_id').execute()
  it('and what was staged goes, but not without the lease', async () => {
    await stage(scene.context.store, scene.token, ACADEMY, { listed: [ingested('a')], invalid: [] })
    await note(new Error('no'), { token: undefined })
    expect(await staged()).toHaveLength(1)
    await note(new Error('no'))
    expect(await staged()).toEqual([])
  })
})

describe('a store that does not take it', () => {
  const refusing = (error: Error) => ({
    store: { ...scene.context.store, write: () => Promise.reject(error) },
  })
  const full = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const known = () => scene.context.unrecorded.get('academy/en-US')

  it('is told, and the failure is counted in memory', async () => {
    await note(new Error('first'), {}, refusing(full()))
    await note(new Error('second'), {}, refusing(full()))
    expect(known()).toMatchObject({ failures: 2, last: { message: 'second' } })
    const told = { level: ERROR, code: 'SQLITE_FULL' }
    expect(lines()).toEqual([
      { level: ERROR, code: 'UNEXPECTED', msg: 'news of academy/en-US not copied: first' },
      { ...told, msg: 'cannot record the failure: database or disk is full' },
      { level: ERROR, code: 'UNEXPECTED', msg: 'news of academy/en-US not copied: second' },
      { ...told, msg: 'cannot record the failure: database or disk is full' },
    ])
    expect(scene.log.lines[1]).toMatchObject(ACADEMY)
  })

  it('is not told twice, when that was what failed', async () => {
    await note(full(), {}, refusing(full()))
    expect(lines().map(({ level }) => level)).toEqual([ERROR, DEBUG])
  })

  it('counts only what counts for the next cycles, and nothing once another agent leads', async () => {
    await noteFailure(
      ACADEMY,
      { token: scene.token, run },
      { ...scene.context, ...refusing(full()) },
      never,
      full(),
    )
    expect(known()).toBeUndefined()
    await note(new Error('no'), {}, refusing(new LeaseLostError('taken')))
    expect(known()).toBeUndefined()
  })
})

it('a run lasts no less than nothing, however the clock was set', () => {
  expect(durationSince(run, scene.clock)).toBe(3000)
  scene.clock.set(MORNING)
  expect(durationSince(run, scene.clock)).toBe(0)
  scene.clock.set('2026-08-31T23:00:00Z')
  expect(durationSince(run, scene.clock)).toBe(0)
})

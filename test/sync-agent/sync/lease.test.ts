/** Two agents on one store: one writes, the other waits, and nobody writes twice. */

import { setTimeout as moment } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LeaseHeldError, LeaseLostError } from '../../../sync-agent/index.ts'
import { apply, recordFailure } from '../../../sync-agent/store/apply.ts'
import { beatLease, readLease, releaseLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { clearStaged, stage } from '../../../sync-agent/store/staging.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { cycleAt } from '../cycle-at.ts'
import { execute, freshDatabase, tablesOf } from '../database.ts'
import { ACADEMY, agentBefore, entry, ingested, logLines, news } from '../support.ts'

let files: Scratch
let db: string
let upstream: Upstream
beforeEach(async () => {
  files = scratch()
  db = await freshDatabase(files)
  upstream = await startUpstream(news([entry('a')]))
})
afterEach(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

/** Another process takes the lease by force, as it may after this one slept for long. */
const usurp = () => execute(db, "UPDATE lease SET token = token + 1, holder = 'usurper', beat = beat + 1")

// Promise: operate/beside
it('a second agent may read and compare, and its error names the agent that writes', async () => {
  await using first = await agentBefore(upstream, db, { holder: 'first', leaseMs: 200 })
  await first.syncOnce()
  await using second = await agentBefore(upstream, db, { holder: 'second', leaseMs: 200 })
  const refused = [second.syncOnce(), second.reconcile()].map(work => work.catch(error => error))
  for (const refusal of await Promise.all(refused)) {
    expect(refusal).toBeInstanceOf(LeaseHeldError)
    expect(refusal).toMatchObject({
      code: 'LEASE_HELD',
      holder: 'first',
      message: expect.stringContaining('first'),
    })
  }
  expect(await second.reconcile({ dryRun: true })).toMatchObject([{ differences: [] }])
  expect((await second.status()).lease).toEqual({ holder: 'first', token: 1, ours: false })
  expect(upstream.requests).toHaveLength(2)
})

it('after a machine was suspended, no agent counts as dead', async () => {
  await using first = await agentBefore(upstream, db, { holder: 'first', leaseMs: 200 })
  await first.syncOnce()
  await using second = await agentBefore(upstream, db, { holder: 'second', leaseMs: 100 })
  const refusal = second.syncOnce().catch(error => error)
  for (let time = 0; time < 4; time += 1) {
    await moment(60)
    standStill(150)
  }
  expect(await refusal).toMatchObject({ code: 'LEASE_HELD', holder: 'first' })
})

/** Nothing of this process goes on meanwhile. */
const standStill = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

it('takes over from one that died without a word', async () => {
  const dead = await openStore(db)
  await takeLease(dead, 'dead', await readLease(dead.reading))
  await dead.close()
  await using second = await agentBefore(upstream, db, { holder: 'second', leaseMs: 200 })
  expect(await second.syncOnce()).toMatchObject([{ outcome: 'done' }])
})

// Promise: website/one-writes
it('one that was started waits while it serves, and copies as soon as it may', async () => {
  const first = await agentBefore(upstream, db, { holder: 'first', leaseMs: 400 })
  await first.syncOnce()
  await using second = await agentBefore(upstream, db, { holder: 'second', leaseMs: 400 })
  const address = await second.listen()
  second.start()
  expect((await fetch(`${address}/v1/news/a`)).status).toBe(200)
  const { promise: called, resolve } = Promise.withResolvers<void>()
  upstream.answer((response, request) => {
    resolve()
    news([entry('b')])(response, request)
  })
  await first.close()
  await called
  expect((await second.status()).lease).toEqual({ holder: 'second', token: 2, ours: true })
})

// Promise: operate/late-leader
it('an agent that slept past its lease writes nothing with what it held', async () => {
  const log = logLines()
  await using agent = await agentBefore(upstream, db, {
    holder: 'sleeper',
    leaseMs: 60_000,
    logger: log.logger,
  })
  await agent.syncOnce()
  let before: unknown
  upstream.answer(async (response, request) => {
    await usurp()
    before = await tablesOf(db)
    news([entry('b')], ['a'])(response, request)
  })
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'failed', failure: { code: 'LEASE_LOST' } }])
  expect(await tablesOf(db)).toEqual(before)
  expect(log.lines.filter(({ msg }) => `${msg}`.includes('the lease is lost'))).toHaveLength(1)
  expect((await agent.status()).lease).toEqual({ holder: 'usurper', token: 2, ours: false })
})

it('every kind of write is refused under a token that is no longer good', async () => {
  const store = await openStore(db)
  const token = (await takeLease(store, 'sleeper', await readLease(store.reading))) ?? 0
  await stage(store, token, ACADEMY, { listed: [ingested('a')], invalid: [] })
  await usurp()
  const before = await tablesOf(db)
  const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
  const outcome = cycleAt(at)
  const failure = { at, code: 'TIMEOUT', message: 'late' }
  const writes = [
    apply(store, token, ACADEMY, { listed: [ingested('b')], deleted: ['a'] }, outcome),
    stage(store, token, ACADEMY, { listed: [ingested('b')], invalid: [] }),
    clearStaged(store, token, ACADEMY),
    recordFailure(store, token, ACADEMY, failure, { run: outcome.run, stream: { notBefore: undefined } }),
  ]
  await Promise.all(writes.map(write => expect(write).rejects.toThrow(LeaseLostError)))
  expect(await beatLease(store, token)).toBe(false)
  expect(await tablesOf(db)).toEqual(before)
  await store.close()
})

it('of two that reach for a free lease at once, one gets it', async () => {
  const [one, two] = [await openStore(db), await openStore(db)]
  const seen = await readLease(one.reading)
  expect([await takeLease(one, 'one', seen), await takeLease(two, 'two', seen)]).toEqual([1, undefined])
  expect(await readLease(two.reading)).toMatchObject({ token: 1, holder: 'one' })
  await releaseLease(one, 1)
  expect(await beatLease(one, 1)).toBe(false)
  await Promise.all([one.close(), two.close()])
})

it('an operator may reconcile beside a running agent, which waits and then goes on', async () => {
  const { lines, logger } = logLines()
  await using daemon = await agentBefore(upstream, db, { holder: 'daemon', leaseMs: 200, logger })
  daemon.start()
  await expect
    .poll(async () => (await daemon.status()).streams[0]?.entries, { message: 'entries copied' })
    .toBe(1)

  upstream.answer(news([entry('a'), entry('b')]))
  const operator = await agentBefore(upstream, db, { holder: 'operator', leaseMs: 200 })
  const [report] = await operator.reconcile({ takeOver: true })
  expect(report).toMatchObject({ outcome: 'done', applied: { new: 1 } })
  const loss = () => lines.some(({ msg }) => String(msg).includes('the lease is lost'))
  await expect.poll(loss, { message: 'the daemon has lost the lease' }).toBe(true)
  await operator.close()
  await expect
    .poll(async () => (await daemon.status()).lease.ours, { message: 'the daemon goes on' })
    .toBe(true)
  expect(await daemon.syncOnce()).toMatchObject([{ outcome: 'done' }])
})

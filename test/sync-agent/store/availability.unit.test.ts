/** One call at a time finds out whether a store that was away is back. */
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { StoreError } from '../../../shared/sqlite/open.ts'
import { observedStore } from '../../../sync-agent/store/availability.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { NOW } from '../outlets/files/support.ts'
import { handClock } from '../support.ts'

/** A store whose calls end as the test says, and its observer. */
function scripted() {
  const calls: PromiseWithResolvers<number>[] = []
  const lastSeq = () => {
    const call = Promise.withResolvers<number>()
    calls.push(call)
    return call.promise
  }
  const { store, awaySince } = observedStore(
    { lastSeq } as Partial<AgentStore> as AgentStore,
    handClock(NOW),
    pino({ level: 'silent' }),
  )
  return { calls, ask: () => store.lastSeq(), awaySince }
}

const away = new StoreError('STORE_UNREACHABLE', 'the database cannot be reached')

it('a store that answers has all calls at once', async () => {
  const { calls, ask } = scripted()
  const asked = [ask(), ask(), ask()]
  expect(calls).toHaveLength(3)
  for (const [index, { resolve }] of calls.entries()) resolve(index)
  expect(await Promise.all(asked)).toEqual([0, 1, 2])
})

it('while it is away, one call tries it and the others are refused without a wait', async () => {
  const { calls, ask, awaySince } = scripted()
  const first = ask()
  calls[0]?.reject(away)
  await expect(first).rejects.toBe(away)
  expect(`${awaySince()}`).toBe(NOW)
  const trying = ask()
  for (const _ of [1, 2, 3]) await expect(ask()).rejects.toBe(away)
  expect(calls).toHaveLength(2)
  calls[1]?.reject(away)
  await expect(trying).rejects.toBe(away)

  const again = ask()
  await expect(ask()).rejects.toBe(away)
  calls[2]?.resolve(7)
  expect(await again).toBe(7)
  expect(awaySince()).toBeUndefined()
  const asked = [ask(), ask()]
  expect(calls).toHaveLength(5)
  for (const { resolve } of calls.slice(3)) resolve(8)
  expect(await Promise.all(asked)).toEqual([8, 8])
})

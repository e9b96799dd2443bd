/** Whether the store answers: calls to one that is away are refused, and the agent itself looks whether it is back. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { StoreError } from '../../../shared/sqlite/open.ts'
import {
  Availability,
  isStoreAway,
  isStoreRefused,
  isStoreSilent,
} from '../../../sync-agent/store/availability.ts'
import { NOW } from '../outlets/files/support.ts'
import { handClock } from '../support.ts'

/** A call that a test ends. */
interface Call extends PromiseWithResolvers<number> {
  name: string
}

/** A database behind it, as a pool of connections asks it. */
function scripted(lookEveryMs = 1) {
  const calls: Call[] = []
  const call = (name: string) => {
    const one = Promise.withResolvers<number>()
    calls.push({ name, ...one })
    return one.promise
  }
  const said: string[] = []
  const logger = pino({}, { write: line => said.push(JSON.parse(line).msg) })
  const availability = new Availability(handClock(NOW), logger, lookEveryMs)
  const last = async (count: number): Promise<Call> => {
    await expect.poll(() => calls.length).toBe(count)
    return calls[count - 1] as Call
  }
  const visit = async () => {
    await availability.refuseWhileAway()
    return call('visit').then(
      answer => {
        availability.noteAnswer()
        return answer
      },
      error => {
        availability.noteFault(error, () => call('look'))
        throw error
      },
    )
  }
  return { availability, awaySince: () => availability.awaySince(), calls, last, visit, said }
}

const away = new StoreError('STORE_UNREACHABLE', 'the database cannot be reached')

it('a store that answers has all calls at once', async () => {
  const { calls, last, visit } = scripted()
  const visits = [visit(), visit(), visit()]
  await last(3)
  for (const { resolve } of calls) resolve(7)
  expect(await Promise.all(visits)).toEqual([7, 7, 7])
})

it('while it is away, visits are refused without a call, until a look has found it again', async () => {
  const { calls, last, visit, awaySince } = scripted()
  const first = visit()
  ;(await last(1)).reject(away)
  await expect(first).rejects.toBe(away)
  ;(await last(2)).reject(away)
  const silent = await last(3)
  expect(`${awaySince()}`).toBe(NOW)
  for (const _ of [1, 2, 3]) await expect(visit()).rejects.toBe(away)
  silent.reject(away)
  const answered = await last(4)
  await expect(visit()).rejects.toBe(away)
  expect(calls.map(({ name }) => name)).toEqual(['visit', 'look', 'look', 'look'])
  answered.resolve(7)
  await expect.poll(awaySince).toBeUndefined()

  const visits = [visit(), visit()]
  await last(6)
  for (const { resolve } of calls.slice(4)) resolve(8)
  expect(await Promise.all(visits)).toEqual([8, 8])
})

it('one call that fails refuses no other, and tells nothing, when a look is answered', async () => {
  const { last, visit, awaySince, said } = scripted()
  const first = visit()
  ;(await last(1)).reject(away)
  await expect(first).rejects.toBe(away)
  const look = await last(2)
  expect(look.name).toBe('look')
  const meanwhile = visit()
  ;(await last(3)).resolve(7)
  expect(await meanwhile).toBe(7)
  look.resolve(8)
  await setImmediate()
  expect(awaySince()).toBeUndefined()
  expect(said).toEqual([])
})

it('a look that gets no connection in time has failed as well', async () => {
  const { last, visit, awaySince, said } = scripted()
  const first = visit()
  ;(await last(1)).reject(away)
  await expect(first).rejects.toBe(away)
  ;(await last(2)).reject(new StoreError('STORE_BUSY', 'no connection in time'))
  await last(3)
  expect(`${awaySince()}`).toBe(NOW)
  await expect(visit()).rejects.toBe(away)
  expect(said).toEqual(['the database cannot be reached; the agent goes on when it is back'])
})

it('each cause is said once, and then that it is back', async () => {
  const { last, visit, awaySince, said } = scripted()
  const first = visit()
  ;(await last(1)).reject(away)
  await expect(first).rejects.toBe(away)
  const standby = new StoreError('STORE_UNREACHABLE', 'the database is a standby')
  for (const [at, error] of [away, standby, away, standby].entries()) (await last(at + 2)).reject(error)
  ;(await last(6)).resolve(7)
  await expect.poll(awaySince).toBeUndefined()
  expect(said).toEqual([
    'the database cannot be reached; the agent goes on when it is back',
    'the database is a standby; the agent goes on when it is back',
    'the store can be reached again',
  ])
})

it('that one question takes too long refuses no other, and tells nothing of a store that is away', async () => {
  const { calls, last, visit, awaySince, said } = scripted()
  const busy = new StoreError('STORE_BUSY', 'the database did not answer in time')
  const [slow, slower] = [visit(), visit()]
  await last(2)
  calls[0]?.reject(busy)
  await expect(slow).rejects.toBe(busy)
  expect(awaySince()).toBeUndefined()
  const other = visit()
  ;(await last(3)).reject(away)
  await expect(other).rejects.toBe(away)
  ;(await last(4)).reject(away)
  await last(5)
  calls[1]?.reject(busy)
  await expect(slower).rejects.toBe(busy)
  expect(`${awaySince()}`).toBe(NOW)
  expect(said).toEqual(['the database cannot be reached; the agent goes on when it is back'])
})

it('looks no more once it is closed, and says nothing', async () => {
  const { availability, calls, last, visit, said } = scripted()
  const first = visit()
  ;(await last(1)).reject(away)
  await expect(first).rejects.toBe(away)
  ;(await last(2)).reject(away)
  const look = await last(3)
  availability.close()
  look.reject(new StoreError('STORE_UNREACHABLE', 'the connection was cut'))
  await expect(visit()).rejects.toBe(away)
  // After the timer that would lead to the next look.
  await setTimeout(5)
  expect(calls).toHaveLength(3)
  expect(said).toHaveLength(1)
})

it('two calls that fail at once are one look, and the next time it is looked for again', async () => {
  const { calls, last, visit, awaySince } = scripted()
  for (const times of [1, 2]) {
    const before = calls.length
    const visits = [visit(), visit()]
    await last(before + 2)
    for (const { reject } of calls.slice(before)) reject(away)
    for (const one of visits) await expect(one).rejects.toBe(away)
    ;(await last(before + 3)).reject(away)
    ;(await last(before + 4)).resolve(7)
    await expect.poll(awaySince).toBeUndefined()
    expect([times, calls.slice(before).map(({ name }) => name)]).toEqual([
      times,
      ['visit', 'visit', 'look', 'look'],
    ])
  }
})

it('waits between two looks', async () => {
  const { availability, calls, last, visit } = scripted(3_600_000)
  const first = visit()
  ;(await last(1)).reject(away)
  await expect(first).rejects.toBe(away)
  ;(await last(2)).reject(away)
  await expect.poll(() => availability.awaySince()).toBeDefined()
  for (let turn = 0; turn < 9; turn += 1) await setImmediate()
  expect(calls).toHaveLength(2)
})

it('a fault of another kind is an answer: of a call, and of a look', async () => {
  const other = new StoreError('STORE_NEWER', 'of a newer agent')
  const { calls, last, visit, awaySince, said } = scripted()
  const back = 'the store can be reached again'
  for (const answers of [1, 2]) {
    const before = calls.length
    const visits = [visit(), visit()]
    ;(await last(before + 2)).name = 'late'
    calls[before]?.reject(away)
    await expect(visits[0]).rejects.toBe(away)
    ;(await last(before + 3)).reject(away)
    const look = await last(before + 4)
    expect(awaySince()).toBeDefined()
    // A call that began before says it, or the look.
    if (answers === 1) calls[before + 1]?.reject(other)
    else look.reject(other)
    await expect.poll(awaySince).toBeUndefined()
    expect(said.filter(line => line === back)).toHaveLength(answers)
    calls[before + 1]?.reject(other)
    await expect(visits[1]).rejects.toBe(other)
    look.resolve(7)
  }
})

it('one that refuses the agent is away, and one that is busy only says nothing', () => {
  const kinds = ['STORE_UNREACHABLE', 'STORE_REFUSED', 'STORE_BUSY', 'STORE_NEWER'].map(code => {
    const error = Object.assign(new Error('no'), { code })
    return [isStoreAway(error), isStoreRefused(error), isStoreSilent(error)]
  })
  expect(kinds).toEqual([
    [true, false, true],
    [true, true, true],
    [false, false, true],
    [false, false, false],
  ])
})

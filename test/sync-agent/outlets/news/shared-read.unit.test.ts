import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sharedRead } from '../../../../sync-agent/outlets/news/shared-read.ts'

/** A read begins in a microtask: its tick ends one later. */
async function laterTick() {
  await setImmediate()
  await setImmediate()
}

/** A database that answers when it is told to. */
function slowReads(limitMs?: number) {
  const asked: PromiseWithResolvers<string>[] = []
  const read = sharedRead(() => {
    const answer = Promise.withResolvers<string>()
    asked.push(answer)
    return answer.promise
  }, limitMs)
  return { asked, read }
}

test('callers of one tick share a read', async () => {
  const { asked, read } = slowReads()
  const answers = [read(), read()]
  await laterTick()
  expect(asked).toHaveLength(1)
  asked[0]?.resolve('first')
  expect(await Promise.all(answers)).toEqual(['first', 'first'])
})

test('who calls during a read shares the next one, which begins when it has ended', async () => {
  const { asked, read } = slowReads()
  const early = read()
  await laterTick()
  const late = [read(), read()]
  await laterTick()
  const latest = read()
  await laterTick()
  expect(asked).toHaveLength(1)
  asked[0]?.resolve('before the change')
  expect(await early).toBe('before the change')
  await laterTick()
  expect(asked).toHaveLength(2)
  asked[1]?.resolve('after the change')
  expect(await Promise.all([...late, latest])).toEqual(Array(3).fill('after the change'))
})

test('a failed read fails for its callers only', async () => {
  const { asked, read } = slowReads()
  const early = read()
  await laterTick()
  const late = read()
  asked[0]?.reject(new Error('away'))
  await expect(early).rejects.toThrow('away')
  await laterTick()
  asked[1]?.resolve('there again')
  expect(await late).toBe('there again')
})

test('a read that never ends keeps neither its callers nor those behind it for longer than the limit', async () => {
  const { asked, read } = slowReads(200)
  const early = read()
  await laterTick()
  const codes = await Promise.all([early, read()].map(one => one.catch(error => error.code)))
  expect(codes).toEqual(['STORE_BUSY', 'STORE_BUSY'])
  await laterTick()
  const next = read()
  await laterTick()
  asked.at(-1)?.resolve('there again')
  expect(await next).toBe('there again')
})

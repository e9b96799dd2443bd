/** Who waits for a change is woken by it, and by nothing else. */
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { watchedStore } from '../../../sync-agent/store/watch.ts'

it('while the store is away who waits goes on waiting, and is woken by what has changed meanwhile', async () => {
  let answer = async () => 7
  let looks = 0
  const lastSeq = () => {
    looks += 1
    return answer()
  }
  const { watch } = watchedStore({ lastSeq } as AgentStore, 1)
  let isWoken = false
  const moved = watch.moved(7, new AbortController().signal).then(() => {
    isWoken = true
  })
  await expect.poll(() => looks).toBeGreaterThan(2)
  answer = () => Promise.reject(new Error('away'))
  const before = looks
  await expect.poll(() => looks).toBeGreaterThan(before + 2)
  await setImmediate()
  expect(isWoken).toBe(false)
  answer = async () => 8
  await moved
})

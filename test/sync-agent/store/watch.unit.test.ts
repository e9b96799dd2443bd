/** Who waits for a change of the store is told of it, by whichever process it was made. */
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createWatch, type SeqWatch } from '../../../sync-agent/store/watch.ts'

let seq: number
let reads: number
let fault: Error | undefined
/** A read that lasts until it is told to end. */
let held: Promise<void> | undefined
const read = async () => {
  reads += 1
  const read = seq
  await held
  if (fault) throw fault
  return read
}
beforeEach(() => {
  seq = 1
  reads = 0
  fault = undefined
  held = undefined
})

const never = new AbortController().signal
/** It does not poll within a test. */
const LONG_MS = 60_000
function waits(watch: SeqWatch, seen: number, signal = never) {
  const waiter = { isOver: false, end: watch.moved(seen, signal) }
  waiter.end.then(() => {
    waiter.isOver = true
  })
  return waiter
}
/** Longer than a read takes. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate()
}

it('whoever has not seen the last change is told at once', async () => {
  await createWatch(read, LONG_MS).moved(0, never)
  expect(reads).toBe(1)
})

it('others are told when a look finds one, and each only of what he has not seen', async () => {
  const cancel = new AbortController()
  const watch = createWatch(read, LONG_MS)
  const [one, other] = [waits(watch, 1), waits(watch, 2, cancel.signal)]
  await other.end
  await settle()
  seq = 2
  const later = waits(watch, 2, cancel.signal)
  await settle()
  expect([one.isOver, later.isOver]).toEqual([true, false])
  cancel.abort()
  await later.end
})

it('a read a few times a second finds what another process has written, while somebody waits', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const passes = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds)
    await settle()
  }
  const watch = createWatch(read, 300)
  const [one, other] = [waits(watch, 1), waits(watch, 1)]
  await settle()
  seq = 2
  const before = reads
  await passes(299)
  expect([one.isOver, reads]).toEqual([false, before])
  await passes(1)
  expect([one.isOver, other.isOver, reads]).toEqual([true, true, before + 1])
  await passes(3_000)
  expect(reads).toBe(before + 1)
  const again = waits(watch, 2)
  await settle()
  seq = 3
  await passes(300)
  expect(again.isOver).toBe(true)
})

it('it goes on while anybody waits, and leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const cancel = new AbortController()
  const watch = createWatch(read, 300)
  const [gone, one] = [waits(watch, 1, cancel.signal), waits(watch, 1)]
  await settle()
  cancel.abort()
  await gone.end
  seq = 2
  vi.advanceTimersByTime(300)
  await settle()
  expect([one.isOver, vi.getTimerCount()]).toEqual([true, 0])
})

it('while nobody waits, nothing is read', async () => {
  const watch = createWatch(read, 1)
  watch.look()
  await settle()
  expect(reads).toBe(0)
  await watch.moved(1, AbortSignal.abort())
  expect(reads).toBe(0)
})

it('those who wait share a read, and one more follows for who has come while it went', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  const watch = createWatch(read, LONG_MS)
  const waiters = [waits(watch, 1), waits(watch, 1), waits(watch, 1)]
  watch.look()
  watch.look()
  expect(reads).toBe(1)
  seq = 2
  resolve()
  await Promise.all(waiters.map(({ end }) => end))
  expect(reads).toBe(2)
  await settle()
  expect(reads).toBe(2)
})

it('a store that cannot be read is told to everybody, who finds it by himself', async () => {
  const watch = createWatch(read, LONG_MS)
  fault = new Error('out of reach')
  await Promise.all([watch.moved(1, never), watch.moved(7, never)])
  fault = undefined
  seq = 2
  await watch.moved(1, never)
})

it('who goes away is told no more, and leaves nothing at his signal', async () => {
  const [cancel, other] = [new AbortController(), new AbortController()]
  const watch = createWatch(read, LONG_MS)
  const [gone, stays] = [waits(watch, 1, cancel.signal), waits(watch, 1, other.signal)]
  await settle()
  cancel.abort()
  await gone.end
  await settle()
  expect(stays.isOver).toBe(false)
  seq = 2
  watch.look()
  await stays.end
  expect(getEventListeners(other.signal, 'abort')).toEqual([])
})

/** A signal wakes one who waits, and is kept for the next one if nobody does. */
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSignal } from '../../../sync-agent/log/signal.ts'

const isReceived = async (received: Promise<void>) =>
  Promise.race([received.then(() => true), setImmediate(false)])

it('is received by one who waits, and only once', async () => {
  const { send, received } = createSignal()
  const first = received()
  expect(await isReceived(first)).toBe(false)
  send()
  expect(await isReceived(first)).toBe(true)
  expect(await isReceived(received())).toBe(false)
})

it('sent while nobody waits, it is received at once, however often it was sent', async () => {
  const { send, received } = createSignal()
  send()
  send()
  expect(await isReceived(received())).toBe(true)
  expect(await isReceived(received())).toBe(false)
})

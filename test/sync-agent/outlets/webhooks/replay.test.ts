/** Messages sent again by an operator's order: under their id as long as they say the same, and counted honestly. */
import { expect, it } from 'vitest'
import type { WebhookEvent } from '../../../../sync-agent/index.ts'
import { ingested, setOutbox, startReceiver } from './support.ts'

/** A target that has been told of an entry, in its words. */
async function toldOf(event: WebhookEvent) {
  await using all = new AsyncDisposableStack()
  const receiver = all.use(await startReceiver())
  const box = all.use(await setOutbox([receiver]))
  await box.admin.add({ url: receiver.url, events: [event] })
  await box.apply([ingested('a')])
  await box.work()
  const kept = all.move()
  return { receiver, ...box, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

it('a replay of an unchanged entry has the same id each time', async () => {
  await using box = await toldOf('news.published')
  for (let count = 0; count < 2; count += 1) {
    expect(await box.admin.replay({ since: 0 })).toEqual({ replayed: 1, overtaken: 0, unknown: [] })
    await box.work()
  }
  expect(box.receiver.received).toHaveLength(3)
  expect(new Set(box.receiver.ids()).size).toBe(1)
  expect(new Set(box.receiver.received.map(({ body }) => body)).size).toBe(1)
})

it('a replay of an entry edited since, by a webhook without that event, has a new id', async () => {
  await using box = await toldOf('news.published')
  await box.apply([ingested('a', { newsTitle: 'Edited' })])
  for (let count = 0; count < 2; count += 1) {
    expect(await box.admin.replay({ since: 0 })).toEqual({ replayed: 1, overtaken: 0, unknown: [] })
    await box.work()
  }
  const [first, second, third] = box.receiver.received
  expect(second?.message.data).toMatchObject({ title: 'Edited', seq: 2 })
  expect(second?.headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/)
  expect(second?.headers['webhook-id']).not.toBe(first?.headers['webhook-id'])
  expect(third?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
  expect(await box.admin.deliveries({ limit: 9 })).toMatchObject([
    { messageId: second?.headers['webhook-id'], seq: 2, state: 'delivered' },
  ])
})

it('a replay skips an entry deleted since; its old messages are still listed', async () => {
  await using box = await toldOf('news.published')
  await box.apply([], ['a'])
  expect(await box.admin.replay({ since: 0 })).toEqual({ replayed: 0, overtaken: 1, unknown: [] })
  await box.work()
  expect(box.receiver.received).toHaveLength(1)
  expect(await box.admin.deliveries({ limit: 9 })).toMatchObject([{ newsId: 'a', state: 'delivered' }])
})

it('a replay of a deletion has the same id, but is skipped when the entry exists again', async () => {
  await using box = await toldOf('news.deleted')
  await box.apply([], ['a'])
  await box.work()
  expect(await box.admin.replay({ since: 0 })).toEqual({ replayed: 1, overtaken: 0, unknown: [] })
  await box.work()
  expect(box.receiver.told()).toEqual(['news.deleted a', 'news.deleted a'])
  expect(new Set(box.receiver.ids()).size).toBe(1)
  await box.apply([ingested('a', { newsDateTime: '2026-09-02 08:00:00' })])
  expect(await box.admin.replay({ since: 0 })).toEqual({ replayed: 0, overtaken: 1, unknown: [] })
})

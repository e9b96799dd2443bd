/** How long a message is tried: three days of failures, of which no pause, no stop and no asking to wait takes anything. */
import { expect, it } from 'vitest'
import { formatStatus } from '../../../../sync-agent/index.ts'
import { readStatus } from '../../../../sync-agent/operations/status.ts'
import { ACADEMY } from '../../support.ts'
import { boxFor, ingested, refused, setOutbox, startReceiver, taken } from './support.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => ingested(`n${index}`))
const DAYS_4 = 96

it('a pause of four days loses nothing at the first hiccup after it', async () => {
  await using box = await boxFor(refused(500))
  await box.apply([ingested('tried')])
  await box.work()
  await box.admin.pause(1)
  await box.apply(many(50))
  box.after(DAYS_4)
  await box.admin.resume(1)
  box.receiver.react((response, received) => {
    box.receiver.react(taken)
    refused(429, { 'retry-after': '1' })(response, received)
  })
  await box.live(1)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 0, failuresInARow: 0 }])
})

it('after a resumption a message that had failed is tried for three days again', async () => {
  await using box = await boxFor(refused(500))
  await box.apply([ingested('a')])
  await box.live(60)
  await box.admin.pause(1)
  box.after(20)
  await box.admin.resume(1)
  const hours = await box.live(1000)
  expect(hours.at(0)).toBe(0)
  expect(hours.at(-1)).toBe(72)
})

it.each([
  ['untried', 0],
  ['tried before', 1],
])(
  'an agent that was off for four days tries a message for three days all the same: %s',
  async (_, hours) => {
    await using box = await boxFor(refused(500))
    await box.apply([ingested('a')])
    if (hours > 0) await box.live(hours)
    box.after(DAYS_4)
    expect((await box.live(1000)).at(-1)).toBe(72)
    expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 1 }])
  },
)

it('one that arrives first after a stop takes no time from one that had failed before it', async () => {
  const held: (() => void)[] = []
  await using box = await boxFor(refused(400))
  await box.apply([ingested('a')])
  await box.live(1)
  box.receiver.react(taken)
  await box.apply([ingested('well')])
  await box.work()
  box.receiver.react((response, { message }) =>
    message.data.newsId === 'a'
      ? held.push(() => response.writeHead(400).end())
      : response.writeHead(204).end(),
  )
  box.after(DAYS_4)
  await box.apply([ingested('b')])
  await box.delivery.dispatch()
  await expect.poll(async () => [(await box.admin.show(1)).waiting, held.length]).toEqual([1, 1])
  for (const answer of held) answer()
  await box.delivery.settled()
  expect(await box.admin.list()).toMatchObject([{ waiting: 1, dead: 0 }])
})

it('while a target asks to wait, no message’s three days end', async () => {
  await using box = await boxFor(refused(400))
  await box.apply(many(9))
  await box.live(71.5)
  box.receiver.react(refused(429, { 'retry-after': '7200' }))
  await box.apply([ingested('recent')])
  await box.work()
  await box.live(2)
  box.receiver.react(taken)
  await box.live(20)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 0 }])
})

it('whoever asks to wait for longer than three days is told everything in the end', async () => {
  await using receiver = await startReceiver(refused(429, { 'retry-after': '7200' }))
  await using box = await setOutbox([receiver])
  await box.apply(many(6))
  await box.admin.add({ url: receiver.url, backlog: true })
  await box.live(80)
  receiver.react(refused(502))
  await box.live(3)
  expect(await box.admin.list()).toMatchObject([{ waiting: 6, dead: 0 }])
  receiver.react(taken)
  await box.live(20)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 0 }])
})

it('an asked wait that is longer than a day is a plain failure', async () => {
  await using box = await boxFor(refused(503, { 'retry-after': `${30 * 86_400}` }))
  await box.apply([ingested('a')])
  expect((await box.live(1000)).at(-1)).toBe(72)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 1 }])
})

it('a message that was never tried is not given up while its target rests', async () => {
  await using box = await boxFor(refused(503))
  await box.apply(many(120))
  await box.live(90)
  const [{ waiting = 0, dead = 0 } = {}] = await box.admin.list()
  expect(waiting + dead).toBe(120)
  expect(dead).toBeLessThan(100)
  box.receiver.react(taken)
  await box.live(2)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead }])
})

it('only calls without an answer suspend a target: for half a minute first, and a success ends it', async () => {
  await using box = await boxFor(refused(500))
  const state = async () => (await box.admin.list())[0]
  const status = async () => {
    const parts = { source: 'http://service.example/cms', streams: [ACADEMY], clock: box.clock }
    return formatStatus(await readStatus(box.store, parts)).replace(/\s+/g, ' ')
  }
  await box.apply(many(16))
  await box.work()
  box.receiver.react(response => {
    box.receiver.react(refused(500))
    response.destroy()
  })
  box.after(10 / 3600)
  await box.work()
  expect(await state()).toMatchObject({ waiting: 16, failuresInARow: 32 })
  expect(await state()).not.toHaveProperty('restsUntil')

  box.receiver.react(response => response.destroy())
  box.after(1)
  await box.work()
  const restsUntil = new Date(box.clock.now().epochMilliseconds + 30_000).toISOString()
  expect(await state()).toMatchObject({ waiting: 16, failuresInARow: 37, restsUntil })
  expect(await status()).toContain(`suspended until ${restsUntil.replace('.000', '')}, 16 waiting`)

  box.receiver.react(taken)
  box.after(31 / 3600)
  expect(await state()).not.toHaveProperty('restsUntil')
  await box.work()
  expect(await state()).toMatchObject({ waiting: 0, failuresInARow: 0 })
  expect(await status()).toContain(': active, 0 waiting')
})

it('what a leader with a clock ahead has suspended is tried by the next one at once', async () => {
  await using box = await boxFor(response => response.destroy())
  box.after(10)
  await box.apply(many(16))
  await box.work()
  expect((await box.admin.list())[0]).toHaveProperty('restsUntil')
  box.after(-10)
  box.receiver.react(taken)
  await box.apply([ingested('new')])
  await box.work()
  expect(box.outcomes).not.toContain('1 delivered')
  await box.lead()
  await box.work()
  expect(box.receiver.told()).toContain('news.published new')
})

it('a wait that is asked for in fractions of a second is kept to, too', async () => {
  await using box = await boxFor(refused(429, { 'retry-after': '1.0005' }))
  await box.apply([ingested('a')])
  await box.work()
  expect(await box.admin.list()).toMatchObject([
    { failuresInARow: 1, restsUntil: '2026-09-01T00:00:01.001Z', lastFailure: { message: 'HTTP 429' } },
  ])
})

it.each([200, 500])('%i counts at once, though its body never ends', async status => {
  await using box = await boxFor(response => response.writeHead(status).write('begun'))
  await box.apply(many(8))
  await box.delivery.dispatch()
  await box.delivery.settled()
  expect(new Set(box.outcomes)).toEqual(new Set([status === 200 ? '1 delivered' : '1 failed']))
})

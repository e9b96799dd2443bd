/** How the outbox is worked off: by real calls to real receivers, at the pace of a clock that the test moves. */
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { webhookFindings } from '../../../../sync-agent/index.ts'
import { outcomeOfError } from '../../../../sync-agent/outlets/webhooks/attempt.ts'
import {
  boxFor,
  ingested,
  type Reaction,
  refused,
  setOutbox,
  silent,
  startReceiver,
  taken,
} from './support.ts'

const edited = (newsId: string, title = 'Edited') => ingested(newsId, { newsTitle: title })
const many = (count: number) => Array.from({ length: count }, (_, index) => ingested(`n${index}`))

it('a message is tried for three days, ever more seldom, then given up, kept, and replayed under its id', async () => {
  await using box = await boxFor(refused(500))
  await box.apply([ingested('a')])
  const hours = await box.live(1000)
  expect(hours.map(hour => Number(hour.toFixed(3)))).toEqual([
    ...[0, 0.001, 0.085, 0.585, 2.585, 7.585, 17.585, 27.585, 37.585, 47.585, 57.585, 67.585],
    72,
  ])
  expect(new Set(box.receiver.ids()).size).toBe(1)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 1, failuresInARow: 13 }])
  expect(webhookFindings(await box.admin.list())).toEqual([
    { check: 'webhook 1', result: 'warning', detail: '13 failed attempts in a row: HTTP 500' },
  ])
  expect(await box.admin.deliveries({ state: 'dead', limit: 9 })).toMatchObject([
    { newsId: 'a', attempts: 13, status: 500, failure: 'HTTP 500', settled: '2026-09-04T00:00:00.000Z' },
  ])
  expect(box.log.at(50)).toMatchObject([{ msg: expect.stringContaining('not sent any more') }])

  box.after(24 * 300)
  box.receiver.react(taken)
  expect(await box.live(1)).toEqual([])
  const replay = await box.admin.replay({ dead: true, targetId: 1 })
  expect(replay).toEqual({ replayed: 1, overtaken: 0, unknown: [] })
  await box.work()
  expect(box.receiver.received).toHaveLength(14)
  expect(new Set(box.receiver.ids()).size).toBe(1)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 0, failuresInARow: 0 }])
})

it('a new message is sent at once, also if the clock of who wrote it was ahead', async () => {
  await using box = await boxFor(taken)
  box.after(2)
  await box.apply([ingested('a')])
  box.after(-2)
  await box.work()
  expect(box.receiver.received).toHaveLength(1)
})

it('each attempt is signed for its own time, so that a receiver does not take a late one for a repeated one', async () => {
  await using receiver = await startReceiver(refused(500))
  await using box = await setOutbox([receiver])
  const { secret } = await box.admin.add({ url: receiver.url })
  await box.apply([ingested('a')])
  await box.live(1)
  const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(times.map(time => time - (times[0] ?? 0))).toEqual([0, 5, 305, 2105])
  for (const { headers, body } of receiver.received) {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body))
  }
})

it('waits are spread at random, but none is shorter than half of it', async () => {
  await using box = await boxFor(refused(500), { random: () => 0 })
  await box.apply([ingested('a')])
  const hours = await box.live(1)
  expect(hours.map(hour => Math.round(hour * 36_000) / 10)).toEqual([0, 2.5, 152.5, 1052.5])
})

it('messages of one entry are sent one after the other, the deletion last', async () => {
  const held: (() => void)[] = []
  await using box = await boxFor(response => held.push(() => response.writeHead(204).end()))
  await box.apply([ingested('a'), ingested('other')])
  await box.delivery.dispatch()
  await box.receiver.until(2)
  await box.apply([edited('a')])
  await box.delivery.dispatch()
  await box.apply([], ['a'])
  await box.apply([edited('other')])
  await box.delivery.dispatch()
  expect(box.receiver.received).toHaveLength(2)
  box.receiver.react(taken)
  for (const answer of held) answer()
  await box.delivery.settled()
  await box.work()
  expect(box.receiver.told().slice(0, 2).sort()).toEqual(['news.published a', 'news.published other'])
  expect(box.receiver.told().slice(2).sort()).toEqual(['news.deleted a', 'news.published other'])
  expect(new Set(box.receiver.ids()).size).toBe(4)
})

it('a deletion replaces a change of the same entry that keeps failing or was given up', async () => {
  await using box = await boxFor(refused(500))
  await box.apply([ingested('a'), ingested('b')])
  await box.work()
  await box.apply([], ['a'])
  await box.live(100)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 2 }])
  await box.apply([], ['b'])
  expect(await box.admin.list()).toMatchObject([{ waiting: 1, dead: 1 }])
  box.receiver.react(taken)
  await box.live(100)
  await box.admin.replay({ dead: true })
  await box.admin.replay({ since: 0 })
  box.receiver.received.length = 0
  await box.live(100)
  expect(box.receiver.told().sort()).toEqual(['news.deleted a', 'news.deleted b'])
})

it('what was delivered is replayed as the entry is now; an overtaken message is left alone', async () => {
  await using box = await boxFor()
  await box.apply([ingested('a'), ingested('b')])
  await box.work()
  box.after(2)
  await box.apply([edited('a')])
  await box.work()
  const ids = box.receiver.ids()
  expect(await box.admin.replay({ since: 0 })).toEqual({ replayed: 2, overtaken: 1, unknown: [] })
  await box.work()
  expect(box.receiver.ids().slice(3).sort()).toEqual([ids[2], ids[1]].sort())
  const { id } = (await box.admin.deliveries({ limit: 1 }))[0] ?? { id: 0 }
  const again = await box.admin.replay({ ids: [`${id}`, 'msg_none', ids[0] ?? ''] })
  expect(again).toEqual({ replayed: 1, overtaken: 1, unknown: ['msg_none'] })
})

it('four at a time to a target, and one alone while it fails', async () => {
  await using box = await boxFor(silent)
  await box.apply(many(9))
  await box.delivery.dispatch()
  await box.receiver.until(4)
  await box.delivery.dispatch()
  await box.apply(many(12))
  await box.delivery.dispatch()
  expect(box.receiver.received).toHaveLength(4)

  await using other = await boxFor(refused(500))
  const failing = other.receiver
  await other.apply([ingested('a')])
  await other.work()
  await other.apply(many(9))
  failing.react(silent)
  await other.delivery.dispatch()
  await failing.until(2)
  await other.delivery.dispatch()
  expect(failing.received).toHaveLength(2)
})

it('a target that never answers takes nothing from the others', async () => {
  await using dead = await startReceiver(silent)
  await using well = await startReceiver()
  await using box = await setOutbox([dead, well])
  await box.admin.add({ url: dead.url })
  await box.admin.add({ url: well.url })
  await box.apply(many(20))
  const arrived = async () => {
    await box.delivery.dispatch()
    return well.received.length
  }
  await expect.poll(arrived, { message: 'messages that arrived' }).toBe(20)
  expect(dead.received.length).toBeLessThanOrEqual(4)
})

it('a dead target rests instead of being called for each of its messages, and soon after its return has them all, old and new', async () => {
  await using box = await boxFor(refused(503))
  await box.apply(many(100))
  await box.live(48)
  expect(box.receiver.received.length).toBeLessThan(75)
  expect(await box.admin.list()).toMatchObject([{ waiting: 100, dead: 0 }])
  box.receiver.react(taken)
  box.receiver.received.length = 0
  await box.apply([ingested('recent')])
  const hours = await box.live(2)
  expect(box.receiver.received).toHaveLength(101)
  expect(hours.at(-1)).toBeLessThanOrEqual(1)
  expect(new Set(box.receiver.told()).size).toBe(101)
})

it('messages that a receiver always refuses do not delay the others', async () => {
  await using box = await boxFor((response, { message }) =>
    response.writeHead(`${message.data.newsId}`.startsWith('bad') ? 400 : 204).end(),
  )
  await box.apply([...many(8).map(entry => ({ ...entry, newsId: `bad ${entry.newsId}` })), ...many(8)])
  await box.live(6)
  expect(await box.admin.deliveries({ state: 'delivered', limit: 99 })).toHaveLength(8)
  await box.live(200)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 8 }])
})

it.each([429, 503])('%i with Retry-After: nothing is sent before', async status => {
  await using box = await boxFor(refused(status, { 'retry-after': '7200' }))
  await box.apply([ingested('a')])
  await box.work()
  await box.apply([ingested('b')])
  const hours = await box.live(4.5)
  expect(hours[0]).toBe(2)
  expect(box.receiver.received).toHaveLength(3)
})

it('410 stops the webhook and keeps the waiting messages; after a resume they are sent', async () => {
  await using box = await boxFor(refused(410))
  await box.apply(many(9))
  await box.work()
  await box.apply([ingested('after')])
  expect(await box.live(100)).toEqual([])
  expect(box.receiver.received.length).toBeLessThanOrEqual(4)
  expect(webhookFindings(await box.admin.list())).toMatchObject([
    { detail: expect.stringMatching(/^answered 410/) },
  ])
  expect(await box.admin.show(1)).toMatchObject({
    state: 'gone',
    waiting: 0,
    dead: 9,
    reason: expect.stringContaining('410'),
  })
  box.receiver.react(taken)
  box.receiver.received.length = 0
  await box.admin.resume(1)
  await box.admin.replay({ dead: true })
  await box.apply([ingested('again')])
  await box.work()
  expect(box.receiver.received).toHaveLength(10)
})

it('a pause holds everything, a resumption sends it at once, also what had been put off', async () => {
  await using box = await boxFor(refused(500))
  await box.apply([ingested('a')])
  await box.live(3)
  await box.admin.pause(1)
  await box.apply([ingested('b')])
  box.receiver.react(taken)
  box.receiver.received.length = 0
  expect(await box.live(100)).toEqual([])
  await box.admin.resume(1)
  await box.work()
  expect(box.receiver.told().toSorted()).toEqual(['news.published a', 'news.published b'])
})

it('any 2xx is taken, however long or odd its answer', async () => {
  await using box = await boxFor(response => response.writeHead(202).end('x'.repeat(1_000_000)))
  await box.apply([ingested('a')])
  await box.work()
  box.receiver.react(response => response.writeHead(200, { 'content-length': '99' }).end('cut off'))
  await box.apply([ingested('b')])
  await box.work()
  expect(box.outcomes).toEqual(['1 delivered', '1 delivered'])
})

it('an answer that turns to another protocol is a failed attempt, and holds no slot and no end of the agent', async () => {
  await using box = await boxFor(
    ({ socket }) =>
      void socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  )
  await box.apply(many(4))
  await box.delivery.dispatch()
  await box.delivery.settled()
  expect(box.outcomes).toEqual(Array.from({ length: 4 }, () => '1 failed'))
  box.receiver.react(taken)
  await box.live(1)
  expect(await box.admin.list()).toMatchObject([{ waiting: 0, dead: 0 }])
})

it.each<[string, Reaction, { timeoutMs?: number }, RegExp]>([
  ['silence is ended by the time limit', silent, { timeoutMs: 100 }, /^TIMED_OUT/],
  ['a broken connection is told as such', response => response.destroy(), {}, /^UNREACHABLE/],
])('%s, and the message is tried again', async (_, reaction, limits, failure) => {
  await using box = await boxFor(reaction, limits)
  await box.apply([ingested('a')])
  for (const attempts of [1, 2]) {
    await box.delivery.dispatch()
    await box.delivery.settled()
    expect(await box.admin.deliveries({ limit: 1 })).toMatchObject([
      { attempts, state: 'pending', failure: expect.stringMatching(failure) },
    ])
    box.after(1)
  }
  expect(box.log.at(40)).toMatchObject([{ msg: expect.stringMatching(/TIMED_OUT|UNREACHABLE/) }])
})

it('an entry above 20 kB is sent in short, with the address of the rest, whatever its identifier', async () => {
  await using box = await boxFor(taken, { publicUrl: 'https://school.example/agent/' })
  const long = ingested('a/1', { newsContent: `<p>${'long '.repeat(5_000)}</p>` })
  await box.apply([long, ...['.', '..', ''].map(newsId => ({ ...long, newsId }))])
  await box.work()
  expect(box.receiver.received.map(({ message }) => message.data.url).sort()).toEqual(
    // No path can hold the others.
    ['?newsId=&', '?newsId=.&', '?newsId=..&', '/a%2F1?']
      .map(entry => `https://school.example/agent/v1/news${entry}siteId=academy&lang=en-US`)
      .sort(),
  )
  for (const { body, message } of box.receiver.received) {
    expect(body.length).toBeLessThan(1_000)
    expect(message.data).toMatchObject({ title: 'Title of a/1', truncated: true })
    expect(message.data).not.toHaveProperty('html')
    expect(message.data).not.toHaveProperty('attachments')
  }
})

it('what was delivered is forgotten after a week, dead letters are not', async () => {
  await using box = await boxFor()
  await box.apply([ingested('a')])
  await box.work()
  box.receiver.react(refused(500))
  await box.apply([ingested('b')])
  await box.live(24 * 4)
  box.after(24 * 7)
  await box.work()
  expect(await box.admin.deliveries({ limit: 9 })).toMatchObject([{ newsId: 'b', state: 'dead' }])
  expect(await box.admin.dropDead()).toBe(1)
  expect(await box.admin.deliveries({ limit: 9 })).toEqual([])
})

it('keeps what an answer says out of logs, status and lists: it may name the address, or a secret', async () => {
  await using receiver = await startReceiver((response, { message }) =>
    message.data.newsId === 'a'
      ? response.writeHead(404).end('Cannot POST /hook/token-of-its-own')
      : response.writeHead(308, { location: '/hook/token-of-its-own/' }).end(),
  )
  await using box = await setOutbox([receiver])
  await box.admin.add({ url: `${receiver.url}/token-of-its-own` })
  await box.apply([ingested('a'), ingested('b')])
  await box.live(2)
  const { lastFailure } = await box.admin.show(1)
  const shown = JSON.stringify([box.log.lines, lastFailure, await box.admin.deliveries({ limit: 9 })])
  expect(shown).not.toContain('token-of-its-own')
  expect(shown).toContain('"HTTP 404"')
  expect(shown).toContain(`REDIRECTED: answers with a redirect to http://${receiver.host}"`)
})

it('what a test prints of an answer, and what is said of a broken one, moves no cursor and turns no text round', async () => {
  await using box = await boxFor(response => response.writeHead(500).end('a\u001b[31mb\u202ec\r\nd'))
  expect(await box.admin.test(1)).toMatchObject({ failure: 'HTTP 500', answer: 'a [31mb c  d' })
  const odd = new Error('not for a\u001b[31mb\u2066c.example')
  expect(outcomeOfError(odd, box.receiver.url)).toMatchObject({ failure: 'not for a [31mb c.example' })
})

it('says in the log what fails, once, and never an address or a secret', async () => {
  await using receiver = await startReceiver(refused(500))
  await using box = await setOutbox([receiver])
  const { secret } = await box.admin.add({ url: `${receiver.url}/token-of-its-own?key=k1` })
  await box.apply([ingested('a'), ingested('b')])
  await box.live(100)
  receiver.react(taken)
  await box.admin.replay({ dead: true })
  await box.work()
  expect(box.log.at(40)).toHaveLength(1)
  const lists = [await box.admin.list(), await box.admin.deliveries({ limit: 9 })]
  expect(JSON.stringify([box.log.lines, lists])).not.toContain(secret.slice(6))
  expect(JSON.stringify(box.log.lines)).not.toMatch(/token-of-its-own|k1/)
})

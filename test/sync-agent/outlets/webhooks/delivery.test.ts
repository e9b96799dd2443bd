/** How changes are told: by real calls to real receivers, at the pace of a clock that the test moves. */
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { openFollowerAdmin, storeFindings } from '../../../../sync-agent/index.ts'
import { followerStatuses } from '../../../../sync-agent/log/reports.ts'
import { outcomeOfError } from '../../../../sync-agent/outlets/webhooks/attempt.ts'
import { execute } from '../../database.ts'
import {
  type Box,
  boxFor,
  ingested,
  type Reaction,
  refused,
  setBox,
  silent,
  startReceiver,
  taken,
} from './support.ts'

const edited = (newsId: string, title = 'Edited') => ingested(newsId, { newsTitle: title })
const many = (count: number) => Array.from({ length: count }, (_, index) => ingested(`n${index}`))
const followerIn = async ({ admin }: Box) => (await admin.show(1)).follower
const findingsOf = async ({ store, clock }: Box) =>
  storeFindings(
    { streams: [], followers: await followerStatuses(store, clock.now().epochMilliseconds) },
    'agent',
  )
const asideOf = async ({ db, clock }: Box) => {
  await using admin = await openFollowerAdmin(db, clock)
  return await admin.aside('webhook-1', 99)
}

// Promise: operate/webhook-order
it('a message that is refused is sent again under its id, and listed until it is taken', async () => {
  await using box = await boxFor(refused(500))
  await box.apply([ingested('a')])
  await box.live(24)
  expect(box.receiver.received.length).toBeGreaterThan(24)
  expect(new Set(box.receiver.ids()).size).toBe(1)
  expect(box.receiver.ids()[0]).toMatch(/^msg_[0-9a-f]{32}$/)
  expect(await followerIn(box)).toMatchObject({ behind: 0, aside: 1, lastFailure: { message: 'HTTP 500' } })
  expect(await findingsOf(box)).toEqual([
    { check: 'webhook-1', result: 'warning', detail: expect.stringContaining('1 put aside') },
  ])
  expect(await asideOf(box)).toMatchObject([
    { newsId: 'a', reason: 'HTTP 500', attempts: expect.any(Number) },
  ])
  box.receiver.react(taken)
  await box.live(1)
  expect(await followerIn(box)).toMatchObject({ behind: 0, aside: 0, failuresInARow: 0 })
  expect(await findingsOf(box)).toEqual([
    { check: 'webhook-1', result: 'ok', detail: '0 waiting, none put aside' },
  ])
})

it('rewound, it sends again what it sent, under the same ids; an entry that has changed has another', async () => {
  await using box = await boxFor()
  await box.apply([ingested('a'), ingested('b')], ['c'])
  await box.work()
  await using admin = await openFollowerAdmin(box.db, box.clock)
  await admin.rewind('webhook-1', 0)
  await box.work()
  expect(box.receiver.told().toSorted()).toEqual(
    ['news.deleted c', 'news.published a', 'news.published b'].flatMap(told => [told, told]),
  )
  expect(new Set(box.receiver.ids()).size).toBe(3)
  await box.apply([edited('a')])
  await admin.rewind('webhook-1', undefined)
  box.receiver.received.length = 0
  await box.work()
  expect(box.receiver.told().toSorted()).toEqual(['news.deleted c', 'news.published a', 'news.published b'])
})

it('a store that is put back from a copy says other things under other ids', async () => {
  await using box = await boxFor()
  await box.apply([ingested('a')])
  await box.work()
  const [first] = box.receiver.ids()
  await using admin = await openFollowerAdmin(box.db, box.clock)
  // As an agent that has come to the same number again in another history.
  await execute(box.db, "UPDATE change_mark SET mark = 'another'")
  await admin.rewind('webhook-1', 0)
  await box.work()
  expect(box.receiver.ids()[1]).not.toBe(first)
})

it('each attempt is signed for its own time, so that a receiver does not take a late one for a repeated one', async () => {
  await using receiver = await startReceiver(refused(500))
  await using box = await setBox([receiver])
  const { secret } = await box.admin.add({ url: receiver.url })
  await box.apply([ingested('a')])
  await box.live(1)
  const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(times.map(time => time - (times[0] ?? 0))).toEqual([0, 5, 25, 105, 425, 1705])
  for (const { headers, body } of receiver.received) {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body))
  }
})

// Promise: operate/webhook-order
it('four at a time to a target, one after the other for an entry, and one alone while it fails', async () => {
  const held: (() => void)[] = []
  await using box = await boxFor(response => held.push(() => response.writeHead(204).end()))
  await box.apply(many(9))
  await box.runner.dispatch()
  await box.receiver.until(4)
  await box.apply([edited('n0')])
  await box.runner.dispatch()
  expect(box.receiver.received).toHaveLength(4)
  box.receiver.react(taken)
  for (const answer of held) answer()
  await box.runner.settled()
  await box.work()
  expect(box.receiver.told().filter(told => told.endsWith(' n0'))).toEqual([
    'news.published n0',
    'news.changed n0',
  ])

  await using other = await boxFor(refused(500))
  await other.apply([ingested('a')])
  await other.work()
  await other.apply(many(9))
  other.receiver.react(silent)
  await other.runner.dispatch()
  await other.receiver.until(2)
  expect(other.receiver.received).toHaveLength(2)
})

it('an agent that is closed while messages are under way ends them, and the next sends them again', async () => {
  await using box = await boxFor(silent)
  await box.apply(many(4))
  await box.runner.dispatch()
  await box.receiver.until(4)
  await box.runner.close()
  expect(await followerIn(box)).toMatchObject({ behind: 4, aside: 0, failuresInARow: 0 })
})

it('messages that a receiver always refuses do not delay the others', async () => {
  await using box = await boxFor((response, { message }) =>
    response.writeHead(`${message.data.newsId}`.startsWith('bad') ? 400 : 204).end(),
  )
  await box.apply([...many(8).map(entry => ({ ...entry, newsId: `bad ${entry.newsId}` })), ...many(8)])
  await box.live(1)
  expect(box.outcomes.filter(outcome => outcome === '1 delivered')).toHaveLength(8)
  expect(await followerIn(box)).toMatchObject({ behind: 0, aside: 8 })
  await box.apply([ingested('new')])
  await box.work()
  expect(box.receiver.told()).toContain('news.published new')
})

it.each([429, 503])('%i with Retry-After: nothing is sent before', async status => {
  await using box = await boxFor(refused(status, { 'retry-after': '7200' }))
  await box.apply([ingested('a')])
  await box.work()
  await box.apply([ingested('b')])
  box.receiver.react(taken)
  expect(await box.live(1.9)).toEqual([])
  await box.live(1)
  expect(box.receiver.told().slice(1).toSorted()).toEqual(['news.published a', 'news.published b'])
})

it('a wait that is asked for in fractions of a second is kept to, too', async () => {
  await using box = await boxFor(refused(429, { 'retry-after': '1.0005' }))
  await box.apply([ingested('a')])
  await box.work()
  expect(await followerIn(box)).toMatchObject({
    restsUntil: '2026-09-01T00:00:01.001Z',
    lastFailure: { message: 'HTTP 429' },
  })
})

// Promise: operate/webhook-410
it('410 stops the webhook; resumed, it has all that changed meanwhile', async () => {
  await using box = await boxFor(refused(410))
  await box.apply(many(9))
  await box.work()
  await box.apply([ingested('after')])
  expect(await box.live(100)).toEqual([])
  expect(box.receiver.received.length).toBeLessThanOrEqual(4)
  expect(await findingsOf(box)).toMatchObject([{ detail: expect.stringMatching(/^answered 410/) }])
  expect(await box.admin.show(1)).toMatchObject({
    ...{ state: 'gone', reason: expect.stringContaining('410') },
    follower: { behind: 10, aside: 0, failuresInARow: 1 },
  })
  box.receiver.react(taken)
  box.receiver.received.length = 0
  await box.admin.resume(1)
  await box.work()
  expect(new Set(box.receiver.told()).size).toBe(10)
})

it('a pause holds everything, a resumption sends it at once, also what had been put aside', async () => {
  await using box = await boxFor(refused(500))
  await box.apply([ingested('a')])
  await box.live(3)
  await box.admin.pause(1)
  await box.apply([ingested('b')])
  box.receiver.react(taken)
  box.receiver.received.length = 0
  expect(await box.live(100)).toEqual([])
  expect(await findingsOf(box)).toMatchObject([{ detail: 'paused, 1 waiting; agent webhooks resume 1' }])
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
  await box.runner.dispatch()
  await box.runner.settled()
  expect(box.outcomes).toEqual(Array.from({ length: 4 }, () => '1 failed'))
  box.receiver.react(taken)
  await box.live(1)
  expect(await followerIn(box)).toMatchObject({ behind: 0, aside: 0 })
})

it.each<[string, Reaction, { timeoutMs?: number }, RegExp]>([
  ['silence is ended by the time limit', silent, { timeoutMs: 100 }, /^TIMEOUT/],
  ['a broken connection is told as such', response => response.destroy(), {}, /^UNREACHABLE/],
])('%s, and the message is tried again', async (_, reaction, limits, failure) => {
  await using box = await boxFor(reaction, limits)
  await box.apply([ingested('a')])
  for (const attempts of [1, 2]) {
    await box.runner.dispatch()
    await box.runner.settled()
    expect(await asideOf(box)).toMatchObject([{ attempts, reason: expect.stringMatching(failure) }])
    box.after(1)
  }
  expect(box.log.at(40)).toMatchObject([{ msg: expect.stringMatching(/TIMEOUT|UNREACHABLE/) }])
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

it('keeps what an answer says out of logs, status and lists: it may name the address, or a secret', async () => {
  await using receiver = await startReceiver((response, { message }) =>
    message.data.newsId === 'a'
      ? response.writeHead(404).end('Cannot POST /hook/token-of-its-own')
      : response.writeHead(308, { location: '/hook/token-of-its-own/' }).end(),
  )
  await using box = await setBox([receiver])
  await box.admin.add({ url: `${receiver.url}/token-of-its-own` })
  await box.apply([ingested('a'), ingested('b')])
  await box.live(2)
  const shown = JSON.stringify([box.log.lines, await followerIn(box), await asideOf(box)])
  expect(shown).not.toContain('token-of-its-own')
  expect(shown).toContain('"HTTP 404"')
  expect(shown).toContain(
    `REDIRECT: answers with a redirect to http://${receiver.host}; use the final address instead"`,
  )
})

it('what a test prints of an answer, and what is said of a broken one, moves no cursor and turns no text round', async () => {
  await using box = await boxFor(response => response.writeHead(500).end('a\u001b[31mb\u202ec\r\nd'))
  expect(await box.admin.test(1)).toMatchObject({ failure: 'HTTP 500', answer: 'a [31mb c  d' })
  const odd = new Error('not for a\u001b[31mb\u2066c.example')
  expect(outcomeOfError(odd, box.receiver.url)).toMatchObject({ failure: 'not for a [31mb c.example' })
})

// Promise: operate/webhook-secrets
it('says in the log what fails, once, and never an address or a secret', async () => {
  await using receiver = await startReceiver(refused(500))
  await using box = await setBox([receiver])
  const { secret } = await box.admin.add({ url: `${receiver.url}/token-of-its-own?key=k1` })
  await box.apply([ingested('a'), ingested('b')])
  await box.live(100)
  receiver.react(taken)
  await box.live(1)
  expect(box.log.at(40)).toHaveLength(1)
  const lists = [await box.admin.list(), await asideOf(box)]
  expect(JSON.stringify([box.log.lines, lists])).not.toContain(secret.slice(6))
  expect(JSON.stringify(box.log.lines)).not.toMatch(/token-of-its-own|k1/)
})

it.each([200, 500])('%i counts at once, though its body never ends', async status => {
  await using box = await boxFor(response => response.writeHead(status).write('begun'))
  await box.apply(many(8))
  await box.runner.dispatch()
  await box.runner.settled()
  expect(new Set(box.outcomes)).toEqual(new Set([status === 200 ? '1 delivered' : '1 failed']))
})

it('while the secrets cannot be read nothing is sent, and the target is not blamed', async () => {
  let isAway = true
  const onRead = (sql: string) => {
    if (isAway && sql.includes('webhook_secret')) throw new Error('away')
  }
  await using box = await boxFor(undefined, { onRead })
  await box.apply([ingested('a')])
  await box.work()
  expect(box.log.at(50)).toHaveLength(1)
  isAway = false
  expect(box.outcomes).toEqual([])
  expect(await followerIn(box)).toMatchObject({ behind: 1, failuresInARow: 0 })
  await box.live(0.1)
  expect(box.receiver.received).toHaveLength(1)
})

/** Faults that only large or slow answers have, over a real socket: the first copy stands until the answer is whole. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Scratch, scratch } from '../support/scratch.ts'
import { json, reset, type Script, startUpstream, type Upstream } from '../support/scripted-upstream.ts'
import { chanceFrom, SEED } from './simulation/random.ts'
import { agentBefore, allTables, entry, news } from './support.ts'

let files: Scratch
let db: string
let upstream: Upstream
beforeEach(async () => {
  files = scratch()
  db = files.path('news.sqlite')
  upstream = await startUpstream(news([entry('a'), entry('b')], ['gone']))
})
afterEach(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

const envelope = (content: unknown) => JSON.stringify({ txID: 't', code: 'D00000', message: 'ok', content })
const ids = () => allTables(db).news?.map(row => Reflect.get(Object(row), 'news_id'))
const TYPE = { 'content-type': 'application/json' }

describe('an answer that breaks under way', () => {
  const whole = envelope({ newsList: [entry('c')], delNewsIds: ['a'] })
  const dripped: Script = response => {
    response.writeHead(200, TYPE)
    const drip = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(drip))
  }
  const brokenChunk: Script = response => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n40\r\n${whole.slice(0, 64)}\r\nno length\r\n`,
    )
  }
  const wrongLength: Script = response => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n${whole}`,
    )
  }
  it.each([
    { name: 'in drops that never end', script: dripped, code: 'TIMEOUT', limits: { totalMs: 100 } },
    { name: 'in a chunk without a length', script: brokenChunk, code: 'UNREACHABLE', limits: {} },
    { name: 'whole, but shorter than announced', script: wrongLength, code: 'UNREACHABLE', limits: {} },
  ])('changes nothing when it comes $name', async ({ script, code, limits }) => {
    await using first = await agentBefore(upstream, db)
    await first.syncOnce()
    await first.close()
    upstream.answer(script)
    await using agent = await agentBefore(upstream, db, limits)
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'failed', failure: { code } }])
    expect(ids()).toEqual(['a', 'b'])
  })
})

it('20 MB cut at any place change nothing, leave nothing behind, and are made good by the whole', async () => {
  const chance = chanceFrom(SEED)
  const newsContent = `<p>${'A long report of the regatta. '.repeat(800)}</p>`
  const newsList = Array.from({ length: 840 }, (_, index) => entry(`large-${index}`, { newsContent }))
  const body = Buffer.from(envelope({ newsList, delNewsIds: ['a'] }))
  expect(body.length).toBeGreaterThan(20_000_000)
  const cutAt =
    (place: number): Script =>
    response => {
      response.writeHead(200, { ...TYPE, 'content-length': body.length })
      response.write(body.subarray(0, place), () => response.destroy())
    }

  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  // The last of three attempts: what it has staged is for the end of the cycle to clear away.
  const attempts = [reset, reset, cutAt(chance.below(body.length))]
  upstream.answer((response, request) => attempts.shift()?.(response, request))
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'failed', failure: { code: 'UNREACHABLE' } }])
  expect(ids()).toEqual(['a', 'b'])
  expect(allTables(db).staged).toEqual([])
  upstream.answer(response => response.writeHead(200, TYPE).end(body))
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 840, deleted: 1 } }])
  expect(allTables(db).staged).toEqual([])
}, 600_000)

describe('an answer that is whole but odd', () => {
  it('takes 10,000 deletions at once, each with a number of its own', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      entry(`n-${index}`, { newsContent: '<p>Short</p>' }),
    )
    upstream.answer(news(many))
    await using agent = await agentBefore(upstream, db)
    await agent.syncOnce()
    upstream.answer(
      news(
        [],
        many.map(({ newsId }) => newsId),
      ),
    )
    expect(await agent.syncOnce()).toMatchObject([{ applied: { deleted: 10_000, seq: 20_000 } }])
    const { news: left, tombstone = [] } = allTables(db)
    expect(left).toEqual([])
    expect(new Set(tombstone.map(row => Reflect.get(Object(row), 'seq'))).size).toBe(10_000)
  }, 60_000)

  it('takes an entry that comes twice as it comes last, and counts it once', async () => {
    upstream.answer(news([entry('a', { newsTitle: 'First' }), entry('a', { newsTitle: 'Last' })], ['x', 'x']))
    await using agent = await agentBefore(upstream, db)
    expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 1, deleted: 1 } }])
    expect(allTables(db).news).toMatchObject([{ title: 'Last' }])
  })

  it('puts an entry of wrong types aside as it came, and takes the rest', async () => {
    const odd = { ...entry('odd'), newsTitle: 7, attachments: 'none' }
    upstream.answer(news([entry('a'), odd, entry('b')]))
    await using agent = await agentBefore(upstream, db)
    expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 2, quarantined: 1 } }])
    expect(ids()).toEqual(['a', 'b'])
    const [kept] = await agent.quarantine.list()
    expect(kept).toMatchObject({ newsId: 'odd' })
    expect(JSON.parse((await agent.quarantine.show(kept?.id ?? 0))?.raw ?? '')).toEqual(odd)
  })
})

const timedOut = { txID: 'busy', code: 'D20003', message: 'timeout' }
it.each([
  ['HTTP 429', 429, { error: 'busy' }],
  ['HTTP 502', 502, { error: 'busy' }],
  ['D20003', 200, timedOut],
])('%s with Retry-After is asked again no sooner than it says', async (_name, status, answer) => {
  let calls = 0
  const good = news([entry('a')])
  upstream.answer((response, request) => {
    calls += 1
    if (calls === 1) json(answer, status, { 'retry-after': '3' })(response, request)
    else good(response, request)
  })
  const waits: number[] = []
  await using agent = await agentBefore(upstream, db, {
    wait: async (milliseconds, signal) => {
      waits.push(milliseconds)
      await pause(0, undefined, { signal })
    },
  })
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done', attempts: 2 }])
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThanOrEqual(3_000)
})

/** Following a sync agent from a host's own program: over outages, refusals, and a store that is another. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ChangeBatch, type FollowOptions, followChanges } from '../../../shared/client/changes.ts'
import {
  body,
  json,
  reset,
  type Script,
  startUpstream,
  type Upstream,
} from '../../support/scripted-upstream.ts'

let agent: Upstream
let end: AbortController
let pauses: number[]
beforeEach(async () => {
  agent = await startUpstream(json({}))
  end = new AbortController()
  pauses = []
})
afterEach(() => agent.close())

const deletion = (seq: number) => ({
  ...{ seq, kind: 'deletion', siteId: 'academy', lang: 'en-US', newsId: `n${seq}` },
  deletedAt: '2026-09-01T00:00:00Z',
})
const page = (next: string, ...seqs: number[]) =>
  json({ changes: seqs.map(deletion), next, more: false, seq: 9, store: 'f00d' })
const problem = (status: number, headers = {}) =>
  json({ type: 'about:blank', status, title: 'No', detail: 'limit: must be a number' }, status, headers)

/** Each question gets the next answer. */
function answerInTurn(...scripts: Script[]): void {
  agent.answer((response, request) => (scripts.shift() ?? reset)(response, request))
}

/** So many batches. */
async function follow(batches: number, options: Partial<FollowOptions> = {}): Promise<ChangeBatch[]> {
  const taken: ChangeBatch[] = []
  for await (const batch of followChanges({
    ...{ url: agent.url, signal: end.signal, random: () => 1 },
    async pause(milliseconds) {
      pauses.push(milliseconds)
    },
    ...options,
  })) {
    taken.push(batch)
    if (taken.length === batches) break
  }
  return taken
}
const asked = () => agent.requests.map(({ url }) => url)

it('asks on from where it came to, patiently', async () => {
  answerInTurn(page('2-a', 1, 2), page('3-a', 3))
  const batches = await follow(2, { url: `${agent.url}/school/`, siteId: 'academy', limit: 50 })
  expect(batches).toEqual([
    { startsOver: false, changes: [deletion(1), deletion(2)], next: '2-a' },
    { startsOver: false, changes: [deletion(3)], next: '3-a' },
  ])
  expect(asked()).toEqual([
    '/school/v1/changes?after=0&limit=50&wait=25&siteId=academy',
    '/school/v1/changes?after=2-a&limit=50&wait=25&siteId=academy',
  ])
})

it('gives no batch while nothing has moved, but one when the place alone has', async () => {
  answerInTurn(page('2-a'), page('2-a'), page('7-a'))
  expect(await follow(1, { after: '2-a' })).toEqual([{ startsOver: false, changes: [], next: '7-a' }])
})

it('starts over, and says so, when the store is another', async () => {
  answerInTurn(problem(410), page('1-b', 1), page('2-b', 2))
  const batches = await follow(2, { after: '8-a' })
  expect(batches.map(({ startsOver, next }) => [startsOver, next])).toEqual([
    [true, '1-b'],
    [false, '2-b'],
  ])
  expect(asked()[1]).toContain('after=0&')
})

it('says so, too, when the other store is empty', async () => {
  answerInTurn(problem(410), page('0'))
  expect(await follow(1, { after: '8-a' })).toEqual([{ startsOver: true, changes: [], next: '0' }])
})

it('asks an agent that is down ever more slowly, and as late as it is told', async () => {
  const down = [
    reset,
    problem(500),
    body('<h1>Bad gateway</h1>', 'text/html', 502),
    reset,
    reset,
    reset,
    reset,
  ]
  answerInTurn(...down, page('1-a', 1), reset, problem(503, { 'retry-after': '7' }), page('2-a', 2))
  expect(await follow(2)).toHaveLength(2)
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 1_000, 8_000])
})

it('comes back at another moment than others do, and never sooner than the agent wants it', async () => {
  answerInTurn(
    reset,
    problem(503, { 'retry-after': '7' }),
    problem(429, { 'retry-after': '30' }),
    page('1-a', 1),
  )
  expect(await follow(1, { random: () => 0 })).toHaveLength(1)
  expect(pauses).toEqual([500, 7_000, 30_000])
})

it('throws what asking again would not mend', async () => {
  answerInTurn(problem(400))
  await expect(follow(1)).rejects.toMatchObject({
    code: 'STATUS',
    status: 400,
    message: expect.stringContaining('limit: must be'),
  })
  answerInTurn(json({ hello: 'world' }))
  await expect(follow(1)).rejects.toMatchObject({ code: 'CONTRACT' })
  answerInTurn(problem(410))
  await expect(follow(1)).rejects.toMatchObject({ code: 'STATUS', status: 410 })
})

it('ends quietly at the signal, in a call and in a pause', async () => {
  agent.answer(() => end.abort())
  expect(await follow(1)).toEqual([])
  end = new AbortController()
  agent.answer((response, request) => {
    reset(response, request)
    setImmediate(() => end.abort())
  })
  const { signal } = end
  const batches = followChanges({ url: agent.url, signal })
  expect(await batches.next()).toEqual({ value: undefined, done: true })
})

/** Popup messages through the agent: a real service or a scripted one behind it, real sockets and a real store. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createContentClient } from '../../../../shared/client/index.ts'
import { formatStatus, type SyncAgent } from '../../../../sync-agent/index.ts'
import { rawRequest } from '../../../support/raw-request.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import {
  body,
  failure,
  json,
  reset,
  type Script,
  startUpstream,
  success,
  type Upstream,
} from '../../../support/scripted-upstream.ts'
import { startSmallSchool } from '../../../support/small-school.ts'
import { freshDatabase } from '../../database.ts'
import {
  agentBefore,
  handClock,
  logLines,
  PRE_SCHOOL,
  queryOf,
  RELAYING,
  statusOf,
  WARN,
} from '../../support.ts'

const START = '2026-09-01T00:00:00Z'
const CHECK = '/cms/api/v1/popupmsg/check'
const ACADEMY = '?siteId=academy&lang=en-US'
/** So short that a test need not wait, so that a call is over before the next. */
const OFTEN_MS = 20
/** So long that no test, however slow its machine, meets the end of it. */
const SELDOM_MS = 600_000
const SIGNAL = {
  msgTitle: 'Typhoon',
  msgBody: '<p>All <b>out</b></p>',
  displayDate: '20260901070000',
  iconId: '9',
}

let files: Scratch
let db: string
let upstream: Upstream
beforeEach(async () => {
  files = scratch()
  db = await freshDatabase(files)
  upstream = await startUpstream(success([SIGNAL]))
})
afterEach(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

type Options = Parameters<typeof agentBefore>[2]

const startAgent = (options: Options = {}) => agentBefore(upstream, db, { ...RELAYING, ...options })
const serving = async (agent: SyncAgent) => `${await agent.listen()}${CHECK}`
const ask = (url: string, query = ACADEMY, headers: Record<string, string> = {}) => {
  const { pathname, origin } = new URL(url)
  return rawRequest(origin, pathname + query, { headers })
}
const envelope = (answer: { body: Buffer }) => JSON.parse(`${answer.body}`)
const titles = (answer: { body: Buffer }) =>
  envelope(answer).content.map(({ msgTitle }: { msgTitle: string }) => msgTitle)

const isStale = ({ headers }: { headers: object }) => 'cache-status' in headers

/** Asks until an answer is as expected, as a page does that refreshes. */
async function askUntil(
  url: string,
  isExpected: (answer: Awaited<ReturnType<typeof ask>>) => boolean,
  query = ACADEMY,
) {
  let answer = await ask(url, query)
  const isThere = async () => {
    answer = await ask(url, query)
    return isExpected(answer)
  }
  await expect.poll(isThere, { message: `an answer of which is true: ${isExpected}` }).toBe(true)
  return answer
}

/** Ends once the agent has messages of this site that nobody asked for. */
async function relayed(agent: SyncAgent, siteId: string) {
  const sites = async () => (await agent.status()).popups?.filter(({ messages }) => messages)
  await expect
    .poll(sites, { message: 'relayed messages' })
    .toContainEqual(expect.objectContaining({ siteId }))
}

/** No visitor waits for the store. */
async function untilStored() {
  const stored = async () => (await statusOf(db, handClock(START))).popups?.[0]?.messages
  await expect.poll(stored, { message: 'messages in the store' }).toBe(1)
}

describe('an answer', () => {
  it('is the service’s: envelope, content, txID, and what any page and any cache needs to know', async () => {
    await using agent = await startAgent()
    const url = await serving(agent)
    const answer = await ask(url)
    const told = { txID: 'tx-1', code: 'D00000', message: 'successful return' }
    expect(envelope(answer)).toEqual({ ...told, content: [SIGNAL] })
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=15, stale-while-revalidate=60, stale-if-error=21600',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('age, cache-status'),
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        etag: expect.stringMatching(/^"[\w-]+"$/),
      },
    })
    expect(answer.headers).not.toHaveProperty('cache-status')
    const origin = new URL(url).origin
    const client = createContentClient({ serviceUrl: `${origin}/cms` })
    expect((await client.popups({ siteId: 'academy' })).messages).toEqual([SIGNAL])
  })

  it('is the same however its address is written', async () => {
    await using agent = await startAgent()
    const url = await serving(agent)
    const { date: _, ...headers } = (await ask(url)).headers
    for (const query of ['?lang=en-US&siteId=academy', '?siteId=academy', `${ACADEMY}&utm_source=letter`]) {
      const other = await ask(url, query)
      expect(other.headers).toMatchObject(headers)
      expect(titles(other)).toEqual(['Typhoon'])
    }
    const metrics = await (await fetch(new URL('/metrics', url))).text()
    expect(metrics).toContain(`http_requests_total{method="GET",route="${CHECK}",status="200"} 4`)
  })

  it('is asked for in the visitor’s language, in English when none is given', async () => {
    upstream.answer((response, request) =>
      success([{ ...SIGNAL, msgTitle: queryOf({ url: request.url ?? '' }).toString() }])(response, request),
    )
    await using agent = await startAgent()
    const url = await serving(agent)
    for (const lang of ['zh-HK', 'en-US', ''])
      expect(titles(await ask(url, `?siteId=pre-school&lang=${lang}`))).toEqual([
        `siteId=pre-school&lang=${lang || 'en-US'}`,
      ])
  })

  // Promise: operate/unchanged
  it('has what the service sent: no odd field hides a message, and HTML stays as it came', async () => {
    const odd = [{ color: { dark: 'red' } }, { needConfirm: 'CONFIRM', iconId: 9 }, { displayDate: 5 }]
    const sent = [...odd, { displayDate: undefined }, { msgBody: '<script>x</script>' }].map(differing => ({
      ...SIGNAL,
      ...differing,
    }))
    // Null and absent are the same.
    upstream.answer(success([...sent, { ...SIGNAL, needConfirm: null, x: null }]))
    await using agent = await startAgent()
    const { content } = envelope(await ask(await serving(agent)))
    const inOrder = (messages: object[]) => messages.map(message => JSON.stringify(message)).sort()
    expect(inOrder(content)).toEqual(inOrder([...sent, SIGNAL]))
  })

  // Promise: operate/odd-message
  it('a malformed message takes no signal beside it away; the log names it once', async () => {
    const log = logLines()
    upstream.answer(success([{ msgTitle: 'half' }, 'nonsense', SIGNAL]))
    await using agent = await startAgent({ logger: log.logger, popupIntervalMs: OFTEN_MS })
    const url = await serving(agent)
    expect(titles(await ask(url))).toEqual(['Typhoon'])
    await askUntil(url, () => upstream.requests.length > 2)
    expect(log.at(WARN).map(({ msg }) => msg)).toEqual([
      expect.stringContaining('/content/0/msgBody is missing'),
    ])
  })

  it('of many malformed messages the log names the first hundred, and counts them all', async () => {
    const log = logLines()
    upstream.answer(success([...Array<number>(50_000).fill(0), SIGNAL]))
    await using agent = await startAgent({ logger: log.logger })
    const url = await serving(agent)
    expect(titles(await ask(url))).toEqual(['Typhoon'])
    const [line] = log.at(WARN)
    expect(line?.faults).toHaveLength(101)
    expect(line?.msg).toMatch(/\/content has 50000 wrong elements, of which 100 are named$/)
  })
})

describe('a question', () => {
  it('that the interface does not allow gets the service’s own return code, without a call to it', async () => {
    await using school = await startSmallSchool()
    await using agent = await startAgent()
    const url = await serving(agent)
    for (const query of [
      ...['', '?siteId=', '?siteId=nursery', '?siteId=academy&lang=fr', '?siteId=academy&siteId=academy'],
      ...['?siteId=academy&lang=en-US&lang=zh-HK', '?siteId=constructor', '?siteId=academy%00'],
      ...['?siteId=%ff', '?lang=fr'],
    ]) {
      const theirs = await ask(`${school.addresses.serviceUrl}/api/v1/popupmsg/check`, query)
      const ours = await ask(url, query)
      const { txID, ...verdict } = envelope(ours)
      expect({ query, ...verdict }).toEqual({ query, ...envelope(theirs), txID: undefined })
      expect(txID).toMatch(/^[\da-f-]{36}$/)
      expect(ours).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
      expect(ours.headers).not.toHaveProperty('etag')
    }
    // Its own, at its start.
    expect(upstream.requests.every(({ url }) => url === CHECK + ACADEMY)).toBe(true)
  })

  it('finds nothing where the relay is switched off', async () => {
    await using agent = await startAgent({ popupIntervalMs: false })
    expect((await ask(await serving(agent))).status).toBe(404)
  })
})

describe('a service that falls over', () => {
  const BROKEN: [string, Script, string][] = [
    ['breaks the connection', reset, 'UNREACHABLE'],
    ['answers with a page', body('<!doctype html>', 'text/html'), 'CONTRACT'],
    ['answers 503', body('', 'text/plain', 503), 'STATUS'],
    ['redirects', json({}, 302, { location: 'http://elsewhere.example/' }), 'REDIRECT'],
    ['says that it has a fault', failure('D20000', 'unknown exception'), 'D20000'],
    ['writes a code that is none', failure('壞了\r\nx: y', 'x'), ''],
    ['sends more than a mebibyte', success([{ ...SIGNAL, msgBody: 'x'.repeat(1_100_000) }]), 'TOO_LARGE'],
    ['sends no list', success({ messages: [] }), 'CONTRACT'],
    ['sends a list of nonsense', success([1, 2]), 'CONTRACT'],
  ]

  it('in whatever way: the last good answer stands and says why', async () => {
    await using agent = await startAgent({ popupIntervalMs: OFTEN_MS, clock: handClock(START) })
    const url = await serving(agent)
    await ask(url)
    for (const [how, script, code] of BROKEN) {
      upstream.answer(script)
      const stale = await askUntil(url, isStale)
      const says = `schoolbell; hit; ttl=0${code && `; detail=${code}`}`
      expect([how, titles(stale), stale.headers['cache-status']]).toEqual([how, ['Typhoon'], says])
      upstream.answer(success([SIGNAL]))
      await askUntil(url, answer => !isStale(answer))
    }
  })

  // Promise: operate/last-answer
  it('before a restart: the agent still has the message, and lets go of it after its time', async () => {
    const clock = handClock(START)
    {
      await using agent = await startAgent({ clock })
      await ask(await serving(agent))
      await untilStored()
    }
    await upstream.close()
    for (const [time, stands] of [
      ['2026-09-01T05:59:00Z', true],
      ['2026-09-01T06:01:00Z', false],
    ] as const) {
      clock.set(time)
      await using later = await startAgent({ clock })
      const answer = await ask(await serving(later))
      if (stands) expect(titles(answer)).toEqual(['Typhoon'])
      else expect(envelope(answer)).toMatchObject({ code: 'D20000' })
    }
  })

  it('before the first visitor came, on the agent’s own news sites', async () => {
    await using agent = await startAgent({ streams: [PRE_SCHOOL], popupIntervalMs: OFTEN_MS })
    const url = await serving(agent)
    await relayed(agent, 'pre-school')
    upstream.answer(reset)
    expect(titles(await askUntil(url, isStale, '?siteId=pre-school'))).toEqual(['Typhoon'])
    expect(envelope(await ask(url))).toMatchObject({ code: 'D20000' })
  })

  it('another service’s message in the same store is not shown', async () => {
    {
      await using agent = await startAgent()
      await ask(await serving(agent))
      await untilStored()
    }
    await using other = await startUpstream(reset)
    await using later = await agentBefore(other, db, RELAYING)
    expect(envelope(await ask(await serving(later)))).toMatchObject({ code: 'D20000' })
    const [popups] = (await later.status()).popups ?? []
    expect(popups).not.toHaveProperty('messages')
  })
})

describe('two agents on one store', () => {
  it('ask the service each for itself, and both have its answer', async () => {
    await using one = await startAgent({ popupIntervalMs: SELDOM_MS })
    await using two = await startAgent({ popupIntervalMs: SELDOM_MS })
    const [at, beside] = [await serving(one), await serving(two)]
    for (const answer of await Promise.all([ask(at), ask(beside), ask(at), ask(beside)]))
      expect(titles(answer)).toEqual(['Typhoon'])
    expect(upstream.requests).toHaveLength(2)
  })

  it('one starts while the service is down: it has the message that the other one has heard', async () => {
    await using one = await startAgent()
    const heard = await ask(await serving(one))
    await untilStored()
    upstream.answer(reset)
    await using two = await startAgent()
    const answer = await ask(await serving(two))
    expect(isStale(answer)).toBe(true)
    expect(answer.body.equals(heard.body)).toBe(true)
    expect(answer.headers.etag).toBe(heard.headers.etag)
  })
})

it('the status and the metrics tell what is shown, since when, and why it is not fresh', async () => {
  const clock = handClock(START)
  await using agent = await startAgent({ clock, popupIntervalMs: OFTEN_MS })
  expect(await agent.status()).not.toHaveProperty('popups')
  const url = await serving(agent)
  await ask(url)
  upstream.answer(failure('D20003', 'timeout'))
  await askUntil(url, isStale)
  clock.set('2026-09-01T00:30:00Z')
  const metrics = await (await fetch(new URL('/metrics', url))).text()
  expect(metrics).toMatch(/popup_answers_total\{site_id="academy",lang="en-US",kind="stale"\} [1-9]/)
  expect(metrics).toMatch(/popup_calls_total\{site_id="academy",lang="en-US",outcome="failed"\} [1-9]/)
  expect(metrics).toMatch(/popup_stale\{site_id="academy",lang="en-US"\} 1/)
  const { popups } = await agent.status()
  expect(popups).toEqual([
    {
      siteId: 'academy',
      lang: 'en-US',
      messages: 1,
      txID: 'tx-1',
      changedAt: START,
      checkedAt: START,
      lastError: {
        at: expect.stringMatching(/^2026-09-01T00:/),
        code: 'D20003',
        message: expect.stringContaining('timeout'),
      },
    },
  ])
  const stored = async () => (await statusOf(db, clock)).popups
  await expect.poll(stored).toMatchObject([{ messages: 1, txID: 'tx-1', lastError: { code: 'D20003' } }])
  const beside = await statusOf(db, clock)
  // The first line names the store, however long its name is.
  const lines = formatStatus(beside).split('\n').slice(1)
  expect(lines.join(' ')).toContain('popups academy/en-US: 1, confirmed 2026-09-01T00:00:00Z')
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(80)
})

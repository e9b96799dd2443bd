/** Trying again: how often, how long apart, and when not to. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SyncAgentOptions } from '../../../sync-agent/index.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import {
  failure,
  json,
  reset,
  type Script,
  startUpstream,
  type Upstream,
} from '../../support/scripted-upstream.ts'
import { agentBefore, entry, handClock, logLines, news } from '../support.ts'

let files: Scratch
let upstream: Upstream
beforeEach(async () => {
  files = scratch()
  upstream = await startUpstream(news())
})
afterEach(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

/** An agent whose waits are written down instead of waited for. */
async function agentThatWaits(options: Partial<SyncAgentOptions> = {}) {
  const waits: number[] = []
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const agent = await agentBefore(upstream, files.path('news.sqlite'), { wait, random: () => 1, ...options })
  return { agent, waits, [Symbol.asyncDispose]: () => agent.close() }
}

/** These answers, one after the other; the last one for good. */
function oneAfterTheOther(...scripts: Script[]): Script {
  return (response, request) => (scripts.length > 1 ? scripts.shift() : scripts[0])?.(response, request)
}

describe('within a cycle', () => {
  it.each([
    ['a broken connection', reset],
    ['HTTP 500', json({}, 500)],
    ['HTTP 429', json({}, 429)],
    ['D20000', failure('D20000', 'unknown exception')],
    ['D20003', failure('D20003', 'timeout')],
  ])('%s is met with three attempts, the waits between them longer', async (_, script) => {
    await using setting = await agentThatWaits()
    upstream.answer(script)
    expect(await setting.agent.syncOnce()).toMatchObject([{ outcome: 'failed', attempts: 3 }])
    expect(upstream.requests).toHaveLength(3)
    expect(setting.waits).toEqual([500, 1000])
  })

  it.each([
    ['HTTP 404', json({}, 404)],
    ['D20002', failure('D20002', 'siteId is invalid')],
    ['D20004', failure('D20004', 'siteID does not exist')],
    ['a page in place of JSON', json('page')],
  ])('%s will not get better by asking again at once', async (_, script) => {
    await using setting = await agentThatWaits()
    upstream.answer(script)
    await setting.agent.syncOnce()
    expect(upstream.requests).toHaveLength(1)
  })

  it('the attempt that succeeds counts, and nothing of those before it', async () => {
    await using setting = await agentThatWaits()
    const half: Script = response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const content = { newsList: [entry('ghost')], delNewsIds: [] }
      const whole = JSON.stringify({ content, txID: '1', code: 'D00000', message: 'ok' })
      response.write(whole.slice(0, -30), () => response.destroy())
    }
    upstream.answer(oneAfterTheOther(half, half, news([entry('a')])))
    expect(await setting.agent.syncOnce()).toMatchObject([{ attempts: 3, applied: { new: 1 } }])
    expect((await setting.agent.status()).streams).toMatchObject([{ entries: 1, failuresInARow: 0 }])
  })

  it('waits are spread at random from nothing up', async () => {
    const numbers = [0, 0.25]
    await using setting = await agentThatWaits({ random: () => numbers.shift() ?? 1 })
    upstream.answer(reset)
    await setting.agent.syncOnce()
    expect(setting.waits).toEqual([0, 250])
  })

  it.each([
    [503, {}],
    [429, { error: 'busy' }],
    [502, { error: 'busy' }],
    [200, { txID: 'busy', code: 'D20003', message: 'timeout' }],
  ])('waits as long as the service asks with HTTP %i %j', async (status, answer) => {
    const busy = (seconds: number) => json(answer, status, { 'retry-after': `${seconds}` })
    await using setting = await agentThatWaits()
    upstream.answer(oneAfterTheOther(busy(7), busy(2), news()))
    expect(await setting.agent.syncOnce()).toMatchObject([{ outcome: 'done' }])
    expect(setting.waits).toEqual([7000, 2000])
  })
})

describe('across cycles', () => {
  const clock = handClock('2026-09-01T00:00:00Z')
  beforeEach(() => clock.set('2026-09-01T00:00:00Z'))
  const breakerOf = async ({ agent }: Awaited<ReturnType<typeof agentThatWaits>>) =>
    (await agent.status()).streams[0]?.breaker

  // Promise: operate/patience
  it.each([
    [120, '2026-09-01T00:02:00Z'],
    [86_400, '2026-09-01T01:00:00Z'],
  ])('a service that asks for %i s is left alone until %s', async (seconds, until) => {
    await using setting = await agentThatWaits({ clock })
    upstream.answer(json({}, 503, { 'retry-after': `${seconds}` }))
    await setting.agent.syncOnce()
    expect(setting.waits).toEqual([])
    expect(await breakerOf(setting)).toEqual({ state: 'closed', failures: 1, until })
  })

  // Promise: operate/patience
  it('the breaker opens after five failed cycles, for longer each time, and closes with a good one', async () => {
    await using setting = await agentThatWaits({ clock })
    upstream.answer(failure('D20004', 'siteID does not exist'))
    const pauses: (number | undefined)[] = []
    for (let cycle = 0; cycle < 10; cycle += 1) {
      await setting.agent.syncOnce()
      const breaker = await breakerOf(setting)
      pauses.push(breaker?.until ? Date.parse(breaker.until) - clock.now().epochMilliseconds : undefined)
      if (!breaker?.until) continue
      expect(breaker.state).toBe('open')
      clock.set(breaker.until)
      expect(await breakerOf(setting)).toEqual({ state: 'half-open', failures: cycle + 1 })
    }
    const none = undefined
    expect(pauses).toEqual([none, none, none, none, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000])
    upstream.answer(news())
    await setting.agent.syncOnce()
    expect(await breakerOf(setting)).toEqual({ state: 'closed', failures: 0 })
  })

  it('while it is open the schedule asks nothing, an operator may, and the half-open breaker asks once', async () => {
    const log = logLines()
    await using setting = await agentThatWaits({ clock, logger: log.logger })
    const { agent } = setting
    upstream.answer(failure('D20004', 'siteID does not exist'))
    for (let cycle = 0; cycle < 5; cycle += 1) await agent.syncOnce()
    await agent.close()

    /** A start is a turn of the schedule: what is asked then, and by an operator after it. */
    const askedAtStart = async () => {
      upstream.requests.length = 0
      await using started = await agentBefore(upstream, files.path('news.sqlite'), {
        clock,
        logger: log.logger,
      })
      const leads = () => log.lines.filter(({ msg }) => `${msg}`.startsWith('this agent leads')).length
      const before = leads()
      started.start()
      await expect.poll(leads, { message: 'the agent leads' }).toBe(before + 1)
      // It comes after the turn that has begun.
      await started.syncOnce()
      return upstream.requests.length
    }
    expect(await askedAtStart()).toBe(1)
    clock.set('2026-09-01T00:05:00Z')
    expect(await askedAtStart()).toBe(2)
    expect(await askedAtStart()).toBe(1)
  })

  it('the state outlives a restart, and a clock that was set back does not keep it shut', async () => {
    await using first = await agentThatWaits({ clock })
    upstream.answer(json({}, 503, { 'retry-after': '600' }))
    await first.agent.syncOnce()
    await first.agent.close()
    await using second = await agentThatWaits({ clock })
    expect(await breakerOf(second)).toMatchObject({ failures: 1, until: '2026-09-01T00:10:00Z' })
    clock.set('2026-08-30T00:00:00Z')
    expect(await breakerOf(second)).toEqual({ state: 'closed', failures: 1 })
  })
})

/** One call for visitors with one token, and what is said of a service in trouble, never in its own words. */
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createResolution, type Resolve } from '../../extension/resolution.ts'
import { sessionUser } from '../../extension/testing.ts'
import { heldClock } from '../support/held-clock.ts'

const parent = sessionUser({ expireAt: '2026-11-21T05:00:00Z' })
const URL = 'https://service.example/session'
let calls: { answer: (response: Response) => void; signal: AbortSignal }[]
let resolve: Resolve
beforeEach(() => {
  calls = []
  resolve = createResolution({
    ...{ sessionUrl: URL, appId: parent.appId, timeoutMs: 60_000, maxBytes: 100_000 },
    clock: heldClock('2026-11-21T04:00:00Z'),
    // It hears of the signal and goes on all the same.
    fetch: (_url, init) =>
      new Promise(answer => void calls.push({ answer, signal: init?.signal as AbortSignal })),
  })
})
afterEach(() => void vi.useRealTimers())
const ends = (call: number) => calls[call]?.answer(Response.json(parent))

describe('visitors with one token', () => {
  it('share a call that is under way, and none that is over', async () => {
    const both = [resolve('a'), resolve('a')]
    expect(calls).toHaveLength(1)
    ends(0)
    const [one, two] = await Promise.all(both)
    expect(one?.user).toBe(two?.user)
    expect(one?.user.userId).toBe(parent.userId)
    const next = resolve('a')
    expect(calls).toHaveLength(2)
    ends(1)
    await next
  })

  it('join no call that was cancelled, and one that ends late takes nothing from its successor', async () => {
    const gone = new AbortController()
    const first = resolve('a', gone.signal)
    gone.abort()
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    expect(calls[0]?.signal.aborted).toBe(true)
    const second = resolve('a')
    ends(0)
    await setImmediate()
    const third = resolve('a')
    expect(calls).toHaveLength(2)
    ends(1)
    expect((await second).user).toBe((await third).user)
  })

  it('leave nothing at the signal of a visitor', async () => {
    const { signal } = new AbortController()
    const answer = resolve('a', signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    ends(0)
    await answer
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

it('a fetch that hears of no end is given up a moment after the client gives up, and no timer is left of one that answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let fault: unknown
  const waiting = resolve('a').catch(error => (fault = error))
  await vi.advanceTimersByTimeAsync(60_099)
  expect(fault).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(fault).toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
  const answered = resolve('b')
  ends(1)
  await answered
  expect(vi.getTimerCount()).toBe(0)
})

describe('of a service in trouble is said', () => {
  const AT = `${URL}/v2/grd/external-session`
  const malformed = "the session service's response does not follow the interface"
  it.each<[string, Response, object]>([
    [
      'its status, and what to check when another address would help',
      new Response(null, { status: 302 }),
      { code: 'UPSTREAM_UNAVAILABLE', message: `${AT}: answers HTTP 302; check option sessionUrl` },
    ],
    [
      'its status alone when it is busy, with the wait that it asks for',
      new Response(null, { status: 429, headers: { 'retry-after': '7' } }),
      { code: 'UPSTREAM_UNAVAILABLE', message: `${AT}: answers HTTP 429`, retryAfterSeconds: 7 },
    ],
    [
      'its status alone when it fails',
      new Response(null, { status: 500 }),
      { code: 'UPSTREAM_UNAVAILABLE', message: `${AT}: answers HTTP 500` },
    ],
    [
      'its return code, with the wait that it asks for',
      Response.json({ txID: 't', code: 'D20003', message: 'late' }, { headers: { 'retry-after': '9' } }),
      { code: 'UPSTREAM_UNAVAILABLE', message: `${AT}: answers D20003`, retryAfterSeconds: 9 },
    ],
    [
      'what it has refused',
      new Response(null, { status: 404 }),
      {
        code: 'TOKEN_REJECTED',
        message: expect.stringContaining(`${AT} does not accept the session token (HTTP 404)`),
      },
    ],
    [
      'which field is wrong, without the address once more',
      Response.json({ ...parent, userId: 'x' }),
      {
        code: 'UPSTREAM_MALFORMED',
        message: expect.stringMatching(new RegExp(`^${malformed}: /userId .*; check option sessionUrl$`)),
      },
    ],
    [
      'that there is no user',
      Response.json(null),
      { code: 'UPSTREAM_MALFORMED', message: `${malformed}: no user; check option sessionUrl` },
    ],
  ])('%s', async (_, response, expected) => {
    const answer = resolve('a')
    calls[0]?.answer(response)
    await expect(answer).rejects.toMatchObject(expected)
  })
})

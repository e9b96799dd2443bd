/** How long the attendance client goes on with a service that refuses, is silent, or wants to be left alone. */
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ServiceError, TransportError, type TransportFault } from '../../../shared/client/errors.ts'
import { createAttendanceClient } from '../../../shared/client/index.ts'
import { isPassing, timer } from '../../../shared/client/patience.ts'

const GROUP = { unitId: 1, yearId: 2026, groupName: '1A' }

/** A client whose every call is answered here; `call` counts from 1, `day` is the last part of the address. */
function clientOf(answer: (call: number, day: string) => Response | Promise<Response>) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async input => {
    const day = `${input}`.slice(-2)
    return answer(asked.push(day), day)
  }
  const client = createAttendanceClient({
    syncUrl: 'http://sync.example',
    appId: 'app',
    accessKey: 'k',
    fetch,
  })
  return { client, asked }
}
const list = () => Response.json([])
const tooMany = () => new Response(null, { status: 429, headers: { 'retry-after': '20' } })
const silence = () => Promise.reject(new TypeError('fetch failed'))

describe('a range', () => {
  it('is not asked for for ever: a day that is refused as too many nine times has failed', async () => {
    const { client, asked } = clientOf(call => (call < 20 ? tooMany() : list()))
    const pauses: number[] = []
    const range = { ...GROUP, from: '2026-09-01', to: '2026-09-01' }
    const pause = async (milliseconds: number) => void pauses.push(milliseconds)
    await expect(client.attendanceRange(range, { pause })).rejects.toMatchObject({ code: 'TOO_MANY' })
    expect(asked).toHaveLength(9)
    expect(pauses).toEqual(Array(8).fill(20_000))
  })

  it('goes on with a service that is there now and then: only eight silent days in a row end it', async () => {
    const { client, asked } = clientOf(call => (call % 8 === 0 ? list() : silence()))
    const days = await client.attendanceRange(
      { ...GROUP, from: '2026-09-01', to: '2026-09-24' },
      { parallel: 1 },
    )
    expect(asked).toHaveLength(24)
    expect(days.filter(day => day.list).map(({ date }) => date.slice(-2))).toEqual(['08', '16', '24'])
  })

  it('asks for nothing while the service wants rest, not even by a call that was not refused', async () => {
    const resting = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const { client, asked } = clientOf(async (call, day) => {
      // Answered well, and only when the first is refused.
      if (day === '02') await resting.promise
      return call === 1 ? tooMany() : list()
    })
    let askedAtRest: string[] = []
    await client.attendanceRange(
      { ...GROUP, from: '2026-09-01', to: '2026-09-03' },
      {
        parallel: 2,
        onProgress: ({ done }) => void (done === 1 && second.resolve()),
        async pause() {
          resting.resolve()
          await second.promise
          await setImmediate()
          askedAtRest = [...asked]
        },
      },
    )
    expect(askedAtRest).toEqual(['01', '02'])
    expect(asked.slice(2).toSorted()).toEqual(['01', '03'])
  })
})

it('a watch whose service is back waits as short for the next failure as for its first', async () => {
  const end = new AbortController()
  const { client } = clientOf(call => (call % 2 === 1 ? new Response(null, { status: 503 }) : list()))
  const pauses: number[] = []
  const watching = client.watchAttendance(
    { ...GROUP, date: '2026-09-01' },
    {
      ...{ intervalMs: 5_000, signal: end.signal, random: () => 1 },
      async pause(milliseconds) {
        if (pauses.push(milliseconds) === 6) end.abort()
      },
    },
  )
  for await (const { changes } of watching) expect(changes).toEqual([])
  expect(pauses).toEqual([1_000, 5_000, 1_000, 5_000, 1_000, 5_000])
})

describe('a failure', () => {
  it.each<[code: TransportFault, status: number | undefined, isPassing: boolean]>([
    ['UNREACHABLE', undefined, true],
    ['TIMEOUT', undefined, true],
    ['STATUS', 500, true],
    ['TOO_MANY', 429, true],
    ['STATUS', 499, false],
    ['BAD_KEY', 401, false],
    ['TOO_LARGE', 503, false],
    ['ABORTED', undefined, false],
  ])('%s with HTTP %s may pass by itself: %s', (code, status, passing) => {
    const details = status === undefined ? {} : { status }
    expect(isPassing(new TransportError('http://sync.example', code, 'failed', details))).toBe(passing)
  })

  it('that a return code names does not pass by itself', () => {
    const answer = { code: 'D20003', message: 'timeout', txID: 't' }
    expect(isPassing(new ServiceError('http://sync.example', answer, undefined))).toBe(false)
  })
})

describe('a pause', () => {
  it('is as long as it was asked for, or as the longest timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    for (const [asked, lasts] of [
      [5_000, 5_000],
      [LONG_MS, 2 ** 31 - 1],
    ] as const) {
      let isOver = false
      const resting = timer(asked, undefined).then(() => {
        isOver = true
      })
      await vi.advanceTimersByTimeAsync(lasts - 1)
      expect(isOver).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await resting
    }
  })

  it('that is cancelled leaves no timer that keeps the process alive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const end = new AbortController()
    const resting = timer(5_000, end.signal)
    end.abort()
    await resting
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends with its time, and at once where it is cancelled, before it or in it', async () => {
    await timer(0, undefined)
    await timer(LONG_MS, AbortSignal.abort())
    const end = new AbortController()
    const resting = timer(LONG_MS, end.signal)
    end.abort()
    await resting
    // A pause that has ended listens no more.
    expect(getEventListeners(end.signal, 'abort')).toEqual([])
  })
})

/** Longer than any timer can be: Node would end it at once. */
const LONG_MS = 2 ** 40

/** How long the attendance client goes on with a service that refuses, is silent, or wants to be left alone. */
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ServiceError, TransportError, type TransportFault } from '../../../shared/client/errors.ts'
import { isPassing, timer } from '../../../shared/client/patience.ts'
import { clientOf, GROUP, list, refused, SEPTEMBER, silent, tooMany } from './attendance/scripted-client.ts'

describe('a range', () => {
  it('is not asked for for ever: a day that is refused as too many nine times has failed', async () => {
    const { client, asked } = clientOf((_day, call) => (call < 20 ? tooMany() : list()))
    const pauses: number[] = []
    const range = { ...GROUP, from: '2026-09-01', to: '2026-09-01' }
    const pause = async (milliseconds: number) => void pauses.push(milliseconds)
    await expect(client.attendanceRange(range, { pause })).rejects.toMatchObject({ code: 'TOO_MANY' })
    expect(asked).toHaveLength(9)
    expect(pauses).toEqual(Array(8).fill(20_000))
  })

  it('goes on with a service that is there now and then: only eight silent days in a row end it', async () => {
    const { client, asked } = clientOf((_day, call) => (call % 8 === 0 ? list() : silent()))
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
    const { client, asked } = clientOf(async (day, call) => {
      // Answered well, and only when the first is refused.
      if (day === '2026-09-02') await resting.promise
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
    expect(askedAtRest).toEqual(['2026-09-01', '2026-09-02'])
    expect(asked.slice(2).toSorted()).toEqual(['2026-09-01', '2026-09-03'])
  })

  it('whose calls are refused at the same time rests once for all of them', async () => {
    const { promise: bothAsked, resolve } = Promise.withResolvers<void>()
    const { client } = clientOf(async (_day, call) => {
      if (call === 2) resolve()
      if (call > 2) return list()
      await bothAsked
      return tooMany()
    })
    const pauses: number[] = []
    const told: number[] = []
    const days = await client.attendanceRange(
      { ...SEPTEMBER, to: '2026-09-02' },
      {
        // As long as the service asks for is not too long.
        longestWaitMs: 20_000,
        onProgress: ({ waitMs }) => void (waitMs > 0 && told.push(waitMs)),
        async pause(milliseconds) {
          pauses.push(milliseconds)
          await setImmediate()
        },
      },
    )
    expect(days.every(({ list }) => list)).toBe(true)
    expect([pauses, told]).toEqual([[20_000], [20_000]])
  })
})

it('a watch whose service is back waits as short for the next failure as for its first', async () => {
  const end = new AbortController()
  const { client } = clientOf((_day, call) => (call % 2 === 1 ? refused(503)() : list()))
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

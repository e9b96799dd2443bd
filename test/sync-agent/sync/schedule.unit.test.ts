import { getTasks } from 'node-cron'
import { type Logger, pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cronFault } from '../../../sync-agent/options/cron.ts'
import { cronTimes } from '../../../sync-agent/sync/cron-times.ts'
import { Schedule } from '../../../sync-agent/sync/schedule.ts'
import { heldClock } from '../../support/held-clock.ts'
import { DEBUG, ERROR, logLines } from '../support.ts'

/** A started schedule, and how often its task has run. */
function scheduled(
  expression: string,
  start: string,
  task = async () => {},
  logger: Logger = pino({ level: 'silent' }),
) {
  const clock = heldClock(start)
  let runs = 0
  const counted = () => {
    runs += 1
    return task()
  }
  const schedule = new Schedule({ expression, task: counted, clock, logger })
  schedule.start()
  return {
    schedule,
    runs: () => runs,
    /** The runs that a look at this time starts. */
    async at(time: string) {
      const before = runs
      clock.set(time)
      schedule.look()
      await new Promise(setImmediate)
      return runs - before
    },
    [Symbol.dispose]: () => schedule.stop(),
  }
}

/** The last time before Tuesday, 1 September 2026, 07:00. */
const last = (expression: string) => {
  const times = cronTimes(expression)
  const found = times.lastBetween(0, Date.parse('2026-09-01T07:00:00Z'))
  times.forget()
  return found === undefined ? 'none' : new Date(found).toISOString().replace('.000Z', 'Z')
}

// The first one, because node-cron remembers a machine's zone.
it('an expression means UTC, whatever the zone of the machine', () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(last('0 20 31 * *')).toBe('2026-08-31T20:00:00Z')
})

describe('the schedule', () => {
  it('runs once at each time of the expression', async () => {
    using minutely = scheduled('* * * * *', '2026-09-01T07:00:30Z')
    expect(await minutely.at('2026-09-01T07:00:59.9Z')).toBe(0)
    expect(await minutely.at('2026-09-01T07:01:00Z')).toBe(1)
    expect(await minutely.at('2026-09-01T07:01:01Z')).toBe(0)
    expect(await minutely.at('2026-09-01T07:02:00.4Z')).toBe(1)
  })

  it('does not run again before the last run has ended', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    using each = scheduled('* * * * * *', '2026-09-01T07:00:00Z', () => mayEnd)
    expect(await each.at('2026-09-01T07:00:01Z')).toBe(1)
    expect(await each.at('2026-09-01T07:00:02Z')).toBe(0)
    end()
    await mayEnd
    await new Promise(setImmediate)
    expect(await each.at('2026-09-01T07:00:03Z')).toBe(1)
  })

  it('goes on after a run that fails, and says why it did', async () => {
    const log = logLines()
    const failing = (message: string, code?: string) =>
      Promise.reject(Object.assign(new Error(message), { code }))
    const faults = [() => failing('no'), () => failing('away', 'STORE_UNREACHABLE')]
    const task = async () => faults.shift()?.()
    using each = scheduled('* * * * * *', '2026-09-01T07:00:00Z', task, log.logger)
    expect(await each.at('2026-09-01T07:00:01Z')).toBe(1)
    expect(await each.at('2026-09-01T07:00:02Z')).toBe(1)
    expect(log.lines).toMatchObject([
      { level: ERROR, err: { message: 'no' }, msg: 'a scheduled run has failed: no' },
      // That is told by itself.
      { level: DEBUG, msg: 'a scheduled run has failed: away' },
    ])
  })

  it('looks at the clock only once a second, however often it is started, and no more once it is stopped', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    using each = scheduled('* * * * *', '2026-09-01T07:00:30Z')
    each.schedule.start()
    const look = vi.spyOn(each.schedule, 'look')
    vi.advanceTimersByTime(3_000)
    expect(look).toHaveBeenCalledTimes(3)
    const tasks = getTasks().size
    each.schedule.stop()
    vi.advanceTimersByTime(3_000)
    expect(look).toHaveBeenCalledTimes(3)
    expect(getTasks().size).toBe(tasks - 1)
  })

  // Promise: operate/clock
  it('runs at the next minute after the clock was set back by eight hours', async () => {
    using minutely = scheduled('* * * * *', '2026-09-01T15:00:30Z')
    expect(await minutely.at('2026-09-01T15:01:00Z')).toBe(1)
    expect(await minutely.at('2026-09-01T07:01:10Z')).toBe(0)
    expect(await minutely.at('2026-09-01T07:02:00Z')).toBe(1)
  })

  it('says how far the clock was set back, but not the corrections of a time server', () => {
    const clock = heldClock('2026-09-01T15:00:30Z')
    const logger = pino({ level: 'silent' })
    const told: number[] = []
    const onSetBack = (milliseconds: number) => told.push(milliseconds)
    const schedule = new Schedule({ expression: '* * * * *', task: async () => {}, clock, logger, onSetBack })
    schedule.start()
    // A minute is a correction, a second more is not.
    for (const time of [
      '2026-09-01T14:59:30Z',
      '2026-09-01T06:59:30Z',
      '2026-09-01T06:59:31Z',
      '2026-09-01T06:58:30Z',
    ]) {
      clock.set(time)
      schedule.look()
    }
    schedule.stop()
    expect(told).toEqual([8 * 3_600_000, 61_000])
  })

  it.each([
    ['180 days', '2026-03-05T07:00:30Z'],
    ['since 1970', '1970-01-01T00:00:30Z'],
  ])('runs once after the clock has jumped ahead: %s', async (_what, start) => {
    using minutely = scheduled('* * * * *', start)
    expect(await minutely.at('2026-09-01T07:00:30Z')).toBe(1)
    expect(await minutely.at('2026-09-01T07:00:31Z')).toBe(0)
  })

  it('makes up for a time that passed while the machine was suspended', async () => {
    using nightly = scheduled('17 19 * * *', '2026-09-01T19:00:00Z')
    expect(await nightly.at('2026-09-02T06:00:00Z')).toBe(1)
    expect(await nightly.at('2026-09-02T06:00:01Z')).toBe(0)
  })

  it('makes up for a time that passed before it was started', async () => {
    using nightly = scheduled('17 19 * * *', '2026-09-02T06:00:00Z')
    nightly.schedule.missedSince(Date.parse('2026-09-01T19:17:20Z'))
    expect(await nightly.at('2026-09-02T06:00:01Z')).toBe(0)
    nightly.schedule.missedSince(Date.parse('2026-08-31T19:17:20Z'))
    expect(await nightly.at('2026-09-02T06:00:02Z')).toBe(1)
  })

  it('looks at the clock by itself', async () => {
    const clock = heldClock('2026-09-01T07:00:59Z')
    const { promise: ran, resolve: task } = Promise.withResolvers<void>()
    const logger = pino({ level: 'silent' })
    const schedule = new Schedule({ expression: '* * * * *', task: async () => task(), clock, logger })
    schedule.start()
    clock.set('2026-09-01T07:01:02Z')
    await ran
    schedule.stop()
  })
})

describe('an expression', () => {
  it.each([
    ['* * * * *', '2026-09-01T07:00:00Z'],
    ['*/10 * * * * *', '2026-09-01T07:00:00Z'],
    ['17 19 * * *', '2026-08-31T19:17:00Z'],
    ['30 6-18 * * 1-5', '2026-09-01T06:30:00Z'],
    ['0 8 * * sun', '2026-08-30T08:00:00Z'],
    ['0 8 L * *', '2026-08-31T08:00:00Z'],
    ['0 0 29 2 *', '2024-02-29T00:00:00Z'],
    ['@monthly', '2026-09-01T00:00:00Z'],
    ['15 30 6 * * *', '2026-09-01T06:30:15Z'],
    ['50,5 6,5 * * * *', '2026-09-01T06:06:50Z'],
    ['0 23,6,18 * * *', '2026-09-01T06:00:00Z'],
    ['0 0 L * *', '2026-08-31T00:00:00Z'],
    ['0  8  *  *  sun', '2026-08-30T08:00:00Z'],
    [' 0 8 1-7 * mon', '2026-08-31T08:00:00Z'],
    ['0 6 28  *  1 ', '2026-08-31T06:00:00Z'],
    ['0 0 ? * mon', '2026-08-31T00:00:00Z'],
  ])('%s is read as cron reads it', (expression, expected) => {
    expect(last(expression)).toBe(expected)
  })

  it.each([
    ['0 6 28 * 1', '2026-08-31T06:00:00Z'],
    ['0 6 28 * 3', '2026-08-28T06:00:00Z'],
    ['0 0 6 28 * fri', '2026-08-28T06:00:00Z'],
    ['0 6 28 * 1,*/6', '2026-08-31T06:00:00Z'],
    ['0 6 */2 * 1', '2026-08-31T06:00:00Z'],
    ['0 6 */2 * sun', '2026-08-23T06:00:00Z'],
  ])('%s runs on the day of the month or of the week, whichever comes', (expression, expected) => {
    expect(last(expression)).toBe(expected)
  })

  it('leaves nothing behind', () => {
    const before = getTasks().size
    const times = cronTimes('0 6 28 * 1')
    expect(getTasks().size).toBeGreaterThan(before)
    times.forget()
    expect(getTasks().size).toBe(before)
  })

  it('says what is wrong with it', () => {
    expect(cronFault('* * * * *')).toBeUndefined()
    expect(cronFault('*/10 * * * * *')).toBeUndefined()
    expect(cronFault('* 25 * * *')).toContain('25')
    expect(cronFault('* * *')).toBeTruthy()
  })
})

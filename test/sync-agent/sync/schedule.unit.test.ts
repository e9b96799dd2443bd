import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { cronFault } from '../../../sync-agent/options/cron.ts'
import { scheduleTask } from '../../../sync-agent/sync/schedule.ts'

describe('the schedule', () => {
  it('runs at every second named, but not while the last run goes on', async () => {
    const { promise: refused, resolve: refusal } = Promise.withResolvers<void>()
    const logger = pino({ level: 'debug' }, { write: line => line.includes('overlap') && refusal() })
    const { promise: firstRun, resolve: started } = Promise.withResolvers<void>()
    const { promise: secondRun, resolve: startedAgain } = Promise.withResolvers<void>()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    let runs = 0
    const task = async () => {
      runs += 1
      if (runs === 2) return startedAgain()
      started()
      await mayEnd
    }
    const schedule = scheduleTask('* * * * * *', task, logger)
    schedule.start()
    await firstRun
    await refused
    expect(runs).toBe(1)
    end()
    await secondRun
    await schedule.stop()
  })

  it('does not run before it is started', async () => {
    const schedule = scheduleTask('* * * * * *', () => expect.fail('it ran'), pino({ level: 'silent' }))
    await schedule.stop()
  })

  it('says what is wrong with an expression', () => {
    expect(cronFault('* * * * *')).toBeUndefined()
    expect(cronFault('*/10 * * * * *')).toBeUndefined()
    expect(cronFault('* 25 * * *')).toContain('25')
    expect(cronFault('* * *')).toBeTruthy()
  })
})

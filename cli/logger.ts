/** The log: lines of JSON on standard error, or readable ones where that is a terminal. Standard output is for results. */
import { Option } from 'commander'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export const logLevelOption = (level: (typeof LEVELS)[number] = 'info') =>
  new Option('--log-level <level>', 'least important lines to log')
    .choices(LEVELS)
    .default(level)
    .env('SCHOOLBELL_LOG_LEVEL')

export function createLogger(level: string): Logger {
  const settings = { level, base: null }
  if (!process.stderr.isTTY) return pino(settings, pino.destination({ fd: 2, sync: true }))
  return pino(settings, pretty({ destination: 2, sync: true, colorize: true, translateTime: 'SYS:HH:MM:ss' }))
}

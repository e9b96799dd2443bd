/** The log: lines of JSON on standard error, or readable ones where that is a terminal. Standard output is for results. */
import { Writable } from 'node:stream'
import { Option } from 'commander'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { plainLine } from '../shared/text/table.ts'
import { CLEAR_LINE } from './progress-line.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export const logLevelOption = (level: (typeof LEVELS)[number] = 'info') =>
  new Option('--log-level <level>', 'least important lines to log')
    .choices(LEVELS)
    .default(level)
    .env('SCHOOLBELL_LOG_LEVEL')

/**
 * @param sync whether each line is written before the program goes on, so that not even a kill loses one; otherwise lines are
 *   written as standard error takes them, the last of them at the program's end, whether normal, by an error or a signal
 */
export function createLogger(level: string, { sync = true } = {}): Logger {
  const settings = { level, base: null }
  if (!process.stderr.isTTY) return pino(settings, pino.destination({ fd: 2, sync }))
  return pino(
    settings,
    pretty({
      destination: overProgress(),
      colorize: true,
      translateTime: 'SYS:HH:MM:ss',
      messageFormat: (line, key) => plainLine(String(line[key] ?? '')),
    }),
  )
}

/** Lines on a terminal that take the place of a progress bar, where there is one. */
function overProgress(): Writable {
  return new Writable({
    write(line, _encoding, done) {
      process.stderr.write(`${CLEAR_LINE}${line}`, done)
    },
  })
}

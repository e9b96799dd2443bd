/** The log on standard error: lines of JSON, or readable lines on a terminal. Standard output is for results. */
import { Writable } from 'node:stream'
import { Option } from 'commander'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { plainLine } from '../shared/text/table.ts'
import { CLEAR_LINE } from './progress-line.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export const logLevelOption = (level: (typeof LEVELS)[number] = 'info') =>
  new Option('--log-level <level>', 'lowest level to log')
    .choices(LEVELS)
    .default(level)
    .env('SCHOOLBELL_LOG_LEVEL')

/**
 * @param sync whether each line is written before the program goes on, so that even a kill loses no line. Otherwise lines
 *   are written in the background, and the last ones when the program ends, also by an error or a signal.
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

/** Writes log lines over a progress bar. */
function overProgress(): Writable {
  return new Writable({
    write(line, _encoding, done) {
      process.stderr.write(`${CLEAR_LINE}${line}`, done)
    },
  })
}

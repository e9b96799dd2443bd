/** The log on standard error: lines of JSON, or readable lines on a terminal. Standard output is for results. */
import { Option, type OptionValues } from 'commander'
import { type DestinationStream, type Logger, pino } from 'pino'
import { isJournal, LOG_FORMATS, type LogFormat, lineFormat, withPriority } from './log-format.ts'
import { CLEAR_LINE } from './progress-line.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export const logLevelOption = (level: (typeof LEVELS)[number] = 'info') =>
  new Option('--log-level <level>', 'lowest level to log')
    .choices(LEVELS)
    .default(level)
    .env('SCHOOLBELL_LOG_LEVEL')

export const logFormatOption = () =>
  new Option('--log-format <format>', 'form of the log (default: pretty on a terminal, otherwise json)')
    .choices(LOG_FORMATS)
    .env('SCHOOLBELL_LOG_FORMAT')

const STANDARD_ERROR = 2

/**
 * The format is by default readable on a terminal, otherwise JSON.
 *
 * @param sync whether each line is written before the program goes on, so that even a kill loses no line. Otherwise lines
 *   are written in the background, and the last ones when the program ends, also by an error or a signal.
 */
export function createLogger({ logLevel: level, logFormat }: OptionValues, { sync = true } = {}): Logger {
  const { isTTY } = process.stderr
  const format: LogFormat = logFormat ?? (isTTY ? 'pretty' : 'json')
  const settings = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const output = isTTY ? terminal() : pino.destination({ fd: STANDARD_ERROR, sync })
  const inJournal = isJournal(process.env.JOURNAL_STREAM, STANDARD_ERROR)
  if (format === 'json' && !isTTY && !inJournal) return pino(settings, output)
  const formatted = lineFormat(format, { colour: isTTY && !process.env.NO_COLOR })
  const stream = {
    // For pino: leave the level of the line here.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      const text = formatted(line)
      output.write(inJournal ? withPriority(text, stream.lastLevel) : text)
    },
  }
  return pino(settings, stream)
}

/** Lines of the log replace a progress bar. */
const terminal = (): DestinationStream => ({
  write: text => process.stderr.write(`${CLEAR_LINE}${text}`),
})

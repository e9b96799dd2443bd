/** `schoolbell attendance`: prints, writes or watches the attendance list of a group, for one day or a range. */
import { type Command, InvalidArgumentError, Option, type OptionValues } from 'commander'
import type { Temporal } from 'temporal-polyfill'
import {
  createAttendanceClient,
  LONGEST_RANGE,
  type RangeProgress,
} from '../shared/client/attendance/index.ts'
import { systemClock } from '../shared/clock.ts'
import { countDays, isDay, whyNotDay } from '../shared/contract/day.ts'
import { wallClockAt } from '../shared/contract/wire-time.ts'
import { codeOf } from '../shared/error-code.ts'
import { writeWhole } from '../shared/files/whole-file.ts'
import { counted } from '../shared/text/counted.ts'
import { daysText, FORMATS, type FormatFlags, failedDays, listText } from './attendance/format.ts'
import { watchDay } from './attendance/watch.ts'
import { whileDemoRuns } from './help.ts'
import {
  EnvironmentCommand,
  integer,
  milliseconds,
  notEmpty,
  option,
  refuseNowhere,
  seconds,
  syncUrl,
  wholeNumber,
} from './options.ts'
import { createBar, type Terminal } from './progress-line.ts'
import { neededSecret } from './secret.ts'
import { cancellable } from './signals.ts'
import { spanText, zoneOption } from './zone.ts'

export default function attendanceCommand(): Command {
  return new EnvironmentCommand('attendance')
    .description(
      'Prints the attendance list of a group: for today, another day, or each day of a range. The access key is read from a file or from SCHOOLBELL_ACCESS_KEY, never from the command line. Exit code 1 when a day fails.',
    )
    .requiredOption('--sync-url <url>', 'the attendance API (required)', syncUrl)
    .requiredOption('--app-id <id>', 'identifier of the school (required)', notEmpty)
    .option(
      '--access-key-file <file>',
      'holds the access key, - is standard input; or set SCHOOLBELL_ACCESS_KEY (required)',
    )
    .requiredOption(
      '--unit <number>',
      'unit of the group, from the school’s console: Settings, School Structures (required)',
      integer,
    )
    .requiredOption('--year <number>', 'year of the group, from the same place (required)', integer)
    .requiredOption('--group <name>', 'exact name of the group, as in "1A - Rowing" (required)', groupName)
    .addOption(
      option('--date <day>', 'the day, YYYY-MM-DD (default: today in the school)').conflicts(['from', 'to']),
    )
    .option('--from <day>', 'first day of a range, in place of --date')
    .option('--to <day>', 'last day of a range of at most 366 (default: today in the school)')
    .addOption(
      // Not SCHOOLBELL_FORMAT: that variable belongs to --format of `schoolbell sync`.
      new Option('--format <name>', 'output format')
        .env('SCHOOLBELL_ATTENDANCE_FORMAT')
        .choices(FORMATS)
        .default('table'),
    )
    .option('--bom', 'begin the CSV with a byte order mark, which Excel needs for UTF-8')
    .option('--output <file>', 'write to this file when everything has arrived; - is standard output')
    .option('--summary', 'only the number of students by status; for a range, by student')
    .addOption(
      option(
        '--watch',
        'print the changes of the day until Ctrl-C; with --format json, one line of JSON each',
      ).conflicts(NOT_WATCHED),
    )
    .addOption(
      option('--interval <seconds>', 'pause between calls of --watch, seconds', seconds).default(
        30_000,
        '30',
      ),
    )
    .option('--parallel <number>', 'calls at a time for a range, up to 16', atATime, 4)
    .option('--timeout <ms>', 'time limit of a call, milliseconds (default: 10000)', milliseconds)
    .addOption(zoneOption())
    .addHelpText('after', whileDemoRuns(EXAMPLE))
    .action(runAttendance)
}

const EXAMPLE = `SCHOOLBELL_ACCESS_KEY=sample-access-key schoolbell attendance \\
    --sync-url http://127.0.0.1:4010/sync --app-id sample-school \\
    --unit 1 --year 2026 --group "1A - Rowing" --date 2026-09-01`

const NOT_WATCHED = ['from', 'to', 'output', 'summary']
const atATime = wholeNumber(1, 16, 'a number from 1 to 16')

function groupName(text: string): string {
  if (/^\.\.?$/.test(text)) throw new InvalidArgumentError(`"${text}" cannot be part of a URL.`)
  return notEmpty(text)
}

async function runAttendance(flags: OptionValues, command: Command): Promise<void> {
  const { syncUrl, appId, unit: unitId, year: yearId, group: groupName, timeout: timeoutMs } = flags
  const { format, bom, watch, output, parallel, interval: intervalMs } = flags
  const days = askedDays(command, flags, systemClock.now())
  if (bom && format !== 'csv') command.error('error: --bom is for --format csv')
  if (watch && format === 'csv')
    command.error('error: --watch prints a table or, with --format json, a line of JSON for each change')
  // Before a long range is requested.
  if (output !== undefined) refuseNowhere(command, '--output', output)
  const accessKey = await neededSecret(command, 'accessKey')
  const client = createAttendanceClient({ syncUrl, appId, accessKey, timeoutMs })
  const query = { unitId, yearId, groupName, ...days }
  const asked = flags as FormatFlags
  // Nobody reads the rest of a long range.
  process.stdout.once('error', () => process.exit())
  await cancellable(async signal => {
    if ('from' in query) {
      const { onProgress, end } = showRange(process.stderr)
      const outcomes = await client.attendanceRange(query, { parallel, onProgress, signal }).finally(end)
      await deliver(daysText(outcomes, asked), output)
      const failed = failedDays(outcomes)
      for (const line of failed) process.stderr.write(`schoolbell: ${line}\n`)
      if (failed.length > 0) process.exitCode = 1
    } else if (watch) {
      await watchDay(client, query, asked, { intervalMs, signal, clock: systemClock })
    } else {
      await deliver(listText(query.date, await client.attendanceList(query, signal), asked), output)
    }
  })
}

function askedDays(
  command: Command,
  { date, from, to, zone }: OptionValues,
  now: Temporal.Instant,
): { date: string } | { from: string; to: string } {
  for (const [flag, day] of Object.entries({ date, from, to }))
    if (day !== undefined && !isDay(day))
      command.error(`error: --${flag}: ${JSON.stringify(day)} ${whyNotDay(day)}`)
  const today = wallClockAt(now, zone).toPlainDate().toString()
  if (from === undefined)
    return to === undefined ? { date: date ?? today } : command.error('error: --to needs --from')
  const range = { from, to: to ?? today }
  const count = countDays(range.from, range.to)
  if (count < 1) command.error(`error: --to: ${range.to} is before --from, ${range.from}`)
  if (count > LONGEST_RANGE)
    command.error(`error: --to: the range has ${count} days, the limit is ${LONGEST_RANGE}`)
  return range
}

export function showRange(terminal: Terminal) {
  const bar = createBar(terminal, { least: 8, all: total => counted(total, 'day') })
  return {
    onProgress({ done, total, waitMs }: RangeProgress): void {
      if (waitMs > 0) {
        bar.clear()
        terminal.write(`schoolbell: too many calls; the service asks for a pause of ${spanText(waitMs)}\n`)
      }
      bar.show(done, total)
    },
    end: bar.clear,
  }
}

/** @param file `-` is standard output; a file is written when the text is complete */
export async function deliver(
  text: string,
  file: string | undefined,
  screen: Terminal = process.stdout,
): Promise<void> {
  if (file === undefined || file === '-')
    return void screen.write(screen.isTTY ? text.replace(OBEYED, ' ') : text)
  await writeWhole(file, unfinished => unfinished.writeFile(text)).catch(error => {
    const code = codeOf(error) || error
    throw new Error(`--output: ${file} cannot be written (${code})`, { cause: error })
  })
}

/** Control characters and bidirectional controls, except line ends. CSV holds people's input unchanged. */
const OBEYED = /(?!\n|\r\n)\p{Cc}|\p{Bidi_Control}/gu

/** `schoolbell attendance`: prints, writes or watches the attendance list of a group, for one day or a range. */
import { Command, Option } from 'commander'
import { type AttendanceClient, createAttendanceClient } from '../shared/client/attendance/index.ts'
import { systemClock } from '../shared/clock.ts'
import {
  type AskedDays,
  askedDays,
  FORMATS,
  type FormatFlags,
  refuseContradictions,
} from './attendance/flags.ts'
import { daysText, listText } from './attendance/format.ts'
import { deliver } from './attendance/output.ts'
import { failedDays, showRange } from './attendance/progress.ts'
import { watchDay } from './attendance/watch.ts'
import { whileDemoRuns } from './help.ts'
import {
  integer,
  notEmpty,
  option,
  requiredOption,
  seconds,
  syncUrl,
  timeoutOption,
  wholeNumber,
} from './options.ts'
import { refuseNowhere } from './refuse-nowhere.ts'
import { neededSecret } from './secret.ts'
import { cancellable } from './sync/cancel.ts'
import { zoneOption } from './zone.ts'

interface AttendanceFlags extends FormatFlags {
  syncUrl: string
  appId: string
  accessKeyFile?: string
  unit: number
  year: number
  group: string
  parallel: number
  interval: number
  timeout?: number
}

export function attendanceCommand(): Command {
  return new Command('attendance')
    .description(
      'Prints the attendance list of a group: for today, another day, or each day of a range. The access key is read from a file or from SCHOOLBELL_ACCESS_KEY, never from the command line. Exit code 1 when a day fails.',
    )
    .addOption(requiredOption('--sync-url <url>', 'the attendance API', syncUrl))
    .addOption(requiredOption('--app-id <id>', 'identifier of the school', notEmpty))
    .addOption(
      option(
        '--access-key-file <file>',
        'holds the access key, - is standard input; or set SCHOOLBELL_ACCESS_KEY (required)',
      ),
    )
    .addOption(
      requiredOption(
        '--unit <number>',
        'unit of the group, from the school’s console: Settings, School Structures',
        integer,
      ),
    )
    .addOption(requiredOption('--year <number>', 'year of the group, from the same place', integer))
    .addOption(requiredOption('--group <name>', 'exact name of the group, as in "1A - Rowing"', notEmpty))
    .addOption(option('--date <day>', 'YYYY-MM-DD (default: today in the school)'))
    .addOption(option('--from <day>', 'first day of a range, in place of --date'))
    .addOption(option('--to <day>', 'last day of a range of at most 366 (default: today in the school)'))
    .addOption(
      // Not SCHOOLBELL_FORMAT: that variable belongs to --format of `schoolbell sync`.
      new Option('--format <name>', 'output format')
        .env('SCHOOLBELL_ATTENDANCE_FORMAT')
        .choices(FORMATS)
        .default('table'),
    )
    .addOption(option('--bom', 'begin the CSV with a byte order mark, which Excel needs for UTF-8'))
    .addOption(
      option('--output <file>', 'write to this file when everything has arrived; - is standard output'),
    )
    .addOption(option('--summary', 'only the number of students by status; for a range, by student'))
    .addOption(option('--watch', 'keep running and print the changes of the day, until Ctrl-C'))
    .addOption(
      option('--interval <seconds>', 'pause between calls of --watch')
        .argParser(seconds)
        .default(30_000, '30'),
    )
    .addOption(
      option('--parallel <number>', 'calls at a time for a range, up to 16')
        .argParser(text => wholeNumber(text, 1, 16, 'a number from 1 to 16'))
        .default(4),
    )
    .addOption(timeoutOption())
    .addOption(zoneOption())
    .addHelpText('after', whileDemoRuns(EXAMPLE))
    .action(runAttendance)
}

const EXAMPLE = `SCHOOLBELL_ACCESS_KEY=sample-access-key schoolbell attendance \\
    --sync-url http://127.0.0.1:4010/sync --app-id sample-school \\
    --unit 1 --year 2026 --group "1A - Rowing" --date 2026-09-01`

async function runAttendance(flags: AttendanceFlags, command: Command): Promise<void> {
  const { syncUrl, appId, unit, year, group, accessKeyFile: file, timeout: timeoutMs } = flags
  refuseContradictions(command, flags)
  const days = askedDays(command, flags, systemClock.now())
  // Before a long range is requested.
  if (flags.output !== undefined) refuseNowhere(command, '--output', flags.output)
  const place = { variable: 'SCHOOLBELL_ACCESS_KEY', flag: '--access-key-file', file }
  const accessKey = await neededSecret(command, place)
  const client = createAttendanceClient({
    ...{ syncUrl, appId, accessKey },
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  const query = { unitId: unit, yearId: year, groupName: group }
  // Nobody reads the rest of a long range.
  process.stdout.once('error', () => process.exit())
  await cancellable(signal => answer(client, query, days, flags, signal))
}

async function answer(
  client: AttendanceClient,
  group: { unitId: number; yearId: number; groupName: string },
  days: AskedDays,
  flags: AttendanceFlags,
  signal: AbortSignal,
): Promise<void> {
  if (flags.watch && 'date' in days) {
    const { interval: intervalMs } = flags
    await watchDay(client, { ...group, ...days }, flags, { intervalMs, signal, clock: systemClock })
  } else if ('date' in days) {
    const list = await client.attendanceList({ ...group, ...days }, signal)
    await deliver(listText(days.date, list, flags), flags.output)
  } else {
    const { onProgress, end } = showRange(process.stderr)
    const { parallel } = flags
    const outcomes = await client
      .attendanceRange({ ...group, ...days }, { parallel, onProgress, signal })
      .finally(end)
    await deliver(daysText(outcomes, flags), flags.output)
    const failed = failedDays(outcomes)
    for (const line of failed) process.stderr.write(`schoolbell: ${line}\n`)
    if (failed.length > 0) process.exitCode = 1
  }
}

/** `schoolbell conformance`: runs the interface's cases against any address and prints what has failed. */
import { writeFileSync } from 'node:fs'
import { type Command, Option, type OptionValues } from 'commander'
import {
  type CaseResult,
  type CaseValue,
  type ConformanceOptions,
  caseList,
  caseValues,
  junitXml,
  type Look,
  missingOptions,
  reportText,
  runConformance,
} from '../conformance/index.ts'
import { whileDemoRuns } from './help.ts'
import {
  bytes,
  EnvironmentCommand,
  endAsMissing,
  httpUrl,
  integer,
  milliseconds,
  names,
  refuseNowhere,
  sessionUrl,
  syncUrl,
} from './options.ts'
import { print } from './print.ts'
import { showLine } from './progress-line.ts'
import { readSecret } from './secret.ts'
import { cancellable } from './signals.ts'

export default function conformanceCommand(): Command {
  return new EnvironmentCommand('conformance')
    .description(
      'Checks a service against each rule of the interface, and prints the rules that it does not keep. Sends no changes. Exit code 1 when a required case fails.',
    )
    .option(
      '--service-url <url>',
      'popups and news, with the first path segment; this address or one of the other two is required',
      httpUrl,
    )
    .addOption(
      // Not SCHOOLBELL_SINCE: that variable belongs to `schoolbell news`, and may be 30d.
      new Option('--since <time>', 'earliest news to request, YYYYMMDDhhmmss (default: 20000101000000)').env(
        'SCHOOLBELL_CONFORMANCE_SINCE',
      ),
    )
    .addOption(new Option('--no-media', 'do not fetch pictures and attachments'))
    .option(
      '--sync-url <url>',
      'attendance; needs --app-id, --unit, --year, --group, --date and an access key',
      syncUrl,
    )
    .option('--app-id <id>', 'identifier of the school, for attendance and sessions')
    .option('--unit <number>', 'unit of a group', integer)
    .option('--year <number>', 'year of a group', integer)
    .option('--group <name>', 'name of a group, as in "1A - Rowing"')
    .option('--date <day>', 'a day with records, YYYY-MM-DD')
    .option('--access-key-file <file>', 'holds the access key; or set SCHOOLBELL_ACCESS_KEY')
    .option('--session-url <url>', 'sessions of one environment; needs --app-id and a token', sessionUrl)
    .option('--other-session-url <url>', 'the other environment, which must not know the token', sessionUrl)
    .option('--token-file <file>', 'holds a session token; or set SCHOOLBELL_SESSION_TOKEN')
    .option(
      '--expired-token-file <file>',
      'holds the token of an expired session, to check that it is refused; or set SCHOOLBELL_EXPIRED_TOKEN',
    )
    .addOption(
      new Option(
        '--only <names>',
        'parts or cases, as in popups,news/del-news-ids; can be repeated',
      ).argParser(names),
    )
    .addOption(new Option('--thorough', 'also run the heavier cases: many calls at once'))
    .option('--timeout <ms>', 'time limit of a call, milliseconds (default: 10000)', milliseconds)
    .option('--max-bytes <bytes>', 'largest response (default: 64 MiB)', bytes)
    .option(
      '--pause <ms>',
      'wait before each call, for a service that limits them (default: 0)',
      milliseconds,
    )
    .addOption(new Option('--strict', 'a required case that could not be seen fails, too'))
    .addOption(new Option('--verbose', 'also print the cases that have passed or could not be seen'))
    .addOption(new Option('--open-points', 'also print what the service does where the interface is open'))
    .addOption(new Option('--list', 'print the cases without calling a service'))
    .addOption(new Option('--json', 'print the report as JSON'))
    .addOption(new Option('--junit <file>', 'also write the report as JUnit XML'))
    .addHelpText('after', whileDemoRuns('schoolbell conformance --service-url http://127.0.0.1:4010/cms'))
    .action(runCommand)
}

async function runCommand(flags: OptionValues, command: Command): Promise<void> {
  const cases = chosenCases(flags, command)
  if (flags.list) return print(flags, cases, caseList(cases, lookOf(flags)))
  if (flags.junit !== undefined) refuseNowhere(command, '--junit', flags.junit)
  const { timeout: timeoutMs, pause: pauseMs, ...rest } = flags
  const accessKey = await readSecret(command, 'accessKey')
  const sessionToken = await readSecret(command, 'sessionToken')
  const expiredToken = await readSecret(command, 'expiredToken')
  const options: ConformanceOptions = { ...rest, accessKey, sessionToken, expiredToken, timeoutMs, pauseMs }
  const gaps = missingOptions(options).map(name => FLAGS[name] ?? `--${name}`)
  if (gaps.length > 0) endAsMissing(command, gaps.join(', '))
  if (!flags.serviceUrl && !flags.syncUrl && !flags.sessionUrl)
    endAsMissing(command, '--service-url <url>', '; or --sync-url for attendance, --session-url for sessions')
  const report = await cancellable(signal => runConformance({ ...options, onResult }, signal))
  print(flags, report, reportText(report, lookOf(flags)))
  if (flags.junit !== undefined) writeFileSync(flags.junit, junitXml(report))
  if (!report.complete || report.summary.failed > 0) process.exitCode = 1
}

/** Before anything is called. */
function chosenCases({ only }: OptionValues, command: Command): CaseValue[] {
  try {
    return caseValues(only)
  } catch (error) {
    return command.error(`error: ${Object(error).message}; schoolbell conformance --list prints all cases`)
  }
}

const onResult = ({ id }: CaseResult, { done, all }: { done: number; all: number }) =>
  showLine(process.stderr, `${done} of ${all}  ${id}`)

function lookOf({ verbose = false, openPoints = false }: OptionValues): Look {
  const { isTTY, columns } = process.stdout
  return {
    ...{ verbose, openPoints },
    columns: (isTTY && columns) || 120,
    coloured: isTTY && process.stdout.hasColors(),
  }
}

/** Of options whose flag has another name. */
const FLAGS: Partial<Record<keyof ConformanceOptions, string>> = {
  appId: '--app-id',
  accessKey: '--access-key-file',
  sessionToken: '--token-file',
}

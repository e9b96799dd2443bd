/** `schoolbell open-extension`: opens a web-app as the mobile app does, without a phone and without the console. */
import { Command, Option } from 'commander'
import { ENVIRONMENTS } from '../shared/contract/session.ts'
import { readEntranceUrl, TargetError } from '../simulator/target.ts'
import { whileDemoRuns } from './help.ts'
import { createLogger, logLevelOption } from './logger.ts'
import type { OpenExtensionFlags } from './open-extension/flags.ts'
import {
  appLanguage,
  childChoice,
  OpenExtensionOptionError,
  pageUrl,
  readSso,
  sessionMinutes,
  userChoice,
} from './open-extension/flags.ts'
import { loopbackNote, networkLines, phoneHost } from './open-extension/on-a-network.ts'
import type { OpenPhone, PhoneParts } from './open-extension/phone.ts'
import { phoneOfService } from './open-extension/phone-of-service.ts'
import { phoneWithToken } from './open-extension/phone-with-token.ts'
import { printFirstAnswer } from './open-extension/print.ts'
import { watchExchanges } from './open-extension/watch.ts'
import { option, portNumber } from './options.ts'
import { readSecret } from './secret.ts'
import { closeAndRethrow, untilStopped } from './until-stopped.ts'

export function openExtensionCommand(): Command {
  return new Command('open-extension')
    .description(
      'Opens a web-app as the mobile app does when the user taps More: prints an address for any browser on this machine. The token is a new session of the service (of its sample school, if --data-dir is missing) or the one in SCHOOLBELL_SESSION_TOKEN.',
    )
    .addOption(
      option(
        '--entrance-url <url>',
        'the web-app’s entrance page; default: the one in App settings',
      ).argParser(pageUrl),
    )
    .addOption(
      option('--user <who>', 'guardian, student, staff (the first of each) or a user id')
        .argParser(userChoice)
        .default('guardian'),
    )
    .addOption(option('--environment <name>', 'of the session').choices(ENVIRONMENTS).default('staging'))
    .addOption(
      // Not SCHOOLBELL_LANG: that variable belongs to the languages of content, as in en-US.
      new Option('--lang <code>', 'the app’s language: en or zh')
        .env('SCHOOLBELL_APP_LANG')
        .argParser(appLanguage)
        .default('en'),
    )
    .addOption(
      option('--child <who>', 'selected in the app: all, none (neither header is sent) or a user id')
        .argParser(childChoice)
        .default('all'),
    )
    .addOption(option('--forget-cookies', 'keep no cookie of the web-app, as some web views do'))
    .addOption(option('--sso <file>', 'JSON file with a single sign-on response'))
    .addOption(
      option('--session-minutes <number>', 'how long the session lasts; 0: already expired')
        .argParser(sessionMinutes)
        .default(60),
    )
    .addOption(
      option(
        '--data-dir <folder>',
        'data folder of a service: uses its users, App settings and tokens; a service that runs on it resolves them',
      ),
    )
    .addOption(
      new Option('--service-port <number>', 'port of the sample school’s service, when --data-dir is missing')
        .env('SCHOOLBELL_SERVICE_PORT')
        .argParser(portNumber)
        .default(4010),
    )
    .addOption(option('--token-file <file>', 'holds your own session token; needs --app-id'))
    .addOption(option('--app-id <id>', 'X-App-Id for your own token'))
    .addOption(option('--child-ref-no <text>', 'reference number of the child, for your own token'))
    .addOption(
      new Option('--port <number>', 'port of the printed address; 0 takes a free one')
        .argParser(portNumber)
        .default(0),
    )
    .addOption(
      new Option(
        '--host <address>',
        'address of this machine at which real phones in the same network open the web-app; prints a QR code',
      ).argParser(phoneHost),
    )
    .option(
      '--print',
      'print the request and the first response, then end. Exit code 1 when it is not a success',
    )
    .option('--json', 'print it as JSON; implies --print')
    .addOption(logLevelOption('warn'))
    .addHelpText('after', whileDemoRuns('schoolbell open-extension --data-dir .schoolbell/demo/service'))
    .action(runOpenExtension)
}

async function runOpenExtension(flags: OpenExtensionFlags, command: Command): Promise<void> {
  if (flags.dataDir !== undefined && command.getOptionValueSource('servicePort') === 'cli')
    throw new OpenExtensionOptionError(
      '--service-port is for the sample school’s service; do not combine it with --data-dir',
    )
  if (flags.forgetCookies && (flags.print || flags.json))
    throw new OpenExtensionOptionError(
      '--forget-cookies has no effect with --print or --json, which send one request only; leave one of them out',
    )
  const token = await readSecret(command, {
    variable: 'SCHOOLBELL_SESSION_TOKEN',
    flag: '--token-file',
    file: flags.tokenFile,
  })
  refuseIdle(command, token !== undefined)
  const logger = createLogger(flags)
  const watch = watchExchanges()
  if (flags.print || flags.json) {
    const phone = await phoneOf(flags, token, { logger })
    try {
      process.exitCode = await printFirstAnswer(phone, flags.json === true)
    } finally {
      await phone.close()
    }
    return
  }
  await untilStopped(async () => {
    const phone = await phoneOf(flags, token, { logger, changed: () => watch(phone) })
    try {
      console.log(phone.link)
      for (const [name, text] of phone.about) console.log(`  ${name.padEnd(12)}${text}`)
      for (const line of [...networkLines(phone), ...loopbackNote(flags.host)]) console.log(line)
      console.log('Open the first address in a browser. Press Ctrl-C to stop.')
    } catch (error) {
      await closeAndRethrow(phone)(error)
    }
    return phone
  })
}

const FOR_A_SERVICE = ['--user', '--environment', '--session-minutes', '--data-dir']
const FOR_A_TOKEN = ['--app-id', '--child-ref-no']

/** A variable may be meant for another command; what stands on the line is meant. */
function refuseIdle(command: Command, hasToken: boolean): void {
  const idle = (hasToken ? FOR_A_SERVICE : FOR_A_TOKEN).find(
    flag => command.getOptionValueSource(new Option(flag).attributeName()) === 'cli',
  )
  if (idle === undefined) return
  throw new OpenExtensionOptionError(
    hasToken
      ? `${idle} has no effect with your own token; leave it out, or --token-file and SCHOOLBELL_SESSION_TOKEN`
      : `${idle} is for your own token; add --token-file or SCHOOLBELL_SESSION_TOKEN, or leave it out`,
  )
}

/** @throws {OpenExtensionOptionError} an invalid option */
async function phoneOf(
  flags: OpenExtensionFlags,
  token: string | undefined,
  parts: PhoneParts,
): Promise<OpenPhone> {
  const sso = readSso(flags.sso)
  const phone = await (token === undefined
    ? phoneOfService(flags, parts, sso)
    : phoneWithToken(flags, token, sso, parts))
  try {
    readEntranceUrl(phone.entranceUrl)
    return phone
  } catch (error) {
    await phone.close()
    if (error instanceof TargetError) throw new OpenExtensionOptionError(`--entrance-url: ${error.message}`)
    throw error
  }
}

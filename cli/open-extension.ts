/** `schoolbell open-extension`: opens a web-app as the mobile app does, without a phone and without the console. */
import { type Command, Option, type OptionValues } from 'commander'
import { ENVIRONMENTS } from '../shared/contract/session.ts'
import { readEntranceUrl, TargetError } from '../simulator/target.ts'
import { whileDemoRuns } from './help.ts'
import { createLogger, logLevelOption } from './logger.ts'
import { appLanguage, childOrId, minutes, pageUrl, readSso, userOrId } from './open-extension/flags.ts'
import { networkLines, phoneHostOption } from './open-extension/on-a-network.ts'
import { type OpenPhone, type PhoneParts, phoneOfService, phoneWithToken } from './open-extension/phone.ts'
import { printFirstAnswer, watchExchanges } from './open-extension/print.ts'
import {
  addOptions,
  EnvironmentCommand,
  firstOnLine,
  OptionError,
  option,
  portNumber,
  servicePortOption,
} from './options.ts'
import { readSecret } from './secret.ts'
import { untilStopped } from './signals.ts'

export default function openExtensionCommand(): Command {
  const command = new EnvironmentCommand('open-extension').description(
    'Opens a web-app as the mobile app does when the user taps More: prints an address for any browser on this machine. The token is a new session of the service (of its sample school, if --data-dir is missing) or the one in SCHOOLBELL_SESSION_TOKEN.',
  )
  return addOptions(
    command,
    option('--entrance-url <url>', 'the web-app’s entrance page; default: the one in App settings', pageUrl),
    option('--user <who>', 'guardian, student, staff (the first of each) or a user id', userOrId).default(
      'guardian',
    ),
    option('--environment <name>', 'environment of the session').choices(ENVIRONMENTS).default('staging'),
    // Not SCHOOLBELL_LANG: that variable belongs to the languages of content, as in en-US.
    new Option('--lang <code>', 'the app’s language: en or zh')
      .env('SCHOOLBELL_APP_LANG')
      .argParser(appLanguage)
      .default('en'),
    option('--child <who>', 'selected in the app: all, none (no header) or a user id', childOrId).default(
      'all',
    ),
    option('--forget-cookies', 'keep no cookie of the web-app, as some web views do').conflicts('print'),
    option('--sso <file>', 'JSON file with a single sign-on response'),
    option(
      '--session-minutes <number>',
      'how long the session lasts, a week at most; 0: already expired',
      minutes,
    ).default(60),
    option(
      '--data-dir <folder>',
      'data folder of a service: uses its users, App settings and tokens; a service that runs on it resolves them',
    ),
    servicePortOption('--service-port <number>', 'of the sample school’s service, without --data-dir'),
    option('--token-file <file>', 'holds your own session token; needs --app-id'),
    option('--app-id <id>', 'X-App-Id for your own token'),
    option('--child-ref-no <text>', 'reference number of the child, for your own token'),
    new Option('--port <number>', 'port of the printed address; 0 takes a free one')
      .argParser(portNumber)
      .default(0),
    phoneHostOption('the web-app'),
    new Option('--print', 'print request and first response, then end. Exit code 1 when it is not a success'),
    new Option('--json', 'print it as JSON; implies --print').implies({ print: true }),
    logLevelOption('warn'),
  )
    .addHelpText('after', whileDemoRuns('schoolbell open-extension --data-dir .schoolbell/demo/service'))
    .action(runOpenExtension)
}

async function runOpenExtension(flags: OptionValues, command: Command): Promise<void> {
  const { host, lang } = flags
  const token = await readSecret(command, 'sessionToken')
  refuseIdle(flags, command, token !== undefined)
  const logger = createLogger({ logLevel: flags.logLevel })
  if (flags.print) {
    const phone = await phoneOf(flags, token, { logger })
    const setIn = flags.entranceUrl === undefined ? 'settings' : 'option'
    process.exitCode = await printFirstAnswer(phone, { asJson: flags.json === true, setIn, lang }).finally(
      phone.close,
    )
    return
  }
  const watch = watchExchanges()
  await untilStopped(async () => {
    const phone = await phoneOf(flags, token, { logger, changed: () => watch(phone) })
    console.log(phone.link)
    for (const [name, text] of phone.about) console.log(`  ${name.padEnd(12)}${text}`)
    for (const line of networkLines(phone, host)) console.log(line)
    console.log('Open the first address in a browser. Press Ctrl-C to stop.')
    return phone
  })
}

const FOR_A_SERVICE = ['user', 'environment', 'sessionMinutes', 'dataDir']
const FOR_A_TOKEN = ['appId', 'childRefNo']

function refuseIdle({ dataDir }: OptionValues, command: Command, hasToken: boolean): void {
  const port = dataDir === undefined ? undefined : firstOnLine(command, ['servicePort'])
  if (port)
    command.error(`error: ${port} is for the sample school’s service; do not combine it with --data-dir`)
  const idle = firstOnLine(command, hasToken ? FOR_A_SERVICE : FOR_A_TOKEN)
  if (!idle) return
  command.error(
    hasToken
      ? `error: ${idle} has no effect with your own token; leave it out, or --token-file and SCHOOLBELL_SESSION_TOKEN`
      : `error: ${idle} is for your own token; add --token-file or SCHOOLBELL_SESSION_TOKEN, or leave it out`,
  )
}

/** @throws {OptionError} */
async function phoneOf(
  flags: OptionValues,
  token: string | undefined,
  parts: PhoneParts,
): Promise<OpenPhone> {
  const sso = readSso(flags.sso)
  const phone = await (token === undefined
    ? phoneOfService(flags, parts, sso)
    : phoneWithToken(flags, parts, token, sso))
  try {
    readEntranceUrl(phone.entranceUrl)
    return phone
  } catch (error) {
    await phone.close()
    throw error instanceof TargetError ? new OptionError(`--entrance-url: ${error.message}`) : error
  }
}

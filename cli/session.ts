/** `schoolbell session resolve`: shows the user of a session token and when the session expires. */
import { Command } from 'commander'
import { TransportError } from '../shared/client/errors.ts'
import { createSessionClient } from '../shared/client/session.ts'
import { systemClock } from '../shared/clock.ts'
import { formatJson } from '../shared/text/json.ts'
import { whileDemoRuns } from './help.ts'
import { notEmpty, option, requiredOption, sessionUrl as sessionUrlOption, timeoutOption } from './options.ts'
import { neededSecret } from './secret.ts'
import { refusalText, userText } from './session/text.ts'
import { cancellable } from './sync/cancel.ts'
import { zoneOption } from './zone.ts'

interface SessionFlags {
  sessionUrl: string
  appId: string
  tokenFile?: string
  timeout?: number
  json?: boolean
  zone: string
}

export function sessionCommand(): Command {
  return new Command('session').description('Sessions of the mobile app.').addCommand(resolveCommand())
}

function resolveCommand(): Command {
  return new Command('resolve')
    .description(
      'Resolves a session token to its user. The token is read from a file, from standard input or from SCHOOLBELL_SESSION_TOKEN, never from the command line. Exit code 1 when it is refused.',
    )
    .addOption(
      requiredOption(
        '--session-url <url>',
        'the session API of one environment, staging or production',
        sessionUrlOption,
      ),
    )
    .addOption(requiredOption('--app-id <id>', 'the value that the web-app received in X-App-Id', notEmpty))
    .addOption(
      option(
        '--token-file <file>',
        'holds the token, - is standard input; or set SCHOOLBELL_SESSION_TOKEN (required)',
      ),
    )
    .addOption(timeoutOption())
    .addOption(zoneOption())
    .addOption(option('--json', 'print the user as JSON'))
    .addHelpText('after', whileDemoRuns(EXAMPLE))
    .action(runResolve)
}

const EXAMPLE = `SCHOOLBELL_SESSION_TOKEN=sample-guardian schoolbell session resolve \\
    --session-url http://127.0.0.1:4010/session/staging --app-id sample-school`

async function runResolve(flags: SessionFlags, command: Command): Promise<void> {
  const { sessionUrl, appId, tokenFile: file, timeout: timeoutMs, json, zone } = flags
  const place = { variable: 'SCHOOLBELL_SESSION_TOKEN', flag: '--token-file', file }
  const sessionToken = await neededSecret(command, place)
  const sessions = createSessionClient({ sessionUrl, appId, ...(timeoutMs !== undefined && { timeoutMs }) })
  try {
    const user = await cancellable(signal => sessions.resolve(sessionToken, signal))
    console.log(json ? formatJson(user) : userText(user, { appId, zone, now: systemClock.now() }))
  } catch (error) {
    const text = error instanceof TransportError ? refusalText(error) : undefined
    throw text === undefined ? error : new Error(text, { cause: error })
  }
}

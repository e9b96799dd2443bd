/** `schoolbell session resolve`: whom a session token stands for, and for how long. */
import { Command } from 'commander'
import { TransportError } from '../shared/client/errors.ts'
import { createSessionClient } from '../shared/client/session.ts'
import { systemClock } from '../shared/clock.ts'
import { formatJson } from '../shared/text/json.ts'
import { refuseMissing } from './needed.ts'
import { milliseconds, option, sessionUrl as sessionUrlOption } from './options.ts'
import { readSecret } from './secret.ts'
import { refusalText, userText } from './session/text.ts'
import { cancellable } from './sync/cancel.ts'
import { zoneOption } from './zone.ts'

interface SessionFlags {
  sessionUrl?: string
  appId?: string
  tokenFile?: string
  timeout?: number
  json?: boolean
  zone: string
}

export function sessionCommand(): Command {
  return new Command('session').description('Sessions of the mobile app.').addCommand(resolveCommand())
}

function resolveCommand(): Command {
  return (
    new Command('resolve')
      .description(
        'Asks whom a session token stands for. The token is read from a file, from standard input or from SCHOOLBELL_SESSION_TOKEN, never from the command line. Ends with 1 when it is refused.',
      )
      .addOption(
        option('--session-url <url>', 'the session API of one environment, staging or production').argParser(
          sessionUrlOption,
        ),
      )
      .addOption(option('--app-id <id>', 'the value that the web-app received in X-App-Id'))
      .addOption(
        option(
          '--token-file <file>',
          'holds the token, - is standard input; or set SCHOOLBELL_SESSION_TOKEN',
        ),
      )
      .addOption(option('--timeout <ms>', 'longest call (default: 10000)').argParser(milliseconds))
      .addOption(zoneOption())
      .addOption(option('--json', 'print the user as JSON'))
      .addHelpText('after', EXAMPLE)
      // Commander would repeat a token that was given in the wrong place.
      .allowExcessArguments()
      .action(runResolve)
  )
}

const EXAMPLE = `
While \`npm start\` runs:
  SCHOOLBELL_SESSION_TOKEN=sample-guardian schoolbell session resolve \\
    --session-url http://127.0.0.1:4010/session/staging --app-id sample-school`

async function runResolve(flags: SessionFlags, command: Command): Promise<void> {
  if (command.args.length > 0)
    command.error('error: a token is no argument, which every user of this machine could see')
  const { sessionUrl, appId, tokenFile: file, timeout: timeoutMs, json, zone } = flags
  const place = { variable: 'SCHOOLBELL_SESSION_TOKEN', flag: '--token-file', file }
  const sessionToken = await readSecret(command, place)
  refuseMissing(command, { sessionUrl, appId, sessionToken })
  const asked = { sessionUrl: sessionUrl as string, appId: appId as string }
  const sessions = createSessionClient({ ...asked, ...(timeoutMs !== undefined && { timeoutMs }) })
  try {
    const user = await cancellable(signal => sessions.resolve(sessionToken as string, signal))
    console.log(
      json ? formatJson(user) : userText(user, { appId: asked.appId, zone, now: systemClock.now() }),
    )
  } catch (error) {
    const said = error instanceof TransportError ? refusalText(error) : undefined
    throw said === undefined ? error : new Error(said, { cause: error })
  }
}

/** `schoolbell session resolve`: shows the user of a session token and when the session expires. */
import { Command, type OptionValues } from 'commander'
import type { Temporal } from 'temporal-polyfill'
import { TransportError } from '../shared/client/errors.ts'
import { createSessionClient } from '../shared/client/session.ts'
import { systemClock } from '../shared/clock.ts'
import type { SessionUser } from '../shared/contract/session.ts'
import { whileDemoRuns } from './help.ts'
import { EnvironmentCommand, milliseconds, notEmpty, sessionUrl as url } from './options.ts'
import { nameLines, print } from './print.ts'
import { neededSecret } from './secret.ts'
import { cancellable } from './signals.ts'
import { instantIn, inZone, spanText, zoneOption } from './zone.ts'

export default function sessionCommand(): Command {
  return new Command('session')
    .description('Sessions of the mobile app.')
    .addCommand(
      new EnvironmentCommand('resolve')
        .description(
          'Resolves a session token to its user. The token is read from a file, from standard input or from SCHOOLBELL_SESSION_TOKEN, never from the command line. Exit code 1 when it is refused.',
        )
        .requiredOption('--session-url <url>', 'session API, staging or production (required)', url)
        .requiredOption('--app-id <id>', 'value that the web-app received in X-App-Id (required)', notEmpty)
        .option(
          '--token-file <file>',
          'holds the token, - is standard input; or set SCHOOLBELL_SESSION_TOKEN (required)',
        )
        .option('--timeout <ms>', 'time limit of a call, milliseconds (default: 10000)', milliseconds)
        .addOption(zoneOption())
        .option('--json', 'print the user as JSON')
        .addHelpText('after', whileDemoRuns(EXAMPLE))
        .action(runResolve),
    )
}

const EXAMPLE = `SCHOOLBELL_SESSION_TOKEN=sample-guardian schoolbell session resolve \\
    --session-url http://127.0.0.1:4010/session/staging --app-id sample-school`

async function runResolve(flags: OptionValues, command: Command): Promise<void> {
  const { sessionUrl, appId, timeout: timeoutMs, zone } = flags
  const sessionToken = await neededSecret(command, 'sessionToken')
  const sessions = createSessionClient({ sessionUrl, appId, timeoutMs })
  try {
    const user = await cancellable(signal => sessions.resolve(sessionToken, signal))
    print(flags, user, userText(user, { appId, zone, now: systemClock.now() }))
  } catch (error) {
    const text = error instanceof TransportError ? refusalText(error) : undefined
    throw text === undefined ? error : new Error(text, { cause: error })
  }
}

export function userText(
  user: SessionUser,
  { appId, zone, now }: { appId: string; zone: string; now: Temporal.Instant },
): string {
  return nameLines([
    ['Role', user.role],
    ['Name', user.fullName],
    ['Chinese name', user.chineseName || '–'],
    ['User id', `${user.userId}`],
    ['Ref. no.', user.refNo],
    ['E-mail', user.email],
    ['Picture', user.imageUrl],
    [
      'App id',
      user.appId === appId ? appId : `${user.appId}: not the requested one; a web-app must refuse it`,
    ],
    ['Created', `${inZone(user.createdAt, zone)} (${zone})`],
    ['Expires', `${inZone(user.expireAt, zone)}: ${lifeText(user.expireAt, now)}`],
  ])
}

/** By this machine's clock. */
function lifeText(expireAt: string, now: Temporal.Instant): string {
  const end = instantIn(expireAt)
  if (!end) return 'not a timestamp, so a web-app cannot tell when it expires'
  const leftMs = end.epochMilliseconds - now.epochMilliseconds
  return leftMs > 0 ? `in ${spanText(leftMs)}` : `expired ${spanText(-leftMs)} ago; a web-app must refuse it`
}

/** One sentence; undefined if the error's own message is enough. */
export function refusalText(error: TransportError): string | undefined {
  const { status, retryAfterSeconds = 60 } = error
  const meaning = status === undefined ? undefined : MEANINGS[status]
  if (status === 429)
    return `Too many wrong tokens from this address; try again in ${spanText(retryAfterSeconds * 1000)} (${error.message})`
  return meaning && `${meaning} (${error.message})`
}

const NOT_GOOD =
  'The token is not valid: it has expired, was ended, belongs to the other environment (staging or production) or to another app id, or never existed; a service does not say which'
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The service cannot read the token or the app id',
  401: NOT_GOOD,
  403: NOT_GOOD,
  404: 'There is no session API at this address; use the base address of one environment, as in …/session/staging',
}

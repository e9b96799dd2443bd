/** A phone with the user’s own token: its user is unknown here, and no service is started. */
import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { systemClock } from '../../shared/clock.ts'
import { entranceHeaders } from '../../shared/contract/entrance-headers.ts'
import { openInAppBrowser } from '../../simulator/in-app-browser.ts'
import { type OpenExtensionFlags, OpenExtensionOptionError } from './flags.ts'
import { HOST, type OpenPhone, type PhoneParts } from './phone.ts'

/** @throws {OpenExtensionOptionError} an option that it needs is missing */
export async function phoneWithToken(
  { entranceUrl, appId, child, childRefNo, lang, port, host = HOST, forgetCookies }: OpenExtensionFlags,
  sessionToken: string,
  sso: Record<string, unknown> | undefined,
  { logger, changed }: PhoneParts,
): Promise<OpenPhone> {
  const missing = (option: string, why: string) =>
    new OpenExtensionOptionError(`${option.split(' ')[0]} is missing, as in ${option}: ${why}`)
  if (entranceUrl === undefined)
    throw missing(
      '--entrance-url http://127.0.0.1:4030/entrance',
      'with your own token there are no App settings',
    )
  if (appId === undefined) throw missing('--app-id sample-school', 'your own token needs it')
  if (typeof child === 'number' && childRefNo === undefined)
    throw missing('--child-ref-no TB260001', 'with your own token, --child needs it')
  const selected =
    child === 'none' ? undefined : child === 'all' ? child : { userId: child, refNo: childRefNo ?? '' }
  const headers = entranceHeaders({ appId, sessionToken, language: lang, selected, sso })
  const browser = await openInAppBrowser(
    { host, port },
    {
      tap: () => ({ entranceUrl, headers, forgetsCookies: forgetCookies }),
      language: () => lang,
      setIn: 'option',
      target: { lookup: lookupAll, ownPorts: () => [], ownOrigins: () => [] },
      clock: systemClock,
      newSecret: () => randomBytes(32).toString('base64url'),
      logger,
      ...(changed && { changed }),
    },
  )
  return {
    link: browser.link('direct'),
    entranceUrl,
    setIn: 'option',
    language: lang,
    signsIn: 'signed in with your token',
    about: [
      ['opens', entranceUrl],
      ['app id', appId],
      ['token', 'your own; not resolved here'],
    ],
    exchanges: browser.exchanges,
    close: browser.close,
  }
}

const lookupAll = (hostname: string) => lookup(hostname, { all: true })

/** The phone of `schoolbell open-extension`: with a session of a service, or with the user's own token. */

import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { Logger } from 'pino'
import { createService, type Service } from '../../console/index.ts'
import { systemClock } from '../../shared/clock.ts'
import { ENTRANCE_HEADERS, entranceHeaders } from '../../shared/contract/entrance-headers.ts'
import { codeOf } from '../../shared/error-code.ts'
import { plainLine } from '../../shared/text/table.ts'
import type { Exchange } from '../../simulator/exchanges.ts'
import { openInAppBrowser } from '../../simulator/in-app-browser.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { readEntranceUrl, TargetError } from '../../simulator/target.ts'
import { calledAs } from '../called-as.ts'
import { faultOfDataFolder } from '../data-folder.ts'
import { withPortOption } from '../in-flags.ts'
import {
  type OpenExtensionFlags,
  OpenExtensionOptionError,
  ROLE_OF,
  readSso,
  readToken,
  type UserChoice,
} from './flags.ts'
import type { AskedSession, SessionPlace } from './why-refused.ts'

export interface OpenPhone {
  /** Opens the web-app in any browser on this machine. */
  link: string
  entranceUrl: string
  /** Where the entrance URL comes from. */
  setIn: 'settings' | 'option'
  language: OpenExtensionFlags['lang']
  /** What whoever opens it is, as in `signed in as Yuk-lan Sheung`. */
  signsIn: string
  /** Lines below the link: names and texts. */
  about: [name: string, text: string][]
  exchanges(): Exchange[]
  /** Undefined with the user's own token, which is not resolved here. */
  sessions?(): SessionPlace
  close(): Promise<void>
}

export interface PhoneParts {
  logger: Logger
  /** Something was sent or received. */
  changed?(): void
}

const HOST = '127.0.0.1'

/** @throws {OpenExtensionOptionError} an invalid option */
export async function phoneOf(flags: OpenExtensionFlags, parts: PhoneParts): Promise<OpenPhone> {
  const sso = readSso(flags.sso)
  const token = readToken(flags.tokenFile)
  const phone = await (token === undefined
    ? phoneOfService(flags, parts, sso)
    : phoneWithToken(flags, token, sso, parts))
  try {
    readEntranceUrl(phone.entranceUrl)
    return phone
  } catch (error) {
    await phone.close()
    if (error instanceof TargetError) throw new OpenExtensionOptionError(`entranceUrl: ${error.message}`)
    throw error
  }
}

/** With the user's own token: its user is unknown here, and no service is started. */
async function phoneWithToken(
  { entranceUrl, appId, child, childRefNo, lang, port, host = HOST, forgetCookies }: OpenExtensionFlags,
  sessionToken: string,
  sso: Record<string, unknown> | undefined,
  { logger, changed }: PhoneParts,
): Promise<OpenPhone> {
  if (entranceUrl === undefined)
    throw new OpenExtensionOptionError(
      'entranceUrl is missing, as in --entrance-url http://127.0.0.1:4030/entrance: with your own token there are no App settings',
    )
  if (appId === undefined)
    throw new OpenExtensionOptionError(
      'appId is missing, as in --app-id sample-school: your own token needs it',
    )
  if (typeof child === 'number' && childRefNo === undefined)
    throw new OpenExtensionOptionError(
      'childRefNo is missing, as in --child-ref-no TB260001: with your own token, --child needs it',
    )
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

/** With a session of a service of its own, which has the data folder of another one, or the sample school. */
export async function phoneOfService(
  flags: Omit<OpenExtensionFlags, 'logLevel'>,
  { logger, changed }: PhoneParts,
  sso?: Record<string, unknown>,
): Promise<OpenPhone> {
  const { dataDir, environment, lang, child, sessionMinutes, port, host } = flags
  const fault = dataDir === undefined ? undefined : faultOfDataFolder(dataDir)
  if (fault) throw new OpenExtensionOptionError(`dataDir: ${fault}`)
  const service = await createService({
    host: HOST,
    logger,
    // With a data folder, another service may be running on it; this one only uses its store.
    ...(dataDir === undefined ? { port: flags.servicePort } : { port: 0, dataDir }),
  })
  try {
    const { sessionUrls } = await listening(service, dataDir)
    const simulator = await service.simulator.open()
    const { phoneId, user, setup } = await simulator.add(
      {
        userId: userOf(flags.user, simulator),
        environment,
        language: lang,
        child,
        sessionMinutes,
        ...(sso && { sso }),
        ...(flags.forgetCookies && { forgetsCookies: true }),
      },
      { entranceUrl: flags.entranceUrl, port, host, ...(changed && { changed }) },
    )
    const { entranceUrl, moreEnabled } = service.app.settings
    if (flags.entranceUrl === undefined && !moreEnabled)
      throw new OpenExtensionOptionError(
        'entranceUrl is missing, as in --entrance-url http://127.0.0.1:4030/entrance: the More item is off in App settings',
      )
    const ownService = `${calledAs('schoolbell')} service --data-dir ${dataDir}`
    const resolvesAt =
      dataDir === undefined
        ? sessionUrls[environment]
        : `${environment}, by a service that you run: ${ownService}`
    return {
      link: simulator.directLink(phoneId) ?? '',
      entranceUrl: flags.entranceUrl ?? entranceUrl,
      setIn: flags.entranceUrl === undefined ? 'settings' : 'option',
      language: lang,
      signsIn: `signed in as ${nameOf(user)}`,
      about: [
        ['opens', flags.entranceUrl ?? entranceUrl],
        ['as', user ? `${nameOf(user)}, ${user.role} ${user.userId}` : ''],
        ['child', `${setup.child}`],
        ['app id', service.app.id],
        ['sessions', resolvesAt],
      ],
      exchanges: () => simulator.exchanges(phoneId) ?? [],
      sessions: () => ({
        environment,
        appId: service.app.id,
        ...(dataDir === undefined
          ? { sessionUrl: sessionUrls[environment], asked: sessionCalls(service) }
          : { sessionUrl: `that of ${environment} that this prints: ${ownService},`, asked: undefined }),
      }),
      close: () => service.close(),
    }
  } catch (error) {
    await service.close()
    if (error instanceof Error && codeOf(error) === 'DRAFT_INVALID')
      throw new OpenExtensionOptionError(inOptions(error.message))
    throw error
  }
}

const nameOf = (user: { firstName: string; lastName: string } | undefined) =>
  user ? plainLine(`${user.firstName} ${user.lastName}`) : ''

/** Also at addresses that the service does not have. */
const sessionCalls = ({ requests }: Service): AskedSession[] =>
  (['session', 'unknown'] as const)
    .flatMap(endpoint => requests.list({ endpoint }).requests)
    .sort((one, other) => other.id - one.id)
    .flatMap(({ id, endpoint, environment, path }) => {
      const headers = new Map(
        requests.get(id)?.request.headers.map(([name, value]) => [name.toLowerCase(), value]),
      )
      if (endpoint === 'unknown' && !headers.has(ENTRANCE_HEADERS.sessionToken)) return []
      return [{ environment, path, appId: headers.get(ENTRANCE_HEADERS.appId) }]
    })

async function listening(service: Service, dataDir: string | undefined) {
  try {
    return await service.listen()
  } catch (error) {
    if (dataDir !== undefined || !(error instanceof Error) || codeOf(error) !== 'PORT_BUSY') throw error
    const message = withPortOption(error.message, '--service-port')
    throw new Error(`${message}; if a service of yours runs there, ${NAME_ITS_FOLDER}`, { cause: error })
  }
}

const NAME_ITS_FOLDER = 'name its data folder, as in --data-dir .schoolbell/demo/service'

function userOf(choice: UserChoice, { users }: Simulator): number {
  if (typeof choice === 'number') return choice
  const first = users.first(ROLE_OF[choice])
  if (first) return first.userId
  throw new OpenExtensionOptionError(`user: the school has no ${choice}`)
}

/** Replaces a field of the setup, as in `/userId 7 names no user`, by its option. */
const inOptions = (message: string) => message.replace(/^\/userId /, 'user: ').replace(/^\/(\w+) /, '$1: ')

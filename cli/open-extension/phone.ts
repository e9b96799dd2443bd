/** The phone of `schoolbell open-extension`: the simulator's, with a session of a service or with the user's own token. */
import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { OptionValues } from 'commander'
import type { Logger } from 'pino'
import { createService, type Service } from '../../console/index.ts'
import { systemClock } from '../../shared/clock.ts'
import { ENTRANCE_HEADERS, entranceHeaders } from '../../shared/contract/entrance-headers.ts'
import type { Environment, Role } from '../../shared/contract/session.ts'
import { codeOf } from '../../shared/error-code.ts'
import { plainLine } from '../../shared/text/table.ts'
import type { Exchange } from '../../simulator/exchanges.ts'
import { openInAppBrowser } from '../../simulator/in-app-browser.ts'
import { faultOfDataFolder } from '../data-folder.ts'
import { OptionError } from '../options.ts'
import type { AskedSession, SessionPlace } from './why-refused.ts'

export interface OpenPhone {
  /** Opens the web-app in any browser on this machine. */
  link: string
  entranceUrl: string
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

/** Where it listens, unless it is told otherwise. */
const HOST = '127.0.0.1'

const ROLE_OF: Readonly<Record<string, Role>> = { guardian: 'Guardian', student: 'Student', staff: 'Staff' }

type Sso = Record<string, unknown> | undefined

/** With a session of a service of its own, which has the data folder of another one, or the sample school. */
export async function phoneOfService(
  flags: OptionValues,
  { logger, changed }: PhoneParts,
  sso?: Sso,
): Promise<OpenPhone> {
  const { dataDir, environment, lang: language, child, sessionMinutes, port, host } = flags
  const fault = dataDir === undefined ? undefined : faultOfDataFolder(dataDir)
  if (fault) throw new OptionError(`--data-dir: ${fault}`)
  const service = await createService({
    host: HOST,
    logger,
    // With a data folder, another service may be running on it; this one only uses its store.
    ...(dataDir === undefined ? { port: flags.servicePort } : { port: 0, dataDir }),
  })
  try {
    const sessionUrl = (await listening(service, dataDir)).sessionUrls[environment as Environment]
    const simulator = await service.simulator.open()
    const role = ROLE_OF[flags.user]
    const userId = role ? simulator.users.first(role)?.userId : flags.user
    if (userId === undefined) throw new OptionError(`--user: the school has no ${flags.user}`)
    const { phoneId, user, setup } = await simulator.add(
      {
        ...{ userId, environment, language, child, sessionMinutes },
        ...(sso && { sso }),
        ...(flags.forgetCookies && { forgetsCookies: true }),
      },
      { entranceUrl: flags.entranceUrl, port, host, ...(changed && { changed }) },
    )
    const { settings, id: appId } = service.app
    const { entranceUrl = settings.entranceUrl } = flags
    if (flags.entranceUrl === undefined && !settings.moreEnabled)
      throw new OptionError(
        '--entrance-url is missing, as in --entrance-url http://127.0.0.1:4030/entrance: the More item is off in App settings',
      )
    const own = `schoolbell service --data-dir ${dataDir}`
    const name = user ? plainLine(`${user.firstName} ${user.lastName}`) : ''
    return {
      ...{ link: simulator.directLink(phoneId) ?? '', entranceUrl, signsIn: `signed in as ${name}` },
      about: [
        ['opens', entranceUrl],
        ['as', user ? `${name}, ${user.role} ${user.userId}` : ''],
        ['child', `${setup.child}`],
        ['app id', appId],
        [
          'sessions',
          dataDir === undefined ? sessionUrl : `${environment}, by a service that you run: ${own}`,
        ],
      ],
      exchanges: () => simulator.exchanges(phoneId) ?? [],
      sessions: () => ({
        ...{ environment, appId },
        ...(dataDir === undefined
          ? { sessionUrl, asked: sessionCalls(service) }
          : { sessionUrl: `the line “sessions, ${environment}” of ${own}`, asked: undefined }),
      }),
      close: () => service.close(),
    }
  } catch (error) {
    await service.close()
    if (!(error instanceof Error) || codeOf(error) !== 'DRAFT_INVALID') throw error
    // A field of the setup, as in `/userId 7 names no user`, is an option.
    throw new OptionError(error.message.replace(/^\/userId /, '--user: ').replace(/^\/(\w+) /, '--$1: '))
  }
}

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

const listening = (service: Service, dataDir: string | undefined) =>
  service.listen().catch(error => {
    if (dataDir !== undefined || codeOf(error) !== 'PORT_BUSY') throw error
    throw new Error(
      `--service-port: ${error.message}; if a service of yours runs there, name its data folder, as in --data-dir .schoolbell/demo/service`,
      { cause: error },
    )
  })

/** No service is started, and the user is unknown here. */
export async function phoneWithToken(
  { entranceUrl, appId, child, childRefNo, lang, port, host = HOST, forgetCookies }: OptionValues,
  { logger, changed }: PhoneParts,
  sessionToken: string,
  sso: Sso,
): Promise<OpenPhone> {
  const missing = (option: string, why: string) =>
    new OptionError(`${option.split(' ')[0]} is missing, as in ${option}: ${why}`)
  if (entranceUrl === undefined)
    throw missing('--entrance-url http://127.0.0.1:4030/', 'with your own token there are no App settings')
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
      target: { lookup: name => lookup(name, { all: true }), ownPorts: () => [], ownOrigins: () => [] },
      newSecret: () => randomBytes(32).toString('base64url'),
      ...{ clock: systemClock, logger, ...(changed && { changed }) },
    },
  )
  return {
    ...{ link: browser.link('direct'), entranceUrl, signsIn: 'signed in with your token' },
    about: [
      ['opens', entranceUrl],
      ['app id', appId],
      ['token', 'your own; not resolved here'],
    ],
    exchanges: browser.exchanges,
    close: browser.close,
  }
}

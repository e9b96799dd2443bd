/** A phone with a session of a service. */
import { createService, type Service } from '../../console/index.ts'
import { ENTRANCE_HEADERS } from '../../shared/contract/entrance-headers.ts'
import { codeOf } from '../../shared/error-code.ts'
import { plainLine } from '../../shared/text/table.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { faultOfDataFolder } from '../data-folder.ts'
import { type OpenExtensionFlags, OpenExtensionOptionError, ROLE_OF, type UserChoice } from './flags.ts'
import { type AskedSession, HOST, type OpenPhone, type PhoneParts } from './phone.ts'

/** With a session of a service of its own, which has the data folder of another one, or the sample school. */
export async function phoneOfService(
  flags: Omit<OpenExtensionFlags, 'logLevel'>,
  { logger, changed }: PhoneParts,
  sso?: Record<string, unknown>,
): Promise<OpenPhone> {
  const { dataDir, environment, lang, child, sessionMinutes, port, host } = flags
  const fault = dataDir === undefined ? undefined : faultOfDataFolder(dataDir)
  if (fault) throw new OpenExtensionOptionError(`--data-dir: ${fault}`)
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
        '--entrance-url is missing, as in --entrance-url http://127.0.0.1:4030/entrance: the More item is off in App settings',
      )
    const ownService = `schoolbell service --data-dir ${dataDir}`
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
          : { sessionUrl: `the line “sessions, ${environment}” of ${ownService}`, asked: undefined }),
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
    throw new Error(
      `--service-port: ${error.message}; if a service of yours runs there, ${NAME_ITS_FOLDER}`,
      { cause: error },
    )
  }
}

const NAME_ITS_FOLDER = 'name its data folder, as in --data-dir .schoolbell/demo/service'

function userOf(choice: UserChoice, { users }: Simulator): number {
  if (typeof choice === 'number') return choice
  const first = users.first(ROLE_OF[choice])
  if (first) return first.userId
  throw new OpenExtensionOptionError(`--user: the school has no ${choice}`)
}

/** Replaces a field of the setup, as in `/userId 7 names no user`, by its option. */
const inOptions = (message: string) =>
  message.replace(/^\/userId /, '--user: ').replace(/^\/(\w+) /, '--$1: ')

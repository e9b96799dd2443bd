/**
 * The reference service: the whole interface over HTTP, from one store.
 *
 * Everything is wired together here and nowhere else; the system clock and randomness enter here.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { EVERYTHING, changes as openChanges } from '../console/changes.ts'
import { type ConsoleHandle, consoleAccess } from '../console/console.ts'
import { consoleRoutes } from '../console/routes.ts'
import { documentationRoutes } from '../shared/server/documentation/routes.ts'
import { isLoopback, listen } from '../shared/server/listen.ts'
import { collectOperations } from '../shared/server/openapi/document.ts'
import type { PopupQuestion } from '../shared/server/popup-question.ts'
import { answerBadAddress, answerBadRequest, answerWithProblems } from '../shared/server/problem.ts'
import type { SqliteDatabase } from '../shared/sqlite/open.ts'
import { type SimulatorDoor, simulatorDoor } from '../simulator/door.ts'
import { entranceCall } from '../simulator/entrance-call.ts'
import { ridersIn } from '../simulator/riders.ts'
import { announced } from './announced.ts'
import { accessKeysIn } from './attendance/access-keys.ts'
import { attendanceLists, registerIn } from './attendance/attendance.ts'
import { attendanceRoutes } from './attendance/routes.ts'
import { watchCalls } from './calls.ts'
import { keptContent } from './content/content.ts'
import { crowd } from './content/crowd.ts'
import { newsShelf } from './content/news.ts'
import { newsAnswer } from './content/news-answer.ts'
import { popupAnswer, popupBoard } from './content/popups.ts'
import { contentRoutes } from './content/routes.ts'
import { epochSecond } from './content/since.ts'
import { frontPage } from './front-page.ts'
import { type ServiceHandles, serviceHandles } from './handles.ts'
import { movableClock } from './lab/clock.ts'
import { faultBench } from './lab/faults/faults.ts'
import { mediaIntake } from './media/intake.ts'
import { mediaLinks } from './media/links.ts'
import { mediaIn } from './media/media.ts'
import { mediaRoutes } from './media/routes.ts'
import { mediaUses } from './media/uses.ts'
import { refuseOnNetwork, refusePublishedSeed, refuseSamplesHeld } from './on-a-network.ts'
import { HEAD, TEXTS } from './openapi.ts'
import { operatorsRoutes } from './operators.ts'
import { readOptions, type ServiceOptions, type ServiceSettings } from './options.ts'
import { credentialAttempts } from './refuse-credentials.ts'
import { requestLog } from './request-log/requests.ts'
import { urlWithoutSecrets } from './request-log/secrets-in-text.ts'
import { schoolOffice } from './school/office.ts'
import { peopleIn } from './school/people.ts'
import { schoolIn } from './school/school.ts'
import { sessionRoutes } from './session/routes.ts'
import { sessionsIn } from './session/sessions.ts'
import { type State, stateOf } from './state/state.ts'
import { hashOf, sameHash } from './store/secret.ts'
import { openStore, type Store } from './store/store.ts'
import { storeVersion } from './store/version.ts'

/** Where a listening service is reached. */
export interface ServiceAddresses {
  /** As in `http://127.0.0.1:4010`. */
  base: string
  /** Content API: what clients call the service address. */
  serviceUrl: string
  /** Attendance API. */
  syncUrl: string
  sessionUrls: { staging: string; production: string }
}

export interface Service extends ServiceHandles, AsyncDisposable {
  /** All that the school says: to take out, put back, keep and begin anew. */
  state: State
  /** Where people change what the school says. */
  console: ConsoleHandle
  /** Phones on which More can be tapped; nothing of it is loaded before. */
  simulator: Pick<SimulatorDoor, 'open'>
  /**
   * @throws {ListenError} the port is taken or refused
   * @throws {SampleCredentialsError} the store holds published credentials by now and the host is not loopback
   */
  listen(): Promise<ServiceAddresses>
  /** Where others reach it: under its public URL, where it has one. */
  addresses(): ServiceAddresses
  /** Stops answering and closes the store; a store without a folder is gone then. */
  close(): Promise<void>
}

/** What a school information system may send in its headers: a single sign-on response is long. */
const MAX_HEADER_BYTES = 64 * 1024
/** From the first second on, a reset to the sample school is quick. */
const PREPARE_AFTER_MS = 1_000
/** Longest group name in an address. */
const MAX_PATH_PARAMETER = 1000

/**
 * Opens or creates the store and makes the service ready to listen.
 *
 * @throws {ServiceOptionError} an option cannot be, or the host is not loopback and there is no administrator's password
 * @throws {SampleCredentialsError} there would be published credentials and the host is not loopback
 * @throws {StoreError} the data folder cannot be used
 * @throws {SeedError} the seed of a new store cannot be planted
 *
 * @example
 * const service = await createService({ port: 0 })
 * const { serviceUrl } = await service.listen()
 * // …
 * await service.close()
 */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const settings = readOptions(options)
  await refuseOnNetwork(settings)
  const store = openStore(settings.dataDir)
  try {
    return await wire(settings, store)
  } catch (error) {
    store.close()
    throw error
  }
}

async function wire(settings: ServiceSettings, store: Store): Promise<Service> {
  const { zone, random, logger, host, port, contentPath, publicUrl, answerWithinMs } = settings
  const clock = movableClock(settings.clock, zone)
  const { database, mediaDir } = store
  let addresses = addressesAt(`http://${host.includes(':') ? `[${host}]` : host}:${port}`, contentPath)

  const media = mediaIn(database)
  const origin = () => publicUrl ?? addresses.base
  const links = mediaLinks(media, origin)
  const avatarUrl = (path: string | null) => (path === null ? links.neutralAvatar() : links.url(path))
  const bedsIn = (of: SqliteDatabase) => ({
    school: schoolIn(of),
    people: peopleIn(of),
    media: mediaIn(of),
    sessions: sessionsIn(of, avatarUrl),
    accessKeys: accessKeysIn(of),
    register: registerIn(of),
    popups: popupBoard(of),
    news: newsShelf(of),
  })
  const beds = bedsIn(database)
  const { school, sessions, accessKeys } = beds
  const changes = openChanges()
  const state = stateOf({
    store,
    clock,
    realClock: settings.clock,
    zone,
    bedsIn,
    isPublic: () => !isLoopback(host),
    replaced: () => changes.changed(EVERYTHING),
  })
  const countSamples = () => accessKeys.countSamples() + sessions.countSamples()
  refuseSamplesHeld(settings, countSamples)
  if (!school.exists()) {
    await refusePublishedSeed(settings)
    await state.fill(settings.seed)
  }
  const intake = mediaIntake({ database, media, mediaDir, clock, zone, limits: settings.mediaLimits })
  const uses = mediaUses(database)
  const publicAddresses = () => (publicUrl === undefined ? addresses : addressesAt(publicUrl, contentPath))
  const isOwnApp = (appId: string) => sameHash(hashOf(appId), hashOf(school.facts().appId))

  const server: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // The txID of an answer is the one its log lines carry.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'txID' }),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBadRequest,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    // A caller that keeps its connection open must not keep the service from closing.
    forceCloseConnections: true,
  })
  answerWithProblems(server)
  const writeDocument = collectOperations(server, HEAD)
  server.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  const faults = faultBench(random, () => changes.changed('lab'))
  const requests = requestLog(clock)
  const calls = watchCalls(server, { faults, requests, clock })
  server.addHook('onResponse', ({ method, url, log }, { statusCode, elapsedTime }, done) => {
    // At hand in the request log as well, so that the log's own level is that of a diagnosis.
    if (logger.isLevelEnabled('debug'))
      log.debug(
        {
          method,
          url: urlWithoutSecrets(url).slice(0, 500),
          status: statusCode,
          ms: Math.round(elapsedTime),
        },
        'answered',
      )
    done()
  })
  const popups = keptContent({
    keyOf: ({ siteId, lang }: PopupQuestion) => `${siteId} ${lang}`,
    answer: popupAnswer(database, links.inHtml),
    version: storeVersion(database),
    surroundings: origin,
  })
  const askedBefore = crowd({
    kept: popups.kept,
    // The log's line of a diagnosis is written at the end of the whole way.
    isPlain: () => calls.arePlain() && !logger.isLevelEnabled('debug'),
    note: calls.notePlain,
    elapsedMs: () => performance.now(),
  })
  askedBefore.standBefore(server.server)
  await server.register(contentRoutes, {
    watch: calls.watch,
    isPlain: calls.isPlain,
    contentPath,
    popups: popups.answer,
    understood: askedBefore.understood,
    news: newsAnswer({ database, media, links, zone }),
    answerWithinMs,
    elapsedMs: () => performance.now(),
  })
  await server.register(async scope => {
    calls.watch(scope, 'attendance')
    await scope.register(attendanceRoutes, {
      admits(appId: string, key: string) {
        // Both are worked out whatever the other says: a refusal takes the same way for whatever reason.
        const ownApp = isOwnApp(appId)
        const allowed = accessKeys.allow(key, ownApp ? clock.now().epochMilliseconds : undefined)
        return ownApp && allowed
      },
      list: attendanceLists(database, avatarUrl),
      attempts: credentialAttempts(() => performance.now()),
    })
  })
  await server.register(async scope => {
    calls.watch(scope, 'session')
    await scope.register(sessionRoutes, {
      resolve(environment, appId, token) {
        const [user, ownApp] = [sessions.resolve(environment, token, clock.now()), isOwnApp(appId)]
        return user && ownApp ? { ...user, appId } : undefined
      },
      attempts: credentialAttempts(() => performance.now()),
    })
  })
  await server.register(async scope => {
    calls.watch(scope, 'media')
    await scope.register(mediaRoutes, { mediaDir, serves: media.serves })
  })
  const { access, handle } = consoleAccess({
    database,
    host,
    publicUrl,
    base: () => addresses.base,
    adminPassword: settings.adminPassword,
    consoleToken: settings.consoleToken,
    clock: settings.clock,
    newSecret,
    elapsedMs: () => performance.now(),
    onEnded: () => changes.changed('access'),
  })
  const office = schoolOffice(database, { clock, zone, hasMedium: media.has, changed: changes.changed })
  const handles = announced(
    {
      ...serviceHandles({ office, ...beds, intake, uses, clock, faults, requests, newSecret }),
      state: state.handle,
    },
    changes.changed,
  )
  const riders = ridersIn(database, avatarUrl)
  const simulator = simulatorDoor({
    school,
    riders,
    sessions,
    clock,
    newSecret,
    logger,
    lookup: hostname => lookup(hostname, { all: true }),
    host: '127.0.0.1',
    ownPort: () => Number(new URL(addresses.base).port),
    ownOrigins: () => [origin()],
    changed: () => changes.changed('simulator'),
    noteEntrance: exchange => requests.note({ ...entranceCall(exchange), txID: randomUUID() }),
  })
  await server.register(consoleRoutes, {
    consoleDir: settings.consoleDir,
    widgetDir: settings.widgetDir,
    access,
    changes,
    mediaOrigin: () => publicUrl ?? addresses.base,
    api: {
      changed: changes.changed,
      state,
      database,
      school,
      zone,
      addresses: publicAddresses,
      countSamples,
      clock,
      faults,
      requests,
      own: () => addresses,
      labClock: clock,
      sessions,
      accessKeys,
      office,
      issueSession: handles.sessions.issue,
      createKey: handles.accessKeys.create,
      popups: beds.popups,
      names: { hasMedium: media.has, hasUser: beds.people.hasUser },
      inHtml: links.inHtml,
      media,
      intake,
      uses,
      mediaLimits: settings.mediaLimits,
      news: beds.news,
      second: () => epochSecond(clock.now()),
      riders,
      simulator,
    },
  })
  await server.register(frontPage, {
    schoolName: lang => school.facts().name[lang],
    addresses: publicAddresses,
  })
  await server.register(operatorsRoutes, { readStore: school.facts, mediaDir })
  documentationRoutes(server, {
    write: writeDocument,
    texts: TEXTS,
    chinese: async () => (await import('./documentation/chinese.ts')).CHINESE,
  })

  let preparing: NodeJS.Timeout | undefined
  let closing: Promise<void> | undefined
  const close = () => {
    clearTimeout(preparing)
    closing ??= simulator
      .close()
      .then(() => server.close())
      .then(state.close)
      .then(store.close)
    return closing
  }
  return {
    ...handles,
    console: handle,
    simulator: { open: simulator.open },
    async listen() {
      refuseSamplesHeld(settings, countSamples)
      addresses = addressesAt(await listen(server, { host, port }), contentPath)
      // Once the first who wait have their answers. A reset that cannot be prepared says why when it is asked for.
      if (settings.seed === 'sample')
        preparing = setTimeout(() => state.prepareSample().catch(() => {}), PREPARE_AFTER_MS).unref()
      return addresses
    },
    addresses: publicAddresses,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function addressesAt(base: string, contentPath: string): ServiceAddresses {
  return {
    base,
    serviceUrl: `${base}${contentPath}`,
    syncUrl: `${base}/sync`,
    sessionUrls: { staging: `${base}/session/staging`, production: `${base}/session/production` },
  }
}

/** 256 random bits. */
const newSecret = () => randomBytes(32).toString('base64url')

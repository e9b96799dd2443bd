/**
 * The reference service: the whole interface over HTTP, from one store.
 *
 * Console and simulator are plugins; the service runs without them.
 */
import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { epochSecond } from '../shared/contract/wire-time.ts'
import { listen } from '../shared/server/listen.ts'
import { openApi } from '../shared/server/openapi/openapi.ts'
import { answerBadRequest, answerWithProblems } from '../shared/server/problem.ts'
import { endAnswered, endStalled } from '../shared/server/stalled.ts'
import { refuseDeepJson, withTypeBox } from '../shared/server/validation.ts'
import type { ServiceAddresses } from './addresses.ts'
import { createContext, type ServiceContext } from './context.ts'
import type { ServiceHandles } from './handles.ts'
import { attendanceRoute } from './interface/attendance.ts'
import { badAddressBelow, contentApi, contentPaths } from './interface/content-api.ts'
import type { Endpoint } from './interface/endpoint.ts'
import { sessionRoute } from './interface/session.ts'
import { watchCalls, watchServer } from './interface/watch-calls.ts'
import { refuseOnNetwork, refusePublishedSeed, refuseSamplesHeld } from './on-a-network.ts'
import { interfaceHead, SERVICE_HEAD } from './openapi.ts'
import { readOptions, type ServiceOptions } from './options.ts'
import { documentationPage } from './routes/documentation.ts'
import { frontPageRoute } from './routes/front-page.ts'
import { healthRoutes } from './routes/health.ts'
import { mediaRoutes } from './routes/media.ts'
import { forgetRemoved } from './state/forget-removed.ts'
import type { State } from './state/state.ts'
import { openStore } from './store/store.ts'

export interface Service extends ServiceHandles, AsyncDisposable {
  /** All that the school has entered: export, import, snapshots and reset. */
  state: State
  /**
   * @returns where it listens
   * @throws {ListenError} the port is taken or refused
   * @throws {SampleCredentialsError} the store holds published credentials by now and the host is not loopback
   */
  listen(): Promise<ServiceAddresses>
  /** Where others reach it: under its public URL, where it has one. */
  addresses(): ServiceAddresses
  /** Stops answering and closes the store; a store without a folder is deleted. */
  close(): Promise<void>
}

/**
 * Adds routes to the server of a service.
 *
 * @returns what the service object has of it; `close` is called before the server closes
 */
export type ServicePlugin<Handle> = (
  server: FastifyInstance,
  context: ServiceContext,
) => Promise<{ handle: Handle; close(): Promise<void> }>

/** What a school information system may send in its headers: a single sign-on response is long. */
const MAX_HEADER_BYTES = 64 * 1024
/** A state of 1 GB over a line of 10 Mbit/s. */
const SLOWEST_UPLOAD_MS = 15 * 60_000
/** From the first second on, a reset to the sample school is quick. */
const PREPARE_AFTER_MS = 1_000
/** Longest group name in an address. */
const MAX_PATH_PARAMETER = 1000

/** A service with nothing on it. See `createService` in console/service.ts for the errors. */
export const createBareService = (options: ServiceOptions = {}): Promise<Service> =>
  createServiceWith(options, async () => ({ handle: {}, close: async () => {} }))

/**
 * Opens or creates the store and makes the service ready to listen.
 *
 * @throws {ServiceOptionError} an invalid option, or the host is not loopback and there is no administrator's password
 * @throws {SampleCredentialsError} there would be published credentials and the host is not loopback
 * @throws {StoreError} the data folder cannot be used
 * @throws {SeedError} the seed of a new store is invalid
 */
export async function createServiceWith<Handle>(
  options: ServiceOptions,
  plugin: ServicePlugin<Handle>,
): Promise<Service & Handle> {
  const settings = readOptions(options)
  await refuseOnNetwork(settings)
  const store = openStore(settings.dataDir)
  let context: ServiceContext | undefined
  try {
    context = createContext(settings, store)
    refuseSamplesHeld(settings, context.countSamples)
    if (!context.repositories.school.exists()) {
      await refusePublishedSeed(settings)
      await context.state.fill(settings.seed)
    }
    forgetRemovedMedia(context)
    const server = createServer(context)
    const { handle, close } = await addRoutes(server, context, plugin)
    return { ...serviceOf(server, context, close), ...handle }
  } catch (error) {
    await context?.state.close()
    store.close()
    throw error
  }
}

/** What cannot be deleted now stays for the next start. */
function forgetRemovedMedia({ store, settings, uses, log }: ServiceContext): void {
  try {
    forgetRemoved(store, name => uses(name).length > 0, epochSecond(settings.clock.now()))
  } catch (err) {
    log.warn({ err }, 'Files of removed media could not be deleted')
  }
}

function createServer({ log, settings }: ServiceContext): FastifyInstance {
  const stalled = endStalled(SLOWEST_UPLOAD_MS)
  return fastify({
    loggerInstance: log as FastifyBaseLogger,
    // The txID of an answer is the one its log lines carry.
    genReqId: newTxID,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'txID' }),
    frameworkErrors: badAddressBelow(contentPaths(settings)),
    clientErrorHandler: answerBadRequest,
    ...stalled,
    http: { ...stalled.http, maxHeaderSize: MAX_HEADER_BYTES },
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    // A caller that keeps its connection open must not keep the service from closing.
    forceCloseConnections: true,
  })
}

/** In one piece: Node makes a UUID of fifteen, all of which the request log would keep. */
const newTxID = () => Buffer.from(randomUUID(), 'latin1').toString('latin1')

async function addRoutes<Handle>(
  server: FastifyInstance,
  context: ServiceContext,
  plugin: ServicePlugin<Handle>,
): ReturnType<ServicePlugin<Handle>> {
  refuseDeepJson(server)
  withTypeBox(server)
  answerWithProblems(server)
  endAnswered(server)
  const theInterface = interfaceHead(context.settings.contentPath)
  await openApi(server, theInterface, SERVICE_HEAD)
  watchServer(server, context)
  await server.register(contentApi, context)
  await addInterface(server, 'attendance', attendanceRoute, context)
  await addInterface(server, 'session', sessionRoute, context)
  await addInterface(server, 'media', mediaRoutes, context)
  const plugged = await plugin(server, context)
  await server.register(frontPageRoute, context)
  await server.register(healthRoutes, context)
  await server.register(documentationPage, { at: '/docs', head: theInterface })
  await server.register(documentationPage, { at: '/docs/service', head: SERVICE_HEAD })
  return plugged
}

/** In its own scope, with request log and faults. */
const addInterface = (
  server: FastifyInstance,
  endpoint: Endpoint,
  routes: typeof attendanceRoute,
  context: ServiceContext,
) =>
  server.register(async scope => {
    watchCalls(scope, endpoint, context)
    await scope.register(routes, context)
  })

function serviceOf(server: FastifyInstance, context: ServiceContext, unplug: () => Promise<void>): Service {
  const { settings, addresses, state, store } = context
  let preparing: NodeJS.Timeout | undefined
  let closing: Promise<void> | undefined
  const close = () => {
    clearTimeout(preparing)
    closing ??= unplug()
      .then(() => server.close())
      .then(state.close)
      .then(store.close)
    return closing
  }
  return {
    ...context.handles,
    async listen() {
      refuseSamplesHeld(settings, context.countSamples)
      addresses.listensAt(await listen(server, settings))
      // After the first answers. An error is ignored here: the reset would report it.
      if (settings.seed === 'sample')
        preparing = setTimeout(() => state.prepareSample().catch(() => {}), PREPARE_AFTER_MS).unref()
      return addresses.own()
    },
    addresses: addresses.public,
    close,
    [Symbol.asyncDispose]: close,
  }
}

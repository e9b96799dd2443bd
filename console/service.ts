/** The reference service as people use it: with its console and its simulator. */
import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { FastifyInstance } from 'fastify'
import { epochSecond } from '../service/content/since.ts'
import type { ServiceContext } from '../service/context.ts'
import type { ServiceOptions } from '../service/options.ts'
import { type Service as BareService, createServiceWith } from '../service/service.ts'
import { type SimulatorDoor, simulatorDoor } from '../simulator/door.ts'
import { entranceCall } from '../simulator/entrance-call.ts'
import { type Riders, ridersIn } from '../simulator/riders.ts'
import { type ConsoleHandle, consoleAccess } from './console.ts'
import { consoleRoutes } from './routes.ts'

export interface Service extends BareService {
  /** Where people change what the school says. */
  console: ConsoleHandle
  /** Phones on which More can be tapped; loaded when it is opened. */
  simulator: Pick<SimulatorDoor, 'open'>
}

/**
 * Opens or creates the store and makes the service ready to listen.
 *
 * @throws {ServiceOptionError} an invalid option, or the host is not loopback and there is no administrator's password
 * @throws {SampleCredentialsError} there would be published credentials and the host is not loopback
 * @throws {StoreError} the data folder cannot be used
 * @throws {SeedError} the seed of a new store is invalid
 *
 * @example
 * const service = await createService({ port: 0 })
 * const { serviceUrl } = await service.listen()
 * // …
 * await service.close()
 */
export const createService = (options: ServiceOptions = {}): Promise<Service> =>
  createServiceWith(options, consoleAndSimulator)

async function consoleAndSimulator(server: FastifyInstance, context: ServiceContext) {
  const riders = ridersIn(context.database, context.avatarUrl)
  const simulator = openSimulator(context, riders)
  const console = await addConsole(server, context, riders, simulator)
  return { handle: { console, simulator: { open: simulator.open } }, close: simulator.close }
}

function openSimulator(context: ServiceContext, riders: Riders): SimulatorDoor {
  const { repositories, clock, newSecret, log, addresses, origin, changes, requests } = context
  return simulatorDoor({
    school: repositories.school,
    riders,
    sessions: repositories.sessions,
    clock,
    newSecret,
    logger: log,
    lookup: hostname => lookup(hostname, { all: true }),
    host: '127.0.0.1',
    ownPort: () => Number(new URL(addresses.own().base).port),
    ownOrigins: () => [origin()],
    changed: () => changes.changed('simulator'),
    noteEntrance: exchange => requests.note({ ...entranceCall(exchange), txID: randomUUID() }),
  })
}

async function addConsole(
  server: FastifyInstance,
  context: ServiceContext,
  riders: Riders,
  simulator: SimulatorDoor,
): Promise<ConsoleHandle> {
  const { settings, database, repositories, addresses, origin, changes, elapsedMs, newSecret } = context
  const { access, handle } = consoleAccess({
    database,
    host: settings.host,
    publicUrl: settings.publicUrl,
    base: () => addresses.own().base,
    adminPassword: settings.adminPassword,
    consoleToken: settings.consoleToken,
    clock: settings.clock,
    newSecret,
    elapsedMs,
    onEnded: () => changes.changed('access'),
  })
  const { media, people } = repositories
  await server.register(consoleRoutes, {
    consoleDir: settings.consoleDir,
    widgetDir: settings.widgetDir,
    access,
    changes,
    mediaOrigin: origin,
    api: {
      ...context,
      ...repositories,
      changed: changes.changed,
      addresses: addresses.public,
      own: addresses.own,
      labClock: context.clock,
      issueSession: context.handles.sessions.issue,
      createKey: context.handles.accessKeys.create,
      names: { hasMedium: media.has, hasUser: people.hasUser },
      inHtml: context.links.inHtml,
      mediaLimits: settings.mediaLimits,
      second: () => epochSecond(context.clock.now()),
      riders,
      simulator,
    },
  })
  return handle
}

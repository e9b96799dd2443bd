/** The reference service as people use it: with its console and its simulator. */
import type { FastifyInstance } from 'fastify'
import type { ServiceContext } from '../service/context.ts'
import type { ServiceOptions } from '../service/options.ts'
import { type Service as BareService, createServiceWith } from '../service/service.ts'
import type { LazySimulator } from '../simulator/lazy.ts'
import { createConsoleContext } from './context.ts'
import { type ConsoleHandle, consoleHandle } from './handle.ts'
import { consoleRoutes } from './routes.ts'

export interface Service extends BareService {
  /** Where people change what the school says. */
  console: ConsoleHandle
  /** Phones on which More can be tapped; loaded when it is opened. */
  simulator: Pick<LazySimulator, 'open'>
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

async function consoleAndSimulator(server: FastifyInstance, service: ServiceContext) {
  const context = createConsoleContext(service)
  await server.register(consoleRoutes, context)
  const { open, close } = context.simulator
  return { handle: { console: consoleHandle(context), simulator: { open } }, close }
}

/** A service that runs, for tests: one call, and it answers. */
import type { ServiceAddresses } from '../service/addresses.ts'
import type { ServiceOptions } from '../service/options.ts'
import { createService, type Service } from './service.ts'

/** Where it is reached, and everything that a test changes or looks at. */
export type StartedService = Service & ServiceAddresses

/**
 * Starts a service on a free port of this machine, with nothing kept after its end and the sample school in it, where
 * the options say nothing else.
 *
 * @throws as createService and listen do; nothing is left running then
 *
 * @example
 * await using service = await startService({ seed: { popups: [] } })
 * const answer = await fetch(`${service.serviceUrl}/api/v1/popupmsg/check?siteId=academy`)
 */
export async function startService(options: ServiceOptions = {}): Promise<StartedService> {
  const service = await createService({ port: 0, ...options })
  try {
    return { ...service, ...(await service.listen()) }
  } catch (error) {
    await service.close()
    throw error
  }
}

/** The sample school's service, and where its four parts are. */
import { pino } from 'pino'
import type { ConformanceOptions } from '../../conformance/index.ts'
import { createService, type ServiceAddresses } from '../../console/index.ts'

export const ACCESS_KEY = 'sample-access-key'
export const SESSION_TOKEN = 'sample-guardian'

export async function startSample() {
  const service = await createService({ port: 0, logger: pino({ level: 'silent' }) })
  return { service, addresses: await service.listen() }
}

/** The same school behind another address, as a proxy's. */
export function allOf({ base, serviceUrl, syncUrl, sessionUrls }: ServiceAddresses, behind = base) {
  const at = (address: string) => address.replace(base, behind)
  return {
    serviceUrl: at(serviceUrl),
    syncUrl: at(syncUrl),
    appId: 'sample-school',
    accessKey: ACCESS_KEY,
    unit: 1,
    year: 2026,
    group: '1A - Rowing',
    date: '2026-09-01',
    sessionUrl: at(sessionUrls.staging),
    otherSessionUrl: at(sessionUrls.production),
    sessionToken: SESSION_TOKEN,
  } satisfies ConformanceOptions
}

/**
 * What a service that others than this machine can reach must have, and must not: a password for its console, and no
 * keys or tokens that anybody can read. Asked before a folder is made or filled, so that a refusal leaves nothing behind.
 */
import { wallClockAt } from '../shared/contract/wire-time.ts'
import { isLoopback } from '../shared/server/listen.ts'
import { ServiceOptionError, type ServiceSettings } from './options.ts'
import { holdsSamples, readSeed } from './seeding/read-seed.ts'
import { isArchive } from './state/manifest.ts'
import { holdsStore } from './store/store.ts'

/** Keys and tokens that anybody can read would be served to a network. */
export class SampleCredentialsError extends Error {
  override name = 'SampleCredentialsError'
  readonly code = 'SAMPLE_CREDENTIALS'

  /** @param what holds them */
  constructor(what: string, host: string) {
    super(
      `${what} holds published sample keys or tokens and is served on loopback only, not on ${host}; ` +
        'use --seed empty or a seed of your own, in a new data folder',
    )
  }
}

type Asked = Pick<ServiceSettings, 'host' | 'dataDir' | 'seed' | 'adminPassword' | 'clock' | 'zone'>

/**
 * Before anything is opened.
 *
 * @throws {SampleCredentialsError}
 * @throws {ServiceOptionError} there is no password
 * @throws {SeedError}
 */
export async function refuseOnNetwork(settings: Asked): Promise<void> {
  const { host, dataDir, adminPassword } = settings
  if (isLoopback(host)) return
  if (dataDir === undefined || !holdsStore(dataDir)) await refusePublishedSeed(settings)
  if (adminPassword === undefined)
    throw new ServiceOptionError(
      'adminPassword',
      `is needed on ${host}, where others reach the console; set SCHOOLBELL_ADMIN_PASSWORD or --admin-password-file`,
    )
}

/** Before a store is filled. What an exported state holds is looked at when it is unpacked. */
export async function refusePublishedSeed({ host, seed, clock, zone }: Asked): Promise<void> {
  if (isLoopback(host) || (typeof seed === 'string' && (await isArchive(seed)))) return
  if (seed === 'sample' || holdsSamples((await readSeed(seed, wallClockAt(clock.now(), zone))).seed))
    throw new SampleCredentialsError(typeof seed === 'string' ? `the seed ${seed}` : 'the seed', host)
}

/** What a store that is there holds, whatever seed is named now. */
export function refuseSamplesHeld({ host, dataDir }: Asked, countSamples: () => number): void {
  if (!isLoopback(host) && countSamples() > 0) throw new SampleCredentialsError(dataDir ?? 'the store', host)
}

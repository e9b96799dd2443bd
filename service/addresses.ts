/** Where the service is reached: known for certain only once it listens. */
import { ENVIRONMENTS, type Environment } from '../shared/contract/session.ts'
import { recordOf } from '../shared/record-of.ts'
import type { ServiceSettings } from './options.ts'

/** Where a listening service is reached. */
export interface ServiceAddresses {
  /** As in `http://127.0.0.1:4010`. */
  base: string
  /** Content API: what clients call the service address. */
  serviceUrl: string
  /** Attendance API. */
  syncUrl: string
  sessionUrls: Record<Environment, string>
}

export interface Addresses {
  /** Where it listens. */
  own(): ServiceAddresses
  /** Where others reach it: under its public URL, where it has one. */
  public(): ServiceAddresses
  /** It listens here now. */
  listensAt(base: string): void
}

export function serviceAddresses({ host, port, contentPath, publicUrl }: ServiceSettings): Addresses {
  let own = addressesAt(`http://${host.includes(':') ? `[${host}]` : host}:${port}`, contentPath)
  return {
    own: () => own,
    public: () => (publicUrl === undefined ? own : addressesAt(publicUrl, contentPath)),
    listensAt(base) {
      own = addressesAt(base, contentPath)
    },
  }
}

const addressesAt = (base: string, contentPath: string): ServiceAddresses => ({
  base,
  serviceUrl: `${base}${contentPath}`,
  syncUrl: `${base}/sync`,
  sessionUrls: recordOf(ENVIRONMENTS, name => `${base}/session/${name}`),
})

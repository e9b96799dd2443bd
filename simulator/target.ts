/**
 * Where an entrance URL leads: its origin and the addresses that its name had when More was tapped.
 *
 * The operator chose the address, so it may be on this machine or in a private network. It is looked up once a visit and
 * pinned: a name that answers differently a second later leads nowhere else. This service itself is no web-app.
 */
import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

export interface Target {
  /** As in `http://127.0.0.1:4030`. */
  origin: string
  isSecure: boolean
  /** Without the brackets of an IPv6 address. */
  hostname: string
  port: number
  /** What the Host header says. */
  host: string
  /** Path and query of the entrance itself. */
  path: string
  /** The entrance's fragment, which stays in the browser. */
  hash: string
  /** Answers every look-up with the pinned addresses. */
  lookup: LookupFunction
}

export const TARGET_FAULTS = [
  'ENTRANCE_MISSING',
  'ENTRANCE_MALFORMED',
  'ENTRANCE_UNKNOWN',
  'ENTRANCE_OWN',
] as const
export type TargetFault = (typeof TARGET_FAULTS)[number]

/** The entrance URL cannot be opened. */
export class TargetError extends Error {
  override name = 'TargetError'
  readonly code: TargetFault

  constructor(code: TargetFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export type Lookup = (hostname: string) => Promise<LookupAddress[]>

export interface TargetParts {
  lookup: Lookup
  /** Ports on this machine that belong to the service and its simulator. */
  ownPorts(): Iterable<number>
  /** Other origins under which the service is reached. */
  ownOrigins(): Iterable<string>
}

/** @throws {TargetError} */
export async function targetOf(
  entranceUrl: string,
  { lookup, ownPorts, ownOrigins }: TargetParts,
): Promise<Target> {
  const url = readEntranceUrl(entranceUrl)
  const isSecure = url.protocol === 'https:'
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (isSecure ? 443 : 80)
  const addresses = await addressesOf(hostname, lookup)
  const isOwnPort = [...ownPorts()].includes(port) && addresses.some(({ address }) => isThisMachine(address))
  if (isOwnPort || [...ownOrigins()].includes(url.origin)) {
    const message = `${url.origin} is this service itself; enter the address of your web-app`
    throw new TargetError('ENTRANCE_OWN', message)
  }
  const { origin, host, pathname, search, hash } = url
  const path = `${pathname}${search}`
  return { origin, isSecure, hostname, port, host, path, hash, lookup: pinned(addresses) }
}

/** @throws {TargetError} */
export function readEntranceUrl(text: string): URL {
  if (text.trim() === '') throw new TargetError('ENTRANCE_MISSING', 'no entrance page URL is entered')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    const message = `"${text}" is no address of a web page (as in https://app.school.example/entrance)`
    throw new TargetError('ENTRANCE_MALFORMED', message)
  }
  if (url.username !== '' || url.password !== '')
    throw new TargetError('ENTRANCE_MALFORMED', 'an entrance page URL holds no user name or password')
  return url
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<LookupAddress[]> {
  const family = isIP(hostname)
  if (family !== 0) return [{ address: hostname, family }]
  try {
    const addresses = await lookup(hostname)
    if (addresses.length > 0) return addresses
    throw new Error('no address')
  } catch (cause) {
    throw new TargetError('ENTRANCE_UNKNOWN', `the name ${hostname} has no address`, { cause })
  }
}

function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname: string, options: LookupOptions, done) => {
    const [first] = addresses
    if (options.all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

/** Every spelling of this machine: its loopback addresses, the one that means any, and those of its networks. */
function isThisMachine(address: string): boolean {
  const bare = withoutMapping(address.toLowerCase())
  if (/^127\.|^0\.|^::1?$/.test(bare)) return true
  return Object.values(networkInterfaces()).some(faces => faces?.some(face => face.address === bare))
}

/** An IPv4 address that is written as one of IPv6, as in `::ffff:192.0.2.1` or, as URLs have it, `::ffff:c000:201`. */
function withoutMapping(address: string): string {
  const [, dotted, high = '', low = ''] =
    /^::ffff:(?:(\d+\.[\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/.exec(address) ?? []
  if (dotted !== undefined || high === '') return dotted ?? address
  const bytes = [high, low].flatMap(group => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ])
  return bytes.join('.')
}

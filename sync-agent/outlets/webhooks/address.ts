/** Allowed addresses of webhooks: public https, and hosts that the operator allows. */
import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import type { Lookup } from '../guarded-fetch.ts'
import { isPublicAddress } from '../public-address.ts'

/** The error in an address, or undefined. The host's IP addresses are checked with each call, by guarded-fetch.ts. */
export function addressFault(address: string, allowedHosts: readonly string[]): string | undefined {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return 'it is not an https address'
  if (url.username || url.password)
    return 'it has a user name or password; receivers check the signature instead'
  if (url.hash) return 'it has a fragment, which is never sent'
  if (url.protocol === 'http:' && !isAllowed(url, allowedHosts)) {
    return `it is not an https address; to allow it: ${howToAllow(url)}`
  }
  return undefined
}

/** Message about a private address of the host; undefined if it has none, is allowed, or is not found. */
export async function privateFault(
  address: string,
  allowedHosts: readonly string[],
  lookup: Lookup = systemLookup,
): Promise<string | undefined> {
  const url = new URL(address)
  if (isAllowed(url, allowedHosts)) return undefined
  const inside = (await addressesOf(url, lookup)).find(found => !isPublicAddress(found))
  return inside && `${inside} is not a public address; to allow it: ${howToAllow(url)}`
}

async function addressesOf({ hostname }: URL, lookup: Lookup): Promise<string[]> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal)) return [literal]
  return new Promise(resolve =>
    lookup(hostname, { all: true }, (error, found) =>
      resolve(error ? [] : found.map(({ address }) => address)),
    ),
  )
}

/** As in guarded-fetch.ts: without a port, the default port. */
function isAllowed({ protocol, host }: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some(allowed => URL.parse(`${protocol}//${allowed}`)?.host === host)
}

const howToAllow = ({ host }: URL) => `--webhook-allow-host ${host}`

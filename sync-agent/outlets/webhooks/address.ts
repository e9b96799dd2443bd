/** Which addresses a webhook may have: https anywhere in public, and what the operator allows by name besides. */
import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import type { Lookup } from '../guarded-fetch.ts'
import { isPublicAddress } from '../public-address.ts'

/** What is wrong with it, or undefined. Where its host leads is looked at with each call, by the guard. */
export function addressFault(address: string, allowedHosts: readonly string[]): string | undefined {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return 'it is no https address'
  if (url.username || url.password) return 'it holds a user name or password; the signature tells who calls'
  if (url.hash) return 'it has a fragment, which would never be sent'
  if (url.protocol === 'http:' && !isAllowed(url, allowedHosts)) {
    return `it is no https address; to allow it all the same: ${howToAllow(url)}`
  }
  return undefined
}

/** A private address that the host has now, in a sentence; undefined when it has none, is allowed to, or is not found. */
export async function privateFault(
  address: string,
  allowedHosts: readonly string[],
  lookup: Lookup = systemLookup,
): Promise<string | undefined> {
  const url = new URL(address)
  if (isAllowed(url, allowedHosts)) return undefined
  const inside = (await addressesOf(url, lookup)).find(found => !isPublicAddress(found))
  return inside && `${inside} is no public address; to allow it all the same: ${howToAllow(url)}`
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

/** As the guard reads them: a port left out is the usual one. */
function isAllowed({ protocol, host }: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some(allowed => URL.parse(`${protocol}//${allowed}`)?.host === host)
}

const howToAllow = ({ host }: URL) => `--webhook-allow-host ${host}`

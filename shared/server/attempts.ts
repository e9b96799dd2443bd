/**
 * Counts failed attempts at a secret: from one address, and from all.
 *
 * Only failures count. When many addresses fail together each is left a single try, so that whoever holds the right
 * secret and comes from somewhere else is never shut out.
 */
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

export interface AttemptLimits {
  /** Failures that one address may have within the window. */
  perAddress: number
  /** Failures of all addresses together, from which on each has one try only. */
  overall: number
  windowMs: number
  /** Milliseconds on a clock that only goes forward. */
  elapsedMs(): number
}

export interface Attempts {
  /** Whole seconds until this address may try again; 0 when it may now. */
  waitFor(address: string): number
  failed(address: string): void
  /** The right secret came from there. */
  succeeded(address: string): void
}

/** Addresses that are remembered; an attacker must not fill the memory with them. */
const MOST_ADDRESSES = 10_000
const ALL = 'all'

export function limitAttempts({ perAddress, overall, windowMs, elapsedMs }: AttemptLimits): Attempts {
  // A time of 0 means none to the cache.
  const perf = { now: () => elapsedMs() + 1 }
  const counts = (max: number) =>
    new LRUCache<string, number>({ max, ttl: windowMs, noUpdateTTL: true, ttlResolution: 0, perf })
  const failures = counts(MOST_ADDRESSES)
  const all = counts(1)
  // `get` lets go of a count whose window is over, so that the next begins a window of its own.
  const count = (of: LRUCache<string, number>, key: string) => of.set(key, (of.get(key) ?? 0) + 1)

  return {
    waitFor(address) {
      const network = networkOf(address)
      const allowed = (all.peek(ALL) ?? 0) >= overall ? 1 : perAddress
      if ((failures.peek(network) ?? 0) < allowed) return 0
      return Math.ceil(failures.getRemainingTTL(network) / 1000)
    },
    failed(address) {
      count(failures, networkOf(address))
      count(all, ALL)
    },
    succeeded(address) {
      failures.delete(networkOf(address))
    },
  }
}

/** A household has 2^64 addresses of version 6 to try from: they are one. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const gap = Array(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...gap, ...back]
    .slice(0, 4)
    .map(part => Number.parseInt(part, 16))
    .join(':')
}

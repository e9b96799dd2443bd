/**
 * Counts failed attempts at a secret: from one address, and from all.
 *
 * Only failures count. When many addresses fail together each is left a single try, so that whoever holds the right
 * secret and comes from somewhere else is never shut out.
 */
import { isIPv6 } from 'node:net'

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

interface Failures {
  count: number
  until: number
}

export function limitAttempts({ perAddress, overall, windowMs, elapsedMs }: AttemptLimits): Attempts {
  const failures = new Map<string, Failures>()
  let all: Failures = { count: 0, until: 0 }

  const current = (found: Failures | undefined, now: number): Failures =>
    found && now < found.until ? found : { count: 0, until: now + windowMs }

  return {
    waitFor(address) {
      const now = elapsedMs()
      const { count, until } = current(failures.get(networkOf(address)), now)
      const allowed = current(all, now).count >= overall ? 1 : perAddress
      return count < allowed ? 0 : Math.ceil((until - now) / 1000)
    },
    failed(address) {
      const now = elapsedMs()
      const network = networkOf(address)
      const { count, until } = current(failures.get(network), now)
      // Put back at the end: the first of the map is the one that failed longest ago.
      failures.delete(network)
      failures.set(network, { count: count + 1, until })
      const oldest = failures.size > MOST_ADDRESSES ? failures.keys().next().value : undefined
      if (oldest !== undefined) failures.delete(oldest)
      const before = current(all, now)
      all = { ...before, count: before.count + 1 }
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
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const gap = tail === undefined ? [] : Array(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...gap, ...back]
    .slice(0, 4)
    .map(part => Number.parseInt(part, 16))
    .join(':')
}

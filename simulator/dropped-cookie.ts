/** Why a web view drops a cookie that a server sets (draft RFC 6265bis, 5.7; CHIPS for `Partitioned`). */
import type { Cookie } from 'tough-cookie'

export const DROPPED_WHY = [
  'CROSS_SITE_WITHOUT_SECURE',
  'PARTITIONED_WITHOUT_SECURE',
  'PREFIX_SECURE',
  'PREFIX_HOST',
  'TOO_LONG',
  'FOR_NO_HOST_OF_THIS',
] as const
export type DroppedWhy = (typeof DROPPED_WHY)[number]

export interface Dropped {
  name: string
  why: DroppedWhy
}

/** Bytes of name and value. */
const LONGEST = 4_096

/** Undefined: it is kept, if its `Domain` is one of the host's. */
export function whyDropped(cookie: Cookie): DroppedWhy | undefined {
  const { key, value, secure, domain, path, sameSite } = cookie
  if (Buffer.byteLength(key) + Buffer.byteLength(value) > LONGEST) return 'TOO_LONG'
  // Browsers compare both prefixes without regard to case.
  if (/^__host-/i.test(key) && (!secure || domain !== null || path !== '/')) return 'PREFIX_HOST'
  if (/^__secure-/i.test(key) && !secure) return 'PREFIX_SECURE'
  if (sameSite === 'none' && !secure) return 'CROSS_SITE_WITHOUT_SECURE'
  const isPartitioned = cookie.extensions?.some(one => /^\s*partitioned\s*$/i.test(one)) === true
  return isPartitioned && !secure ? 'PARTITIONED_WITHOUT_SECURE' : undefined
}

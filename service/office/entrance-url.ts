/** "More: Entrance Page URL": what cannot be one, and what the mobile app may not be able to open. */
import { parsedUrl } from '../../shared/text/parsed-url.ts'
import type { Fault } from './refuse.ts'

export type EntranceFault = 'empty' | 'not-an-address' | 'not-http' | 'credentials' | 'too-long'
export type EntranceWarning = 'this-machine' | 'private-network' | 'not-encrypted' | 'fragment'

/** The interface has no limit, but phones and servers cut off longer addresses. */
const LONGEST = 2000

/** @param enabled whether the app shows the More item, which then needs somewhere to go */
export function entranceFault(url: string, enabled: boolean): EntranceFault | undefined {
  if (url === '') return enabled ? 'empty' : undefined
  if (url.length > LONGEST) return 'too-long'
  const parsed = parsedUrl(url)
  if (!parsed) return 'not-an-address'
  const { protocol, username, password } = parsed
  if (protocol !== 'http:' && protocol !== 'https:') return 'not-http'
  if (username + password !== '') return 'credentials'
  return undefined
}

const REASONS: Record<EntranceFault, string> = {
  empty: 'must not be empty while the More item is on',
  'not-an-address': 'must be a whole address (as in https://app.school.example/entrance)',
  'not-http': 'must begin with https:// or http://',
  credentials: 'must not hold a name or password',
  'too-long': 'must have at most 2000 characters',
}

/** @param path of the address within the record */
export function* settingsFaults(
  path: string,
  { moreEnabled, entranceUrl }: { moreEnabled: boolean; entranceUrl: string },
): Generator<Fault> {
  const fault = entranceFault(entranceUrl.trim(), moreEnabled)
  if (fault) yield { path, reason: REASONS[fault] }
}

/** Of an address without a fault. */
export function entranceWarnings(url: string): EntranceWarning[] {
  const parsed = parsedUrl(url)
  if (!parsed) return []
  const { protocol, hostname, hash } = parsed
  const place = placeOf(hostname)
  return [
    ...(place === undefined ? [] : [place]),
    // Phones refuse pages that are not encrypted; on this machine there is no phone to refuse.
    ...(protocol === 'http:' && place !== 'this-machine' ? (['not-encrypted'] as const) : []),
    ...(hash === '' ? [] : (['fragment'] as const)),
  ]
}

const PRIVATE =
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)|^\[f[cd]|^\[fe80:|\.local$|\.internal$/

function placeOf(hostname: string): 'this-machine' | 'private-network' | undefined {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return 'this-machine'
  if (/^127\./.test(hostname) || hostname === '[::1]' || hostname === '0.0.0.0') return 'this-machine'
  if (PRIVATE.test(hostname) || !/[.:]/.test(hostname)) return 'private-network'
  return undefined
}

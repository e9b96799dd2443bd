/**
 * What becomes of headers on their way through the simulated browser.
 *
 * To the web-app a request looks as if it came from the app's in-app browser at the web-app's own address. Back to the browser
 * goes what the web-app said, without headers that would keep the page out of the simulator's frame or affect other addresses.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { EntranceHeaders } from '../shared/contract/entrance-headers.ts'

export interface UpstreamAbout {
  /** Names and values in turn, as the browser sent them. */
  raw: readonly string[]
  /** Where the browser is, as in `http://127.0.0.1:41000`. */
  ownOrigin: string
  target: { origin: string; host: string }
  cookie: string | undefined
  /** On the entrance request and on no other. */
  entrance: EntranceHeaders | undefined
}

const HOP_BY_HOP =
  /^(connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|http2-settings)$/i
/** Headers of a request that this proxy sets itself, or that reveal the frame. */
const REPLACED = /^(host|cookie|content-length|purpose|sec-purpose|priority)$/i

export function upstreamHeaders({ raw, ownOrigin, target, cookie, entrance }: UpstreamAbout): string[] {
  const headers = ['Host', target.host]
  for (const [name, value] of passing(raw)) {
    if (REPLACED.test(name)) continue
    const mapped = asSeenByWebApp(name, value, { ownOrigin, target, isEntrance: entrance !== undefined })
    if (mapped !== undefined) headers.push(name, mapped)
  }
  if (cookie !== undefined) headers.push('Cookie', cookie)
  for (const [name, value] of Object.entries(entrance ?? {}))
    headers.push(WIRE_NAMES[name] ?? name, utf8(value))
  return headers
}

/**
 * How the web-app is told where the body ends: as the body was read, whatever the browser's other headers say. Without it,
 * Node would send the body of a GET, HEAD, DELETE or OPTIONS bare, where the web-app reads it as the next request.
 */
export function framing({
  'transfer-encoding': coding,
  'content-length': length,
}: IncomingHttpHeaders): string[] {
  if (coding !== undefined) return ['Transfer-Encoding', 'chunked']
  return length === undefined ? [] : ['Content-Length', length]
}

/** Undoing another coding of the connection, as gzip, is not for this proxy (RFC 9112, 6.1). */
export const isFramable = ({ 'transfer-encoding': coding = 'chunked' }: IncomingHttpHeaders): boolean =>
  coding.toLowerCase() === 'chunked'

/** As the interface writes them. */
const WIRE_NAMES: Record<string, string> = {
  'x-app-id': 'X-App-Id',
  'x-session-token': 'X-Session-Token',
  'x-language': 'X-Language',
  'x-sso-response': 'X-SSO-Response',
  'x-selected-sub-user-id': 'X-Selected-Sub-User-Id',
  'x-selected-sub-ref-no': 'X-Selected-Sub-Ref-No',
}

function asSeenByWebApp(
  name: string,
  value: string,
  { ownOrigin, target, isEntrance }: Pick<UpstreamAbout, 'ownOrigin' | 'target'> & { isEntrance: boolean },
): string | undefined {
  switch (name.toLowerCase()) {
    case 'origin':
      return value === ownOrigin ? target.origin : value
    case 'referer': {
      // The web-app must not see addresses of the simulator's own pages or of the console.
      const isOwn = value.startsWith(`${ownOrigin}/`) && !value.startsWith(`${ownOrigin}/.schoolbell/`)
      return isOwn && !isEntrance ? target.origin + value.slice(ownOrigin.length) : undefined
    }
    case 'sec-fetch-dest':
      return value === 'iframe' ? 'document' : value
    case 'sec-fetch-site':
      return isEntrance ? 'none' : value
    default:
      return value
  }
}

export interface BrowserAbout {
  /** Names and values in turn, as the web-app sent them. */
  raw: readonly string[]
  /** Set-Cookie lines for the browser. */
  cookies: readonly string[]
  /** Where a redirect leads within this phone. */
  location: string | undefined
  isDocument: boolean
}

/** Framing, transport security of another host, and reports: none of them is meant for the simulator's address. */
const KEPT_BACK =
  /^(set-cookie|location|x-frame-options|strict-transport-security|alt-svc|clear-site-data|report-to|reporting-endpoints|nel|expect-ct|public-key-pins)$/i
const POLICY = /^content-security-policy(-report-only)?$/i

export function browserHeaders({ raw, cookies, location, isDocument }: BrowserAbout): string[] {
  const headers: string[] = []
  for (const [name, value] of passing(raw)) {
    if (KEPT_BACK.test(name)) continue
    // A page from the browser's cache would be opened without the entrance's headers.
    if (isDocument && /^(cache-control|expires|age)$/i.test(name)) continue
    const kept = POLICY.test(name) ? framablePolicy(value) : value
    if (kept !== '') headers.push(name, kept)
  }
  if (isDocument) headers.push('Cache-Control', 'no-store')
  if (location !== undefined) headers.push('Location', location)
  for (const cookie of cookies) headers.push('Set-Cookie', cookie)
  return headers
}

/** Who may frame is asked of the simulator; upgrading to TLS would look for it where the simulator does not speak it. */
const NOT_HERE =
  /^\s*(frame-ancestors|upgrade-insecure-requests|block-all-mixed-content|report-uri|report-to)\b/i

function framablePolicy(policy: string): string {
  return policy
    .split(',')
    .map(one =>
      one
        .split(';')
        .filter(directive => directive.trim() !== '' && !NOT_HERE.test(directive))
        .join(';'),
    )
    .filter(one => one !== '')
    .join(',')
}

/** Without the headers that concern one connection only, those that it names among them. */
function* passing(raw: readonly string[]): Generator<[name: string, value: string]> {
  const named = new Set<string>()
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.toLowerCase() === 'connection')
      for (const name of raw[at + 1]?.split(',') ?? []) named.add(name.trim().toLowerCase())
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? ''
    if (!HOP_BY_HOP.test(name) && !named.has(name.toLowerCase())) yield [name, raw[at + 1] ?? '']
  }
}

/** Node writes headers as Latin-1, one character a byte. */
const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** What a simulated phone sent and received, newest kept, with every secret left out. */

import type { Dropped } from './dropped-cookie.ts'
import type { TargetFault } from './target.ts'

/** A header as recorded: a secret is only a length. */
export type RecordedHeader = { name: string; value: string } | { name: string; hidden: number }

export const FAILURES = [
  'NOTHING_ANSWERS',
  'NAME_UNKNOWN',
  'UNREACHABLE',
  'CERTIFICATE',
  'NO_HTTP',
  'BROKE_OFF',
  'TIMEOUT',
  'TOO_LARGE',
  'REDIRECT_LOOP',
  'FOREIGN_REDIRECT',
  'HEADERS_TOO_LONG',
] as const
export type Failure = (typeof FAILURES)[number]

export interface Exchange {
  exchangeId: number
  /** ISO 8601 in UTC, by the service's clock. */
  at: string
  /** The entrance is the one request that carries the app's headers. */
  kind: 'entrance' | 'navigation' | 'form' | 'resource'
  method: string
  /** Path and query at the web-app. */
  path: string
  sent: RecordedHeader[]
  /** Cookies that the web view has forgotten: their names. */
  forgotten: string[]
  /** Absent while there is no answer. */
  status?: number
  received: RecordedHeader[]
  /** Cookies that the answer set: names and attributes. */
  cookies: string[]
  /** Those of them that a web view does not keep. */
  dropped: Dropped[]
  /** Where a redirect leads; another origin is not followed. */
  redirect?: { to: string; isForeign: boolean }
  failure?: { code: Failure | TargetFault; detail: string }
  /** Until the answer began. Milliseconds. */
  ms?: number
  /** Of the answer's body, as it came. */
  bytes: number
  /** Nothing more of it will come. */
  isOver: boolean
}

export interface Exchanges {
  begin(about: Pick<Exchange, 'kind' | 'method' | 'path' | 'sent' | 'forgotten'> & { at: string }): Exchange
  list(after?: number): Exchange[]
  /** Its number; 0 before the first. */
  last(): number
  clear(): void
}

const KEPT = 200
const LONGEST_VALUE = 2_000

/** @param last number that was given before */
export function exchanges(last = 0): Exchanges {
  let kept: Exchange[] = []
  return {
    begin(about) {
      last += 1
      const exchange: Exchange = {
        exchangeId: last,
        received: [],
        cookies: [],
        dropped: [],
        bytes: 0,
        isOver: false,
        ...about,
      }
      kept = [...kept.slice(1 - KEPT), exchange]
      return exchange
    },
    last: () => last,
    list: (after = 0) => kept.filter(({ exchangeId }) => exchangeId > after),
    clear() {
      kept = []
    },
  }
}

/** Names and values with their `: ` and line end, as in `17 KB`: what a server's limit of headers counts. */
export function headersSize(sent: readonly RecordedHeader[]): string {
  const bytes = sent
    .map(header => header.name.length + 4 + lengthOf(header))
    .reduce((sum, each) => sum + each, 0)
  return `${Math.ceil(bytes / 1024)} KB`
}

const lengthOf = (header: RecordedHeader) => ('value' in header ? header.value.length : header.hidden)

const SECRET_HEADERS =
  /^(x-session-token|x-sso-response|x-access-key|cookie|set-cookie|authorization|proxy-authorization|x-(csrf|xsrf)-token)$/i

/** @param raw names and values in turn, as Node gives and takes them */
export function recorded(raw: readonly string[], conceal: (text: string) => string): RecordedHeader[] {
  const headers: RecordedHeader[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? ''
    const value = raw[at + 1] ?? ''
    headers.push(
      SECRET_HEADERS.test(name)
        ? { name, hidden: value.length }
        : { name, value: conceal(value).slice(0, LONGEST_VALUE) },
    )
  }
  return headers
}

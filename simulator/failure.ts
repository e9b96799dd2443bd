/** Why the web-app's answer did not come, and what the browser is answered instead. */
import { codeOf } from '../shared/error-code.ts'
import type { Failure } from './exchanges.ts'

/** A request's or an answer's body. */
export class TooLarge extends Error {}
/** The web-app has not begun to answer in time. */
export class Late extends Error {}

export function failureOf(
  error: unknown,
  { origin, path }: { origin: string; path: string },
): { code: Failure; status: number; about: string } {
  if (error instanceof TooLarge) return { code: 'TOO_LARGE', status: 413, about: path }
  if (error instanceof Late) return { code: 'TIMEOUT', status: 504, about: path }
  const said = firstCode(error)
  const reason = error instanceof Error && error.message !== '' ? error.message : said
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_/.test(said))
    return { code: 'CERTIFICATE', status: 502, about: reason }
  const code =
    said.startsWith('HPE_') || said.startsWith('ERR_SSL') ? 'NO_HTTP' : (BY_CODE[said] ?? 'BROKE_OFF')
  return {
    code,
    status: 502,
    about: ABOUT_PATH.has(code) ? path : `${origin}/`,
  }
}

const BY_CODE: Record<string, Failure> = {
  ECONNREFUSED: 'NOTHING_ANSWERS',
  ENOTFOUND: 'NAME_UNKNOWN',
  EAI_AGAIN: 'NAME_UNKNOWN',
  EHOSTUNREACH: 'UNREACHABLE',
  ENETUNREACH: 'UNREACHABLE',
  EADDRNOTAVAIL: 'UNREACHABLE',
  ETIMEDOUT: 'TIMEOUT',
  EPROTO: 'NO_HTTP',
  ECONNRESET: 'BROKE_OFF',
  EPIPE: 'BROKE_OFF',
  ERR_STREAM_PREMATURE_CLOSE: 'BROKE_OFF',
}

/** The others are about the address. */
const ABOUT_PATH = new Set<Failure>(['BROKE_OFF', 'TIMEOUT'])

/** Of several addresses tried, the first's reason. */
const firstCode = (error: unknown): string =>
  codeOf(error instanceof AggregateError ? error.errors[0] : error)

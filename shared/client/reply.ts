/** What a reply says besides its content: whether it is one of success, when it was sent, and the error that it becomes. */
import { counted } from '../text/counted.ts'
import { ContractError, TransportError } from './errors.ts'
import { LONGEST_LABEL, LONGEST_MESSAGE, serviceText, withoutSecrets } from './service-text.ts'

export interface Reply {
  status: number
  headers: Headers
  /** The body in parts, `maxBytes` at most. */
  body: AsyncIterable<Uint8Array>
}

export const isSuccess = (status: number) => status >= 200 && status <= 299

/** The error for a body that is not JSON; shows the beginning of the body. */
export function notJson(
  address: string,
  headers: Headers,
  start: string,
  { secrets = [], ...options }: ErrorOptions & { secrets?: readonly string[] } = {},
): ContractError {
  const said = (text: string) => withoutSecrets(text.slice(0, LOOKED_AT), secrets)
  const type = serviceText(said(headers.get('content-type') ?? 'no content type'), LONGEST_LABEL)
  const begins = JSON.stringify(serviceText(said(start).slice(0, 24), 24))
  return new ContractError(address, '', `the body is not JSON (${type}, begins ${begins})`, options)
}

/** The error for JSON without its end. A proxy may have closed the response as if it were complete. */
export function cutShort(address: string, status: number, bytes: number): TransportError {
  const what = `the response ends in the middle of its JSON, after ${counted(bytes, 'byte')}`
  const remedy = 'check the log of the service and any proxy on the way'
  return new TransportError(address, 'UNREACHABLE', `${what}; ${remedy}`, { status })
}

/** Characters; longer than any secret. */
const LOOKED_AT = 100_000

/** Of the character set that a body is declared to have; without one it is UTF-8. @throws {ContractError} an unknown one */
export function decoderOf(
  address: string,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
): TextDecoder {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset)
  } catch (cause) {
    // The status says more.
    if (!isSuccess(status)) return new TextDecoder()
    const name = serviceText(charset, LONGEST_LABEL)
    const reason = `the body has the unknown character set "${name}"; the service has to send UTF-8`
    throw new ContractError(address, '', reason, { cause })
  }
}

/** The error for an HTTP status other than success. */
export function statusError(
  address: string,
  { status, headers, detail = '' }: Pick<Reply, 'status' | 'headers'> & { detail?: string },
) {
  const hint = status === 404 && CONTENT_CALL.test(address) ? `; ${WRONG_SEGMENT}` : ''
  const message = `answers HTTP ${status}${detail ? `: ${detail}` : ''}${hint}`
  return new TransportError(address, 'STATUS', message, { status, retryAfterSeconds: retryAfter(headers) })
}

const CONTENT_CALL = /\/api\/v1\/(news|popupmsg)\/check$/
export const WRONG_SEGMENT = 'check the first path segment, as in …/cms'

/** `Date.parse` accepts almost any text, so the form is checked first. */
const HTTP_DATE = /^[A-Z][a-z]{2,8}, .+ GMT$/

/** Seconds. A date is compared with the response's own `Date`, because the local clock may differ. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? ''
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value), LONGEST_RETRY)
  const until = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN
  const seconds = (until - (dateOf(headers) ?? Number.NaN)) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), LONGEST_RETRY)
}

/** Seconds, 68 years: HTTP uses this value for larger numbers (RFC 9111, 1.2.2). */
const LONGEST_RETRY = 2_147_483_648

/** The response's `Date` in epoch milliseconds. A date before 1970 counts as missing, because the clock must be wrong. */
export function dateOf(headers: Headers): number | undefined {
  const dateMs = Date.parse(headers.get('date') ?? '')
  return dateMs >= 0 ? dateMs : undefined
}

/** The reason in an error response: problem details (RFC 9457) or similar. */
export function detailOf(json: unknown, secrets: readonly string[] = []): string {
  if (typeof json !== 'object' || json === null) return ''
  for (const name of ['detail', 'title', 'message'] as const) {
    const text: unknown = Reflect.get(json, name)
    if (typeof text === 'string')
      return serviceText(withoutSecrets(text.slice(0, LOOKED_AT), secrets), LONGEST_MESSAGE)
  }
  return ''
}

/**
 * What a call can fail with: one family, three kinds, each with a stable `code`.
 *
 * No message and no property carries a key, a token or a whole answer.
 */
import { LONGEST_IDENTIFIER, LONGEST_MESSAGE, serviceText } from './service-text.ts'

/** Any failed call. `code` is stable and meant for programs, `message` for people. */
export abstract class ClientError extends Error {
  abstract readonly code: string
  /** The address asked, without user name, password and query. */
  readonly address: string

  constructor(address: string, message: string, options?: ErrorOptions) {
    super(`${address}: ${message}`, options)
    this.address = address
  }
}

/** The content API answered with a return code other than D00000 (interface, Errors). */
export class ServiceError extends ClientError {
  override name = 'ServiceError'
  readonly code = 'SERVICE'
  /** One of the documented codes, or one that is not; as received, but for control characters and excessive length. */
  readonly returnCode: string
  readonly returnMessage: string
  /** Give this to the service's support. */
  readonly txID: string
  /** Seconds that the answer asked to wait (`Retry-After`), when it did. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    address: string,
    answer: { code: string; message: string; txID: string },
    retryAfterSeconds: number | undefined,
  ) {
    const code = serviceText(answer.code, LONGEST_IDENTIFIER)
    const message = serviceText(answer.message, LONGEST_MESSAGE)
    const txID = serviceText(answer.txID, LONGEST_IDENTIFIER)
    super(address, `${code} ${message} (txID ${txID})`)
    this.returnCode = code
    this.returnMessage = message
    this.txID = txID
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type TransportFault =
  | 'HEADER' // a key, a token or an identifier that no header can carry; nothing was sent
  | 'UNREACHABLE' // no connection, or it broke before the answer was whole
  | 'TIMEOUT'
  | 'ABORTED' // by the caller's signal
  | 'TOO_LARGE'
  | 'REDIRECT'
  | 'STATUS' // an HTTP status that is no success, and no envelope with it
  | AttendanceFault

/** What an attendance call alone tells apart. */
export type AttendanceFault =
  | 'BAD_KEY' // HTTP 401 or 403: the access key and the app id are not let in
  | 'UNKNOWN_GROUP' // HTTP 404: no such unit, year or group
  | 'BAD_DATE' // no day that exists, and nothing was sent; or HTTP 400
  | 'TOO_MANY' // HTTP 429: too many calls

/** No usable answer came back. */
export class TransportError extends ClientError {
  override name = 'TransportError'
  readonly code: TransportFault
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined
  /** Seconds that the answer asked to wait (`Retry-After`), when it did. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    address: string,
    code: TransportFault,
    message: string,
    details: { status?: number; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(address, message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.status = details.status
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** The answer came whole but is not what the interface promises. */
export class ContractError extends ClientError {
  override name = 'ContractError'
  readonly code = 'CONTRACT'
  /** JSON pointer to the offending field, `/content/newsList/3/newsDate`; empty for the body as a whole. */
  readonly path: string

  constructor(address: string, path: string, reason: string, options?: ErrorOptions) {
    super(address, path ? `${path} ${reason}` : reason, options)
    this.path = path
  }
}

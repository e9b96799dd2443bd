/**
 * Errors of the clients: three classes with one base class, each with a stable `code`.
 *
 * No message and no property holds a key, a token or a whole response.
 */
import { LONGEST_LABEL, LONGEST_MESSAGE, serviceText } from './service-text.ts'

/** Any failed call. `code` is stable and meant for programs, `message` for people. */
export abstract class ClientError extends Error {
  abstract readonly code: string
  /** The URL of the call, without user name, password and query. */
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
  /** A documented code, or another one. As received, without control characters and shortened if too long. */
  readonly returnCode: string
  /** Empty if the response has none. */
  readonly returnMessage: string
  /** Give this to the service's support. Empty if the response has none. */
  readonly txID: string
  /** Seconds to wait (`Retry-After`), if the response names them. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    address: string,
    answer: { code: string; message: string; txID: string },
    retryAfterSeconds: number | undefined,
  ) {
    const code = serviceText(answer.code, LONGEST_LABEL)
    const message = serviceText(answer.message, LONGEST_MESSAGE)
    const txID = serviceText(answer.txID, LONGEST_LABEL)
    super(address, [code, message, txID && `(txID ${txID})`].filter(Boolean).join(' '))
    this.returnCode = code
    this.returnMessage = message
    this.txID = txID
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type TransportFault =
  | 'HEADER' // a header cannot hold the key, token or identifier; nothing is sent
  | 'UNREACHABLE' // no connection, or it closed before the response was complete
  | 'TIMEOUT'
  | 'ABORTED' // by the caller's signal
  | 'TOO_LARGE'
  | 'REDIRECT'
  | 'STATUS' // an HTTP status other than success, and no return code with it
  | AttendanceFault

/** Codes of attendance calls only. */
export type AttendanceFault =
  | 'BAD_KEY' // HTTP 401 or 403: the service does not accept the access key and app id
  | 'UNKNOWN_GROUP' // HTTP 404: no such unit, year or group
  | 'BAD_DATE' // HTTP 400; or not an existing day, and nothing is sent
  | 'TOO_MANY' // HTTP 429: too many calls

/** No usable response. */
export class TransportError extends ClientError {
  override name = 'TransportError'
  readonly code: TransportFault
  /** HTTP status, if there was a response. */
  readonly status: number | undefined
  /** Seconds to wait (`Retry-After`), if the response names them. */
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

/** A complete response that does not follow the interface. */
export class ContractError extends ClientError {
  override name = 'ContractError'
  readonly code = 'CONTRACT'
  /** JSON pointer to the invalid field, `/content/newsList/3/newsDate`; empty for the whole body. */
  readonly path: string

  constructor(address: string, path: string, reason: string, options?: ErrorOptions) {
    super(address, path ? `${path} ${reason}` : reason, options)
    this.path = path
  }
}

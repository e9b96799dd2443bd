/** Result of an attempt to deliver a message, with its text for operators. */
import { reasonOf } from '../../../shared/client/limited-fetch.ts'
import { LONGEST_MESSAGE, serviceText } from '../../../shared/client/service-text.ts'
import { failureCode } from '../../sync/failure.ts'
import type { Answer } from './send.ts'

export type Outcome =
  | { kind: 'delivered'; status: number }
  /** 410: the target wants no more messages. */
  | { kind: 'gone'; status: number; failure: string }
  | { kind: 'failed'; status: number | undefined; failure: string; retryAfterMs: number | undefined }

const PAUSING = [429, 503]
/** Statuses of receivers that do not accept the signature. */
const DISTRUSTING = [401, 403]

/** Only the status: the response may repeat the address with a token, or the message. */
export function outcomeOf({ status, retryAfterMs }: Answer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status }
  if (status === 410)
    return { kind: 'gone', status, failure: 'HTTP 410: the receiver wants no more messages' }
  return {
    kind: 'failed',
    status,
    failure: `HTTP ${status}${DISTRUSTING.includes(status) ? ' (does the receiver have the newest secret?)' : ''}`,
    retryAfterMs: PAUSING.includes(status) ? retryAfterMs : undefined,
  }
}

/** @param url removed from the message, because it may contain a token */
export function outcomeOfError(error: unknown, url: string): Outcome {
  const code = failureCode(error)
  const message = reasonOf(error, url)
  const failure = plainText(code === 'UNEXPECTED' ? message : `${code}: ${message}`)
  return { kind: 'failed', status: undefined, failure, retryAfterMs: undefined }
}

/** Makes others' text safe for logs and terminals: no control characters, no change of text direction. */
export const plainText = (text: string) =>
  serviceText(text.trim().replace(/\p{Bidi_Control}/gu, ' '), LONGEST_MESSAGE)

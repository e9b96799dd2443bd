/** What an attempt to deliver a message came to, in the words that an operator reads. */
import { addressOf } from '../../../shared/client/request.ts'
import { LONGEST_MESSAGE, serviceText } from '../../../shared/client/service-text.ts'
import { failureCode, messageOf } from '../../sync/failure.ts'
import type { Answer } from './send.ts'

export type Outcome =
  | { kind: 'delivered'; status: number }
  /** 410: the target wants no more. */
  | { kind: 'gone'; status: number; failure: string }
  | { kind: 'failed'; status: number | undefined; failure: string; retryAfterMs: number | undefined }

const PAUSING = [429, 503]
/** What receivers answer to a signature that they do not know. */
const DISTRUSTING = [401, 403]

/** What the answer says besides is left out: it may repeat the address, with a token, or what the message says. */
export function outcomeOf({ status, retryAfterMs }: Answer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status }
  if (status === 410) return { kind: 'gone', status, failure: 'HTTP 410: it wants no more messages' }
  return {
    kind: 'failed',
    status,
    failure: `HTTP ${status}${DISTRUSTING.includes(status) ? ' (is the receiver’s secret the newest?)' : ''}`,
    retryAfterMs: PAUSING.includes(status) ? retryAfterMs : undefined,
  }
}

/** @param url left out of the message: it may hold a token, and the target's number says enough */
export function outcomeOfError(error: unknown, url: string): Outcome {
  const code = failureCode(error)
  const message = messageOf(error).replaceAll(`${addressOf(new URL(url))}: `, '')
  const failure = plainText(code === 'UNEXPECTED' ? message : `${code}: ${message}`)
  return { kind: 'failed', status: undefined, failure, retryAfterMs: undefined }
}

/** What others wrote, as it may stand in a log or on a terminal: it moves no cursor, and turns no text round. */
export const plainText = (text: string) =>
  serviceText(text.trim().replace(/\p{Bidi_Control}/gu, ' '), LONGEST_MESSAGE)

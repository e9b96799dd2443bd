/** What an attempt to deliver a message came to, in the words that an operator reads. */
import { addressOf } from '../../../shared/client/request.ts'
import { codeOf, messageOf } from '../../sync/failure.ts'
import type { Answer } from './send.ts'

export type Outcome =
  | { kind: 'delivered'; status: number }
  /** 410: the target wants no more. */
  | { kind: 'gone'; status: number; failure: string }
  | { kind: 'failed'; status: number | undefined; failure: string; retryAfterMs: number | undefined }

const PAUSING = [429, 503]

export function outcomeOf({ status, retryAfterMs, text }: Answer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status }
  if (status === 410) return { kind: 'gone', status, failure: 'HTTP 410: it wants no more messages' }
  const said = text.trim()
  const failure = `HTTP ${status}${said && `: ${said}`}`
  return {
    kind: 'failed',
    status,
    failure,
    retryAfterMs: PAUSING.includes(status) ? retryAfterMs : undefined,
  }
}

/** @param url left out of the message: it may hold a token, and the target's number says enough */
export function outcomeOfError(error: unknown, url: string): Outcome {
  const code = codeOf(error)
  const message = messageOf(error).replaceAll(`${addressOf(new URL(url))}: `, '')
  const failure = code === 'UNEXPECTED' ? message : `${code}: ${message}`
  return { kind: 'failed', status: undefined, failure, retryAfterMs: undefined }
}

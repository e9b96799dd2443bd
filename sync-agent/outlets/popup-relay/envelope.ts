/** The service's envelope, as text and as a response. */
import type { Envelope } from '../../../shared/contract/envelope.ts'
import { returnMessage, SUCCESS } from '../../../shared/contract/return-code.ts'
import { type Answer, createAnswer } from '../../../shared/server/answer.ts'

const TYPE = 'application/json; charset=utf-8'
/** Brotli's best level, and the one above `LARGE`, where the best level takes longer than it saves. */
const [BEST, QUICK, LARGE] = [11, 5, 64 * 1024]

/** @param content JSON */
export function successText(txID: string, content: string): string {
  const head = JSON.stringify({ txID, code: SUCCESS, message: returnMessage('D00000') }).slice(0, -1)
  return `${head},"content":${content}}`
}

/** @param content JSON */
export function successAnswer(txID: string, content: string): Answer {
  const body = successText(txID, content)
  const quality = body.length > LARGE ? QUICK : BEST
  return createAnswer({ type: TYPE, caching: 'public', body, quality })
}

/** Not cached, so without an ETag. HTTP 200: the return code shows the failure. */
export function failureAnswer(envelope: Omit<Envelope, 'content'>): Answer {
  return createAnswer({ type: TYPE, caching: 'no-store', body: JSON.stringify(envelope), compressed: {} })
}

/** What the relay sends a visitor: the service's response, fresh or stale, or an error envelope instead of it. */
import type { Answer } from '../../../shared/server/answer.ts'
import { failureAnswer } from './envelope.ts'

export interface RelayedAnswer {
  kind: 'fresh' | 'stale' | 'failed'
  answer: Answer
  headers: Readonly<Record<string, string>>
}

const FRESH = { 'cache-control': 'public, max-age=15, stale-while-revalidate=60, stale-if-error=21600' }
// Without stale-if-error, because a cache must not prolong a stale answer.
export const STALE_CACHING = 'public, max-age=15, stale-while-revalidate=60'
const FAILED = { 'cache-control': 'no-store' }
/** A return code can be any text, but a header allows fewer characters. */
const TOKEN = /^[A-Za-z][\w.-]{0,40}$/
const NO_ANSWER =
  'unknown exception: the service cannot be reached, and its last response is missing or too old'

export const fresh = (answer: Answer): RelayedAnswer => ({ kind: 'fresh', answer, headers: FRESH })

/**
 * With RFC 9111 Age, and RFC 9211 Cache-Status with the reason.
 *
 * @param intervalMs after which a response is no longer fresh
 * @param code the return code of the failure since, if there was one
 */
export function stale(answer: Answer, ageMs: number, intervalMs: number, code = ''): RelayedAnswer {
  const age = Math.round(ageMs / 1000)
  const ttl = Math.min(0, Math.round((intervalMs - ageMs) / 1000))
  const why = TOKEN.test(code) ? `; detail=${code}` : ''
  return {
    kind: 'stale',
    answer,
    headers: {
      'cache-control': STALE_CACHING,
      age: `${age}`,
      'cache-status': `schoolbell; hit; ttl=${ttl}${why}`,
    },
  }
}

/** @param answer see `errorAnswer` */
export const failed = (answer: Answer): RelayedAnswer => ({ kind: 'failed', answer, headers: FAILED })

/** @param envelope the service's own, if it sent one */
export function errorAnswer(txID: string, envelope?: { code: string; message: string }): Answer {
  return failureAnswer({ code: 'D20000', message: NO_ANSWER, ...envelope, txID })
}

/** A call as it is kept: what was there anyway, by reference; it is written out only when somebody looks. */
import type { Content } from '../content/content.ts'
import type { AskedBody } from './asked-body.ts'
import type { Logged } from './endpoint.ts'
import { LARGEST_BODY } from './limits.ts'

/** An answer's body: as sent, or the content of an envelope, which many answers share. */
export type KeptBody = string | Buffer | Content

export interface KeptCall extends Told {
  id: number
  /** By the service's clock, epoch milliseconds. */
  at: number
  /** From the request to the end of the answer. */
  ms: number
  /** A UUID. */
  txID: string
}

/** What a crowd's calls have in common, that asks the same in the same words: kept once for those that come in a row. */
export interface Told {
  endpoint: Logged
  method: string
  /** Path and query as they came. */
  url: string
  /** Names and values in turn, none of them a secret's. */
  requestHeaders: readonly string[]
  /** Null when it brought no body. */
  asked: AskedBody | null
  /** Null when no status was sent. */
  status: number | null
  /** Return code of the content API; empty where there is none. */
  code: string
  /** The answer's head as it went over the wire, or names and values in turn. */
  head: string | readonly string[]
  body: KeptBody | null
  /** Whether there was more of the body, or one that had to make room. */
  lost: 'nothing' | 'end' | 'all'
  /** What the laboratory did to it. */
  fault: HitBy | null
}

export interface HitBy {
  ruleId: number
  kind: string
}

/** A large body is cut, so that the whole of it can be forgotten. */
export function cutBody(told: Told): void {
  if (told.body === null) return
  const bytes = bytesOf(told.body)
  if (bytes.length <= LARGEST_BODY) return
  const beginning = typeof bytes === 'string' ? Buffer.from(bytes.slice(0, LARGEST_BODY)) : bytes
  told.body = Buffer.from(beginning.subarray(0, LARGEST_BODY))
  told.lost = 'end'
}

/** The same when its bodies had to make room. */
export const withoutBodies = <Call extends Told>(call: Call): Call => ({
  ...call,
  ...(call.asked?.text && { asked: { ...call.asked, text: null, lost: 'all' } }),
  ...(call.body !== null && { body: null, lost: 'all' }),
})

export const sizeOf = (body: KeptBody): number => bytesOf(body).length

const bytesOf = (body: KeptBody): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : body.json

/** A call as it is kept: what was there anyway, by reference; it is written out only when somebody looks. */
import type { Content } from '../content/content.ts'
import type { AskedBody } from './asked-body.ts'
import type { Logged } from './endpoint.ts'
import { LARGEST_BODY } from './limits.ts'

/** An answer's body: as sent, or the content of an envelope, which many answers share. */
export type KeptBody = string | Buffer | Content

export interface KeptCall {
  id: number
  /** By the service's clock, epoch milliseconds. */
  at: number
  /** From the request to the end of the answer. */
  ms: number
  endpoint: Logged
  method: string
  /** Path and query as they came. */
  url: string
  txID: string
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
export function cutBody(call: KeptCall): void {
  if (call.body === null) return
  const bytes = bytesOf(call.body)
  if (bytes.length <= LARGEST_BODY) return
  const beginning = typeof bytes === 'string' ? Buffer.from(bytes.slice(0, LARGEST_BODY)) : bytes
  call.body = Buffer.from(beginning.subarray(0, LARGEST_BODY))
  call.lost = 'end'
}

export const sizeOf = (body: KeptBody): number => bytesOf(body).length

const bytesOf = (body: KeptBody): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : body.json

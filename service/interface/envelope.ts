/** Answers of the content API: an envelope of success or of failure (interface, Response envelope). */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Temporal } from 'temporal-polyfill'
import { type ReturnCode, returnMessage, SUCCESS } from '../../shared/contract/return-code.ts'
import { isHeld } from '../../shared/server/negotiation.ts'

/** The business data of an answer. */
export interface Content {
  /** As JSON, encoded once for all calls that have it. */
  json: Buffer
  /** Over the content and weak: the txID differs by answer, and two answers with the same content are equal. */
  etag: string
  /** Seconds in which it does not change by itself; absent: it does not. */
  lasts?: number
}

/** An answer with D00000. Many have the same content, which is in memory once. */
class SuccessEnvelope {
  readonly #txID: string
  readonly #json: Buffer

  constructor(txID: string, json: Buffer) {
    this.#txID = txID
    this.#json = json
  }

  get length(): number {
    return this.#json.length
  }

  bytes(): Buffer {
    return Buffer.concat([Buffer.from(`{"txID":"${this.#txID}${AFTER_TX_ID}`), this.#json, END])
  }

  toString(): string {
    return this.bytes().toString()
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'
const AFTER_TX_ID = `","code":"${SUCCESS}","message":${JSON.stringify(returnMessage('D00000'))},"content":`
const END = Buffer.from('}')

export function contentOf(value: unknown): Content {
  const json = Buffer.from(JSON.stringify(value))
  return { json, etag: `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"` }
}

/** @param until the epoch second in which the content becomes another one; undefined: none is known */
export const lasting = (content: Content, until: number | undefined, now: Temporal.Instant): Content =>
  until === undefined ? content : { ...content, lasts: Math.floor(until - now.epochMilliseconds / 1000) }

/** Nobody keeps an answer beyond the moment at which it becomes another one. */
function caching(lasts = Infinity): string {
  const fresh = Math.min(15, lasts)
  const [revalidated, failing] = [60, 86_400].map(most => Math.min(most, lasts - fresh))
  return `public, max-age=${fresh}, stale-while-revalidate=${revalidated}, stale-if-error=${failing}`
}

/** D00000 with content, or 304 when the caller has that content already. */
export function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content): void {
  const { json, etag, lasts } = content
  request.returnCode = SUCCESS
  reply.header('cache-control', caching(lasts)).header('etag', etag)
  if (isHeld(request.headers['if-none-match'], etag.slice('W/'.length))) return void reply.code(304).send()
  const envelope = new SuccessEnvelope(request.id, json)
  request.answerBody = envelope
  reply.header('content-type', JSON_TYPE).send(envelope.bytes())
}

/** Any other code, without content. HTTP 200: the interface gives no other status, the code is the verdict. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, message }: { code: ReturnCode | (string & {}); message: string },
): FastifyReply {
  request.returnCode = code
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify({ txID: request.id, code, message }))
}

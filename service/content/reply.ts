/** The content API's two kinds of answer, with the HTTP that goes with each. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ReturnCode, SUCCESS } from '../../shared/contract/return-code.ts'
import type { Content } from './content.ts'
import { envelopeBytes, envelopeEnd, envelopeLength, envelopeStart } from './envelope.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const SUCCESS_CACHING = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=86400'

/**
 * D00000 with content, or 304 when the caller has that content already.
 *
 * @param txID of plain ASCII
 * @param isPlain whether nothing else has to be put into this answer or done to it
 */
export function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  txID: string,
  content: Content,
  isPlain: boolean,
): void {
  const { json, etag } = content
  request.told = content
  request.toldCode = SUCCESS
  reply.header('cache-control', SUCCESS_CACHING).header('etag', etag)
  if (namesTag(request.headers['if-none-match'], etag)) return void reply.code(304).send()
  reply.header('content-type', JSON_TYPE)
  if (isPlain && request.raw.method === 'GET') sendPlain(reply, txID, content)
  else reply.send(envelopeBytes(txID, json))
}

const ends = new WeakMap<Content, Buffer>()

/** Past Fastify, which would want the envelope in one piece: here the content is sent as it is kept, without a copy. */
function sendPlain(reply: FastifyReply, txID: string, content: Content): void {
  let end = ends.get(content)
  if (!end) {
    end = envelopeEnd(content.json)
    ends.set(content, end)
  }
  reply.header('content-length', envelopeLength(txID, content.json)).hijack()
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  // Both leave in one piece: Node corks the connection until the turn is over.
  reply.raw.write(envelopeStart(txID), 'latin1')
  reply.raw.end(end)
}

/** Any other code, without content. HTTP 200: the interface gives no other status, the code is the verdict. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  txID: string,
  { code, message }: { code: ReturnCode | (string & {}); message: string },
) {
  request.toldCode = code
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify({ txID, code, message }))
}

/** If-None-Match: a list of tags, compared weakly, or `*`. */
function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some(tag => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

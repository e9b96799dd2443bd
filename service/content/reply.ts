/** The content API's two kinds of answer, with the HTTP that goes with each. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ReturnCode, SUCCESS } from '../../shared/contract/return-code.ts'
import type { Content } from './content.ts'
import { envelopeBytes } from './envelope.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const SUCCESS_CACHING = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=86400'

/** D00000 with content, or 304 when the caller has that content already. @param txID of plain ASCII */
export function sendContent(request: FastifyRequest, reply: FastifyReply, txID: string, content: Content) {
  const { json, etag } = content
  request.told = content
  request.toldCode = SUCCESS
  reply.header('cache-control', SUCCESS_CACHING).header('etag', etag)
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', JSON_TYPE).send(envelopeBytes(txID, json))
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

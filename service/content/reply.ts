/** The content API's two kinds of answer, with the HTTP that goes with each. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ReturnCode, returnMessage, SUCCESS } from '../../shared/contract/return-code.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const SUCCESS_CACHING = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=86400'

/** D00000 with content, or 304 when the caller has that content already. */
export function sendContent(request: FastifyRequest, reply: FastifyReply, txID: string, content: unknown) {
  const body = JSON.stringify(content)
  // Over the content and weak: the txID differs by answer, and two answers with the same content are equal.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.header('cache-control', SUCCESS_CACHING).header('etag', etag)
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const head = JSON.stringify({ txID, code: SUCCESS, message: returnMessage('D00000') }).slice(0, -1)
  return reply.type(JSON_TYPE).send(`${head},"content":${body}}`)
}

/** Any other code, without content. HTTP 200: the interface gives no other status, the code is the verdict. */
export function sendFailure(
  reply: FastifyReply,
  txID: string,
  { code, message }: { code: ReturnCode; message: string },
) {
  return reply
    .header('cache-control', 'no-store')
    .type(JSON_TYPE)
    .send(JSON.stringify({ txID, code, message }))
}

/** If-None-Match: a list of tags, compared weakly, or `*`. */
function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some(tag => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

/** The content API's two kinds of answer, with the HTTP that goes with each. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ReturnCode, returnMessage, SUCCESS } from '../../shared/contract/return-code.ts'
import type { Content } from './content.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const SUCCESS_CACHING = 'public, max-age=15, stale-while-revalidate=60, stale-if-error=86400'
/** What follows the txID, up to the content. */
const SUCCESS_HEAD = Buffer.from(
  `","code":${JSON.stringify(SUCCESS)},"message":${JSON.stringify(returnMessage('D00000'))},"content":`,
)

/** D00000 with content, or 304 when the caller has that content already. @param txID of plain ASCII */
export function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  txID: string,
  { json, etag }: Content,
) {
  reply.header('cache-control', SUCCESS_CACHING).header('etag', etag)
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(JSON_TYPE).send(envelope(txID, json))
}

function envelope(txID: string, content: Buffer): Buffer {
  const before = 9 + txID.length
  const whole = Buffer.allocUnsafe(before + SUCCESS_HEAD.length + content.length + 1)
  whole.write(`{"txID":"${txID}`, 0, 'latin1')
  SUCCESS_HEAD.copy(whole, before)
  content.copy(whole, before + SUCCESS_HEAD.length)
  whole[whole.length - 1] = CLOSING_BRACE
  return whole
}

const CLOSING_BRACE = '}'.charCodeAt(0)

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

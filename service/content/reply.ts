/** The content API's two kinds of answer, with the HTTP that goes with each. */
import type { ServerResponse } from 'node:http'
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
  const isKnown = namesTag(request.headers['if-none-match'], etag)
  if (isPlain && !isKnown && request.raw.method === 'GET') return void sendPlain(reply, txID, content)
  setHead(reply, etag)
  if (isKnown) reply.code(304).send()
  else reply.header('content-type', JSON_TYPE).send(envelopeBytes(txID, json))
}

const setHead = (reply: FastifyReply, etag: string) =>
  reply.header('cache-control', SUCCESS_CACHING).header('etag', etag)

/** What all plain answers with one content have alike: their headers, names and values in turn, and all after the txID. */
interface Plain {
  headers: string[]
  end: Buffer
}

const plains = new WeakMap<Content, Plain>()

/** Past Fastify, which would want the envelope in one piece: here the content is sent as it is kept, without a copy. */
function sendPlain(reply: FastifyReply, txID: string, content: Content): void {
  let plain = plains.get(content)
  if (!plain) {
    plain = plainOf(reply, txID, content)
    plains.set(content, plain)
  }
  reply.hijack()
  send(reply.raw, txID, plain)
}

/** The same for what was sent so before; otherwise false, and nothing was sent. */
export function sendPlainAgain(response: ServerResponse, txID: string, content: Content): boolean {
  const plain = plains.get(content)
  if (plain) send(response, txID, plain)
  return plain !== undefined
}

function send(response: ServerResponse, txID: string, { headers, end }: Plain): void {
  response.writeHead(200, headers)
  // Both leave in one piece: Node corks the connection until the turn is over.
  response.write(envelopeStart(txID), 'latin1')
  response.end(end)
}

/** With the headers that every answer has. */
function plainOf(reply: FastifyReply, txID: string, { json, etag }: Content): Plain {
  const headers = setHead(reply, etag)
    .header('content-type', JSON_TYPE)
    .header('content-length', envelopeLength(txID, json))
    .getHeaders()
  return {
    headers: Object.entries(headers).flatMap(([name, value]) => [name, `${value}`]),
    end: envelopeEnd(json),
  }
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

/** A finished answer: bytes, made once, in the encodings that visitors accept, with an entity tag for those who have it already. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings, isHeld } from './negotiation.ts'

export interface AnswerContent {
  /** `content-type`. */
  type: string
  /** `cache-control`. With `no-store` the answer has no entity tag. */
  caching: string
  body: string | Buffer
  /** When it last changed, epoch milliseconds. */
  modifiedAt?: number | undefined
  /** Sent with each answer, with 304 too. */
  headers?: Readonly<OutgoingHttpHeaders>
  /** Made before; default: made when first asked for. An empty object: it is never compressed. */
  compressed?: Partial<Record<Encoding, Buffer>>
  /** Of Brotli, 0 to 11. Default 5: more would take longer than the first visitor gains. */
  quality?: number
}

export interface Answer {
  /** Not compressed. */
  body: Buffer
  /** When it last changed, epoch milliseconds. */
  modifiedAt: number | undefined
  /** Plain or compressed; compressed when first asked for. */
  variant(encoding: Encoding | undefined): Variant | Promise<Variant>
  /** The encodings that it comes in, the preferred first. */
  encodings: readonly Encoding[]
  /** By encoding, `undefined` being none; empty when it is not to be stored. */
  entityTags: ReadonlyMap<Encoding | undefined, string>
  /** Bytes in memory, about. */
  size: number
}

/** One sequence of bytes and its headers. */
export interface Variant {
  body: Buffer
  headers: OutgoingHttpHeaders
}

/** What is sent for one request. */
export interface ResponseParts {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer | undefined
}

const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Below, the headers are most of an answer. */
const WORTH_COMPRESSING = 256
const QUALITY = 5
/** What an answer takes beside its bytes. */
const OVERHEAD = 2_000
/** Not in 304: there is no body. */
const OF_BODY = ['content-type', 'content-encoding', 'content-length']

export function createAnswer({ type, caching, body, headers, ...content }: AnswerContent): Answer {
  const { compressed, quality = QUALITY, modifiedAt } = content
  const plain = Buffer.from(body)
  const tagOf = caching === 'no-store' ? () => undefined : tags(plain)
  const variantOf = (bytes: Buffer, encoding?: Encoding): Variant => ({
    body: bytes,
    headers: {
      ...headers,
      'content-type': type,
      'cache-control': caching,
      ...(tagOf(encoding) && { etag: tagOf(encoding) }),
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': bytes.length,
    },
  })
  const encodings = compressed
    ? ENCODINGS.filter(encoding => compressed[encoding])
    : plain.length < WORTH_COMPRESSING
      ? []
      : ENCODINGS
  const uncompressed = variantOf(plain)
  const variants = new Map<Encoding, Variant | Promise<Variant>>()
  const compress = async (encoding: Encoding) => {
    const variant = variantOf(compressed?.[encoding] ?? (await COMPRESS[encoding](plain, quality)), encoding)
    variants.set(encoding, variant)
    return variant
  }
  return {
    body: plain,
    modifiedAt,
    variant(encoding) {
      if (!encoding) return uncompressed
      const known = variants.get(encoding)
      if (known) return known
      const made = compress(encoding)
      variants.set(encoding, made)
      return made
    },
    encodings,
    entityTags: new Map(
      [undefined, ...encodings].flatMap(encoding => {
        const tag = tagOf(encoding)
        return tag ? [[encoding, tag]] : []
      }),
    ),
    size: OVERHEAD + (encodings.length > 0 ? 1.6 : 1) * plain.length,
  }
}

/** By content: two agents with the same answer have the same tag, and so has the next release. */
function tags(plain: Buffer): (encoding: Encoding | undefined) => string {
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 16)
  return encoding => `"${digest}${encoding ? `-${encoding}` : ''}"`
}

const COMPRESS: Record<Encoding, (bytes: Buffer, quality: number) => Promise<Buffer>> = {
  br: (bytes, quality) =>
    promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: bytes => promisify(gzip)(bytes),
}

/**
 * What to send: bytes in an encoding that this visitor accepts, or 304 when he has them already.
 *
 * @param headers of this moment, such as `age`; they replace those of the answer. With `last-modified`, a request without an
 * entity tag is compared by that date.
 */
export function respond(
  answer: Answer,
  request: IncomingHttpHeaders,
  headers?: Readonly<OutgoingHttpHeaders>,
): ResponseParts | Promise<ResponseParts> {
  const accepted = acceptedEncodings(request['accept-encoding'])
  const encoding = answer.encodings.find(each => accepted.has(each))
  const tag = heldTag(answer, request, encoding)
  if (tag !== undefined) return notModified(answer, { ...headers, etag: tag })
  if (isUnmodified(request, headers)) return notModified(answer, headers)
  const variant = answer.variant(encoding)
  return variant instanceof Promise
    ? variant.then(made => responseOf(made, headers))
    : responseOf(variant, headers)
}

/** The same through Fastify. */
export async function sendAnswer(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  answer: Answer,
  headers?: Readonly<OutgoingHttpHeaders>,
): Promise<FastifyReply> {
  const response = await respond(answer, request.headers, headers)
  return reply.code(response.status).headers(response.headers).send(response.body)
}

const responseOf = (variant: Variant, headers: Readonly<OutgoingHttpHeaders> | undefined): ResponseParts => ({
  status: 200,
  headers: headers ? { ...variant.headers, ...headers } : variant.headers,
  body: variant.body,
})

function notModified(answer: Answer, headers: Readonly<OutgoingHttpHeaders> | undefined): ResponseParts {
  const all = Object.entries({ ...(answer.variant(undefined) as Variant).headers, ...headers })
  return {
    status: 304,
    headers: Object.fromEntries(all.filter(([name]) => !OF_BODY.includes(name))),
    body: undefined,
  }
}

/** The tag of a variant that he has and accepts; without `accept-encoding` all are acceptable (RFC 9110, 12.5.3 and 13.1.2). */
function heldTag({ entityTags }: Answer, request: IncomingHttpHeaders, encoding: Encoding | undefined) {
  const held = request['if-none-match']
  const tag = entityTags.get(encoding)
  if (tag && isHeld(held, tag)) return tag
  const acceptsAll = request['accept-encoding'] === undefined
  return acceptsAll ? [...entityTags.values()].find(each => isHeld(held, each)) : undefined
}

/** Only the very date that was sent counts: a clock may be put back. */
function isUnmodified(request: IncomingHttpHeaders, headers: Readonly<OutgoingHttpHeaders> | undefined) {
  if (request['if-none-match'] !== undefined) return false
  const modified = headers?.['last-modified']
  return modified !== undefined && request['if-modified-since'] === modified
}

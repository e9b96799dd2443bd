/** An answer as bytes: made once, in the encodings that visitors take, with an entity tag for those who hold it. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { acceptedEncodings } from './negotiation.ts'

export interface Page {
  /** As it is, or compressed; made when first asked for. */
  variant(encoding: Encoding | undefined): Variant | Promise<Variant>
  /** Those that it comes in, the preferred first. */
  encodings: readonly Encoding[]
  /** Of all its variants; none of what is not to be stored. */
  entityTags: ReadonlySet<string>
  /** Bytes, about. */
  size: number
}

/** One sequence of bytes, and what is said of it. */
export interface Variant {
  body: Buffer
  headers: OutgoingHttpHeaders
}

export interface Answer {
  status: 200 | 304
  headers: OutgoingHttpHeaders
  body: Buffer | undefined
}

export interface PageContent {
  type: string
  caching: string
  body: string
}

const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Below, the headers around it are most of an answer. */
const WORTH_COMPRESSING = 1_000
/** What a page takes besides its bytes. */
const OVERHEAD = 2_000

export function createPage({ type, caching, body }: PageContent): Page {
  const plain = Buffer.from(body)
  const tagOf = caching === 'no-store' ? () => undefined : tags(plain)
  const variant = (bytes: Buffer, encoding: Encoding | undefined): Variant => ({
    body: bytes,
    headers: {
      'content-type': type,
      'cache-control': caching,
      ...(tagOf(encoding) && { etag: tagOf(encoding) }),
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': bytes.length,
    },
  })
  const made = new Map<Encoding | undefined, Variant | Promise<Variant>>([
    [undefined, variant(plain, undefined)],
  ])
  const make = async (encoding: Encoding) => {
    const compressed = variant(await COMPRESS[encoding](plain), encoding)
    made.set(encoding, compressed)
    return compressed
  }
  const encodings = plain.length < WORTH_COMPRESSING ? [] : ENCODINGS
  return {
    variant(encoding) {
      const known = made.get(encoding)
      if (known || !encoding) return known ?? variant(plain, undefined)
      const making = make(encoding)
      made.set(encoding, making)
      return making
    },
    encodings,
    entityTags: new Set([undefined, ...encodings].map(tagOf).filter(tag => tag !== undefined)),
    size: OVERHEAD + (encodings.length > 0 ? 1.6 : 1) * plain.length,
  }
}

/** By content: two agents that say the same have the same, and so has the next release of this one. */
function tags(plain: Buffer): (encoding: Encoding | undefined) => string {
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 16)
  return encoding => `"${digest}${encoding ? `-${encoding}` : ''}"`
}

const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  // More would take longer than one who waits for it gains.
  br: bytes => promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: bytes => promisify(gzip)(bytes),
}

/** What to send of a page: bytes that this visitor can take, or 304 to who holds any of its variants. */
export function answerWith(page: Page, asked: IncomingHttpHeaders): Answer | Promise<Answer> {
  const held = heldTag(page, asked['if-none-match'])
  if (held !== undefined) {
    const { headers } = page.variant(undefined) as Variant
    return {
      status: 304,
      headers: { 'cache-control': headers['cache-control'], etag: held, vary: 'accept-encoding' },
      body: undefined,
    }
  }
  const accepted = page.encodings.length === 0 ? undefined : acceptedEncodings(asked['accept-encoding'])
  const variant = page.variant(accepted && page.encodings.find(encoding => accepted.has(encoding)))
  return variant instanceof Promise ? variant.then(whole) : whole(variant)
}

const whole = ({ body, headers }: Variant): Answer => ({ status: 200, headers, body })

/** RFC 9110, If-None-Match; a proxy on the way may have weakened the tag. */
function heldTag({ entityTags }: Page, header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (entityTags.has(header)) return header
  const tags = header.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return tags.find(tag => entityTags.has(tag)) ?? (tags.includes('*') ? [...entityTags][0] : undefined)
}

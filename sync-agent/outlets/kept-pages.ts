/**
 * Answers kept as bytes for as long as the store's version stays the same: a page that is asked for again costs no
 * query, no serialisation and no compression. What was not asked for the longest makes room.
 */
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
const MOST_BYTES = 16 * 1024 * 1024
/** What a page takes besides its bytes. */
const OVERHEAD = 2_000

export interface KeptPages {
  /** The page under this key, when there is one of this version. */
  get(key: string, version: string): Page | undefined
  /** @param write called by the first; those who ask meanwhile wait for the same */
  take(key: string, version: string, write: () => Promise<PageContent & { keep?: boolean }>): Promise<Page>
}

export function keepPages(mostBytes = MOST_BYTES): KeptPages {
  const kept = new Map<string, Page>()
  const underWay = new Map<string, Promise<Page>>()
  let keptOf = ''
  let total = 0
  const turnTo = (version: string) => {
    if (version === keptOf) return
    keptOf = version
    kept.clear()
    underWay.clear()
    total = 0
  }
  const keep = (key: string, page: Page) => {
    kept.set(key, page)
    total += page.size
    for (const [oldest, { size }] of kept) {
      if (total <= mostBytes) return
      kept.delete(oldest)
      total -= size
    }
  }
  const get = (key: string, version: string) => {
    turnTo(version)
    const page = kept.get(key)
    if (!page) return undefined
    // Behind all others: the first is the one that was not asked for the longest.
    kept.delete(key)
    kept.set(key, page)
    return page
  }
  return {
    get,
    async take(key, version, write) {
      const page = get(key, version) ?? underWay.get(key)
      if (page) return page
      const writing = write().then(content => {
        const written = createPage(content)
        if (keptOf === version && content.keep !== false) keep(key, written)
        return written
      })
      underWay.set(key, writing)
      const forget = () => underWay.get(key) === writing && underWay.delete(key)
      writing.then(forget, forget)
      return writing
    },
  }
}

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

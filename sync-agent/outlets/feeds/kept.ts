/** Feeds kept as bytes: written once a change of the store and compressed once, however many readers ask. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Temporal } from 'temporal-polyfill'
import type { WrittenFeed } from './formats.ts'

export interface KeptFeed {
  changedAt: Temporal.Instant | undefined
  /** Bytes, about; with the compressed ones, which are a part of it. */
  size: number
  /** As it is, or compressed; made when first asked for. */
  variant(encoding: Encoding | undefined): Promise<FeedBytes>
}

export interface FeedBytes {
  bytes: Buffer
  /** By content: two agents that say the same have the same. */
  entityTag: string
}

/** In the order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A feed is kept for each name that readers call the agent by, and they may make names up. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * @returns the feed under this key, written anew when `version` is another than that of the one kept; readers who ask
 * meanwhile wait for the same
 */
export function keepFeeds() {
  const kept = new Map<string, { version: string; feed: Promise<KeptFeed>; size: number }>()
  const makeRoom = () => {
    let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [key, { size }] of kept) {
      if (total <= MOST_BYTES || kept.size === 1) return
      kept.delete(key)
      total -= size
    }
  }
  return (key: string, version: string, write: () => Promise<WrittenFeed>): Promise<KeptFeed> => {
    const found = kept.get(key)
    // Behind all others: the first is the one that was not asked for the longest.
    kept.delete(key)
    if (found?.version === version) {
      kept.set(key, found)
      return found.feed
    }
    const entry = { version, feed: write().then(keptFeed), size: 0 }
    kept.set(key, entry)
    entry.feed.then(
      ({ size }) => {
        entry.size = size
        makeRoom()
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key)
      },
    )
    return entry.feed
  }
}

function keptFeed({ text, changedAt }: WrittenFeed): KeptFeed {
  const plain = Buffer.from(text)
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 16)
  const variants = new Map<Encoding | undefined, Promise<FeedBytes>>([
    [undefined, Promise.resolve({ bytes: plain, entityTag: `"${digest}"` })],
  ])
  const compressed = async (encoding: Encoding) => ({
    bytes: await COMPRESS[encoding](plain),
    entityTag: `"${digest}-${encoding}"`,
  })
  return {
    changedAt,
    size: 1.5 * plain.length,
    variant(encoding) {
      const variant = variants.get(encoding) ?? compressed(encoding as Encoding)
      variants.set(encoding, variant)
      return variant
    },
  }
}

const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: bytes =>
    promisify(brotliCompress)(bytes, {
      params: {
        [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
        [zlib.BROTLI_PARAM_QUALITY]: 6,
        [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: bytes => promisify(gzip)(bytes),
}

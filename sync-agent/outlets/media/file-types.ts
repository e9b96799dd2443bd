/** Detects a file's type from its first bytes, because URLs and `Content-Type` can be wrong. */

/** The type when it is served. */
export type MediaType = (typeof TYPES)[number]['type']

/** Number of first bytes that are needed. */
export const HEAD_BYTES = 32

interface KnownType {
  type: string
  /** The most common one first. */
  endings: readonly [string, ...string[]]
  fits: (head: Buffer) => boolean
}

const text = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to)
const PICTURE_BRANDS = /^(avif|avis|heic|heix|mif1|msf1)$/

/** The types of the interface, and two more for thumbnails. */
const TYPES = [
  {
    type: 'image/png',
    endings: ['.png'],
    fits: head => text(head, 0, 8) === '\x89PNG\r\n\x1a\n',
  },
  { type: 'image/jpeg', endings: ['.jpg', '.jpeg'], fits: head => text(head, 0, 3) === '\xff\xd8\xff' },
  { type: 'image/gif', endings: ['.gif'], fits: head => /^GIF8[79]a/.test(text(head, 0, 6)) },
  {
    type: 'image/webp',
    endings: ['.webp'],
    fits: head => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
  },
  {
    type: 'application/pdf',
    endings: ['.pdf'],
    fits: head => /^(\xef\xbb\xbf)?\s*%PDF-/.test(text(head, 0, HEAD_BYTES)),
  },
  { type: 'audio/mpeg', endings: ['.mp3', '.mpeg', '.mpga'], fits: isMp3 },
  {
    type: 'video/mp4',
    endings: ['.mp4', '.m4v'],
    fits: head => text(head, 4, 8) === 'ftyp' && !PICTURE_BRANDS.test(text(head, 8, 12)),
  },
] as const satisfies readonly KnownType[]

/** Begins with tags, or with a layer III frame with a valid bit rate and sampling rate. */
function isMp3(head: Buffer): boolean {
  if (text(head, 0, 3) === 'ID3') return true
  const [sync = 0, kind = 0, rates = 0] = head
  const isFrame = sync === 0xff && (kind & 0xe0) === 0xe0 && (kind & 0x18) !== 0x08
  return isFrame && (kind & 0x06) === 0x02 && rates >> 4 !== 0x0f && (rates & 0x0c) !== 0x0c
}

export function mediaTypeOf(head: Buffer): MediaType | undefined {
  return TYPES.find(({ fits }) => fits(head))?.type
}

/** Whether the detected type matches the entry's; covers and thumbnails can be any picture. */
export function isWanted(type: MediaType, wanted: string | undefined): boolean {
  if (wanted === undefined) return type.startsWith('image/')
  return type === (wanted === 'audio/mp3' ? 'audio/mpeg' : wanted)
}

/** @returns an empty list for a type that is not mirrored */
export function endingsOf(type: string): readonly string[] {
  return TYPES.find(known => known.type === type)?.endings ?? []
}

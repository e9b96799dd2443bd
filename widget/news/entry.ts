/**
 * A news entry as it came, read for the page.
 *
 * Whoever answers may be mistaken or lie: each field is looked at by hand, since a schema costs more bytes than a visitor
 * should pay, and an address that a page must not ask or link to is left out.
 */
import { isSafeLink, isSafePicture } from '../../shared/html/policy.ts'
import { plainText } from '../plain-text.ts'

export interface NewsEntry {
  newsId: string
  /** Plain text. */
  title: string
  /** `YYYY-MM-DD`. */
  date: string
  /** When it was published, in ms; entries are sorted by it. */
  time: number
  /** Not sanitised yet. Undefined: only found in files, and still to be asked for. */
  html: string | undefined
  /** The beginning of the text. */
  teaser: string
  /** 1024 px wide. */
  coverUrl: string | undefined
  /** 200 px by 200 px. */
  thumbnailUrl: string | undefined
  attachments: readonly NewsAttachment[]
  /** The change that brought it to what it is. */
  seq: number
  /** Why it was found: HTML of text and `<mark>`. */
  found: { title: string; snippet: string } | undefined
}

export interface NewsAttachment {
  fileType: string
  /** Bytes. */
  fileSize: number
  url: string
  /** File name out of the address. */
  name: string
  /** 1024 px wide picture of it. */
  screenUrl: string | undefined
  width: number | undefined
  height: number | undefined
}

/** As long as the text that published files have for a search. */
const TEASER = 300
/** Of a body, for its beginning. */
const LOOKED_AT = 4000
const MOST_ATTACHMENTS = 200

/**
 * @param base address of the agent or of the folder, with a slash at its end
 * @returns nothing for what is no entry
 */
export function entryOf(raw: unknown, base: string): NewsEntry | undefined {
  const { newsId, title, date, publishedAt, html, text, coverUrl, thumbnailUrl, attachments, seq, found } =
    fieldsOf(raw)
  if (!isText(newsId) || !newsId || !isText(title) || !isText(date)) return
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return
  const { title: foundTitle, snippet } = fieldsOf(found)
  return {
    newsId,
    title,
    date,
    time: Date.parse(isText(publishedAt) ? publishedAt : date) || 0,
    html: isText(html) ? html : undefined,
    teaser: (isText(html)
      ? plainText(html.slice(0, LOOKED_AT).replace(/<\/t[dh]\b/gi, ' $&')).replace(/\s+/g, ' ')
      : textIn(text)
    ).slice(0, TEASER),
    coverUrl: pictureAt(coverUrl, base),
    thumbnailUrl: pictureAt(thumbnailUrl, base),
    attachments: listIn(attachments)
      .slice(0, MOST_ATTACHMENTS)
      .flatMap(attachment => attachmentOf(attachment, base) ?? []),
    seq: Number(seq) || 0,
    found: isText(foundTitle) && isText(snippet) ? { title: foundTitle, snippet } : undefined,
  }
}

function attachmentOf(raw: unknown, base: string): NewsAttachment | undefined {
  const { fileType, fileSize, url, mobileScreenImageUrl, imageWidth, imageHeight } = fieldsOf(raw)
  const address = addressAt(url, base)
  if (!address || !isText(fileType) || !/^https?:/.test(address.href) || !isSafeLink(address.href)) return
  return {
    fileType,
    fileSize: sizeIn(fileSize) ?? 0,
    url: address.href,
    name: nameIn(address),
    screenUrl: pictureAt(mobileScreenImageUrl, base),
    width: sizeIn(imageWidth),
    height: sizeIn(imageHeight),
  }
}

/** As the agent sorts them. */
export const newestFirst = (one: Place, other: Place): number =>
  other.time - one.time || +(one.newsId < other.newsId) - +(one.newsId > other.newsId)

type Place = Pick<NewsEntry, 'time' | 'newsId'>

/** Pictures that the agent has copied lie beside it, wherever that is; any other comes from an address that a body may name. */
function pictureAt(address: unknown, base: string): string | undefined {
  const href = addressAt(address, base)?.href
  return href && (isSafePicture(href) || href.startsWith(`${base}media/`)) ? href : undefined
}

function addressAt(address: unknown, base: string): URL | undefined {
  try {
    return isText(address) && address ? new URL(address, base) : undefined
  } catch {
    return undefined
  }
}

function nameIn({ pathname, hostname }: URL): string {
  const last = pathname.split('/').filter(Boolean).pop() ?? hostname
  try {
    // Characters that turn the direction would make one name look like another.
    return decodeURIComponent(last).replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
  } catch {
    return last
  }
}

export const fieldsOf = (raw: unknown): Record<string, unknown> =>
  typeof raw === 'object' && raw ? (raw as Record<string, unknown>) : {}
export const listIn = (raw: unknown): unknown[] => (Array.isArray(raw) ? raw : [])
export const textIn = (raw: unknown): string => (isText(raw) ? raw : '')
const isText = (raw: unknown): raw is string => typeof raw === 'string'
const sizeIn = (raw: unknown): number | undefined => (typeof raw === 'number' && raw > 0 ? raw : undefined)

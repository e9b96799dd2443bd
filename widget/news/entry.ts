/**
 * A received news entry, read for the page.
 *
 * The server is not trusted. Each field is checked by hand, because a schema library costs more bytes than a visitor should
 * load. Addresses that a page must not load or link to are left out.
 */
import { isSafeLink, isSafePicture } from '../../shared/html/policy.ts'
import { plainText } from '../plain-text.ts'

export interface NewsEntry {
  newsId: string
  /** Plain text. */
  title: string
  /** `YYYY-MM-DD`. */
  date: string
  /** When it was published, in milliseconds since 1970. Entries are sorted by it. */
  time: number
  /** The body, not sanitised: do not put it into a page. Undefined: found by a search in files, and not loaded yet. */
  html: string | undefined
  /** The first 300 characters of the body, as text. */
  teaser: string
  /** Picture, 1024 px wide. */
  coverUrl: string | undefined
  /** Picture, 200 px by 200 px. */
  thumbnailUrl: string | undefined
  attachments: readonly NewsAttachment[]
  /** Number of the change that made it what it is. */
  seq: number
  /** Where the search found it: HTML with text and `<mark>` only. */
  found: { title: string; snippet: string } | undefined
}

export interface NewsAttachment {
  fileType: string
  /** Bytes; 0 if it is not known. */
  fileSize: number
  url: string
  /** File name, taken from the address. */
  name: string
  /** A picture of it, 1024 px wide. */
  screenUrl: string | undefined
  width: number | undefined
  height: number | undefined
}

/** As long as the text that published files hold for the search. */
const TEASER = 300
/** How much of a body is read for its teaser. */
const LOOKED_AT = 4000
const MOST_ATTACHMENTS = 200

/**
 * @param base address of the agent or of the folder, with a slash at its end
 * @returns nothing when it is not an entry
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

/** The agent's order. */
export const newestFirst = (one: Place, other: Place): number =>
  other.time - one.time || +(one.newsId < other.newsId) - +(one.newsId > other.newsId)

type Place = Pick<NewsEntry, 'time' | 'newsId'>

/** Pictures are in the agent's `media/`, or have a URL that a body may have. */
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
    // Characters that change the direction of text could make one name look like another.
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

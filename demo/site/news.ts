/**
 * Reads news from the sync agent for the pages.
 *
 * The agent is not trusted like the site itself: its responses are checked, its HTML is sanitised again, and its URLs are
 * checked. Without a response in time, pages are shown without news.
 */
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { withoutNulls } from '../../shared/client/accept.ts'
import { ClientError } from '../../shared/client/errors.ts'
import { endpoint, getJson } from '../../shared/client/request.ts'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import { isSafeLink, isSafePicture } from '../../shared/html/policy.ts'
import type { Reading } from './body.ts'
import { createReadings, type ReadingOf } from './readings.ts'

export interface NewsItem extends Reading {
  newsId: string
  title: string
  /** `YYYY-MM-DD` in the school's zone. */
  date: string
  /** 1024 px wide. */
  cover: string | undefined
  /** 200 px by 200 px. */
  thumbnail: string | undefined
  attachments: NewsAttachment[]
}

export interface NewsAttachment {
  fileType: string
  /** Bytes; undefined if the agent does not say. */
  fileSize: number | undefined
  url: string
  /** File name from the URL. */
  name: string
  /** 1024 px wide picture of it, if there is one. */
  screen: string | undefined
  /** Whether the page may load it in a player. */
  playable: boolean
  width: number | undefined
  height: number | undefined
}

export interface NewsList {
  items: NewsItem[]
  /** Cursor of the next page, if there is one. */
  next: string | undefined
}

/**
 * `missing`: the agent has never had such an entry. `withdrawn`: it was published once. `unavailable`: no valid response
 * from the agent.
 */
export type NewsAnswer<Found> =
  | { state: 'found'; found: Found }
  | { state: 'missing' | 'withdrawn' | 'unavailable' }

export interface News {
  /** @param page `sought`: words that all entries must have; the best match is first */
  list(
    lang: Language,
    page: { limit: number; after?: string | undefined; sought?: string | undefined },
  ): Promise<NewsAnswer<NewsList>>
  entry(lang: Language, newsId: string): Promise<NewsAnswer<NewsItem>>
}

export interface NewsOptions {
  agentUrl: string | URL
  siteId: SiteId
  mediaOrigins: readonly string[]
  fetch?: typeof fetch | undefined
  /** Called with the reason when a response cannot be used. */
  onFault?: (reason: string) => void
}

/** Time limit for news, in milliseconds. */
const PATIENCE_MS = 1_500
const MOST_BYTES = 8 * 1024 * 1024

const AgentAttachment = Type.Object({
  fileType: Type.String(),
  fileSize: Type.Optional(Type.Number({ minimum: 0 })),
  url: Type.String(),
  mobileScreenImageUrl: Type.Optional(Type.String()),
  imageWidth: Type.Optional(Type.Integer({ minimum: 1 })),
  imageHeight: Type.Optional(Type.Integer({ minimum: 1 })),
})
const AgentItem = Type.Object({
  newsId: Type.String({ minLength: 1 }),
  title: Type.String(),
  html: Type.String(),
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  coverUrl: Type.Optional(Type.String()),
  thumbnailUrl: Type.Optional(Type.String()),
  attachments: Type.Optional(Type.Array(Type.Unknown())),
})
const AgentList = Type.Object({
  items: Type.Array(Type.Unknown()),
  next: Type.Optional(Type.String()),
})
const attachmentCheck = Compile(AgentAttachment)
const itemCheck = Compile(AgentItem)
const listCheck = Compile(AgentList)

export function createNews({ agentUrl, siteId, mediaOrigins, fetch, onFault = () => {} }: NewsOptions): News {
  const limits = { timeoutMs: PATIENCE_MS, maxBytes: MOST_BYTES, ...(fetch && { fetch }) }
  const readingOf = createReadings()

  async function ask(segments: string[], query: Record<string, string | undefined>) {
    const url = endpoint(agentUrl, 'v1', 'news', ...segments)
    for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
    const { status, json } = await getJson(url, {}, limits)
    return { status, json: withoutNulls(json) }
  }

  /** Reads a response. A fault of the agent is logged once, and the page is shown without news. */
  async function read<Found>(
    answering: Promise<{ status: number; json: unknown }>,
    accept: (json: unknown) => Found | undefined,
  ): Promise<NewsAnswer<Found>> {
    try {
      const { status, json } = await answering
      if (status === 410) return { state: 'withdrawn' }
      if (status === 404 || status === 400) return { state: 'missing' }
      const found = status === 200 ? accept(json) : undefined
      if (found !== undefined) return { state: 'found', found }
      onFault(`the agent answers HTTP ${status} with something that is not news`)
    } catch (error) {
      // A newsId such as ".." cannot be a path segment, so there is no such entry.
      if (error instanceof RangeError) return { state: 'missing' }
      if (!(error instanceof ClientError)) throw error
      onFault(error.message)
    }
    return { state: 'unavailable' }
  }

  const view = (lang: Language, raw: unknown): NewsItem | undefined =>
    itemCheck.Check(raw)
      ? toItem(raw as Static<typeof AgentItem>, lang, {
          readingOf,
          agentUrl: new URL(agentUrl),
          mediaOrigins,
        })
      : undefined

  return {
    list: (lang, { limit, after, sought }) =>
      read(ask([], { siteId, lang, limit: String(limit), cursor: after, q: sought }), json => {
        if (!listCheck.Check(json)) return undefined
        const { items, next } = json as Static<typeof AgentList>
        return { items: items.flatMap(raw => view(lang, raw) ?? []), next }
      }),
    entry: (lang, newsId) => read(ask([newsId], { siteId, lang }), json => view(lang, json)),
  }
}

function toItem(
  raw: Static<typeof AgentItem>,
  lang: Language,
  {
    readingOf,
    agentUrl,
    mediaOrigins,
  }: { readingOf: ReadingOf; agentUrl: URL; mediaOrigins: readonly string[] },
): NewsItem {
  const picture = (address: string | undefined) => pictureAddress(address, agentUrl, mediaOrigins)
  return {
    ...readingOf(lang, raw.newsId, raw.html),
    newsId: raw.newsId,
    title: raw.title,
    date: raw.date,
    cover: picture(raw.coverUrl),
    thumbnail: picture(raw.thumbnailUrl),
    attachments: (raw.attachments ?? []).flatMap(attachment => {
      if (!attachmentCheck.Check(attachment)) return []
      const { url, fileType, fileSize, ...rest } = attachment as Static<typeof AgentAttachment>
      if (!URL.canParse(url, agentUrl) || !isSafeLink(url)) return []
      const address = new URL(url, agentUrl)
      return {
        fileType,
        fileSize,
        url: address.href,
        name: fileName(address),
        screen: picture(rest.mobileScreenImageUrl),
        playable: mediaOrigins.includes(address.origin),
        width: rest.imageWidth,
        height: rest.imageHeight,
      }
    }),
  }
}

/** A URL that the page's policy allows, or undefined, because a broken picture is worse than none. */
function pictureAddress(address: string | undefined, agentUrl: URL, mediaOrigins: readonly string[]) {
  if (!address || !URL.canParse(address, agentUrl)) return undefined
  const { href, protocol, origin } = new URL(address, agentUrl)
  if (!isSafePicture(href)) return undefined
  return protocol === 'https:' || mediaOrigins.includes(origin) ? href : undefined
}

function fileName({ pathname }: URL): string {
  const last = pathname.split('/').findLast(segment => segment !== '') ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

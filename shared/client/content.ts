/** Client of the content API: popup messages and news (interface, Endpoints 1 and 2). */

import type { Envelope } from '../contract/envelope.ts'
import type { NewsEntry } from '../contract/news.ts'
import { PopupContent, type PopupMessage } from '../contract/popup.ts'
import type { Language, SiteId } from '../contract/site.ts'
import { accept, refuseTooDeep, withoutNulls } from './accept.ts'
import { checkOf } from './check.ts'
import { acceptEnvelope } from './envelope.ts'
import { acceptNewsEntry } from './news-entry.ts'
import { readNewsStream, type TakeEntries } from './news-stream.ts'
import { type Answer, addressOf, dateOf, endpoint, get, getJson, type RequestLimits } from './request.ts'
import { LONGEST_IDENTIFIER, serviceText } from './service-text.ts'

export interface ContentClientOptions extends RequestLimits {
  /** The service's address with its first segment, as in `http://127.0.0.1:4010/cms`. */
  serviceUrl: string | URL
}

export interface PopupQuery {
  siteId: SiteId
  /** Default: the service's own, en-US. */
  lang?: Language
}

export interface NewsQuery extends PopupQuery {
  /** Wall clock in the school's zone, `YYYYMMDDhhmmss`. */
  lastSyncTime: string
  /** Entries wanted besides, whatever their time. */
  newsIDs?: readonly string[]
}

/** What every successful call also tells. */
export interface CallFacts {
  txID: string
  /** The reply's `Date` header, epoch milliseconds; undefined without a usable one. Browsers hide it across origins. */
  answeredAtMs: number | undefined
  /** From the request's start to the body's end, milliseconds. */
  elapsedMs: number
}

export interface PopupAnswer extends CallFacts {
  messages: PopupMessage[]
}

export interface RawPopupAnswer extends CallFacts {
  content: unknown
}

export interface NewsAnswer extends CallFacts {
  newsList: NewsEntry[]
  /** Each entry of `newsList` as it came, at the same index. */
  rawList: unknown[]
  /** Identifiers of deleted entries, each once. */
  delNewsIds: string[]
}

/** What a streamed news call tells when it is over. */
export interface NewsStreamEnd extends CallFacts {
  /** Elements of `newsList` handed over. */
  count: number
  delNewsIds: string[]
}

export interface ContentClient {
  popups(query: PopupQuery, signal?: AbortSignal): Promise<PopupAnswer>
  /** The same call with its content unchecked but without nulls, for a reader who drops what does not fit and keeps the rest. */
  rawPopups(query: PopupQuery, signal?: AbortSignal): Promise<RawPopupAnswer>
  news(query: NewsQuery, signal?: AbortSignal): Promise<NewsAnswer>
  /** The same call for an answer of any size: never more than a few entries in memory. */
  streamNews(query: NewsQuery, take: TakeEntries, signal?: AbortSignal): Promise<NewsStreamEnd>
}

const popupCheck = checkOf(PopupContent)

/**
 * A client of one service.
 *
 * Each call throws a `ServiceError` for a return code other than D00000, a `TransportError` when no whole
 * answer came back, and a `ContractError` for an answer that the interface does not allow.
 *
 * @example
 * const content = createContentClient({ serviceUrl: 'http://127.0.0.1:4010/cms' })
 * const { messages } = await content.popups({ siteId: 'academy', lang: 'zh-HK' })
 */
export function createContentClient({ serviceUrl, ...limits }: ContentClientOptions): ContentClient {
  const newsUrl = ({ siteId, lang, lastSyncTime, newsIDs }: NewsQuery) =>
    callUrl(serviceUrl, 'news', { siteId, lang, lastSyncTime, newsIDs: newsIDs?.join(',') })

  async function streamNews(
    query: NewsQuery,
    take: TakeEntries,
    signal?: AbortSignal,
  ): Promise<NewsStreamEnd> {
    const url = newsUrl(query)
    const started = performance.now()
    return await get(url, {}, limits, signal, async reply => {
      const { envelope, ...rest } = await readNewsStream(addressOf(url), reply, take)
      return { ...factsOf(envelope, reply.headers, performance.now() - started), ...rest }
    })
  }

  const popupUrl = ({ siteId, lang }: PopupQuery) => callUrl(serviceUrl, 'popupmsg', { siteId, lang })

  async function rawPopups(query: PopupQuery, signal?: AbortSignal): Promise<RawPopupAnswer> {
    const url = popupUrl(query)
    const answer = open(url, await getJson(url, {}, limits, signal))
    refuseTooDeep(answer.content, addressOf(url), '/content')
    return { ...answer, content: withoutNulls(answer.content) }
  }

  return {
    async popups(query, signal) {
      const { content, ...facts } = await rawPopups(query, signal)
      return { ...facts, messages: accept(popupCheck, content, addressOf(popupUrl(query)), '/content') }
    },

    rawPopups,

    async news(query, signal) {
      const rawList: unknown[] = []
      const { count: _, ...facts } = await streamNews(query, raw => void rawList.push(...raw), signal)
      const address = addressOf(newsUrl(query))
      const newsList = rawList.map((raw, index) => acceptNewsEntry(raw, address, index))
      return { ...facts, newsList, rawList }
    },

    streamNews,
  }
}

function callUrl(
  serviceUrl: string | URL,
  resource: 'popupmsg' | 'news',
  parameters: Record<string, string | undefined>,
): URL {
  const url = endpoint(serviceUrl, 'api', 'v1', resource, 'check')
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url
}

/** Content out of the envelope: its code is the verdict, with whatever HTTP status it came. */
function open(url: URL, answer: Answer): CallFacts & { content: unknown } {
  const { json, headers, elapsedMs } = answer
  const envelope = acceptEnvelope(addressOf(url), answer, json)
  return { ...factsOf(envelope, headers, elapsedMs), content: envelope.content }
}

function factsOf({ txID }: Envelope, headers: Headers, elapsedMs: number): CallFacts {
  return { txID: serviceText(txID, LONGEST_IDENTIFIER), answeredAtMs: dateOf(headers), elapsedMs }
}

/** Client of the content API: popup messages and news (interface, Endpoints 1 and 2). */

import type { Envelope } from '../contract/envelope.ts'
import type { Language, SiteId } from '../contract/site.ts'
import { type ShownPopup, shownPopup } from '../shown-popup.ts'
import { refuseTooDeep, withoutNulls } from './accept.ts'
import { acceptEnvelope } from './envelope.ts'
import { refuseNoAddress, refuseNoLimits } from './given.ts'
import { addressOf } from './limited-fetch.ts'
import { acceptNewsEntry, type ReceivedEntry } from './news-entry.ts'
import { readNewsStream, type TakeEntries } from './news-stream.ts'
import { readMessages } from './popup-messages.ts'
import type { Remark } from './remarks.ts'
import { dateOf } from './reply.ts'
import { type Answer, endpoint, get, getJson, type RequestLimits } from './request.ts'
import { LONGEST_LABEL, serviceText } from './service-text.ts'

export interface ContentClientOptions extends RequestLimits {
  /** The service's URL with the first path segment, as in `http://127.0.0.1:4010/cms`. */
  serviceUrl: string | URL
  /** The school's time zone: a time of news with another zone is converted to it. Default `Asia/Hong_Kong`. */
  zone?: string
}

export interface PopupQuery {
  siteId: SiteId
  /** Default: the service's default, en-US. */
  lang?: Language
}

export interface NewsQuery extends PopupQuery {
  /** Wall clock in the school's zone, `YYYYMMDDhhmmss`. */
  lastSyncTime: string
  /** Entries to return in addition, whatever their time. */
  newsIDs?: readonly string[]
}

/** Part of every successful response. */
export interface CallFacts {
  /** Empty if the response has none. */
  txID: string
  /** The response's `Date` header in epoch milliseconds; undefined if it is missing or invalid. Browsers hide it across origins. */
  answeredAtMs: number | undefined
  /** From the start of the request to the end of the body, milliseconds. */
  elapsedMs: number
}

export interface PopupAnswer extends CallFacts {
  /** What a website shows of each message, in the order in which it shows them: 100 at most. A message whose title or body is not text is left out. */
  messages: ShownPopup[]
}

export interface RawPopupAnswer extends CallFacts {
  content: unknown
}

export interface NewsAnswer extends CallFacts {
  newsList: ReceivedEntry[]
  /** Each entry of `newsList` as received, at the same index. */
  rawList: unknown[]
  /** What was odd, and mended or left out; paths as in `/content/newsList/3/attachments/0/fileType`. */
  remarks: Remark[]
  /** Identifiers of deleted entries, without duplicates. */
  delNewsIds: string[]
}

/** The end of a streamed news call. */
export interface NewsStreamEnd extends CallFacts {
  /** Number of `newsList` elements. */
  count: number
  delNewsIds: string[]
  /** What was left out of `delNewsIds`. */
  remarks: Remark[]
}

export interface ContentClient {
  popups(query: PopupQuery, signal?: AbortSignal): Promise<PopupAnswer>
  /** The same call with the content as received (only nulls are removed). */
  rawPopups(query: PopupQuery, signal?: AbortSignal): Promise<RawPopupAnswer>
  news(query: NewsQuery, signal?: AbortSignal): Promise<NewsAnswer>
  /** The same call for a response of any size: holds only a few entries in memory. */
  streamNews(query: NewsQuery, take: TakeEntries, signal?: AbortSignal): Promise<NewsStreamEnd>
}

/**
 * A client of one service.
 *
 * Each call throws a `ServiceError` for a return code other than D00000, a `TransportError` when no complete response
 * arrives, and a `ContractError` for a response that does not follow the interface.
 *
 * @example
 * const content = createContentClient({ serviceUrl: 'http://127.0.0.1:4010/cms' })
 * const { messages } = await content.popups({ siteId: 'academy', lang: 'zh-HK' })
 */
export function createContentClient({ serviceUrl, zone, ...limits }: ContentClientOptions): ContentClient {
  refuseNoAddress('serviceUrl', serviceUrl)
  refuseNoLimits(limits)
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
      const { messages } = readMessages(content, addressOf(popupUrl(query)))
      return { ...facts, messages: messages.flatMap(message => shownPopup(message) ?? []) }
    },

    rawPopups,

    async news(query, signal) {
      const rawList: unknown[] = []
      const { count: _, ...facts } = await streamNews(query, raw => void rawList.push(...raw), signal)
      const address = addressOf(newsUrl(query))
      const read = rawList.map((raw, index) => acceptNewsEntry(raw, { address, index, zone }))
      const newsList = read.map(({ entry }) => entry)
      const remarks = [...read.flatMap(entry => entry.remarks), ...facts.remarks]
      return { ...facts, newsList, rawList, remarks }
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

/** Takes the content out of the envelope. The return code decides, whatever the HTTP status. */
function open(url: URL, answer: Answer): CallFacts & { content: unknown } {
  const { json, headers, elapsedMs } = answer
  const envelope = acceptEnvelope(addressOf(url), answer, json)
  return { ...factsOf(envelope, headers, elapsedMs), content: envelope.content }
}

function factsOf({ txID }: Envelope, headers: Headers, elapsedMs: number): CallFacts {
  return { txID: serviceText(txID, LONGEST_LABEL), answeredAtMs: dateOf(headers), elapsedMs }
}

/** Client of the content API: popup messages and news (interface, Endpoints 1 and 2). */
import { Compile } from 'typebox/compile'
import { Envelope } from '../contract/envelope.ts'
import { type NewsEntry, NewsEntry as NewsEntrySchema } from '../contract/news.ts'
import { PopupContent, type PopupMessage } from '../contract/popup.ts'
import { SUCCESS } from '../contract/return-code.ts'
import type { Language, SiteId } from '../contract/site.ts'
import { accept, withoutNulls } from './accept.ts'
import { ContractError, ServiceError } from './errors.ts'
import { type Answer, addressOf, endpoint, getJson, type RequestLimits, statusError } from './request.ts'

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

export interface NewsAnswer extends CallFacts {
  newsList: NewsEntry[]
  /** Each entry of `newsList` as it came, at the same index. */
  rawList: unknown[]
  /** Identifiers of deleted entries, each once. */
  delNewsIds: string[]
}

export interface ContentClient {
  popups(query: PopupQuery, signal?: AbortSignal): Promise<PopupAnswer>
  news(query: NewsQuery, signal?: AbortSignal): Promise<NewsAnswer>
}

const envelopeCheck = Compile(Envelope)
const popupCheck = Compile(PopupContent)
const entryCheck = Compile(NewsEntrySchema)

/**
 * A client of one service.
 *
 * Each call throws a {@link ServiceError} for a return code other than D00000, a `TransportError` when no whole
 * answer came back, and a {@link ContractError} for an answer that the interface does not allow.
 *
 * @example
 * const content = createContentClient({ serviceUrl: 'http://127.0.0.1:4010/cms' })
 * const { messages } = await content.popups({ siteId: 'academy', lang: 'zh-HK' })
 */
export function createContentClient({ serviceUrl, ...limits }: ContentClientOptions): ContentClient {
  return {
    async popups({ siteId, lang }, signal) {
      const url = callUrl(serviceUrl, 'popupmsg', { siteId, lang })
      const answer = await getJson(url, {}, limits, signal)
      const { content, ...facts } = open(url, answer)
      return { ...facts, messages: accept(popupCheck, withoutNulls(content), addressOf(url), '/content') }
    },

    async news({ siteId, lang, lastSyncTime, newsIDs }, signal) {
      const url = callUrl(serviceUrl, 'news', { siteId, lang, lastSyncTime, newsIDs: newsIDs?.join(',') })
      const answer = await getJson(url, {}, limits, signal)
      const { content, ...facts } = open(url, answer)
      return { ...facts, ...readNews(content, addressOf(url)) }
    },
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
  const address = addressOf(url)
  const { json, headers, elapsedMs } = answer
  if (!envelopeCheck.Check(json) && (answer.status < 200 || answer.status > 299))
    throw statusError(address, answer)
  const envelope = accept(envelopeCheck, json, address)
  if (envelope.code !== SUCCESS) throw new ServiceError(address, envelope)
  const answeredAtMs = Date.parse(headers.get('date') ?? '')
  return {
    txID: envelope.txID,
    answeredAtMs: Number.isNaN(answeredAtMs) ? undefined : answeredAtMs,
    elapsedMs,
    content: envelope.content,
  }
}

function readNews(
  content: unknown,
  address: string,
): Pick<NewsAnswer, 'newsList' | 'rawList' | 'delNewsIds'> {
  if (typeof content !== 'object' || content === null || !('newsList' in content)) {
    throw new ContractError(address, '/content/newsList', 'is missing')
  }
  const rawList: unknown = content.newsList
  if (!Array.isArray(rawList)) throw new ContractError(address, '/content/newsList', 'must be array')
  const newsList = rawList.map((raw, index) =>
    accept(entryCheck, withoutNulls(raw), address, `/content/newsList/${index}`),
  )
  const delNewsIds = readDeletedIds('delNewsIds' in content ? content.delNewsIds : undefined, address)
  return { newsList, rawList, delNewsIds }
}

/** The interface declares a string and shows an array: an array, a comma separated string, nothing, all are read. */
function readDeletedIds(value: unknown, address: string): string[] {
  if (value === null || value === undefined) return []
  const ids = typeof value === 'string' ? value.split(',').map(id => id.trim()) : value
  if (!Array.isArray(ids) || !ids.every(id => typeof id === 'string')) {
    throw new ContractError(address, '/content/delNewsIds', 'must be an array of identifiers')
  }
  return [...new Set(ids)].filter(id => id !== '')
}

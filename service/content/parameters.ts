/** What a caller of the content API asks for, read from the query; the first thing wrong becomes a return code. */
import type { Temporal } from 'temporal-polyfill'
import { type ParameterCode, returnMessage } from '../../shared/contract/return-code.ts'
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  isSiteId,
  type Language,
  type SiteId,
} from '../../shared/contract/site.ts'
import { parseWireDateTime, WireTimeError } from '../../shared/contract/wire-time.ts'

export interface PopupQuestion {
  siteId: SiteId
  lang: Language
}

export interface NewsQuestion extends PopupQuestion {
  lastSyncTime: Temporal.PlainDateTime
  /** Wanted besides, each once. */
  newsIDs: string[]
}

/** The call is refused with a return code that blames the caller. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly code: ParameterCode | 'D20004'

  constructor(code: ParameterCode | 'D20004', message: string) {
    super(message)
    this.code = code
  }
}

/** A query as the server parses it: a repeated parameter is an array. */
export type Query = Record<string, string | string[] | undefined>

/** Far above what a page of news needs, and low enough that one call stays one call. */
export const MOST_NEWS_IDS = 500

/** @throws {CallRefused} siteId missing, siteId unknown, lang, in this order */
export function readPopupQuestion(query: Query): PopupQuestion {
  const siteId = required(query, 'siteId')
  if (!isSiteId(siteId)) throw new CallRefused('D20004', returnMessage('D20004'))
  const lang = single(query, 'lang') || DEFAULT_LANGUAGE
  if (!isLanguage(lang)) throw invalid('lang')
  return { siteId, lang }
}

/** @throws {CallRefused} as for popups, then lastSyncTime missing, lastSyncTime invalid, newsIDs */
export function readNewsQuestion(query: Query): NewsQuestion {
  const common = readPopupQuestion(query)
  const lastSyncTime = readTime(required(query, 'lastSyncTime'))
  const newsIDs = (single(query, 'newsIDs') ?? '').split(',').map(id => id.trim())
  const wanted = [...new Set(newsIDs)].filter(id => id !== '')
  if (wanted.length > MOST_NEWS_IDS) throw invalid('newsIDs')
  return { ...common, lastSyncTime, newsIDs: wanted }
}

function required(query: Query, name: string): string {
  const value = single(query, name)
  if (!value) throw new CallRefused('D20001', returnMessage('D20001', name))
  return value
}

/** A parameter given twice has no value that could be right. */
function single(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw invalid(name)
  return value
}

function readTime(text: string): Temporal.PlainDateTime {
  try {
    return parseWireDateTime(text)
  } catch (error) {
    if (error instanceof WireTimeError) throw invalid('lastSyncTime')
    throw error
  }
}

const invalid = (name: string) => new CallRefused('D20002', returnMessage('D20002', name))

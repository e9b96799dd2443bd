/** What a caller of the news call asks for, read from the query; the first thing wrong becomes a return code. */
import type { Temporal } from 'temporal-polyfill'
import { parseWireDateTime, WireTimeError } from '../../shared/contract/wire-time.ts'
import {
  invalid,
  type PopupQuestion,
  type Query,
  readPopupQuestion,
  required,
  single,
} from '../../shared/server/popup-question.ts'

export interface NewsQuestion extends PopupQuestion {
  lastSyncTime: Temporal.PlainDateTime
  /** Wanted besides, each once. */
  newsIDs: string[]
}

/** Far above what a page of news needs, and low enough that one call stays one call. */
export const MOST_NEWS_IDS = 500

/** @throws {CallRefused} as for popups, then lastSyncTime missing, lastSyncTime invalid, newsIDs */
export function readNewsQuestion(query: Query): NewsQuestion {
  const common = readPopupQuestion(query)
  const lastSyncTime = readTime(required(query, 'lastSyncTime'))
  const newsIDs = (single(query, 'newsIDs') ?? '').split(',').map(id => id.trim())
  const wanted = [...new Set(newsIDs)].filter(id => id !== '')
  if (wanted.length > MOST_NEWS_IDS) throw invalid('newsIDs')
  return { ...common, lastSyncTime, newsIDs: wanted }
}

function readTime(text: string): Temporal.PlainDateTime {
  try {
    return parseWireDateTime(text)
  } catch (error) {
    if (error instanceof WireTimeError) throw invalid('lastSyncTime')
    throw error
  }
}

/** What a caller of the popup call asks for, read from the query; the first thing wrong becomes a return code. */
import { type ParameterCode, returnMessage } from '../contract/return-code.ts'
import { DEFAULT_LANGUAGE, isLanguage, isSiteId, type Language, type SiteId } from '../contract/site.ts'

export interface PopupQuestion {
  siteId: SiteId
  lang: Language
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

/** @throws {CallRefused} siteId missing, siteId unknown, lang, in this order */
export function readPopupQuestion(query: Query): PopupQuestion {
  const siteId = required(query, 'siteId')
  if (!isSiteId(siteId)) throw new CallRefused('D20004', returnMessage('D20004'))
  const lang = single(query, 'lang') || DEFAULT_LANGUAGE
  if (!isLanguage(lang)) throw invalid('lang')
  return { siteId, lang }
}

/** @throws {CallRefused} */
export function required(query: Query, name: string): string {
  const value = single(query, name)
  if (!value) throw new CallRefused('D20001', returnMessage('D20001', name))
  return value
}

/** A parameter given twice has no value that could be right. @throws {CallRefused} */
export function single(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw invalid(name)
  return value
}

export const invalid = (name: string) => new CallRefused('D20002', returnMessage('D20002', name))

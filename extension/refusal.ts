/** The response for a refused visitor: a page, or problem details for a script that asks for JSON. */

import { ENTRANCE_HEADERS } from '../shared/contract/entrance-headers.ts'
import { DEFAULT_LANGUAGE, type Language } from '../shared/contract/site.ts'
import { preferredLanguage } from '../shared/text/accept-language.ts'
import { type HeaderOf, languageOfApp, oneValue } from './entrance.ts'
import { type ExtensionError, VisitRefused } from './errors.ts'
import { REFUSAL_PAGE_POLICY, refusalPage } from './refusal-page.ts'
import { EXPLANATIONS } from './strings.ts'
import type { VisitRequest } from './visit.ts'

export interface Refusal {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

/**
 * A web-app's own page. Returns HTML, sent with the status of the error. If it throws or returns anything else, the visitor gets the default page.
 * `error.message` is for developers and can name internal addresses: show `error.code` instead.
 */
export type RefusalPage = (error: ExtensionError, context: { language: Language }) => string

/** @param visit language of the visit, when there is one */
export function refusalOf(
  error: ExtensionError,
  { header }: VisitRequest,
  visit?: Language,
  ownPage?: RefusalPage,
): Refusal {
  const language = languageOf(header, visit)
  const answer = asksForJson(header) ? problem(error, language) : page(error, language, ownPage)
  const { retryAfterSeconds } = error
  return {
    status: error.status,
    headers: {
      ...answer.headers,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      vary: 'accept, accept-language, x-language',
      ...(language && { 'content-language': language }),
      ...(error.status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(retryAfterSeconds !== undefined && {
        'retry-after': `${Math.ceil(Math.min(retryAfterSeconds, LONGEST_RETRY_AFTER))}`,
      }),
    },
    body: answer.body,
  }
}

/** Seconds. A limit for services that send nonsense. */
const LONGEST_RETRY_AFTER = 86_400

/** The app's language, else that of the visit, else the browser's preferred language; undefined when all are unknown. */
function languageOf(header: HeaderOf, visit: Language | undefined): Language | undefined {
  const asked = languageOfApp(oneValue(header(ENTRANCE_HEADERS.language)))
  return asked ?? visit ?? preferredLanguage(oneValue(header('accept-language')))
}

/** A browser that opens a page accepts HTML; a script that wants JSON does not. */
function asksForJson(header: HeaderOf): boolean {
  const accepted = oneValue(header('accept')) ?? ''
  return /\bapplication\/(?:problem\+)?json\b/i.test(accepted) && !/\btext\/html\b/i.test(accepted)
}

type Answer = Pick<Refusal, 'headers' | 'body'>

function page(error: ExtensionError, language: Language | undefined, ownPage?: RefusalPage): Answer {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' }
  try {
    const body: unknown = ownPage?.(error, { language: language ?? DEFAULT_LANGUAGE })
    if (typeof body === 'string') return { headers, body }
  } catch {
    // The default page is sent instead.
  }
  const policy = { 'content-security-policy': REFUSAL_PAGE_POLICY }
  return { headers: { ...headers, ...policy }, body: refusalPage(error, language) }
}

/** RFC 9457. Does not show the error's message, which is for the web-app's developer. */
function problem(error: ExtensionError, language: Language = DEFAULT_LANGUAGE): Answer {
  const { code, status } = error
  const { heading, text } = EXPLANATIONS[code]
  const own = error instanceof VisitRefused ? error.texts : undefined
  const body = { status, code, title: heading[language], detail: (own ?? text)[language] }
  return { headers: { 'content-type': 'application/problem+json' }, body: JSON.stringify(body) }
}

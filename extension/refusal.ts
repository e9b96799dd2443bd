/** What a refused visitor gets: a page that a parent understands, or problem details for a script that asked for JSON. */

import { ENTRANCE_HEADERS } from '../shared/contract/entrance.ts'
import { DEFAULT_LANGUAGE, type Language } from '../shared/contract/site.ts'
import { preferredLanguage } from '../shared/text/accept-language.ts'
import { type HeaderOf, languageOfApp, oneValue } from './entrance.ts'
import { type ExtensionError, VisitRefused } from './errors.ts'
import { REFUSAL_PAGE_POLICY, refusalPage } from './refusal-page.ts'
import { EXPLANATIONS } from './strings.ts'
import type { VisitRequest } from './visit.ts'

export interface Refusal {
  status: number
  /** By their lower-case names. */
  headers: Record<string, string>
  body: string
}

/**
 * A web-app's own page. What it returns is sent as HTML, with the status of the error; when it throws, the visitor gets the
 * default page. `error.message` is for developers and can name addresses of the school's network: show `error.code`.
 */
export type RefusalPage = (error: ExtensionError, context: { language: Language }) => string

/** @param visit the language of a visit that stands */
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

/** Seconds. A service that writes nonsense is asked again tomorrow. */
const LONGEST_RETRY_AFTER = 86_400

/** The app's language, now or when the visit began, else the best of the browser's; undefined when none says. */
function languageOf(header: HeaderOf, visit: Language | undefined): Language | undefined {
  const asked = languageOfApp(oneValue(header(ENTRANCE_HEADERS.language)))
  return asked ?? visit ?? preferredLanguage(oneValue(header('accept-language')))
}

/** A browser that opens a page names HTML; a script that wants JSON does not. */
function asksForJson(header: HeaderOf): boolean {
  const accepted = oneValue(header('accept')) ?? ''
  return /\bapplication\/(?:problem\+)?json\b/i.test(accepted) && !/\btext\/html\b/i.test(accepted)
}

type Answer = Pick<Refusal, 'headers' | 'body'>

function page(error: ExtensionError, language: Language | undefined, ownPage?: RefusalPage): Answer {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' }
  try {
    if (ownPage) return { headers, body: ownPage(error, { language: language ?? DEFAULT_LANGUAGE }) }
  } catch {
    // The visitor is refused all the same, and is told so.
  }
  const policy = { 'content-security-policy': REFUSAL_PAGE_POLICY }
  return { headers: { ...headers, ...policy }, body: refusalPage(error, language) }
}

/** RFC 9457. Not the error's own message, which is for the web-app's developer. */
function problem(error: ExtensionError, language: Language = DEFAULT_LANGUAGE): Answer {
  const { code, status } = error
  const { heading, text } = EXPLANATIONS[code]
  const own = error instanceof VisitRefused ? error.texts : undefined
  const body = { status, code, title: heading[language], detail: (own ?? text)[language] }
  return { headers: { 'content-type': 'application/problem+json' }, body: JSON.stringify(body) }
}

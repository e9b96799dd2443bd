/** What a refused visitor gets: a page that a parent understands, or problem details for a script that asked for JSON. */
import { APP_LANGUAGES, ENTRANCE_HEADERS } from '../shared/contract/entrance.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../shared/contract/site.ts'
import type { ExtensionError, ExtensionFault } from './errors.ts'
import type { VisitRequest } from './extension.ts'

export interface Refusal {
  status: number
  headers: Record<string, string>
  body: string
}

/** A web-app's own page. What it returns is sent as HTML, with the status of the error. */
export type RefusalPage = (error: ExtensionError, context: { language: Language }) => string

export function refusalOf(
  error: ExtensionError,
  { header }: VisitRequest,
  page: RefusalPage = defaultPage,
): Refusal {
  const language = languageOf(header)
  return {
    status: error.status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' },
    body: page(error, { language }),
  }
}

function defaultPage({ code }: { code: ExtensionFault }, { language }: { language: Language }): string {
  return `<!doctype html><html lang="${language}"><title>${code}</title>`
}

function languageOf(header: VisitRequest['header']): Language {
  const asked = header(ENTRANCE_HEADERS.language)
  if (asked && Object.hasOwn(APP_LANGUAGES, asked)) return APP_LANGUAGES[asked as keyof typeof APP_LANGUAGES]
  return (
    LANGUAGES.find(language => language.startsWith((header('accept-language') ?? '').slice(0, 2))) ??
    DEFAULT_LANGUAGE
  )
}

/** What a source of news can do. */
import type { Language } from '../contract.ts'
import type { NewsEntry } from './entry.ts'
import type { NewsPage } from './page.ts'

export type NewsChange = { kind: 'upsert'; entry: NewsEntry } | { kind: 'deletion'; newsId: string }

/** Each call rejects with a `NewsError`, or with its signal's reason. */
export interface NewsSource {
  newest(signal: AbortSignal): Promise<NewsPage>
  more(next: string, signal: AbortSignal): Promise<NewsPage>
  search(text: string, next: string | undefined, signal: AbortSignal): Promise<NewsPage>
  /** Undefined: it does not exist. Files cannot say that an entry was withdrawn. */
  entry(newsId: string, signal: AbortSignal): Promise<NewsEntry | 'withdrawn' | undefined>
  /** Reports each later change until the connection ends. Files cannot do this: they are loaded again. */
  follow?(seq: number, hear: (change: NewsChange) => void, signal: AbortSignal): Promise<void>
}

export interface SourceOptions {
  service: string | undefined
  files: string | undefined
  siteId: string
  lang: Language
  /** Entries on a page. */
  limit: number
  /** Base of relative addresses. */
  baseUrl: string
}

/** What differs between the engines in a search: how the terms of entries are kept and found. */
import type { Stream } from '../stream.ts'
import type { EntryKey } from './rows.ts'
import type { Phrase } from './search-terms.ts'
import type { Queries, Row } from './tables.ts'

/** Newest matches that are ranked; older ones are not found. */
export const MOST_FOUND = 1_000
/** Weight of a match in the title, compared with the body. */
export const TITLE_WEIGHT = 5

/** Terms are separated by spaces. */
export interface IndexedEntry extends EntryKey {
  newsDateTime: string
  title: string
  body: string
}

export interface TermsQuery extends Stream {
  /** All of them must be found; at least one. */
  phrases: readonly Phrase[]
  limit: number
  offset: number
}

export interface SearchIndex {
  /** None of them is in the index. */
  add(db: Queries, entries: readonly IndexedEntry[]): Promise<void>
  /** By relevance, then newest first. */
  find(db: Queries, query: TermsQuery): Promise<Row<'news'>[]>
}

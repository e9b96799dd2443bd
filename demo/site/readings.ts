/** The bodies asked for last, ready for a page: cleaning one takes longer than everything else on its page. */
import { LRUCache } from 'lru-cache'
import type { Language } from '../../shared/contract/site.ts'
import { type Reading, readBody } from './body.ts'
import { TEXTS } from './strings.ts'

/** How many are kept: more than all pages together show on most days. */
export const MOST_READINGS = 500

export type ReadingOf = (lang: Language, newsId: string, source: string) => Reading

export function createReadings(): ReadingOf {
  const kept = new LRUCache<string, { source: string; reading: Reading }>({ max: MOST_READINGS })

  return function readingOf(lang, newsId, source) {
    const key = `${lang} ${newsId}`
    const known = kept.get(key)
    // Known by its text, not by the agent's number for it: those start again with a new store.
    const reading =
      known?.source === source ? known.reading : readBody(source, { tableName: TEXTS.widePart[lang] })
    kept.set(key, { source, reading })
    return reading
  }
}

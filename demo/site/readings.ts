/** A cache of prepared bodies: preparing one takes longer than the rest of its page. */
import { LRUCache } from 'lru-cache'
import type { Language } from '../../shared/contract/site.ts'
import { type Reading, readBody } from './body.ts'
import { TEXTS } from './strings.ts'

/** Size of the cache: more than all pages show together on most days. */
export const MOST_READINGS = 500

export type ReadingOf = (lang: Language, newsId: string, source: string) => Reading

export function createReadings(): ReadingOf {
  const kept = new LRUCache<string, { source: string; reading: Reading }>({ max: MOST_READINGS })

  return function readingOf(lang, newsId, source) {
    const key = `${lang} ${newsId}`
    const known = kept.get(key)
    // The key is the text, not the agent's seq, which starts again with a new store.
    const reading =
      known?.source === source ? known.reading : readBody(source, { tableName: TEXTS.widePart[lang] })
    kept.set(key, { source, reading })
    return reading
  }
}

import { it } from 'vitest'
import { LANGUAGES, type Language } from '../../shared/contract/site.ts'

/**
 * Defines tests that would be the same in both languages, in turn: the first is run in English, the second in Chinese. Each
 * text stands in both languages by its type, and `console/shell.test.ts` goes to every page in both. With `SOAK` all run.
 */
export function inTurn(lang: Language): (promise: string, test: () => Promise<void>) => void {
  let count = LANGUAGES.indexOf(lang)
  return (promise, test) => {
    if (count++ % LANGUAGES.length === 0 || process.env.SOAK) it(promise, test)
  }
}

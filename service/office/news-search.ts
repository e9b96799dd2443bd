/** What a search in news looks through: titles and bodies in both languages, as a reader sees them. */
import { paragraphsOf } from '../../shared/html/plain-text.ts'
import { textOf } from '../../shared/html/text-of.ts'
import type { TextColumns } from './texts.ts'

/** Titles and the text of bodies, one to a line, in the form that {@link searchTerms} looks for. */
export function newsWords({ title_en, body_en, title_zh, body_zh }: TextColumns): string {
  return [title_en, textOf(paragraphsOf(body_en)), title_zh, textOf(paragraphsOf(body_zh))]
    .map(folded)
    .join('\n')
}

/** What every hit must hold, one by one: words between white space. Chinese needs none, and a term may be one character. */
export function searchTerms(search: string): string[] {
  return folded(search)
    .split(/\s+/)
    .filter(term => term !== '')
    .slice(0, MOST_TERMS)
}

const MOST_TERMS = 8

/** Capitals and full-width letters are found by small ones. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

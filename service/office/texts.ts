/** Titles and bodies in both languages, and which of them a reader gets. */
import type { Language } from '../../shared/contract/site.ts'

/** The text columns that popups and news have alike. */
export interface TextColumns {
  title_en: string
  body_en: string
  title_zh: string
  body_zh: string
}

/** The text in a language; if there is none, the one in the other language. */
export function textIn(lang: Language, row: TextColumns): { title: string; body: string } {
  const english = { title: row.title_en, body: row.body_en }
  const chinese = { title: row.title_zh, body: row.body_zh }
  const [asked, other] = lang === 'en-US' ? [english, chinese] : [chinese, english]
  return asked.title || asked.body ? asked : other
}

/** Where a medium is used: as a cover, an attachment, an avatar, or in a body that names it. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { referencesIn } from './references.ts'

export interface MediaUse {
  kind: 'news' | 'popup' | 'person'
  /** As its page in the console is called. */
  id: string
  /** In the languages it is written in. */
  title: { 'en-US': string; 'zh-HK': string }
}

interface UseRow {
  id: string
  en: string
  zh: string
  body_en: string
  body_zh: string
  named: number
}

/** Deleted entries and messages count: they can be brought back. */
export function mediaUses(database: SqliteDatabase): (name: string) => MediaUse[] {
  const inNews = database.prepare<{ name: string }, UseRow>(`
    SELECT news_id AS id, title_en AS en, title_zh AS zh, body_en, body_zh, 1 AS named FROM news
    WHERE cover = @name OR news_id IN (SELECT news_id FROM news_attachment WHERE media = @name)
    UNION ALL
    SELECT news_id, title_en, title_zh, body_en, body_zh, 0 FROM news
    WHERE instr(body_en, 'media:' || @name) > 0 OR instr(body_zh, 'media:' || @name) > 0`)
  const inPopups = database.prepare<{ name: string }, UseRow>(`
    SELECT popup_id AS id, title_en AS en, title_zh AS zh, body_en, body_zh, 0 AS named FROM popup
    WHERE instr(body_en, 'media:' || @name) > 0 OR instr(body_zh, 'media:' || @name) > 0`)
  const ofPeople = database.prepare<{ name: string }, UseRow>(`
    SELECT user_id AS id, first_name || ' ' || last_name AS en, chinese_name AS zh, '' AS body_en, '' AS body_zh,
      1 AS named
    FROM person WHERE avatar = @name`)
  const kinds = [
    ['news', inNews],
    ['popup', inPopups],
    ['person', ofPeople],
  ] as const
  return name =>
    kinds.flatMap(([kind, select]) => {
      const rows = select.all({ name }).filter(row => row.named || namesIn(row, name))
      const byId = new Map(rows.map(row => [String(row.id), row]))
      return [...byId].map(([id, { en, zh }]) => ({ kind, id, title: { 'en-US': en, 'zh-HK': zh } }))
    })
}

/** Another name may begin with this one. */
function namesIn({ body_en, body_zh }: UseRow, name: string): boolean {
  return referencesIn(body_en).includes(name) || referencesIn(body_zh).includes(name)
}

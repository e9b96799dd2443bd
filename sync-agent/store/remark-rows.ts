/** Remarks on published entries, as rows of their own; they are stored with the entry. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import type { EntryRemark } from './types.ts'

export interface RemarkStore {
  /** Those on the entries that changed last come first. */
  remarks(): Promise<EntryRemark[]>
}

export function remarkRows(database: SqliteDatabase) {
  // Uses the index news_remarked; few entries have remarks.
  const all = database.prepare<[], Stream & { newsId: string; remarks: string }>(`
    SELECT site_id AS siteId, lang, news_id AS newsId, remarks FROM news WHERE remarks IS NOT NULL
    ORDER BY seq DESC`)
  return {
    list: (): EntryRemark[] =>
      all
        .all()
        .flatMap(({ remarks, ...entry }) =>
          JSON.parse(remarks).map((remark: EntryRemark) => ({ ...entry, ...remark })),
        ),
  }
}

/** Remarks on published entries, as rows of their own; they are stored with the entry. */
import type { Engine } from './engine.ts'
import type { EntryRemark } from './types.ts'

export interface RemarkStore {
  /** Those on the entries that changed last come first. */
  remarks(): Promise<EntryRemark[]>
}

export function remarkStore({ reading }: Engine): RemarkStore {
  return {
    async remarks() {
      // Uses the index news_remarked; few entries have remarks.
      const rows = await reading
        .selectFrom('news')
        .select(['site_id as siteId', 'lang', 'news_id as newsId', 'remarks'])
        .where('remarks', 'is not', null)
        .orderBy('seq', 'desc')
        .execute()
      return rows.flatMap(({ remarks, ...entry }) =>
        JSON.parse(remarks ?? '[]').map((remark: EntryRemark) => ({ ...entry, ...remark })),
      )
    },
  }
}

/** Remarks on published entries, as rows of their own; they are stored with the entry. */
import type { Engine } from './engine.ts'
import type { EntryRemark } from './types.ts'

/** Those on the entries that changed last come first. Uses the index news_remarked; few entries have remarks. */
export async function listRemarks({ reading }: Engine): Promise<EntryRemark[]> {
  const rows = await reading
    .selectFrom('news')
    .select(['site_id as siteId', 'lang', 'news_id as newsId', 'remarks'])
    .where('remarks', 'is not', null)
    .orderBy('seq', 'desc')
    .execute()
  return rows.flatMap(({ remarks, ...entry }) =>
    JSON.parse(remarks ?? '[]').map((remark: EntryRemark) => ({ ...entry, ...remark })),
  )
}

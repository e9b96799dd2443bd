/** The content of the news call: what changed on a website since a time, and entries requested by identifier. */
import type { Temporal } from 'temporal-polyfill'
import type { NewsContent, NewsEntry } from '../../../shared/contract/news.ts'
import type { Language, SiteId } from '../../../shared/contract/site.ts'
import type { ServiceContext } from '../../context.ts'
import { attachmentOf } from '../../media/media.ts'
import type { NewsRow } from '../../records/news-repository.ts'
import { lastSecondBefore } from '../../records/since.ts'
import { textIn } from '../../records/texts.ts'
import type { TimeLimit } from './time-limit.ts'

/**
 * Served by the index news_site_by_change for the time and by the primary key of news_site for the identifiers.
 * Only entries that the site shows, or once showed, have a row there; an unknown identifier finds none.
 */
export const CHANGED_OR_WANTED = `
  WITH wanted (news_id) AS (
    SELECT news_id FROM news_site WHERE site = :site AND changed_at > :after
    UNION
    SELECT news_id FROM news_site WHERE site = :site AND news_id IN (SELECT value FROM json_each(:newsIDs))
  )
  SELECT news.*, shown AND NOT deleted AS published
  FROM wanted JOIN news USING (news_id) JOIN news_site USING (news_id)
  WHERE site = :site
  ORDER BY news_date_time DESC, news_id DESC`

/** The same for entries that went with a replaced state; one that was entered again since is in the query above. */
const REPLACED = `
  WITH wanted (news_id) AS (
    SELECT news_id FROM news_tombstone WHERE site = :site AND changed_at > :after
    UNION
    SELECT news_id FROM news_tombstone WHERE site = :site AND news_id IN (SELECT value FROM json_each(:newsIDs))
  )
  SELECT news_id FROM wanted
  WHERE NOT EXISTS (SELECT 1 FROM news_site WHERE news_site.news_id = wanted.news_id AND site = :site)`

export interface NewsQuestion {
  siteId: SiteId
  lang: Language
  lastSyncTime: Temporal.PlainDateTime
  /** Requested by identifier, each once. */
  newsIDs: string[]
}

interface Asked {
  site: SiteId
  after: number
  /** As a JSON array. */
  newsIDs: string
}
type ChangedRow = NewsRow & { published: number }

export function newsQuery({ database, repositories: { media }, links, zone }: ServiceContext) {
  const select = database.prepare<[Asked], ChangedRow>(CHANGED_OR_WANTED)
  const selectReplaced = database.prepare<[Asked], string>(REPLACED).pluck()
  const selectAttachments = database
    .prepare<[string], string>('SELECT media FROM news_attachment WHERE news_id = ? ORDER BY position')
    .pluck()

  return ({ siteId, lang, lastSyncTime, newsIDs }: NewsQuestion, inTime: TimeLimit): NewsContent => {
    const after = lastSecondBefore(lastSyncTime, zone)
    const asked = { site: siteId, after, newsIDs: JSON.stringify(newsIDs) }
    const content: NewsContent = { newsList: [], delNewsIds: [] }
    for (const row of select.iterate(asked)) {
      if (row.published) content.newsList.push(entryOf(row, lang))
      else content.delNewsIds.push(row.news_id)
      inTime()
    }
    for (const newsId of selectReplaced.iterate(asked)) {
      content.delNewsIds.push(newsId)
      inTime()
    }
    inTime()
    return content
  }

  function entryOf(row: NewsRow, lang: Language): NewsEntry {
    const { title, body } = textIn(lang, row)
    const cover = row.cover === null ? undefined : media.get(row.cover)
    return {
      newsId: row.news_id,
      newsTitle: title,
      newsContent: links.inHtml(body),
      newsDate: row.news_date_time.slice(0, 8),
      newsDateTime: row.news_date_time,
      ...(cover && {
        mobileScreenImageUrl: links.url(cover.screenPath),
        thumbnailUrl: links.url(cover.thumbnailPath),
      }),
      attachments: selectAttachments
        .all(row.news_id)
        .flatMap(name => media.get(name) ?? [])
        .map(file => attachmentOf(file, links.url)),
    }
  }
}

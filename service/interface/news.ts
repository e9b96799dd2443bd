/** The news call (interface, Endpoint 2): what was published, changed or deleted since a time. */
import type { Temporal } from 'temporal-polyfill'
import { EXAMPLE_NEWS } from '../../shared/contract/examples.ts'
import { NewsContent, type NewsEntry } from '../../shared/contract/news.ts'
import { NewsParameters, newsIdsOf } from '../../shared/contract/parameters.ts'
import { returnCodeOf } from '../../shared/contract/return-code.ts'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import { epochSecond, parseWireDateTime } from '../../shared/contract/wire-time.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ServiceContext } from '../context.ts'
import { newsEntry } from '../media/news-entry.ts'
import { IS_OUT, type NewsRow } from '../office/news-lists.ts'
import { textIn } from '../office/texts.ts'
import { CALL_DESCRIPTION, conditional, envelopeResponses } from './content-schema.ts'
import { type Content, contentOf, lasting, sendContent } from './envelope.ts'
import { lastSecondBefore } from './since.ts'
import { type TimeLimit, timeLimit } from './time-limit.ts'

export async function newsRoute(server: TypedServer, context: ServiceContext): Promise<void> {
  const { settings, elapsedMs } = context
  const query = newsQuery(context)
  const schema = {
    // In the document once, with the first path segment.
    hide: !server.prefix.startsWith(`${settings.contentPath}/api/`),
    tags: ['Content API'],
    operationId: 'getNews',
    summary: 'The news published, changed or deleted since a time',
    description: CALL_DESCRIPTION,
    headers: conditional,
    querystring: NewsParameters,
    response: envelopeResponses({
      title: 'NewsEnvelope',
      content: NewsContent,
      what: 'the entries and the identifiers of those deleted',
      examples: {
        changes: { summary: 'Two entries and a deletion', content: EXAMPLE_NEWS['en-US'] },
        changesInChinese: { summary: 'The same with lang=zh-HK', content: EXAMPLE_NEWS['zh-HK'] },
        unchanged: { summary: 'Nothing since', content: { newsList: [], delNewsIds: [] } },
      },
      failures: {
        lastSyncTimeMissing: returnCodeOf({ parameter: 'lastSyncTime', isMissing: true, value: undefined }),
      },
    }),
  }
  server.get('/check', { schema }, function answerNews(request, reply) {
    const inTime = timeLimit(settings.answerWithinMs, elapsedMs)
    const { siteId, lang, lastSyncTime, newsIDs } = request.query
    const question = {
      siteId,
      lang,
      lastSyncTime: parseWireDateTime(lastSyncTime),
      newsIDs: newsIdsOf(newsIDs),
    }
    sendContent(request, reply, query(question, inTime))
  })
}

interface NewsQuestion {
  siteId: SiteId
  lang: Language
  lastSyncTime: Temporal.PlainDateTime
  /** Requested by identifier, each once. */
  newsIDs: string[]
}

interface Asked {
  site: SiteId
  /** Epoch seconds. */
  now: number
  after: number
  /** As a JSON array. */
  newsIDs: string
}
type ChangedRow = NewsRow & { published: number }

/** Moments at which entries came to their websites or left them, served by the index of the column. */
const passed = (column: 'publish_at' | 'unpublish_at') => `
    SELECT news_id FROM news JOIN news_site USING (news_id)
    WHERE ${column} > @after AND ${column} <= @now AND site = @site AND shown AND NOT deleted`

/**
 * Served by the index news_site_by_change for the time and by the primary key of news_site for the identifiers.
 * Only entries that the site shows, or once showed, have a row there; an unknown identifier finds none. A row of an entry
 * that the site has never had is as if it were not there.
 */
export const CHANGED_OR_WANTED = `
  WITH wanted (news_id) AS (
    SELECT news_id FROM news_site WHERE site = @site AND changed_at > @after
    UNION
    SELECT news_id FROM news_site WHERE site = @site AND news_id IN (SELECT value FROM json_each(@newsIDs))
    UNION ${passed('publish_at')}
    UNION ${passed('unpublish_at')}
  )
  SELECT news.*, shown AND NOT deleted AND ${IS_OUT} AS published
  FROM wanted JOIN news USING (news_id) JOIN news_site USING (news_id)
  WHERE site = @site AND sent_from <= @now
  ORDER BY news_date_time DESC, news_id DESC`

/** The same for entries that went with a replaced state; one that was entered again since is in the query above. */
const REPLACED = `
  WITH wanted (news_id) AS (
    SELECT news_id FROM news_tombstone WHERE site = @site AND changed_at > @after
    UNION
    SELECT news_id FROM news_tombstone WHERE site = @site AND news_id IN (SELECT value FROM json_each(@newsIDs))
  )
  SELECT news_id FROM wanted
  WHERE NOT EXISTS (SELECT 1 FROM news_site WHERE news_site.news_id = wanted.news_id AND site = @site AND sent_from <= @now)`

/** What changed on a website since a time, and entries requested by identifier. */
function newsQuery({ database, repositories: { media, news }, links, zone, clock }: ServiceContext) {
  const select = database.prepare<[Asked], ChangedRow>(CHANGED_OR_WANTED)
  const selectReplaced = database.prepare<[Asked], string>(REPLACED).pluck()
  const selectAttachments = database
    .prepare<[string], string>('SELECT media FROM news_attachment WHERE news_id = ? ORDER BY position')
    .pluck()

  return ({ siteId, lang, lastSyncTime, newsIDs }: NewsQuestion, inTime: TimeLimit): Content => {
    const after = lastSecondBefore(lastSyncTime, zone)
    const instant = clock.now()
    const asked = { site: siteId, now: epochSecond(instant), after, newsIDs: JSON.stringify(newsIDs) }
    const until = news.nextMoment(asked.now)
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
    return lasting(contentOf(content), until, instant)
  }

  function entryOf(
    { news_id: newsId, news_date_time: newsDateTime, cover, ...row }: NewsRow,
    lang: Language,
  ): NewsEntry {
    const attachments = selectAttachments.all(newsId)
    return newsEntry({ newsId, newsDateTime, ...textIn(lang, row), cover, attachments }, media, links)
  }
}

/** The news call (interface, Endpoint 2): what was published, changed or deleted since a time. */
import Type from 'typebox'
import { Check } from 'typebox/value'
import { NewsContent } from '../../../shared/contract/news.ts'
import { parseWireDateTime, WireDateTime } from '../../../shared/contract/wire-time.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import type { ServiceContext } from '../../context.ts'
import { sendContent } from '../../envelope.ts'
import { newsQuery } from './news-query.ts'
import { CALL_DESCRIPTION, conditional, envelopeResponses, siteAndLanguage } from './schema.ts'
import { timeLimit } from './time-limit.ts'

/** Far above what a page of news needs, and low enough that one call stays one call. */
const MOST_NEWS_IDS = 500

export async function newsRoute(server: TypedServer, context: ServiceContext): Promise<void> {
  const { settings, elapsedMs } = context
  const query = newsQuery(context)
  const schema = {
    // In the document once, with the first path segment.
    hide: !server.prefix.startsWith(`${settings.contentPath}/api/`),
    tags: ['Content API'],
    summary: 'The news published, changed or deleted since a time',
    description: CALL_DESCRIPTION,
    headers: conditional,
    querystring: NewsParameters,
    response: envelopeResponses(
      'NewsAnswer',
      NewsContent,
      'the entries, newest first, and the identifiers of those deleted',
    ),
  }
  server.get('/check', { schema }, function answerNews(request, reply) {
    const inTime = timeLimit(settings.answerWithinMs, elapsedMs)
    const { siteId, lang, lastSyncTime, newsIDs } = request.query
    const question = { siteId, lang, lastSyncTime: parseWireDateTime(lastSyncTime), newsIDs: listOf(newsIDs) }
    sendContent(request, reply, query(question, inTime))
  })
}

const NewsParameters = Type.Object({
  ...siteAndLanguage,
  lastSyncTime: Type.Refine(
    Type.String({
      pattern: '^\\d{14}$',
      description: 'Wall clock in the school’s zone, `YYYYMMDDhhmmss`; only changes after it are sent.',
    }),
    text => Check(WireDateTime, text),
    () => 'must be a time that exists (YYYYMMDDhhmmss)',
  ),
  newsIDs: Type.Optional(
    Type.Refine(
      Type.String({
        description: `Identifiers of entries wanted besides, separated by commas; up to ${MOST_NEWS_IDS}.`,
      }),
      text => listOf(text).length <= MOST_NEWS_IDS,
      () => `must have at most ${MOST_NEWS_IDS} identifiers`,
    ),
  ),
})

/** Each once. */
function listOf(newsIDs = ''): string[] {
  const all = newsIDs.split(',').map(id => id.trim())
  return [...new Set(all)].filter(id => id !== '')
}

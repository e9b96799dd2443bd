/** The news call (interface, Endpoint 2): what was published, changed or deleted since a time. */
import { EXAMPLE_NEWS } from '../../../shared/contract/examples.ts'
import { NewsContent } from '../../../shared/contract/news.ts'
import { NewsParameters, newsIdsOf } from '../../../shared/contract/parameters.ts'
import { returnCodeOf } from '../../../shared/contract/return-code.ts'
import { parseWireDateTime } from '../../../shared/contract/wire-time.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import type { ServiceContext } from '../../context.ts'
import { sendContent } from '../../envelope.ts'
import { newsQuery } from './news-query.ts'
import { CALL_DESCRIPTION, conditional, envelopeResponses } from './schema.ts'
import { timeLimit } from './time-limit.ts'

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

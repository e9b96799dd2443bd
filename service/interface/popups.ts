/** The popup call (interface, Endpoint 1): the messages to show on a website now. */
import { EXAMPLE_POPUPS } from '../../shared/contract/examples.ts'
import { PopupParameters } from '../../shared/contract/parameters.ts'
import { PopupContent, type PopupMessage } from '../../shared/contract/popup.ts'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import { epochSecond } from '../../shared/contract/wire-time.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ServiceContext } from '../context.ts'
import { IS_LIVE, messageOf, type PopupRow } from '../office/popups.ts'
import { storeVersion } from '../store/version.ts'
import { CALL_DESCRIPTION, conditional, envelopeResponses } from './content-schema.ts'
import { type Content, contentOf, lasting, sendContent } from './envelope.ts'
import { type TimeLimit, timeLimit } from './time-limit.ts'

export async function popupRoute(server: TypedServer, context: ServiceContext): Promise<void> {
  const { settings, elapsedMs } = context
  const answers = popupAnswers(context)
  const schema = {
    // In the document once, with the first path segment.
    hide: !server.prefix.startsWith(`${settings.contentPath}/api/`),
    tags: ['Content API'],
    operationId: 'getPopupMessages',
    summary: 'The popup messages to show on a website now',
    description: CALL_DESCRIPTION,
    headers: conditional,
    querystring: PopupParameters,
    response: envelopeResponses({
      title: 'PopupEnvelope',
      content: PopupContent,
      what: 'the messages',
      examples: {
        messages: { summary: 'Two messages', content: EXAMPLE_POPUPS['en-US'] },
        messagesInChinese: { summary: 'The same with lang=zh-HK', content: EXAMPLE_POPUPS['zh-HK'] },
        none: { summary: 'No message', content: [] },
      },
    }),
  }
  server.get('/check', { schema }, function answerPopups(request, reply) {
    const inTime = timeLimit(settings.answerWithinMs, elapsedMs)
    sendContent(request, reply, answers(request.query, inTime))
  })
}

interface PopupQuestion {
  siteId: SiteId
  lang: Language
}

/** A content and the epoch seconds in which it is the right one. */
interface Answer {
  content: Content
  from: number
  /** Of the next beginning or end of a message; absent: none is known. */
  until: number | undefined
}

/**
 * The messages flagged for a website that have begun and not ended, newest first. Cached as bytes until the store changes or a
 * message begins or ends: there are four different requests, so the cache has at most four entries.
 */
function popupAnswers({ database, links, origin, clock, repositories: { popups } }: ServiceContext) {
  const select = database.prepare<[{ site: SiteId; now: number }], PopupRow>(`
    SELECT popup.* FROM popup JOIN popup_site USING (popup_id)
    WHERE ${IS_LIVE} AND site = @site
    ORDER BY display_date DESC, popup_id DESC`)
  const version = storeVersion(database)
  const kept = new Map<string, Answer>()
  let keptFor = ''
  return ({ siteId, lang }: PopupQuestion, inTime: TimeLimit): Content => {
    // Read before the store: a later change is then in the next answer.
    if (!version.isUnchanged() || keptFor !== origin()) {
      kept.clear()
      keptFor = origin()
    }
    const key = `${siteId} ${lang}`
    const instant = clock.now()
    const now = epochSecond(instant)
    let answer = kept.get(key)
    // The clock may have been moved, also back.
    if (!answer || now < answer.from || now >= (answer.until ?? Infinity)) {
      const messages: PopupMessage[] = []
      for (const row of select.iterate({ site: siteId, now })) {
        messages.push(messageOf(row, lang, links.inHtml))
        inTime()
      }
      answer = { content: contentOf(messages), from: now, until: popups.nextMoment(now, siteId) }
      kept.set(key, answer)
    }
    inTime()
    return lasting(answer.content, answer.until, instant)
  }
}

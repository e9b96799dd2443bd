/**
 * The content of the popup call: the messages flagged for a website that have begun and not ended. Cached as bytes until
 * the store changes or a message begins or ends.
 */
import type { PopupMessage } from '../../../shared/contract/popup.ts'
import type { Language, SiteId } from '../../../shared/contract/site.ts'
import type { ServiceContext } from '../../context.ts'
import { type Content, contentOf, lasting } from '../../envelope.ts'
import { decorations, IS_LIVE, type PopupRow } from '../../records/popup-repository.ts'
import { epochSecond } from '../../records/since.ts'
import { textIn } from '../../records/texts.ts'
import { storeVersion } from '../../store/version.ts'
import type { TimeLimit } from './time-limit.ts'

export interface PopupQuestion {
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

/** Newest first. There are four different requests, so the cache has at most four entries. */
export function popupAnswers({ database, links, origin, clock, repositories: { popups } }: ServiceContext) {
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

function messageOf(row: PopupRow, lang: Language, inHtml: (html: string) => string): PopupMessage {
  const { title, body } = textIn(lang, row)
  return { msgTitle: title, msgBody: inHtml(body), displayDate: row.display_date, ...decorations(row) }
}

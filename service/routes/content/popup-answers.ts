/** The content of the popup call: the messages flagged for a website. Cached as bytes until the store changes. */
import type { PopupMessage } from '../../../shared/contract/popup.ts'
import type { Language, SiteId } from '../../../shared/contract/site.ts'
import type { ServiceContext } from '../../context.ts'
import { type Content, contentOf } from '../../envelope.ts'
import { decorations, type PopupRow } from '../../records/popup-repository.ts'
import { textIn } from '../../records/texts.ts'
import { storeVersion } from '../../store/version.ts'
import type { TimeLimit } from './time-limit.ts'

export interface PopupQuestion {
  siteId: SiteId
  lang: Language
}

/** Newest first. There are four different requests, so the cache has at most four entries. */
export function popupAnswers({ database, links, origin }: ServiceContext) {
  const select = database.prepare<[SiteId], PopupRow>(`
    SELECT popup.* FROM popup JOIN popup_site USING (popup_id)
    WHERE on_website = 1 AND deleted = 0 AND site = ?
    ORDER BY display_date DESC, popup_id DESC`)
  const version = storeVersion(database)
  const kept = new Map<string, Content>()
  let keptFor = ''
  return ({ siteId, lang }: PopupQuestion, inTime: TimeLimit): Content => {
    // Read before the store: a later change is then in the next answer.
    if (!version.isUnchanged() || keptFor !== origin()) {
      kept.clear()
      keptFor = origin()
    }
    const key = `${siteId} ${lang}`
    let content = kept.get(key)
    if (!content) {
      const messages: PopupMessage[] = []
      for (const row of select.iterate(siteId)) {
        messages.push(messageOf(row, lang, links.inHtml))
        inTime()
      }
      content = contentOf(messages)
      kept.set(key, content)
    }
    inTime()
    return content
  }
}

function messageOf(row: PopupRow, lang: Language, inHtml: (html: string) => string): PopupMessage {
  const { title, body } = textIn(lang, row)
  return { msgTitle: title, msgBody: inHtml(body), displayDate: row.display_date, ...decorations(row) }
}

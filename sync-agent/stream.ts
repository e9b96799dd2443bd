/** A stream: the news of one website in one language, copied and served separately. */
import type { Language, SiteId } from '../shared/contract/site.ts'

export interface Stream {
  siteId: SiteId
  lang: Language
}

/** The name in logs and messages: `academy/en-US`. */
export const streamName = ({ siteId, lang }: Stream) => `${siteId}/${lang}`

export const sameStream = (a: Stream, b: Stream) => a.siteId === b.siteId && a.lang === b.lang

/** Default titles and descriptions of feeds. */
import type { Language, SiteId } from '../../../shared/contract/site.ts'
import type { FeedTexts } from '../../options/feeds.ts'
import { type Stream, streamName } from '../../stream.ts'

const TITLES = {
  academy: { 'en-US': 'School news', 'zh-HK': '學校消息' },
  'pre-school': { 'en-US': 'Pre-school news', 'zh-HK': '幼稚園消息' },
} as const satisfies Record<SiteId, Record<Language, string>>

const DESCRIPTIONS = {
  academy: { 'en-US': 'News from the school, newest first.', 'zh-HK': '學校最新消息。' },
  'pre-school': { 'en-US': 'News from the pre-school, newest first.', 'zh-HK': '幼稚園最新消息。' },
} as const satisfies Record<SiteId, Record<Language, string>>

export const titleOf = (stream: Stream, own: FeedTexts): string =>
  ownText(stream, own) ?? TITLES[stream.siteId][stream.lang]

export const descriptionOf = (stream: Stream, own: FeedTexts): string =>
  ownText(stream, own) ?? DESCRIPTIONS[stream.siteId][stream.lang]

function ownText(stream: Stream, own: FeedTexts): string | undefined {
  const name = streamName(stream) as `${SiteId}/${Language}`
  return own[name] ?? own[stream.siteId]
}

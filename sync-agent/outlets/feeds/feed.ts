/** A feed before serialisation: the newest entries for readers outside the site. */
import type { Temporal } from 'temporal-polyfill'
import type { ReceivedAttachment } from '../../../shared/client/attachments.ts'
import type { Language } from '../../../shared/contract/site.ts'
import { instantOf, parseWireDateTime } from '../../../shared/contract/wire-time.ts'
import type { FeedSettings } from '../../options/feeds.ts'
import type { FeedEntry } from '../../store/types.ts'
import type { Stream } from '../../stream.ts'
import { entryGuid, feedGuid } from './guid.ts'
import { linkTo, withWholeLinks } from './links.ts'
import { summaryOf } from './summary.ts'
import { descriptionOf, titleOf } from './texts.ts'
import { legible } from './xml.ts'

export interface Feed {
  guid: string
  lang: Language
  title: string
  description: string
  /** The website's page that the feed belongs to. */
  homeUrl: string
  /** The feed's own URL. */
  selfUrl: string
  /** When any of its items last changed; undefined without items. */
  updatedAt: Temporal.ZonedDateTime | undefined
  items: FeedItem[]
}

/** Texts contain only characters that XML allows; URLs are absolute. */
export interface FeedItem {
  guid: string
  /** The entry's page on the website, if known. */
  url: string | undefined
  /** Plain text, never empty. */
  title: string
  /** Sanitised. */
  html: string
  /** Plain text; empty if the body has none. */
  summary: string
  /** In the school's zone, like all times here. */
  publishedAt: Temporal.ZonedDateTime
  updatedAt: Temporal.ZonedDateTime
  coverUrl: string | undefined
  attachments: ReceivedAttachment[]
}

/** @param selfUrl the feed's own URL; templates that are only a path are relative to it */
export function feedOf(
  stream: Stream,
  entries: readonly FeedEntry[],
  selfUrl: string,
  settings: FeedSettings,
): Feed {
  const { identity, titles, descriptions, newsLink, homeLink } = settings
  const site = linkTo(newsLink ?? '/', selfUrl, stream, 'any') ?? selfUrl
  const homeUrl = linkTo(homeLink ?? '/', site, stream) ?? site
  const items = entries.map(entry => itemOf(entry, { ...settings, homeUrl, selfUrl }))
  return {
    guid: feedGuid(identity, stream),
    lang: stream.lang,
    title: titleOf(stream, titles),
    description: descriptionOf(stream, descriptions),
    homeUrl,
    selfUrl,
    updatedAt: latest(items.map(({ updatedAt }) => updatedAt)),
    items,
  }
}

function itemOf(
  entry: FeedEntry,
  { identity, zone, newsLink, homeUrl, selfUrl }: FeedSettings & Pick<Feed, 'homeUrl' | 'selfUrl'>,
): FeedItem {
  const url = newsLink === undefined ? undefined : linkTo(newsLink, selfUrl, entry, entry.newsId)
  const html = withWholeLinks(legible(entry.html), url ?? homeUrl)
  const summary = summaryOf(html, entry.lang)
  const publishedAt = instantOf(parseWireDateTime(entry.newsDateTime), zone).toZonedDateTimeISO(zone)
  const changedAt = entry.changedAt.toZonedDateTimeISO(zone)
  // An entry never seen to change has its own date, the same on every agent, whenever it was copied.
  const isAsItCame = entry.changedAt.equals(entry.firstSeenAt)
  return {
    guid: entryGuid(identity, entry, entry.newsId, entry.incarnation),
    url,
    title: legible(entry.title).trim() || summary || entry.date,
    html,
    summary,
    publishedAt,
    updatedAt: isAsItCame ? publishedAt : (latest([publishedAt, changedAt]) ?? publishedAt),
    coverUrl: entry.coverUrl && new URL(entry.coverUrl).href,
    attachments: entry.attachments.map(file => ({ ...file, url: new URL(file.url).href })),
  }
}

const latest = (times: readonly Temporal.ZonedDateTime[]) =>
  times.toSorted((a, b) => b.epochMilliseconds - a.epochMilliseconds)[0]

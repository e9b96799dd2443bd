/** All feed formats: name, type, and how the feed is made from the store. */
import type { Temporal } from 'temporal-polyfill'
import { printWireDateTime, wallClockAt } from '../../../shared/contract/wire-time.ts'
import type { FeedSettings } from '../../options/feeds.ts'
import type { FeedPage, FeedQuery } from '../../store/types.ts'
import type { Stream } from '../../stream.ts'
import { atom } from './atom.ts'
import { type Feed, feedOf } from './feed.ts'
import { jsonFeed } from './json-feed.ts'
import { newsSitemap, SITEMAP_ENTRIES, SITEMAP_HOURS } from './news-sitemap.ts'
import { rss } from './rss.ts'

export interface FeedFormat {
  /** Path after `/feeds/{siteId}/{lang}`. */
  ending: string
  contentType: string
  write: (feed: Feed) => string
  /** Whether it has only the last days, so that it changes with time. */
  isOfLastDays?: boolean
}

export const FEED_FORMATS: readonly FeedFormat[] = [
  { ending: '.rss', contentType: 'application/rss+xml; charset=utf-8', write: rss },
  { ending: '.atom', contentType: 'application/atom+xml; charset=utf-8', write: atom },
  { ending: '.json', contentType: 'application/feed+json; charset=utf-8', write: jsonFeed },
  {
    ending: '/news-sitemap.xml',
    contentType: 'application/xml; charset=utf-8',
    write: newsSitemap,
    isOfLastDays: true,
  },
]

export const feedPath = ({ siteId, lang }: Stream, { ending }: FeedFormat) =>
  `/feeds/${siteId}/${lang}${ending}`

export interface WrittenFeed {
  text: string
  /** When it last changed, including deletions; undefined before the first change, and if it changes with time. */
  changedAt: Temporal.Instant | undefined
}

export interface FeedParts {
  /** The newest entries. */
  read: (query: FeedQuery) => Promise<FeedPage>
  settings: FeedSettings
  now: Temporal.Instant
}

/** @param selfUrl the feed's own URL */
export async function writeFeed(
  stream: Stream,
  format: FeedFormat,
  selfUrl: string,
  { read, settings, now }: FeedParts,
): Promise<WrittenFeed> {
  const query = format.isOfLastDays ? lastDays(now, settings.zone) : { limit: settings.entries }
  const { entries, changedAt } = await read({ ...stream, ...query })
  const feed = feedOf(stream, entries, selfUrl, settings)
  if (format.isOfLastDays) {
    const since = now.subtract({ hours: SITEMAP_HOURS }).epochMilliseconds
    feed.items = feed.items.filter(
      ({ publishedAt: { epochMilliseconds: at } }) => at >= since && at <= now.epochMilliseconds,
    )
  }
  return { text: format.write(feed), changedAt: format.isOfLastDays ? undefined : changedAt }
}

/** An hour more at both ends, because a clock that is set back shows the same time twice. */
function lastDays(now: Temporal.Instant, zone: string) {
  const wall = (time: Temporal.Instant) => printWireDateTime(wallClockAt(time, zone))
  return {
    from: wall(now.subtract({ hours: SITEMAP_HOURS + 1 })),
    until: wall(now.add({ hours: 1 })),
    limit: SITEMAP_ENTRIES,
  }
}

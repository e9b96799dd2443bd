/** The feeds of a stream as files, made by the same code as the served ones. */

import type { Temporal } from 'temporal-polyfill'
import type { PublishSettings } from '../../options/publish.ts'
import { listForFeed } from '../../store/feed-rows.ts'
import type { AgentStore } from '../../store/store.ts'
import type { FeedQuery } from '../../store/types.ts'
import { streamName } from '../../stream.ts'
import { FEED_FORMATS, feedPath, writeFeed } from '../feeds/formats.ts'
import { PlanOutdatedError } from './errors.ts'
import type { PlannedFile } from './planned-file.ts'
import { digest, type PlannedStream, type Shown, sourcesOf, type TextFile } from './planned-stream.ts'

export function feedFiles(
  stream: PlannedStream,
  text: TextFile,
  shown: Shown,
  { store, settings, now }: { store: AgentStore; settings: PublishSettings; now: Temporal.Instant },
): PlannedFile[] {
  const { formats, baseUrl, feeds } = settings
  if (!formats.has('feeds') || !baseUrl) return []
  const newest = digest(JSON.stringify(sourcesOf(stream.known.slice(-feeds.entries), shown)))
  const read = async (query: FeedQuery) => {
    const page = await listForFeed(store, query)
    const moved = page.entries.find(({ newsId, seq }) => stream.byId.get(newsId)?.seq !== seq)
    if (moved) throw new PlanOutdatedError(`${streamName(stream)} ${moved.newsId} has changed`)
    return { ...page, entries: page.entries.map(shown.anywhere) }
  }
  return FEED_FORMATS.filter(({ isOfLastDays }) => !isOfLastDays || feeds.newsLink !== undefined).map(
    format => {
      const path = feedPath(stream, format).slice(1)
      // Entries leave the sitemap with time, so it is made each time, and written if it differs.
      const source = format.isOfLastDays ? `${now.epochMilliseconds}:${stream.seq}` : newest
      return text(path, source, async () => {
        const parts = { read, settings: feeds, now }
        return (await writeFeed(stream, format, baseUrl + path, parts)).text
      })
    },
  )
}

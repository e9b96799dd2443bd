/** News as a sync agent serves it: pages, search, and a stream of changes. */
import { getJson } from './call.ts'
import { entryOf, fieldsOf, textIn } from './entry.ts'
import { followStream } from './event-stream.ts'
import { pageOf } from './page.ts'
import type { NewsChange, NewsSource, SourceOptions } from './source.ts'

/** @param base the agent's address with a slash at its end */
export function agentSource(
  base: string,
  { siteId, lang, limit }: Pick<SourceOptions, 'siteId' | 'lang' | 'limit'>,
): NewsSource {
  const address = (path: string, query: Record<string, string | undefined>) => {
    const asked = Object.entries({ siteId, lang, ...query }).filter(([, value]) => value !== undefined)
    return `${base}v1/${path}?${new URLSearchParams(asked as [string, string][])}`
  }
  const page = async (query: Record<string, string | undefined>, signal: AbortSignal, fresh = false) =>
    pageOf(await getJson(address('news', { limit: `${limit}`, ...query }), signal, fresh), base, limit)

  return {
    newest: signal => page({}, signal, true),
    more: (cursor, signal) => page({ cursor }, signal),
    search: (q, cursor, signal) => page({ q, cursor }, signal),
    // Not by a path, which cannot hold every identifier.
    async entry(newsId, signal) {
      const { entries, isWithdrawn } = await page({ newsId }, signal)
      return isWithdrawn ? 'withdrawn' : entries.find(entry => entry.newsId === newsId)
    },
    follow: (seq, hear, signal) =>
      followStream(
        address('changes/stream', { after: `${seq}` }),
        raw => {
          const change = changeOf(raw, base)
          if (change) hear(change)
        },
        signal,
      ),
  }
}

function changeOf(raw: unknown, base: string): NewsChange | undefined {
  const { kind, entry, newsId } = fieldsOf(raw)
  if (kind === 'deletion') return { kind, newsId: textIn(newsId) }
  const upsert = entryOf(entry, base)
  return upsert && { kind: 'upsert', entry: upsert }
}

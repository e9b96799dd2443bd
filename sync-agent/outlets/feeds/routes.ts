/** Feeds over HTTP: RSS, Atom, JSON Feed and a news sitemap, for each site in each language. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../shared/clock.ts'
import { acceptedEncodings, isHeld } from '../../../shared/server/negotiation.ts'
import { sendProblem } from '../../../shared/server/problem.ts'
import type { FeedSettings } from '../../options/feeds.ts'
import type { AgentStore } from '../../store/store.ts'
import type { Stream } from '../../stream.ts'
import { mountOf } from '../http/host-handler.ts'
import { type Operation, refusal } from '../http/openapi.ts'
import { FEED_FORMATS, type FeedFormat, feedPath, writeFeed } from './formats.ts'
import { ENCODINGS, type KeptFeed, keepFeeds } from './kept.ts'
import { mailDate } from './rss.ts'

export interface FeedRouteParts {
  store: Pick<AgentStore, 'version' | 'listForFeed'>
  streams: readonly Stream[]
  settings: FeedSettings
  /** Newest entries in a feed. */
  entries: number
  /** Where readers reach the agent, as in `https://school.example/`; undefined: where the reader has asked. */
  publicUrl: string | undefined
  clock: Clock
}

const CACHING = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400'

/** Adds `/feeds/…` to the server. */
export function feedRoutes(server: FastifyInstance, parts: FeedRouteParts): void {
  const { store, streams, settings, entries, publicUrl, clock } = parts
  const kept = keepFeeds()

  for (const stream of streams) {
    for (const format of FEED_FORMATS) {
      const path = feedPath(stream, format)
      server.get(path, { config: { openapi: operationOf(format) } }, async (request, reply) => {
        if (format.isOfLastDays && settings.newsLink === undefined) return refuseWithoutPages(reply)
        const selfUrl = (publicUrl ?? addressAsked(request)) + path.slice(1)
        const now = clock.now()
        const version = versionOf(format, await store.version(), now)
        const feed = await kept(selfUrl, version, () =>
          writeFeed(stream, format, selfUrl, { store, settings, entries, now }),
        )
        return send(reply, request, feed, { type: format.contentType, now })
      })
    }
  }
}

function operationOf({ contentType, isOfLastDays }: FeedFormat): Operation {
  return {
    tag: 'Feeds',
    summary: isOfLastDays ? 'The last days’ news for search engines' : 'The newest news for feed readers',
    answers: {
      200: { description: 'The feed', type: contentType.replace(/;.*/, '') },
      304: { description: 'The feed that you hold is current' },
      ...(isOfLastDays && { 404: refusal('The agent does not know where the site shows its news') }),
    },
  }
}

/** One that depends on the time is good for a minute. */
function versionOf({ isOfLastDays }: FeedFormat, version: string, now: Temporal.Instant): string {
  return isOfLastDays ? `${version}/${Math.floor(now.epochMilliseconds / 60_000)}` : version
}

function refuseWithoutPages(reply: FastifyReply): FastifyReply {
  const detail = 'A sitemap lists pages, and the agent does not know where the site has them: see --news-link'
  return sendProblem(reply, { status: 404, title: 'Not Found', detail })
}

/** Forwarded headers are not believed: what anybody may write must not get into a feed that a cache gives to others. */
function addressAsked({ protocol, host, socket, raw }: FastifyRequest): string {
  const { localAddress = '127.0.0.1', localPort = 80 } = socket
  const own = `${protocol}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
  const asked = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`${protocol}://${host}`) : null
  return `${asked?.origin ?? own}${mountOf(raw)}/`
}

async function send(
  reply: FastifyReply,
  { headers }: FastifyRequest,
  feed: KeptFeed,
  { type, now }: { type: string; now: Temporal.Instant },
): Promise<FastifyReply> {
  const accepted = acceptedEncodings(headers['accept-encoding'])
  const encoding = ENCODINGS.find(name => accepted.has(name))
  const { bytes, entityTag } = await feed.variant(encoding)
  const modified = lastModified(feed.changedAt, now)
  reply.header('etag', entityTag).header('cache-control', CACHING).header('vary', 'accept-encoding')
  if (modified) reply.header('last-modified', modified)
  if (isCurrent(headers, entityTag, modified)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes)
}

/**
 * Rounded up, and not told before that second is over: another change in it would have the same date.
 */
function lastModified(changedAt: Temporal.Instant | undefined, now: Temporal.Instant): string | undefined {
  const second = changedAt?.round({ smallestUnit: 'second', roundingMode: 'ceil' })
  if (!second || second.epochMilliseconds > now.epochMilliseconds) return undefined
  return mailDate(second.toZonedDateTimeISO('UTC')).replace('+0000', 'GMT')
}

/** A date counts only where no tag was sent, and only the very one that was given: the agent's clock may be put back. */
function isCurrent(headers: FastifyRequest['headers'], entityTag: string, modified: string | undefined) {
  const held = headers['if-none-match']
  if (held !== undefined) return isHeld(held, entityTag)
  return modified !== undefined && headers['if-modified-since'] === modified
}

/** Feeds over HTTP: RSS, Atom, JSON Feed and a news sitemap, for each site in each language. */

import type { FastifyRequest } from 'fastify'
import type { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import type { Clock } from '../../../shared/clock.ts'
import { type Answer, sendAnswer } from '../../../shared/server/answer.ts'
import { AnswerCache } from '../../../shared/server/answer-cache.ts'
import { noBody, refusal } from '../../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../../shared/server/problem.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import type { FeedSettings } from '../../options/feeds.ts'
import { newsVersion } from '../../store/change-marks.ts'
import { listForFeed } from '../../store/feed-rows.ts'
import { type MirrorUrl, withMirror } from '../../store/mirrored.ts'
import type { AgentStore } from '../../store/store.ts'
import type { FeedQuery } from '../../store/types.ts'
import type { Stream } from '../../stream.ts'
import { notCopied, type RequireCopied } from '../http/first-copy.ts'
import { mountOf } from '../http/host-handler.ts'
import { FEED_FORMATS, type FeedFormat, feedPath, writeFeed } from './formats.ts'

export interface FeedRouteParts {
  store: AgentStore
  streams: readonly Stream[]
  requireCopied: RequireCopied
  mirrorUrl: MirrorUrl | undefined
  settings: FeedSettings
  /** Where readers reach the agent, as in `https://school.example/`; undefined: the address of the request. */
  publicUrl: string | undefined
  clock: Clock
}

const CACHING = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400'

/** Limit of cached feeds: there is one for each host name, and clients can make names up. */
const MOST_BYTES = 32 * 1024 * 1024
/** Brotli level. */
const QUALITY = 6

/** Adds `/feeds/…` to the server. */
export function feedRoutes(server: TypedServer, parts: FeedRouteParts): void {
  const { store, streams, requireCopied, mirrorUrl = () => undefined, settings, publicUrl, clock } = parts
  const cache = new AnswerCache(MOST_BYTES)
  const read = async (query: FeedQuery) => {
    const page = await listForFeed(store, query)
    return { ...page, entries: page.entries.map(entry => withMirror(entry, mirrorUrl)) }
  }

  for (const stream of streams) {
    for (const format of FEED_FORMATS) {
      const path = feedPath(stream, format)
      server.get(path, { schema: schemaOf(stream, format) }, async function answerFeed(request, reply) {
        if (format.isOfLastDays && settings.newsLink === undefined) throw noPages()
        await requireCopied([stream])
        const selfUrl = (publicUrl ?? addressAsked(request)) + path.slice(1)
        const now = clock.now()
        const version = versionOf(format, await newsVersion(store), now)
        const answer = await cache.getOrMake(selfUrl, version, async () => {
          const feed = await writeFeed(stream, format, selfUrl, { read, settings, now })
          const modifiedAt = feed.changedAt?.epochMilliseconds
          return { type: format.contentType, caching: CACHING, body: feed.text, quality: QUALITY, modifiedAt }
        })
        return sendAnswer(request, reply, answer, lastModified(answer, now))
      })
    }
  }
}

function schemaOf({ siteId, lang }: Stream, { ending, contentType, isOfLastDays }: FeedFormat) {
  return {
    tags: ['Feeds'],
    operationId: camelCase(
      `get ${siteId} ${lang}${isOfLastDays ? '' : ' feed'}${ending.replace('.xml', '')}`,
    ),
    summary: isOfLastDays
      ? 'News of the last days, for search engines'
      : 'The newest entries, for feed readers',
    response: {
      200: { description: 'The feed', content: { [contentType.replace(/;.*/, '')]: { schema: Type.Any() } } },
      304: noBody('Your copy is current'),
      ...(isOfLastDays && { 404: refusal('The agent does not know where the site shows its news') }),
      503: notCopied,
    },
  }
}

/** As in `getPreSchoolZhHKFeedRss`. */
function camelCase(words: string): string {
  const [first = '', ...others] = words.split(/[^A-Za-z]+/)
  return first + others.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** A feed that depends on the time is valid for a minute. */
function versionOf({ isOfLastDays }: FeedFormat, version: string, now: Temporal.Instant): string {
  return isOfLastDays ? `${version}/${Math.floor(now.epochMilliseconds / 60_000)}` : version
}

const noPages = () => new HttpProblem(404, 'A sitemap needs the URLs of the site’s pages: set --news-link')

/** Forwarded headers are not used: anybody can send them, and a cache would give the feed to others. */
function addressAsked({ protocol, host, socket, raw }: FastifyRequest): string {
  const { localAddress = '127.0.0.1', localPort = 80 } = socket
  const own = `${protocol}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
  const asked = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`${protocol}://${host}`) : null
  return `${asked?.origin ?? own}${mountOf(raw)}/`
}

/** Rounded up. Left out until that second is over, because another change in it would have the same date. */
function lastModified({ modifiedAt }: Answer, now: Temporal.Instant): Record<string, string> {
  if (modifiedAt === undefined) return {}
  const second = Math.ceil(modifiedAt / 1000) * 1000
  if (second > now.epochMilliseconds) return {}
  return { 'last-modified': new Date(second).toUTCString() }
}

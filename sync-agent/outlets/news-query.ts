/** What a visitor may ask of the news: read from a query string, each fault named by its parameter. */
import type { Place } from '../store/store.ts'
import { type Stream, streamName } from '../stream.ts'

/** A parameter cannot be used. */
export class QueryError extends Error {
  override name = 'QueryError'
  readonly code = 'QUERY_INVALID'
}

/** Parameters as Fastify gives them: a text, or several when one is named twice. */
export type Query = Record<string, string | string[] | undefined>

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/** The stream that `siteId` and `lang` name, or the first that fits what they leave open. @throws {QueryError} */
export function readStream(query: Query, streams: readonly Stream[]): Stream {
  const siteId = single(query, 'siteId')
  const lang = single(query, 'lang')
  const stream = streams.find(
    candidate =>
      (siteId === undefined || candidate.siteId === siteId) &&
      (lang === undefined || candidate.lang === lang),
  )
  if (stream) return stream
  throw new QueryError(
    `siteId, lang: this agent has no such news; it has ${streams.map(streamName).join(', ')}`,
  )
}

/** @throws {QueryError} */
export function readLimit(query: Query): number {
  const text = single(query, 'limit')
  if (text === undefined) return DEFAULT_LIMIT
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > MAX_LIMIT) throw new QueryError(`limit: must be a number from 1 to ${MAX_LIMIT}`)
  return limit
}

/** Where a page starts. @throws {QueryError} */
export function readPlace(query: Query): Place | undefined {
  const text = single(query, 'cursor')
  return text === undefined ? undefined : parsePlace(text)
}

/** A place as it goes out in `next`: base64url, to be handed back as it is. */
export function printPlace({ newsDateTime, newsId }: Place): string {
  return Buffer.from(JSON.stringify([newsDateTime, newsId])).toString('base64url')
}

function parsePlace(text: string): Place {
  const refusal = new QueryError('cursor: must be a "next" as this address gave it, unchanged')
  let place: unknown
  try {
    place = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw refusal
  }
  if (!Array.isArray(place) || place.length !== 2) throw refusal
  const [newsDateTime, newsId]: unknown[] = place
  if (typeof newsDateTime !== 'string' || !/^\d{14}$/.test(newsDateTime)) throw refusal
  if (typeof newsId !== 'string') throw refusal
  return { newsDateTime, newsId }
}

export function single(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw new QueryError(`${name}: is given ${value.length} times, may be once`)
  return value
}

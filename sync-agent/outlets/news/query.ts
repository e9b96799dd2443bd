/** What a visitor may ask of the news: read from a query string, each fault named by its parameter. */
import { createHash } from 'node:crypto'
import { HttpProblem } from '../../../shared/server/problem.ts'
import { MOST_FOUND } from '../../store/search.ts'
import { type Phrase, soughtPhrases } from '../../store/search-terms.ts'
import type { Place } from '../../store/types.ts'
import { type Stream, streamName } from '../../stream.ts'

/** Invalid parameter. */
export class QueryError extends HttpProblem {
  override name = 'QueryError'
  readonly code = 'QUERY_INVALID'

  constructor(detail: string) {
    super(400, detail)
  }
}

/** Parameters as Fastify gives them: a text, or several when one is named twice. */
export type Query = Record<string, string | string[] | undefined>

/** A page of the news, a page of what was found, or one entry, whatever its identifier looks like. */
export type NewsQuestion =
  | { kind: 'list'; stream: Stream; limit: number; after: Place | undefined }
  | { kind: 'search'; stream: Stream; limit: number; phrases: readonly Phrase[]; offset: number }
  | { kind: 'one'; stream: Stream; newsId: string }

export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100
/** Characters of `q`. */
export const LONGEST_SEARCH = 200
/** Words and runs of Chinese in `q`. */
const MOST_PHRASES = 16

/** @throws {QueryError} */
export function readNewsQuestion(query: Query, streams: readonly Stream[]): NewsQuestion {
  const stream = readStream(query, streams)
  const newsId = single(query, 'newsId')
  const q = single(query, 'q')
  if (newsId !== undefined) {
    const other = ['q', 'cursor'].find(name => query[name] !== undefined)
    if (other) throw new QueryError(`newsId: cannot be given together with ${other}`)
    return { kind: 'one', stream, newsId }
  }
  const limit = readLimit(query)
  // A form sends what was not filled in, too.
  if (q === undefined || q.trim() === '') return { kind: 'list', stream, limit, after: readPlace(query) }
  const phrases = readPhrases(q)
  return { kind: 'search', stream, limit, phrases, offset: readOffset(query, phrases) }
}

function readPhrases(q: string): Phrase[] {
  if (q.length > LONGEST_SEARCH) throw new QueryError(`q: is longer than ${LONGEST_SEARCH} characters`)
  const phrases = soughtPhrases(q)
  if (phrases.length > MOST_PHRASES) throw new QueryError(`q: has more than ${MOST_PHRASES} words`)
  return phrases
}

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

/**
 * An offset as it goes out in `next`. The relevance of all entries moves with every change, so that no entry's would hold
 * a place in the ranking; the words go with it, for it means nothing to others.
 */
export const printOffset = (offset: number, phrases: readonly Phrase[]): string =>
  Buffer.from(JSON.stringify([offset, digestOf(phrases)])).toString('base64url')

function parsePlace(text: string): Place {
  const [newsDateTime, newsId] = parseCursor(text)
  if (typeof newsDateTime !== 'string' || !/^\d{14}$/.test(newsDateTime)) throw foreignCursor()
  if (typeof newsId !== 'string') throw foreignCursor()
  return { newsDateTime, newsId }
}

function readOffset(query: Query, phrases: readonly Phrase[]): number {
  const text = single(query, 'cursor')
  if (text === undefined) return 0
  const [offset, digest] = parseCursor(text)
  if (typeof offset !== 'number' || !Number.isInteger(offset) || digest !== digestOf(phrases))
    throw foreignCursor()
  if (offset < 0 || offset > MOST_FOUND) throw foreignCursor()
  return offset
}

function parseCursor(text: string): [unknown, unknown] {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(cursor) && cursor.length === 2) return [cursor[0], cursor[1]]
  } catch {
    // Said below.
  }
  throw foreignCursor()
}

const foreignCursor = () =>
  new QueryError('cursor: must be a "next" as this address gave it for the same q, unchanged')

const digestOf = (phrases: readonly Phrase[]) =>
  createHash('sha256').update(JSON.stringify(phrases)).digest('base64url').slice(0, 8)

export function single(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw new QueryError(`${name}: is given ${value.length} times, may be once`)
  return value
}

/** `cursor`: the position of a page. Clients get it as `next` and send it back unchanged. */
import { createHash } from 'node:crypto'
import { MOST_FOUND } from '../../store/search-index.ts'
import type { Phrase } from '../../store/search-terms.ts'
import type { Place } from '../../store/types.ts'
import { QueryError } from '../http/parameters.ts'

/** In base64url. */
export const printPlace = ({ newsDateTime, newsId }: Place): string => print([newsDateTime, newsId])

/**
 * The same for a search: an offset, because every change can change the ranking. It contains the words, because it is only
 * valid for them.
 */
export const printOffset = (offset: number, phrases: readonly Phrase[]): string =>
  print([offset, digestOf(phrases)])

/** @throws {QueryError} */
export function readPlace(cursor: string): Place {
  const [newsDateTime, newsId] = parse(cursor)
  if (typeof newsDateTime !== 'string' || !/^\d{14}$/.test(newsDateTime)) throw foreign()
  if (typeof newsId !== 'string') throw foreign()
  return { newsDateTime, newsId }
}

/** @throws {QueryError} */
export function readOffset(cursor: string, phrases: readonly Phrase[]): number {
  const [offset, digest] = parse(cursor)
  if (typeof offset !== 'number' || !Number.isInteger(offset) || digest !== digestOf(phrases)) throw foreign()
  if (offset < 0 || offset > MOST_FOUND) throw foreign()
  return offset
}

const print = (pair: [unknown, unknown]) => Buffer.from(JSON.stringify(pair)).toString('base64url')

function parse(cursor: string): [unknown, unknown] {
  try {
    const pair: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(pair) && pair.length === 2) return [pair[0], pair[1]]
  } catch {
    // Reported below.
  }
  throw foreign()
}

const foreign = () =>
  new QueryError('cursor', 'must be a "next" as this address gave it for the same q, unchanged')

const digestOf = (phrases: readonly Phrase[]) =>
  createHash('sha256').update(JSON.stringify(phrases)).digest('base64url').slice(0, 8)

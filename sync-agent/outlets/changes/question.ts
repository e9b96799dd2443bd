/** What a follower asks of the change log: from where, how much, how patiently, and of which news. */
import type { Stream } from '../../stream.ts'
import { type Query, QueryError, readStream, single } from '../news/query.ts'

/** A place in the change log, behind the change with this number. */
export interface ChangePlace {
  seq: number
  /** Of the stretch of the log in which the number was given out; undefined: the follower did not say. */
  mark: string | undefined
}

export interface ChangesQuestion {
  after: ChangePlace | 'now'
  limit: number
  /** Undefined: all of it. */
  siteId: string | undefined
  lang: string | undefined
}

export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 1_000
export const LONGEST_WAIT_SECONDS = 30
const PLACE = /^(?<seq>\d{1,15})(?:-(?<mark>[0-9a-f]{1,32}))?$/

/** @throws {QueryError} */
export function readChangesQuestion(query: Query, streams: readonly Stream[]): ChangesQuestion {
  const after = single(query, 'after')
  return {
    after: after === undefined ? { seq: 0, mark: undefined } : readChangePlace('after', after),
    limit: readNumber(query, 'limit', { least: 1, most: MAX_LIMIT }) ?? DEFAULT_LIMIT,
    ...readWish(query, streams),
  }
}

/**
 * The same for a stream. The last event seen counts before `after`: a browser that connects again repeats the address as
 * it was. Without either the stream begins now.
 *
 * @throws {QueryError}
 */
export function readStreamQuestion(
  query: Query,
  lastEventId: string | string[] | undefined,
  streams: readonly Stream[],
): ChangesQuestion {
  const after = single(query, 'after')
  const seen = lastEventId === undefined || lastEventId === '' ? undefined : String(lastEventId)
  return {
    ...readChangesQuestion({ ...query, after: undefined }, streams),
    after:
      seen === undefined ? readChangePlace('after', after ?? 'now') : readChangePlace('Last-Event-ID', seen),
  }
}

/** How long an answer may be held back until there is something to tell, milliseconds. @throws {QueryError} */
export function readWait(query: Query): number {
  return 1_000 * (readNumber(query, 'wait', { least: 0, most: LONGEST_WAIT_SECONDS }) ?? 0)
}

/** A place as it goes out, to be handed back as it is. */
export const printChangePlace = ({ seq, mark }: ChangePlace): string => (seq === 0 ? '0' : `${seq}-${mark}`)

function readChangePlace(name: string, text: string): ChangePlace | 'now' {
  if (text === 'now') return 'now'
  const { seq, mark } = PLACE.exec(text)?.groups ?? {}
  if (seq !== undefined) return { seq: Number(seq), mark }
  throw new QueryError(`${name}: must be the number of a change, a "next" as this address gave it, or "now"`)
}

/** @throws {QueryError} the agent has no such news */
function readWish(query: Query, streams: readonly Stream[]): Pick<ChangesQuestion, 'siteId' | 'lang'> {
  readStream(query, streams)
  return { siteId: single(query, 'siteId'), lang: single(query, 'lang') }
}

function readNumber(
  query: Query,
  name: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const text = single(query, name)
  if (text === undefined) return undefined
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new QueryError(`${name}: must be a number from ${least} to ${most}`)
}

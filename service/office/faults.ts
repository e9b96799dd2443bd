/** What a schema cannot see in one record: names that name nothing, times and days that cannot be. */
import { Temporal } from 'temporal-polyfill'
import { isDay } from '../../shared/contract/day.ts'
import { referencesIn } from '../media/references.ts'
import type { SeedAttendance, SeedNews, SeedPopup } from '../seed.ts'

export interface Fault {
  /** JSON pointer within the record. */
  path: string
  reason: string
}

/** What a record may name. */
export interface Names {
  hasMedium(name: string): boolean
  hasUser(userId: number): boolean
}

const LONGEST_NOTE = 1000
const LONGEST_NEWS_ID = 200

/** Identifiers are asked for separated by commas, and trimmed. */
const NEWS_ID = /^[^\s,](?:[^,]*[^\s,])?$/

export function* popupFaults(popup: SeedPopup, names: Names): Generator<Fault> {
  yield* periodFaults(popup, ['startsAt', 'endsAt'])
  yield* bodyFaults(popup.texts, names)
}

export function* bodyFaults(texts: SeedPopup['texts'], names: Names): Generator<Fault> {
  for (const [lang, { msgBody }] of Object.entries(texts))
    yield* references(`/texts/${lang}/msgBody`, msgBody, names)
}

export function* newsFaults(entry: Omit<SeedNews, 'deletedAt'>, names: Names): Generator<Fault> {
  const { newsId, texts, cover, attachments } = entry
  yield* periodFaults(entry, ['publishAt', 'unpublishAt'])
  if (!NEWS_ID.test(newsId))
    yield { path: '/newsId', reason: 'must have no comma and no white space at its ends' }
  yield* addressFaults('/newsId', newsId)
  yield* characterFaults('/newsId', newsId)
  if (newsId.length > LONGEST_NEWS_ID)
    yield { path: '/newsId', reason: `must have at most ${LONGEST_NEWS_ID} characters` }
  if (cover !== undefined) yield* medium('/cover', cover, names)
  for (const [place, name] of attachments.entries()) yield* medium(`/attachments/${place}`, name, names)
  for (const [lang, { newsContent }] of Object.entries(texts))
    yield* references(`/texts/${lang}/newsContent`, newsContent, names)
}

export function* attendanceFaults(record: SeedAttendance, names: Names): Generator<Fault> {
  const { userId, date, entryDate, note, approvedBy, approvedAt } = record
  yield* user('/userId', userId, names)
  if (!isDay(date)) yield { path: '/date', reason: 'must be a day that exists (YYYY-MM-DD)' }
  yield* instant('/entryDate', entryDate)
  yield* noteFaults(note)
  if (approvedBy !== undefined) yield* user('/approvedBy', approvedBy, names)
  if (approvedAt !== undefined) yield* instant('/approvedAt', approvedAt)
}

/** The years that the service's clock can show. */
const [EARLIEST, LATEST] = ['19700102000000', '99991229000000'] as const

/** @param names of the two fields, which the reasons name */
export function* periodFaults<Name extends string>(
  record: { [Field in Name]?: string | undefined },
  [first, last]: readonly [Name, Name],
): Generator<Fault> {
  for (const name of [first, last]) {
    const wall = record[name]
    if (wall !== undefined && (wall < EARLIEST || wall > LATEST))
      yield { path: `/${name}`, reason: 'must be in the years 1970 to 9999' }
  }
  const [begin, end] = [record[first], record[last]]
  if (begin !== undefined && end !== undefined && end <= begin)
    yield { path: `/${last}`, reason: `must be later than ${first}` }
}

/** Of what is a part of an address by itself. */
export function* addressFaults(path: string, name: string): Generator<Fault> {
  if (name === '.' || name === '..')
    yield { path, reason: `"${name}" cannot stand in an address: it means a folder there` }
}

/** SQLite ends a text at a NUL character, and half of a character cannot be encoded in an address. */
const NO_CHARACTER = /\0|\p{Surrogate}/u

export function* characterFaults(path: string, text: string): Generator<Fault> {
  if (NO_CHARACTER.test(text))
    yield {
      path,
      reason: 'must have no NUL character (U+0000) and no half of a character (a lone surrogate)',
    }
}

export function* noteFaults(note: string): Generator<Fault> {
  if (note.length > LONGEST_NOTE)
    yield { path: '/note', reason: `must have at most ${LONGEST_NOTE} characters` }
}

export function* user(path: string, userId: number, { hasUser }: Names): Generator<Fault> {
  if (!hasUser(userId)) yield { path, reason: `${userId} names no user` }
}

export function* medium(path: string, name: string, { hasMedium }: Names): Generator<Fault> {
  if (!hasMedium(name)) yield { path, reason: `"${name}" names no medium` }
}

export function* instant(path: string, text: string): Generator<Fault> {
  try {
    Temporal.Instant.from(text)
  } catch {
    yield { path, reason: 'must be an ISO 8601 time with a zone (as in 2026-09-01T00:30:00Z)' }
  }
}

function* references(path: string, html: string, names: Names): Generator<Fault> {
  for (const name of referencesIn(html))
    if (!names.hasMedium(name)) yield { path, reason: `refers to media:${name}, which names no medium` }
}

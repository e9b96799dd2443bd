/** What a schema cannot see in one record: names that name nothing, times and days that cannot be. */
import { Temporal } from 'temporal-polyfill'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { referencesIn } from '../media/references.ts'
import type { Fault } from './refuse.ts'

/** What a record may name. */
export interface Names {
  hasMedium(name: string): boolean
  hasUser(userId: number): boolean
}

export function namesIn(database: SqliteDatabase): Names {
  const medium = database.prepare('SELECT 1 FROM media WHERE name = ? AND removed_at IS NULL').pluck()
  const person = database.prepare('SELECT 1 FROM person WHERE user_id = ?').pluck()
  return {
    hasMedium: name => medium.get(name) !== undefined,
    hasUser: userId => person.get(userId) !== undefined,
  }
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

/** Media that a body refers to. */
export function* references(path: string, html: string, names: Names): Generator<Fault> {
  for (const name of referencesIn(html))
    if (!names.hasMedium(name)) yield { path, reason: `refers to media:${name}, which names no medium` }
}

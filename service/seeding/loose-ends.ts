/** What a schema cannot see in a seed: names that name nothing, things said twice, times and pictures that cannot be. */
import { Temporal } from 'temporal-polyfill'
import { PICTURE_TYPES } from '../../shared/contract/news.ts'
import { isDay } from '../attendance/day.ts'
import { referencesIn } from '../media/links.ts'
import { isPictureName } from '../media/media.ts'
import type { Seed } from '../seed.ts'

export interface LooseEnd {
  /** JSON pointer. */
  path: string
  reason: string
}

/** The first loose end of a seed; undefined when it can be planted. */
export function findLooseEnd(seed: Seed): LooseEnd | undefined {
  return looseEnds(seed).next().value ?? undefined
}

/** A name in a body ends at white space or a quote; identifiers are asked for separated by commas. */
const MEDIA_NAME = /^[^\s"'<>&=]+$/
const NEWS_ID = /^[^\s,](?:[^,]*[^\s,])?$/

function* looseEnds(seed: Seed): Generator<LooseEnd> {
  yield* credentials(seed)
  yield* people(seed)
  yield* groups(seed)
  yield* attendance(seed)
  yield* media(seed)
  yield* content(seed)
}

function* credentials({ accessKeys, sessions, users }: Seed): Generator<LooseEnd> {
  yield* repeated(
    '/accessKeys',
    'key',
    accessKeys.map(({ key }) => key),
  )
  yield* repeated(
    '/sessions',
    'token',
    sessions.map(({ environment, token }) => `${environment} ${token}`),
  )
  const userIds = new Set(users.map(user => user.userId))
  for (const [index, session] of sessions.entries()) {
    const at = `/sessions/${index}`
    if (!userIds.has(session.userId)) yield { path: `${at}/userId`, reason: 'names no user' }
    yield* instant(`${at}/createdAt`, session.createdAt)
    yield* instant(`${at}/expireAt`, session.expireAt)
  }
}

function* people({ users, media }: Seed): Generator<LooseEnd> {
  yield* repeated(
    '/users',
    'userId',
    users.map(user => user.userId),
  )
  const userIds = new Set(users.map(user => user.userId))
  const mediaNames = new Set(media.map(({ name }) => name))
  for (const [index, { avatar, children = [] }] of users.entries()) {
    if (avatar !== undefined && !mediaNames.has(avatar))
      yield { path: `/users/${index}/avatar`, reason: `"${avatar}" names no medium` }
    for (const [place, child] of children.entries())
      if (!userIds.has(child)) yield { path: `/users/${index}/children/${place}`, reason: 'names no user' }
  }
}

function* groups({ units, years, groups: all, users }: Seed): Generator<LooseEnd> {
  yield* repeated(
    '/units',
    'unitId',
    units.map(({ unitId }) => unitId),
  )
  yield* repeated(
    '/years',
    'yearId',
    years.map(({ yearId }) => yearId),
  )
  const names = all.map(({ unitId, yearId, groupName }) => `${unitId} ${yearId} ${groupName}`)
  yield* repeated('/groups', 'groupName', names)
  const userIds = new Set(users.map(user => user.userId))
  for (const [index, { unitId, yearId, students }] of all.entries()) {
    const at = `/groups/${index}`
    if (!units.some(unit => unit.unitId === unitId)) yield { path: `${at}/unitId`, reason: 'names no unit' }
    if (!years.some(year => year.yearId === yearId)) yield { path: `${at}/yearId`, reason: 'names no year' }
    for (const [place, student] of students.entries())
      if (!userIds.has(student)) yield { path: `${at}/students/${place}`, reason: 'names no user' }
  }
}

function* attendance({ attendance: records, users }: Seed): Generator<LooseEnd> {
  yield* repeated(
    '/attendance',
    'date',
    records.map(({ userId, date }) => `${userId} ${date}`),
  )
  const userIds = new Set(users.map(user => user.userId))
  for (const [index, { userId, date, entryDate, approvedBy, approvedAt }] of records.entries()) {
    const at = `/attendance/${index}`
    if (!userIds.has(userId)) yield { path: `${at}/userId`, reason: 'names no user' }
    if (!isDay(date)) yield { path: `${at}/date`, reason: 'must be a day that exists (YYYY-MM-DD)' }
    yield* instant(`${at}/entryDate`, entryDate)
    if (approvedBy !== undefined && !userIds.has(approvedBy))
      yield { path: `${at}/approvedBy`, reason: 'names no user' }
    if (approvedAt !== undefined) yield* instant(`${at}/approvedAt`, approvedAt)
  }
}

function* media({ media: all }: Seed): Generator<LooseEnd> {
  yield* repeated(
    '/media',
    'name',
    all.map(({ name }) => name),
  )
  for (const [index, medium] of all.entries()) {
    const at = `/media/${index}`
    if (!MEDIA_NAME.test(medium.name))
      yield { path: `${at}/name`, reason: 'must be free of white space, quotes and < > & =' }
    for (const kind of ['thumbnail', 'screen'] as const)
      if (!isPictureName(medium[kind]))
        yield { path: `${at}/${kind}`, reason: 'must be a .png, .jpg or .jpeg file' }
    if (medium.imageDateTime !== undefined) yield* instant(`${at}/imageDateTime`, medium.imageDateTime)
    if (!PICTURE_TYPES.some(type => type === medium.fileType)) continue
    for (const side of ['imageWidth', 'imageHeight'] as const)
      if (medium[side] === undefined) yield { path: `${at}/${side}`, reason: 'is missing' }
  }
}

function* content({ popups, news, media: all }: Seed): Generator<LooseEnd> {
  const names = new Set(all.map(({ name }) => name))
  for (const [index, { texts }] of popups.entries())
    for (const [lang, { msgBody }] of Object.entries(texts))
      yield* references(`/popups/${index}/texts/${lang}/msgBody`, msgBody, names)

  yield* repeated(
    '/news',
    'newsId',
    news.map(({ newsId }) => newsId),
  )
  for (const [index, { newsId, texts, cover, attachments }] of news.entries()) {
    const at = `/news/${index}`
    if (!NEWS_ID.test(newsId))
      yield { path: `${at}/newsId`, reason: 'must have no comma and no white space at its ends' }
    if (cover !== undefined && !names.has(cover))
      yield { path: `${at}/cover`, reason: `"${cover}" names no medium` }
    for (const [place, name] of attachments.entries())
      if (!names.has(name)) yield { path: `${at}/attachments/${place}`, reason: `"${name}" names no medium` }
    for (const [lang, { newsContent }] of Object.entries(texts))
      yield* references(`${at}/texts/${lang}/newsContent`, newsContent, names)
  }
}

function* references(path: string, html: string, names: ReadonlySet<string>): Generator<LooseEnd> {
  for (const name of referencesIn(html))
    if (!names.has(name)) yield { path, reason: `refers to media:${name}, which names no medium` }
}

function* repeated(path: string, field: string, values: (string | number)[]): Generator<LooseEnd> {
  const seen = new Set<string | number>()
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) yield { path: `${path}/${index}/${field}`, reason: 'has stood before' }
    seen.add(value)
  }
}

function* instant(path: string, text: string): Generator<LooseEnd> {
  try {
    Temporal.Instant.from(text)
  } catch {
    yield { path, reason: 'must be an ISO 8601 time with a zone (as in 2026-09-01T00:30:00Z)' }
  }
}

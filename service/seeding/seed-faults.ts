/** Faults of a seed that its schema does not see: unknown names, repeated records, impossible times and pictures. */
import { PICTURE_TYPES } from '../../shared/contract/news.ts'
import { isPictureName } from '../media/media.ts'
import { settingsFaults } from '../office/entrance-url.ts'
import { instant, medium, type Names, user } from '../office/faults.ts'
import { newsFaults } from '../office/news.ts'
import { textFaults } from '../office/person.ts'
import { popupFaults } from '../office/popups.ts'
import type { Fault } from '../office/refuse.ts'
import { attendanceFaults } from '../office/register.ts'
import { groupNameFaults, nameFaults, numberFaults } from '../office/structures.ts'
import type { Seed, SeedGroup } from '../seed.ts'

/** The first fault of a seed, with its path from the root; undefined when there is none. */
export function firstFault(seed: Seed): Fault | undefined {
  return faultsOf(seed).next().value ?? undefined
}

/** A name in a body ends at white space or a quote. */
const MEDIA_NAME = /^[^\s"'<>&=]+$/

function* faultsOf(seed: Seed): Generator<Fault> {
  const media = new Set(seed.media.map(({ name }) => name))
  const users = new Set(seed.users.map(({ userId }) => userId))
  const names: Names = { hasMedium: name => media.has(name), hasUser: userId => users.has(userId) }

  yield* settingsFaults('/more/entranceUrl', {
    moreEnabled: seed.more.enabled,
    entranceUrl: seed.more.entranceUrl,
  })
  // Records come before those that refer to them, so that the cause is reported and not its consequence.
  yield* mediaFiles(seed)
  yield* people(seed, names)
  yield* credentials(seed, names)
  yield* groups(seed, names)
  yield* repeated('/attendance', 'date', seed.attendance, ({ userId, date }) => `${userId} ${date}`)
  yield* each('/attendance', seed.attendance, record => attendanceFaults(record, names))
  yield* each('/popups', seed.popups, popup => popupFaults(popup, names))
  yield* repeated('/news', 'newsId', seed.news)
  yield* each('/news', seed.news, entry => newsFaults(entry, names))
}

function* credentials({ accessKeys, sessions }: Seed, names: Names): Generator<Fault> {
  yield* repeated('/accessKeys', 'key', accessKeys)
  yield* repeated('/sessions', 'token', sessions, ({ environment, token }) => `${environment} ${token}`)
  yield* each('/sessions', sessions, function* ({ userId, createdAt, expireAt }) {
    yield* user('/userId', userId, names)
    yield* instant('/createdAt', createdAt)
    yield* instant('/expireAt', expireAt)
  })
}

function* people({ users }: Seed, names: Names): Generator<Fault> {
  yield* repeated('/users', 'userId', users)
  yield* each('/users', users, function* (person) {
    const { avatar, children = [] } = person
    yield* textFaults(person)
    if (avatar !== undefined) yield* medium('/avatar', avatar, names)
    for (const [place, child] of children.entries()) yield* user(`/children/${place}`, child, names)
  })
}

function* groups({ units, years, groups: all }: Seed, names: Names): Generator<Fault> {
  yield* places('/units', 'unitId', units)
  yield* places('/years', 'yearId', years)
  const nameOf = ({ unitId, yearId, groupName }: SeedGroup) => `${unitId} ${yearId} ${groupName.normalize()}`
  yield* repeated('/groups', 'groupName', all, nameOf)
  yield* each('/groups', all, function* ({ unitId, yearId, groupName, students }) {
    yield* groupNameFaults('/groupName', groupName)
    if (!units.some(unit => unit.unitId === unitId))
      yield { path: '/unitId', reason: `${unitId} names no unit` }
    if (!years.some(year => year.yearId === yearId))
      yield { path: '/yearId', reason: `${yearId} names no year` }
    for (const [place, student] of students.entries()) yield* user(`/students/${place}`, student, names)
  })
}

/** Units and years. */
function* places<Key extends string>(
  path: string,
  key: Key,
  all: readonly ({ name: string } & Record<Key, number>)[],
): Generator<Fault> {
  yield* each(path, all, function* (place) {
    yield* nameFaults('/name', place.name)
    yield* numberFaults(`/${key}`, place[key])
  })
  yield* repeated(path, key, all)
}

function* mediaFiles({ media }: Seed): Generator<Fault> {
  yield* repeated('/media', 'name', media)
  yield* each('/media', media, function* (file) {
    if (!MEDIA_NAME.test(file.name))
      yield { path: '/name', reason: 'must be free of white space, quotes and < > & =' }
    for (const kind of ['thumbnail', 'screen'] as const)
      if (!isPictureName(file[kind])) yield { path: `/${kind}`, reason: 'must be a .png, .jpg or .jpeg file' }
    if (file.imageDateTime !== undefined) yield* instant('/imageDateTime', file.imageDateTime)
    if (!PICTURE_TYPES.some(type => type === file.fileType)) return
    for (const side of ['imageWidth', 'imageHeight'] as const)
      if (file[side] === undefined) yield { path: `/${side}`, reason: 'is missing' }
  })
}

/** The faults of each record of a list, their paths from the list's. */
function* each<Item>(
  path: string,
  items: readonly Item[],
  faults: (item: Item) => Iterable<Fault>,
): Generator<Fault> {
  for (const [index, item] of items.entries())
    for (const fault of faults(item)) yield { ...fault, path: `${path}/${index}${fault.path}` }
}

/** @param field to blame @param markOf what must be another in each item; default: that field */
function* repeated<Field extends string, Item extends Record<Field, unknown>>(
  path: string,
  field: Field,
  items: readonly Item[],
  markOf: (item: Item) => unknown = item => item[field],
): Generator<Fault> {
  const seen = new Set<unknown>()
  for (const [index, item] of items.entries()) {
    const mark = markOf(item)
    if (seen.has(mark)) yield { path: `${path}/${index}/${field}`, reason: 'has stood before' }
    seen.add(mark)
  }
}

/**
 * Checks a state file for what the rules of its tables do not see.
 *
 * Each row is checked as the record that people enter, by the same rules, so that the interface allows every answer
 * made from it.
 */
import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import type { Static, TSchema } from 'typebox'
import { type Check, fault } from '../../shared/client/accept.ts'
import { checkOf } from '../../shared/client/check.ts'
import { isSiteId } from '../../shared/contract/site.ts'
import { openDatabase, type SqliteDatabase } from '../../shared/sqlite/open.ts'
import { ENDINGS, isPictureName } from '../media/media.ts'
import { attendanceFaults, type Fault, type Names, newsFaults } from '../records/faults.ts'
import { settingsFaults } from '../school/entrance-url.ts'
import { groupNameFaults, nameFaults, numberFaults } from '../school/name-faults.ts'
import { textFaults } from '../school/person-faults.ts'
import {
  AppId,
  LONGEST_LABEL,
  MOST_CHILDREN,
  MOST_STUDENTS,
  SeedAttendance,
  SeedGroup,
  SeedMedia,
  SeedNews,
  SeedPopup,
  SeedSession,
  SeedUser,
} from '../seed.ts'
import { APPLICATION_ID, MIGRATIONS } from '../store/migrations.ts'
import { attendanceOf, newsOf, popupOf, type Row, sessionOf, userOf } from './entered-records.ts'
import { markSamples } from './samples.ts'
import { invalid } from './state-error.ts'
import { quoted, stateTables } from './tables.ts'

/**
 * @param read called when all is well, with the state
 * @throws {StateError} names the table and the record
 */
export async function checkState<Result>(
  file: string,
  read: (database: SqliteDatabase) => Result,
): Promise<Result> {
  const database = openDatabase({
    path: file,
    purpose: 'a school’s state',
    applicationId: APPLICATION_ID,
    migrations: MIGRATIONS,
    journal: 'kept',
  })
  try {
    checkReferences(database)
    checkFlags(database)
    for (const found of faultsIn(database)) {
      if (found === BREATH) {
        await setImmediate()
        continue
      }
      const { table, id, fault } = found
      throw invalid(`tables/${table}.jsonl`, `${id} ${fault.path} ${fault.reason}`.replaceAll('  ', ' '))
    }
    markSamples(database)
    return read(database)
  } finally {
    database.close()
  }
}

function checkReferences(database: SqliteDatabase): void {
  const [loose] = database.pragma('foreign_key_check') as { table: string; parent: string }[]
  if (loose)
    throw invalid(`tables/${loose.table}.jsonl`, `a row names something that is not in ${loose.parent}`)
  const schools = database.prepare('SELECT count(*) FROM school').pluck().get()
  if (schools !== 1) throw invalid('tables/school.jsonl', 'must hold one school')
}

/** Columns that are yes or no. */
const FLAGS = ['more_enabled', 'sample', 'on_website', 'deleted', 'shown', 'draft', 'binned']

function checkFlags(database: SqliteDatabase): void {
  for (const { name: table, columns } of stateTables(database))
    for (const { name } of columns.filter(column => FLAGS.includes(column.name))) {
      const odd = database
        .prepare(`SELECT 1 FROM ${quoted(table)} WHERE ${quoted(name)} NOT IN (0, 1) LIMIT 1`)
        .get()
      if (odd) throw invalid(`tables/${table}.jsonl`, `"${name}" must be 0 or 1`)
    }
}

/** Others have a turn: a large school takes seconds to look through. */
const BREATH = 'breath'
const ROWS_AT_ONCE = 500

interface Found {
  table: string
  /** For people, as in `N-3`. */
  id: string | number
  fault: Fault
}

/** References are the tables' own rules: here everything that is named is there. */
const ALL_THERE: Names = { hasMedium: () => true, hasUser: () => true }
const FILE_NAME = /^[0-9a-f]{64}\/[^/\0]+$/

const checks = {
  appId: checkOf(AppId),
  user: checkOf(SeedUser),
  group: checkOf(SeedGroup),
  attendance: checkOf(SeedAttendance),
  session: checkOf(SeedSession),
  media: checkOf(SeedMedia),
  popup: checkOf(SeedPopup),
  news: checkOf(SeedNews),
}

function* faultsIn(database: SqliteDatabase): Generator<Found | typeof BREATH> {
  let looked = 0
  const each = function* (
    sql: string,
    table: string,
    look: (row: Row) => Iterable<Fault>,
  ): Generator<Found | typeof BREATH> {
    for (const row of database.prepare<[], Row>(sql).iterate()) {
      looked += 1
      if (looked % ROWS_AT_ONCE === 0) yield BREATH
      for (const fault of look(row)) {
        const [id] = Object.values(row)
        yield { table, id: Buffer.isBuffer(id) || id === null || id === undefined ? '' : id, fault }
      }
    }
  }
  yield* each('SELECT * FROM school', 'school', schoolFaults)
  for (const table of ['unit', 'year'])
    yield* each(`SELECT * FROM ${table}`, table, ({ [`${table}_id`]: id, name }) => [
      ...numberFaults(`/${table}_id`, Number(id)),
      ...nameFaults('/name', `${name}`),
    ])
  yield* each('SELECT * FROM person', 'person', row => accepted(checks.user, userOf(row), textFaults))
  yield* each('SELECT * FROM media', 'media', mediumFaults)
  yield* each(
    'SELECT group_id, unit_id, year_id, group_name FROM student_group',
    'student_group',
    groupFaults,
  )
  yield* each(
    `SELECT group_id FROM group_student GROUP BY group_id HAVING count(*) > ${MOST_STUDENTS}`,
    'group_student',
    () => [{ path: '', reason: `must have at most ${MOST_STUDENTS} students` }],
  )
  yield* each(
    `SELECT guardian FROM guardian_child GROUP BY guardian HAVING count(*) > ${MOST_CHILDREN}`,
    'guardian_child',
    () => [{ path: '', reason: `must have at most ${MOST_CHILDREN} children` }],
  )
  yield* each('SELECT * FROM attendance_entry', 'attendance_entry', row => {
    const record = attendanceOf(row)
    return accepted(checks.attendance, record, draft => attendanceFaults(draft, ALL_THERE))
  })
  yield* each('SELECT * FROM access_key', 'access_key', row => [
    ...labelFaults(`${row.label}`),
    ...hashFaults('/key_hash', row.key_hash),
    ...momentFaults('/created_at', row.created_at),
    ...momentFaults('/last_used_at', row.last_used_at),
  ])
  yield* each('SELECT user_id, * FROM session', 'session', row => [
    ...hashFaults('/token_hash', row.token_hash),
    ...accepted(checks.session, sessionOf(row), instantFaults),
  ])
  yield* each('SELECT * FROM popup', 'popup', row => [
    ...accepted(checks.popup, popupOf(row)),
    ...periodFaults(row, 'starts_at', 'ends_at'),
  ])
  yield* each('SELECT * FROM popup_site', 'popup_site', siteFaults)
  yield* each('SELECT * FROM news', 'news', row => [
    ...accepted(checks.news, newsOf(row), draft => newsFaults(draft, ALL_THERE)),
    ...periodFaults(row, 'publish_at', 'unpublish_at'),
  ])
  yield* each('SELECT * FROM highest_deleted', 'highest_deleted', ({ id }) =>
    Number(id) < Number.MAX_SAFE_INTEGER
      ? []
      : [{ path: '/id', reason: 'leaves no number for the next one' }],
  )
  for (const table of ['news_site', 'news_draft_site'])
    yield* each(`SELECT * FROM ${table}`, table, siteFaults)
}

function* accepted<Schema extends TSchema>(
  check: Check<Schema>,
  record: unknown,
  more: (record: Static<Schema>) => Iterable<Fault> = () => [],
): Generator<Fault> {
  if (check.Check(record)) yield* more(record as Static<Schema>)
  else yield fault(check.Type(), record)
}

function* siteFaults({ site }: Row): Generator<Fault> {
  if (!isSiteId(site)) yield { path: '/site', reason: `"${site}" is no website` }
}

function* hashFaults(path: string, hash: Row[string] | undefined): Generator<Fault> {
  if (!Buffer.isBuffer(hash) || hash.length !== 32) yield { path, reason: 'must be 32 bytes' }
}

/** Epoch milliseconds further from 1970 are no `Date`. */
const FURTHEST_MS = 8_640_000_000_000_000

function* momentFaults(path: string, at: Row[string] | undefined): Generator<Fault> {
  if (at !== null && !(Math.abs(Number(at)) <= FURTHEST_MS)) yield { path, reason: 'must be a time' }
}

/** The years 1970 to 9999 in any zone. */
const LATEST_SECOND = 253_402_128_000

function* periodFaults(row: Row, first: string, last: string): Generator<Fault> {
  const [begin = null, end = null] = [row[first], row[last]]
  for (const [name, second] of [
    [first, begin],
    [last, end],
  ] as const)
    if (second !== null && !(Number(second) >= 0 && Number(second) <= LATEST_SECOND))
      yield { path: `/${name}`, reason: 'must be in the years 1970 to 9999' }
  if (begin !== null && end !== null && end <= begin)
    yield { path: `/${last}`, reason: `must be later than ${first}` }
}

function* instantFaults({ createdAt, expireAt }: { createdAt: string; expireAt: string }): Generator<Fault> {
  for (const [path, text] of [
    ['/created_at', createdAt],
    ['/expire_at', expireAt],
  ] as const) {
    try {
      Temporal.Instant.from(text)
    } catch {
      yield { path, reason: 'must be an ISO 8601 time with a zone' }
    }
  }
}

/** A path begins with the hash of the content, and its ending belongs to its type. */
function* mediumFaults(row: Row): Generator<Fault> {
  const { name, file_type, file_size, path, thumbnail_path, screen_path, image_width, image_height } = row
  const record = {
    ...{ name, fileType: file_type, file: path, thumbnail: thumbnail_path, screen: screen_path },
    ...(image_width !== null && { imageWidth: image_width }),
    ...(image_height !== null && { imageHeight: image_height }),
  }
  if (!(Number(file_size) >= 0)) yield { path: '/file_size', reason: 'must not be less than nothing' }
  for (const fault of accepted(checks.media, record, () => [])) return yield fault
  for (const [column, value] of Object.entries({ path, thumbnail_path, screen_path }))
    if (!FILE_NAME.test(`${value}`) || /\/\.\.?$/.test(`${value}`))
      return yield { path: `/${column}`, reason: 'must be a SHA-256, a slash and the name of a file' }
  const endings: readonly string[] = ENDINGS[file_type as keyof typeof ENDINGS]
  if (!endings.some(ending => `${path}`.toLowerCase().endsWith(ending)))
    yield { path: '/path', reason: `must end in ${endings.join(' or ')}` }
  for (const [column, value] of Object.entries({ thumbnail_path, screen_path }))
    if (!isPictureName(`${value}`)) yield { path: `/${column}`, reason: 'must be a .png, .jpg or .jpeg file' }
}

function* schoolFaults({ app_id, more_enabled, entrance_url }: Row): Generator<Fault> {
  for (const { reason } of accepted(checks.appId, app_id)) yield { path: '/app_id', reason }
  yield* settingsFaults('/entrance_url', { moreEnabled: more_enabled === 1, entranceUrl: `${entrance_url}` })
}

function* labelFaults(label: string): Generator<Fault> {
  if (label.length > LONGEST_LABEL)
    yield { path: '/label', reason: `must have at most ${LONGEST_LABEL} characters` }
}

function* groupFaults(row: Row): Generator<Fault> {
  const { unit_id: unitId, year_id: yearId, group_name: groupName } = row
  yield* accepted(checks.group, { unitId, yearId, groupName, students: [] })
  yield* groupNameFaults('/group_name', `${groupName}`)
}

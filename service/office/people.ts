/** The people of a school as its office keeps them: students, guardians with their children, staff. */
import type { Role } from '../../shared/contract/session.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { namesIn } from './faults.ts'
import { nextId } from './next-id.ts'
import {
  addFaults,
  type Person,
  type PersonChecks,
  type PersonDraft,
  type PersonRow,
  personFaults,
  roleFaults,
} from './person.ts'
import { InUseError, refuse } from './refuse.ts'
import type { Undoable, UndoHistory } from './undo.ts'

export interface PersonInFull extends Person {
  children: Person[]
  guardians: Person[]
  groups: { groupId: number; unitId: number; yearId: number; groupName: string }[]
  /** Days of attendance on record. */
  attendanceEntries: number
  /** Attendance that they approved, which keeps them from being deleted. */
  approvedEntries: number
}

export interface PeopleQuestion {
  role?: Role | undefined
  /** Part of a name, reference number, e-mail address, or a user id. */
  search?: string | undefined
  /** Of the page before. */
  after?: string | undefined
  limit?: number | undefined
}

export interface PeoplePage {
  people: Person[]
  /** What to ask for `after`; absent at the end. */
  next?: string
}

export interface Directory {
  /** By family name, then given name. */
  find(question: PeopleQuestion): PeoplePage
  count(role?: Role): number
  get(userId: number): PersonInFull | undefined
  /** Of those who exist, in the order asked. */
  several(userIds: readonly number[]): Person[]

  /** @throws {DraftError} every fault at once; nothing was changed */
  add(person: PersonDraft & { userId?: number | undefined }): Undoable<number>
  change(userId: number, person: PersonDraft): Undoable<boolean>
  /**
   * With their places in groups, attendance, sessions and family ties, which come back with them.
   *
   * @throws {InUseError} they have approved attendance
   */
  remove(userId: number): Undoable<boolean>
}

const PAGE = 50

const COLUMNS = 'person.*, media.thumbnail_path AS avatar_path'
const FROM = 'FROM person LEFT JOIN media ON media.name = person.avatar'

type PersonStatements = ReturnType<typeof personStatements>

function personStatements(database: SqliteDatabase) {
  return {
    // Walked along the index person_by_name.
    select: database.prepare<Record<string, unknown>, PersonRow>(`
      SELECT ${COLUMNS} ${FROM}
      WHERE (last_name, first_name, user_id) > (:last, :first, :id) AND (:role IS NULL OR role = :role)
        AND (:search = '' OR user_id = :number OR instr(lower(first_name || ' ' || last_name), lower(:search)) > 0
          OR instr(lower(last_name || ' ' || first_name), lower(:search)) > 0 OR instr(lower(chinese_name), lower(:search)) > 0
          OR instr(lower(ref_no), lower(:search)) > 0 OR instr(lower(email), lower(:search)) > 0)
      ORDER BY last_name, first_name, user_id LIMIT :limit`),
    countAll: database
      .prepare<[string | null, string | null], number>(
        'SELECT count(*) FROM person WHERE (? IS NULL OR role = ?)',
      )
      .pluck(),
    selectOne: database.prepare<[number], PersonRow>(`SELECT ${COLUMNS} ${FROM} WHERE user_id = ?`),
    selectRefNo: database.prepare<[string, number], PersonRow>(
      `SELECT ${COLUMNS} ${FROM} WHERE ref_no = ? AND user_id <> ?`,
    ),
    selectChildren: database.prepare<[number], PersonRow>(`
      SELECT ${COLUMNS} ${FROM} JOIN guardian_child ON child = user_id WHERE guardian = ? ORDER BY position`),
    selectGuardians: database.prepare<[number], PersonRow>(`
      SELECT ${COLUMNS} ${FROM} JOIN guardian_child ON guardian = user_id WHERE child = ? ORDER BY user_id`),
    selectGroups: database.prepare<[number], PersonInFull['groups'][number]>(`
      SELECT group_id AS groupId, unit_id AS unitId, year_id AS yearId, group_name AS groupName
      FROM group_student JOIN student_group USING (group_id) WHERE user_id = ?
      ORDER BY year_id DESC, group_name`),
    countEntries: database
      .prepare<[number], number>('SELECT count(*) FROM attendance_entry WHERE user_id = ?')
      .pluck(),
    countApproved: database
      .prepare<[number], number>('SELECT count(*) FROM attendance_entry WHERE approved_by = ?')
      .pluck(),
    nextId: database.prepare<[], number>(`SELECT ${nextId('person')}`).pluck(),
    insert: database.prepare('INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    update: database.prepare(`
      UPDATE person SET role = ?, ref_no = ?, first_name = ?, last_name = ?, chinese_name = ?, email = ?, avatar = ?
      WHERE user_id = ?`),
    clearChildren: database.prepare('DELETE FROM guardian_child WHERE guardian = ?'),
    addChild: database.prepare('INSERT INTO guardian_child VALUES (?, ?, ?)'),
    removals: [
      'DELETE FROM guardian_child WHERE guardian = :id OR child = :id',
      'DELETE FROM group_student WHERE user_id = :id',
      'DELETE FROM attendance_entry WHERE user_id = :id',
      'DELETE FROM session WHERE user_id = :id',
    ].map(sql => database.prepare(sql)),
    removePerson: database.prepare('DELETE FROM person WHERE user_id = ?'),
  }
}

export function directoryIn(database: SqliteDatabase, undo: UndoHistory): Directory {
  const sql = personStatements(database)
  const checks: PersonChecks = {
    roleOf: userId => sql.selectOne.get(userId)?.role,
    holderOf: (refNo, except) => {
      const row = sql.selectRefNo.get(refNo, except)
      return row && personOf(row)
    },
    isStudentElsewhere: userId =>
      (sql.selectGroups.get(userId) ?? sql.selectGuardians.get(userId)) !== undefined,
    hasApproved: userId => (sql.countApproved.get(userId) ?? 0) > 0,
    hasMedium: namesIn(database).hasMedium,
  }
  return {
    find: question => page(sql, question),
    count: role => sql.countAll.get(role ?? null, role ?? null) ?? 0,
    get: userId => inFull(sql, userId),
    several: userIds =>
      userIds.flatMap(userId => {
        const row = sql.selectOne.get(userId)
        return row ? [personOf(row)] : []
      }),
    add: ({ userId: given, ...draft }) =>
      undo.keep(() => {
        const person = tidy(draft)
        const userId = given ?? (sql.nextId.get() as number)
        refuse(addFaults(userId, person, checks))
        sql.insert.run(userId, ...columnsOf(person))
        setChildren(sql, userId, person)
        return userId
      }),
    change: (userId, draft) =>
      undo.keep(() => {
        const person = tidy(draft)
        const before = sql.selectOne.get(userId)
        if (!before) return false
        refuse([
          ...roleFaults(userId, before.role, person.role, checks),
          ...personFaults(person, userId, checks),
        ])
        sql.update.run(...columnsOf(person), userId)
        setChildren(sql, userId, person)
        return true
      }),
    remove: userId => undo.keep(() => remove(sql, userId)),
  }
}

function page(
  { select }: PersonStatements,
  { role, search, after, limit = PAGE }: PeopleQuestion,
): PeoplePage {
  const rows = select.all({
    ...(readCursor(after) ?? START),
    role: role ?? null,
    ...searchFor(search),
    limit: limit + 1,
  })
  const people = rows.slice(0, limit).map(personOf)
  const last = people.at(-1)
  return { people, ...(rows.length > limit && last && { next: cursorAt(last) }) }
}

function inFull(sql: PersonStatements, userId: number): PersonInFull | undefined {
  const row = sql.selectOne.get(userId)
  return (
    row && {
      ...personOf(row),
      children: sql.selectChildren.all(userId).map(personOf),
      guardians: sql.selectGuardians.all(userId).map(personOf),
      groups: sql.selectGroups.all(userId),
      attendanceEntries: sql.countEntries.get(userId) ?? 0,
      approvedEntries: sql.countApproved.get(userId) ?? 0,
    }
  )
}

function setChildren(sql: PersonStatements, userId: number, { role, children }: PersonDraft): void {
  // A form without children leaves a guardian's as they are.
  if (children === undefined && role === 'Guardian') return
  sql.clearChildren.run(userId)
  for (const [position, child] of (children ?? []).entries()) sql.addChild.run(userId, position, child)
}

function remove(sql: PersonStatements, userId: number): boolean {
  const approved = sql.countApproved.get(userId) ?? 0
  if (approved > 0)
    throw new InUseError(
      `They approved ${approved === 1 ? 'an attendance entry' : `${approved} attendance entries`}, which must go on saying who did`,
    )
  for (const removal of sql.removals) removal.run({ id: userId })
  return sql.removePerson.run(userId).changes === 1
}

function tidy(draft: PersonDraft): PersonDraft {
  const { refNo, firstName, lastName, chineseName, email } = draft
  return {
    ...draft,
    refNo: refNo.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    chineseName: chineseName.trim(),
    email: email.trim(),
  }
}

/** In the order of the columns, without the identifier. */
function columnsOf({ role, refNo, firstName, lastName, chineseName, email, avatar = '' }: PersonDraft) {
  return [role, refNo, firstName, lastName, chineseName, email, avatar === '' ? null : avatar]
}

function personOf(row: PersonRow): Person {
  return {
    userId: row.user_id,
    role: row.role,
    refNo: row.ref_no,
    firstName: row.first_name,
    lastName: row.last_name,
    chineseName: row.chinese_name,
    email: row.email,
    ...(row.avatar !== null && { avatar: row.avatar }),
    avatarPath: row.avatar_path,
  }
}

function searchFor(text = ''): { search: string; number: number | null } {
  const search = text.trim()
  return { search, number: /^\d{1,15}$/.test(search) ? Number(search) : null }
}

/** A place in the order by name: the next page begins after it, whatever was added or deleted since. */
function cursorAt({ lastName, firstName, userId }: Person): string {
  return Buffer.from(JSON.stringify([lastName, firstName, userId])).toString('base64url')
}

const START = { last: '', first: '', id: Number.MIN_SAFE_INTEGER }

/** Undefined when it is none that a page gave. */
export function readCursor(after = ''): typeof START | undefined {
  try {
    const [last, first, id] = JSON.parse(Buffer.from(after, 'base64url').toString())
    const isCursor = typeof last === 'string' && typeof first === 'string' && Number.isSafeInteger(id)
    return isCursor ? { last, first, id } : undefined
  } catch {
    return undefined
  }
}

/** The people of a school as its office keeps them: students, guardians with their children, staff. */
import type { Role } from '../../shared/contract/session.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Fault } from '../records/faults.ts'
import { refuse } from '../records/refuse.ts'
import type { Undoable, UndoShelf } from '../records/undo.ts'
import { InUseError } from './in-use.ts'

/** What the office enters of a person. */
export interface PersonDraft {
  role: Role
  refNo: string
  firstName: string
  lastName: string
  chineseName: string
  email: string
  /** Name of a picture in the media. */
  avatar?: string
  /** A guardian's children, as user ids. */
  children?: readonly number[] | undefined
}

export interface Person extends Omit<PersonDraft, 'children'> {
  userId: number
  /** Path of the picture below the media folder; null without one. */
  avatarPath: string | null
}

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

export interface DirectoryParts {
  undo: UndoShelf
  hasMedium(name: string): boolean
}

interface PersonRow {
  user_id: number
  role: Role
  ref_no: string
  first_name: string
  last_name: string
  chinese_name: string
  email: string
  avatar: string | null
  avatar_path: string | null
}

export const PEOPLE = 'people'
const PAGE = 50
const LONGEST = { refNo: 100, firstName: 200, lastName: 200, chineseName: 200, email: 320 } as const

const COLUMNS = 'person.*, media.thumbnail_path AS avatar_path'
const FROM = 'FROM person LEFT JOIN media ON media.name = person.avatar'

export function directoryIn(database: SqliteDatabase, { undo, hasMedium }: DirectoryParts): Directory {
  // Walked along the index person_by_name.
  const select = database.prepare<Record<string, unknown>, PersonRow>(`
    SELECT ${COLUMNS} ${FROM}
    WHERE (last_name, first_name, user_id) > (:last, :first, :id) AND (:role IS NULL OR role = :role)
      AND (:search IS NULL OR user_id = :number OR first_name || ' ' || last_name LIKE :search ESCAPE '\\'
        OR last_name || ' ' || first_name LIKE :search ESCAPE '\\' OR chinese_name LIKE :search ESCAPE '\\'
        OR ref_no LIKE :search ESCAPE '\\' OR email LIKE :search ESCAPE '\\')
    ORDER BY last_name, first_name, user_id LIMIT :limit`)
  const countAll = database
    .prepare<[string | null, string | null], number>(
      'SELECT count(*) FROM person WHERE (? IS NULL OR role = ?)',
    )
    .pluck()
  const selectOne = database.prepare<[number], PersonRow>(`SELECT ${COLUMNS} ${FROM} WHERE user_id = ?`)
  const selectRefNo = database.prepare<[string, number], PersonRow>(
    `SELECT ${COLUMNS} ${FROM} WHERE ref_no = ? AND user_id <> ?`,
  )
  const selectChildren = database.prepare<[number], PersonRow>(`
    SELECT ${COLUMNS} ${FROM} JOIN guardian_child ON child = user_id WHERE guardian = ? ORDER BY position`)
  const selectGuardians = database.prepare<[number], PersonRow>(`
    SELECT ${COLUMNS} ${FROM} JOIN guardian_child ON guardian = user_id WHERE child = ? ORDER BY user_id`)
  const selectGroups = database.prepare<[number], PersonInFull['groups'][number]>(`
    SELECT group_id AS groupId, unit_id AS unitId, year_id AS yearId, group_name AS groupName
    FROM group_student JOIN student_group USING (group_id) WHERE user_id = ?
    ORDER BY year_id DESC, group_name`)
  const countEntries = database
    .prepare<[number], number>('SELECT count(*) FROM attendance_entry WHERE user_id = ?')
    .pluck()
  const countApproved = database
    .prepare<[number], number>('SELECT count(*) FROM attendance_entry WHERE approved_by = ?')
    .pluck()
  const nextId = database.prepare<[], number>('SELECT coalesce(max(user_id), 0) + 1 FROM person').pluck()
  const insert = database.prepare('INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const update = database.prepare(`
    UPDATE person SET role = ?, ref_no = ?, first_name = ?, last_name = ?, chinese_name = ?, email = ?, avatar = ?
    WHERE user_id = ?`)
  const clearChildren = database.prepare('DELETE FROM guardian_child WHERE guardian = ?')
  const addChild = database.prepare('INSERT INTO guardian_child VALUES (?, ?, ?)')
  const removals = [
    'DELETE FROM guardian_child WHERE guardian = :id OR child = :id',
    'DELETE FROM group_student WHERE user_id = :id',
    'DELETE FROM attendance_entry WHERE user_id = :id',
    'DELETE FROM session WHERE user_id = :id',
  ].map(sql => database.prepare(sql))
  const removePerson = database.prepare('DELETE FROM person WHERE user_id = ?')

  return {
    find({ role, search, after, limit = PAGE }) {
      const rows = select.all({
        ...readCursor(after),
        role: role ?? null,
        ...searchFor(search),
        limit: limit + 1,
      })
      const people = rows.slice(0, limit).map(personOf)
      const last = people.at(-1)
      return { people, ...(rows.length > limit && last && { next: cursorAt(last) }) }
    },
    count: role => countAll.get(role ?? null, role ?? null) ?? 0,
    get(userId) {
      const row = selectOne.get(userId)
      return (
        row && {
          ...personOf(row),
          children: selectChildren.all(userId).map(personOf),
          guardians: selectGuardians.all(userId).map(personOf),
          groups: selectGroups.all(userId),
          attendanceEntries: countEntries.get(userId) ?? 0,
          approvedEntries: countApproved.get(userId) ?? 0,
        }
      )
    },
    several: userIds =>
      userIds.flatMap(userId => {
        const row = selectOne.get(userId)
        return row ? [personOf(row)] : []
      }),
    add: ({ userId: given, ...draft }) =>
      undo.keep(PEOPLE, touch => {
        const person = tidy(draft)
        const userId = given ?? (nextId.get() as number)
        refuse(addFaults(userId, person))
        touch('person', 'user_id = ?', userId)
        touch('guardian_child', 'guardian = ?', userId)
        insert.run(userId, ...columnsOf(person))
        setChildren(userId, person)
        return userId
      }),
    change: (userId, draft) =>
      undo.keep(PEOPLE, touch => {
        const person = tidy(draft)
        const before = selectOne.get(userId)
        if (!before) return false
        refuse([...roleFaults(userId, before.role, person.role), ...personFaults(person, userId)])
        touch('person', 'user_id = ?', userId)
        touch('guardian_child', 'guardian = ?', userId)
        update.run(...columnsOf(person), userId)
        setChildren(userId, person)
        return true
      }),
    remove: userId =>
      undo.keep(PEOPLE, touch => {
        const approved = countApproved.get(userId) ?? 0
        if (approved > 0)
          throw new InUseError(
            `They approved ${approved === 1 ? 'an attendance entry' : `${approved} attendance entries`}, which must go on saying who did`,
          )
        touch('person', 'user_id = ?', userId)
        touch('guardian_child', 'guardian = ? OR child = ?', userId, userId)
        for (const table of ['group_student', 'attendance_entry', 'session'])
          touch(table, 'user_id = ?', userId)
        for (const removal of removals) removal.run({ id: userId })
        return removePerson.run(userId).changes === 1
      }),
  }

  function setChildren(userId: number, { role, children }: PersonDraft): void {
    // A form that says nothing of children leaves them.
    if (children === undefined && role === 'Guardian') return
    clearChildren.run(userId)
    for (const [position, child] of (children ?? []).entries()) addChild.run(userId, position, child)
  }

  function* addFaults(userId: number, person: PersonDraft): Generator<Fault> {
    if (selectOne.get(userId)) yield { path: '/userId', reason: `${userId} is there already` }
    yield* personFaults(person, userId)
  }

  function* personFaults(person: PersonDraft, userId: number): Generator<Fault> {
    const { firstName, lastName, chineseName, email, avatar, role, children = [] } = person
    if (firstName + lastName + chineseName === '')
      yield { path: '/firstName', reason: 'must not be empty when there is no other name' }
    for (const [field, longest] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][])
      if (person[field].length > longest)
        yield { path: `/${field}`, reason: `must have at most ${longest} characters` }
    const namesake = person.refNo === '' ? undefined : selectRefNo.get(person.refNo, userId)
    if (namesake)
      yield {
        path: '/refNo',
        reason: `"${person.refNo}" is ${namesake.first_name} ${namesake.last_name}’s already`,
      }
    if (!isEmail(email))
      yield { path: '/email', reason: 'must be an e-mail address (as in name@school.example)' }
    if (avatar !== undefined && avatar !== '' && !hasMedium(avatar))
      yield { path: '/avatar', reason: `"${avatar}" names no medium` }
    if (role !== 'Guardian' && children.length > 0)
      yield { path: '/children', reason: 'are a guardian’s only' }
    yield* childFaults(children, userId)
  }

  function* childFaults(children: readonly number[], userId: number): Generator<Fault> {
    for (const [place, child] of children.entries()) {
      const path = `/children/${place}`
      const role = selectOne.get(child)?.role
      if (role !== 'Student')
        yield {
          path,
          reason: role === undefined ? `${child} names no user` : `${child} is no student but ${role}`,
        }
      if (child === userId) yield { path, reason: 'is the guardian' }
      if (children.indexOf(child) !== place) yield { path, reason: `${child} is in the list already` }
    }
  }

  /** A role that other records rest on stays: a group has students in it, an approval is by a member of staff. */
  function* roleFaults(userId: number, was: Role, is: Role): Generator<Fault> {
    if (was === is) return
    const student = selectGroups.get(userId) ?? selectGuardians.get(userId)
    if (was === 'Student' && student) yield { path: '/role', reason: 'is Student in a group or as a child' }
    if (was === 'Staff' && (countApproved.get(userId) ?? 0) > 0)
      yield { path: '/role', reason: 'is Staff in attendance that they approved' }
  }
}

/** An address may be absent; beyond one sign in the middle nothing is said of what is right. */
export function isEmail(text: string): boolean {
  return text === '' || /^[^\s@]+@[^\s@]+$/.test(text)
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

function searchFor(text = ''): { search: string | null; number: number | null } {
  const words = text.trim()
  const number = /^\d{1,15}$/.test(words) ? Number(words) : null
  return { search: words === '' ? null : `%${words.replace(/[\\%_]/g, '\\$&')}%`, number }
}

/** A place in the order by name, so that the next page begins after it whatever was added or deleted since. */
function cursorAt({ lastName, firstName, userId }: Person): string {
  return Buffer.from(JSON.stringify([lastName, firstName, userId])).toString('base64url')
}

const START = { last: '', first: '', id: Number.MIN_SAFE_INTEGER }

function readCursor(after: string | undefined): typeof START {
  if (after === undefined) return START
  try {
    const [last, first, id]: unknown[] = JSON.parse(Buffer.from(after, 'base64url').toString())
    return { last: String(last), first: String(first), id: Number(id) }
  } catch {
    return START
  }
}

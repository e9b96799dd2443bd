/** How a school is ordered: its units, its years, and the groups of students that there are in each. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { addressFaults, characterFaults } from './faults.ts'
import { nextId } from './next-id.ts'
import { type Fault, InUseError, refuse } from './refuse.ts'
import type { Undoable, UndoHistory } from './undo.ts'

export interface Unit {
  /** Part of the addresses of the attendance API. */
  unitId: number
  name: string
  /** How many groups it has. */
  groups: number
}

export interface Year {
  /** Part of the addresses of the attendance API. */
  yearId: number
  name: string
  groups: number
}

export interface GroupDraft {
  unitId: number
  yearId: number
  groupName: string
}

export interface Group extends GroupDraft {
  groupId: number
  /** How many students it has. */
  students: number
}

export interface Structures {
  units(): Unit[]
  years(): Year[]
  /** By unit, newest year first, then by name. */
  groups(): Group[]
  group(groupId: number): Group | undefined
  /** User ids in the order of the list. */
  studentsOf(groupId: number): number[]

  /** @throws {DraftError} every fault at once; nothing was changed */
  addUnit(unit: { unitId?: number; name: string }): Undoable<number>
  renameUnit(unitId: number, name: string): Undoable<boolean>
  /** @throws {InUseError} it has groups */
  deleteUnit(unitId: number): Undoable<boolean>
  addYear(year: { yearId?: number; name: string }): Undoable<number>
  renameYear(yearId: number, name: string): Undoable<boolean>
  /** @throws {InUseError} it has groups */
  deleteYear(yearId: number): Undoable<boolean>
  addGroup(group: GroupDraft): Undoable<number>
  changeGroup(groupId: number, group: GroupDraft): Undoable<boolean>
  /** Its students stay in the school. */
  deleteGroup(groupId: number): Undoable<boolean>
  /** Who is in a group, in this order. */
  setStudents(groupId: number, students: readonly number[]): Undoable<boolean>
}

export function structuresIn(database: SqliteDatabase, undo: UndoHistory): Structures {
  const kinds = { unit: placesIn(database, undo, 'unit'), year: placesIn(database, undo, 'year') }
  const sql = groupStatements(database)
  const groupOf = groupNamed(database)
  return {
    units: kinds.unit.list as () => Unit[],
    years: kinds.year.list as () => Year[],
    groups: () => sql.selectGroups.all(),
    group: groupId => sql.selectGroup.get(groupId),
    studentsOf: groupId => sql.selectStudents.all(groupId),
    addUnit: ({ unitId, name }) => kinds.unit.add(unitId, name),
    renameUnit: kinds.unit.rename,
    deleteUnit: kinds.unit.remove,
    addYear: ({ yearId, name }) => kinds.year.add(yearId, name),
    renameYear: kinds.year.rename,
    deleteYear: kinds.year.remove,
    addGroup: draft =>
      undo.keep(() => {
        const { unitId, yearId, groupName } = acceptGroup(draft)
        const groupId = sql.nextGroup.get() as number
        sql.insertGroup.run(groupId, unitId, yearId, groupName)
        return groupId
      }),
    changeGroup: (groupId, draft) =>
      undo.keep(() => {
        const { unitId, yearId, groupName } = acceptGroup(draft, groupId)
        return sql.updateGroup.run(unitId, yearId, groupName, groupId).changes === 1
      }),
    deleteGroup: groupId =>
      undo.keep(() => {
        sql.clearStudents.run(groupId)
        return sql.removeGroup.run(groupId).changes === 1
      }),
    setStudents: (groupId, students) =>
      undo.keep(() => {
        if (!sql.selectGroup.get(groupId)) return false
        refuse(studentFaults(students))
        sql.clearStudents.run(groupId)
        for (const [position, student] of students.entries()) sql.addStudent.run(groupId, position, student)
        return true
      }),
  }

  function acceptGroup(draft: GroupDraft, groupId?: number): GroupDraft {
    const group = { ...draft, groupName: draft.groupName.trim() }
    refuse(groupFaults(group, groupId))
    return group
  }

  function* groupFaults({ unitId, yearId, groupName }: GroupDraft, groupId?: number): Generator<Fault> {
    yield* groupNameFaults('/groupName', groupName)
    if (!kinds.unit.has(unitId)) yield { path: '/unitId', reason: `${unitId} names no unit` }
    if (!kinds.year.has(yearId)) yield { path: '/yearId', reason: `${yearId} names no year` }
    const there = groupOf(unitId, yearId, groupName)
    if (there !== undefined && there !== groupId)
      yield { path: '/groupName', reason: `"${groupName}" is there already in this unit and year` }
  }

  function* studentFaults(students: readonly number[]): Generator<Fault> {
    for (const [place, student] of students.entries()) {
      const role = sql.roleOf.get(student)
      if (role === undefined) yield { path: `/students/${place}`, reason: `${student} names no user` }
      else if (role !== 'Student')
        yield { path: `/students/${place}`, reason: `${student} is no student but ${role}` }
      if (students.indexOf(student) !== place)
        yield { path: `/students/${place}`, reason: `${student} is in the list already` }
    }
  }
}

const GROUPS = `
  SELECT group_id AS groupId, unit_id AS unitId, year_id AS yearId, group_name AS groupName,
    (SELECT count(*) FROM group_student WHERE group_student.group_id = student_group.group_id) AS students
  FROM student_group`

function groupStatements(database: SqliteDatabase) {
  return {
    selectGroups: database.prepare<[], Group>(`${GROUPS} ORDER BY unit_id, year_id DESC, group_name`),
    selectGroup: database.prepare<[number], Group>(`${GROUPS} WHERE group_id = ?`),
    selectStudents: database
      .prepare<[number], number>('SELECT user_id FROM group_student WHERE group_id = ? ORDER BY position')
      .pluck(),
    nextGroup: database.prepare<[], number>(`SELECT ${nextId('student_group')}`).pluck(),
    insertGroup: database.prepare('INSERT INTO student_group VALUES (?, ?, ?, ?)'),
    updateGroup: database.prepare(
      'UPDATE student_group SET unit_id = ?, year_id = ?, group_name = ? WHERE group_id = ?',
    ),
    removeGroup: database.prepare('DELETE FROM student_group WHERE group_id = ?'),
    clearStudents: database.prepare('DELETE FROM group_student WHERE group_id = ?'),
    addStudent: database.prepare('INSERT INTO group_student VALUES (?, ?, ?)'),
    roleOf: database.prepare<[number], string>('SELECT role FROM person WHERE user_id = ?').pluck(),
  }
}

/**
 * Finds a group by its name: texts that look the same are the same, however their accents are encoded (Unicode NFC).
 *
 * @returns the group's id
 */
export function groupNamed(database: SqliteDatabase) {
  // Served by the unique index of student_group; a unit has some dozens of groups in a year.
  const select = database.prepare<[number, number], { group_id: number; group_name: string }>(
    'SELECT group_id, group_name FROM student_group WHERE unit_id = ? AND year_id = ?',
  )
  return (unitId: number, yearId: number, groupName: string): number | undefined => {
    const groups = select.all(unitId, yearId)
    const found =
      groups.find(({ group_name }) => group_name === groupName) ??
      groups.find(({ group_name }) => group_name.normalize() === groupName.normalize())
    return found?.group_id
  }
}

/** Units and years: each has an identifier of the school's own and a name. */
function placesIn(database: SqliteDatabase, undo: UndoHistory, kind: 'unit' | 'year') {
  const key = `${kind}_id`
  const order = kind === 'unit' ? key : `${key} DESC`
  const select = database.prepare<[], Unit | Year>(`
    SELECT ${key} AS ${kind}Id, name,
      (SELECT count(*) FROM student_group WHERE student_group.${key} = ${kind}.${key}) AS groups
    FROM ${kind} ORDER BY ${order}`)
  const exists = database.prepare<[number], number>(`SELECT 1 FROM ${kind} WHERE ${key} = ?`).pluck()
  const next = database.prepare<[], number>(`SELECT ${nextId(kind)}`).pluck()
  const groupsOf = database
    .prepare<[number], string>(`SELECT group_name FROM student_group WHERE ${key} = ? ORDER BY group_name`)
    .pluck()
  const insert = database.prepare(`INSERT INTO ${kind} VALUES (?, ?)`)
  const update = database.prepare(`UPDATE ${kind} SET name = ? WHERE ${key} = ?`)
  const remove = database.prepare(`DELETE FROM ${kind} WHERE ${key} = ?`)
  const has = (id: number) => exists.get(id) !== undefined

  return {
    list: () => select.all(),
    has,
    add: (given: number | undefined, name: string) =>
      undo.keep(() => {
        const id = given ?? (next.get() as number)
        refuse(addFaults(id, name))
        insert.run(id, name.trim())
        return id
      }),
    rename: (id: number, name: string) =>
      undo.keep(() => {
        refuse(nameFaults('/name', name))
        return update.run(name.trim(), id).changes === 1
      }),
    remove: (id: number) =>
      undo.keep(() => {
        const groups = groupsOf.all(id)
        if (groups.length > 0)
          throw new InUseError(`The ${kind} has ${counted(groups)}: delete or move them first`)
        return remove.run(id).changes === 1
      }),
  }

  function* addFaults(id: number, name: string): Generator<Fault> {
    if (has(id)) yield { path: `/${kind}Id`, reason: `${id} is there already` }
    yield* numberFaults(`/${kind}Id`, id)
    yield* nameFaults('/name', name)
  }
}

function counted(groups: readonly string[]): string {
  const named = groups.slice(0, 3).join(', ')
  const more = groups.length > 3 ? ` and ${groups.length - 3} more` : ''
  return groups.length === 1 ? `the group ${named}` : `the groups ${named}${more}`
}

const LONGEST_NAME = 200

/** The name of a group is also part of an address of the attendance API. */
export function* groupNameFaults(path: string, groupName: string): Generator<Fault> {
  yield* nameFaults(path, groupName)
  yield* addressFaults(path, groupName)
}

export function* nameFaults(path: string, name: string): Generator<Fault> {
  if (name.trim() === '') yield { path, reason: 'must not be empty' }
  if (name.length > LONGEST_NAME) yield { path, reason: `must have at most ${LONGEST_NAME} characters` }
  yield* characterFaults(path, name)
}

/** The identifier of a unit or a year, which is also part of an address. */
export function* numberFaults(path: string, id: number): Generator<Fault> {
  if (id < 0) yield { path, reason: `must not be negative, and ${id} is` }
}

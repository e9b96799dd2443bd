/** How a school is ordered: its units, its years, and the groups of students that there are in each. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Fault } from '../records/faults.ts'
import { refuse } from '../records/refuse.ts'
import type { Undoable, UndoHistory } from '../records/undo.ts'
import { InUseError } from './in-use.ts'

export interface Unit {
  /** What stands in addresses of the attendance API. */
  unitId: number
  name: string
  /** How many groups it has. */
  groups: number
}

export interface Year {
  /** What stands in addresses of the attendance API. */
  yearId: number
  name: string
  groups: number
}

export interface Group {
  groupId: number
  unitId: number
  yearId: number
  groupName: string
  /** How many students it has. */
  students: number
}

export interface GroupDraft {
  unitId: number
  yearId: number
  groupName: string
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

export const STRUCTURES = 'structures'
const LONGEST_NAME = 200

export function structuresIn(database: SqliteDatabase, undo: UndoHistory): Structures {
  const kinds = { unit: placesIn(database, undo, 'unit'), year: placesIn(database, undo, 'year') }
  const selectGroups = database.prepare<[], Group>(`
    SELECT group_id AS groupId, unit_id AS unitId, year_id AS yearId, group_name AS groupName,
      (SELECT count(*) FROM group_student WHERE group_student.group_id = student_group.group_id) AS students
    FROM student_group ORDER BY unit_id, year_id DESC, group_name`)
  const selectGroup = database.prepare<[number], Group>(`
    SELECT group_id AS groupId, unit_id AS unitId, year_id AS yearId, group_name AS groupName,
      (SELECT count(*) FROM group_student WHERE group_student.group_id = student_group.group_id) AS students
    FROM student_group WHERE group_id = ?`)
  const selectStudents = database
    .prepare<[number], number>('SELECT user_id FROM group_student WHERE group_id = ? ORDER BY position')
    .pluck()
  const selectNamed = database
    .prepare<[number, number, string], number>(
      'SELECT group_id FROM student_group WHERE unit_id = ? AND year_id = ? AND group_name = ?',
    )
    .pluck()
  const nextGroup = database
    .prepare<[], number>('SELECT coalesce(max(group_id), 0) + 1 FROM student_group')
    .pluck()
  const insertGroup = database.prepare('INSERT INTO student_group VALUES (?, ?, ?, ?)')
  const updateGroup = database.prepare(
    'UPDATE student_group SET unit_id = ?, year_id = ?, group_name = ? WHERE group_id = ?',
  )
  const removeGroup = database.prepare('DELETE FROM student_group WHERE group_id = ?')
  const clearStudents = database.prepare('DELETE FROM group_student WHERE group_id = ?')
  const addStudent = database.prepare('INSERT INTO group_student VALUES (?, ?, ?)')
  const roleOf = database.prepare<[number], string>('SELECT role FROM person WHERE user_id = ?').pluck()

  return {
    units: kinds.unit.list as () => Unit[],
    years: kinds.year.list as () => Year[],
    groups: () => selectGroups.all(),
    group: groupId => selectGroup.get(groupId),
    studentsOf: groupId => selectStudents.all(groupId),
    addUnit: ({ unitId, name }) => kinds.unit.add(unitId, name),
    renameUnit: kinds.unit.rename,
    deleteUnit: kinds.unit.remove,
    addYear: ({ yearId, name }) => kinds.year.add(yearId, name),
    renameYear: kinds.year.rename,
    deleteYear: kinds.year.remove,
    addGroup: draft =>
      undo.keep(STRUCTURES, touch => {
        const { unitId, yearId, groupName } = acceptGroup(draft)
        const groupId = nextGroup.get() as number
        touch('student_group', 'group_id = ?', groupId)
        insertGroup.run(groupId, unitId, yearId, groupName)
        return groupId
      }),
    changeGroup: (groupId, draft) =>
      undo.keep(STRUCTURES, touch => {
        const { unitId, yearId, groupName } = acceptGroup(draft, groupId)
        touch('student_group', 'group_id = ?', groupId)
        return updateGroup.run(unitId, yearId, groupName, groupId).changes === 1
      }),
    deleteGroup: groupId =>
      undo.keep(STRUCTURES, touch => {
        touch('student_group', 'group_id = ?', groupId)
        touch('group_student', 'group_id = ?', groupId)
        clearStudents.run(groupId)
        return removeGroup.run(groupId).changes === 1
      }),
    setStudents: (groupId, students) =>
      undo.keep(STRUCTURES, touch => {
        if (!selectGroup.get(groupId)) return false
        refuse(studentFaults(students))
        touch('group_student', 'group_id = ?', groupId)
        clearStudents.run(groupId)
        for (const [position, student] of students.entries()) addStudent.run(groupId, position, student)
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
    const there = selectNamed.get(unitId, yearId, groupName)
    if (there !== undefined && there !== groupId)
      yield { path: '/groupName', reason: `"${groupName}" is there already in this unit and year` }
  }

  function* studentFaults(students: readonly number[]): Generator<Fault> {
    for (const [place, student] of students.entries()) {
      const role = roleOf.get(student)
      if (role === undefined) yield { path: `/students/${place}`, reason: `${student} names no user` }
      else if (role !== 'Student')
        yield { path: `/students/${place}`, reason: `${student} is no student but ${role}` }
      if (students.indexOf(student) !== place)
        yield { path: `/students/${place}`, reason: `${student} is in the list already` }
    }
  }
}

/** A name that people read and that stands in an address of the attendance API. */
export function* groupNameFaults(path: string, groupName: string): Generator<Fault> {
  yield* nameFaults(path, groupName)
  if (groupName === '.' || groupName === '..')
    yield { path, reason: `"${groupName}" cannot stand in an address: it means a folder there` }
}

export function* nameFaults(path: string, name: string): Generator<Fault> {
  if (name.trim() === '') yield { path, reason: 'must not be empty' }
  if (name.length > LONGEST_NAME) yield { path, reason: `must have at most ${LONGEST_NAME} characters` }
}

/** Units and years: both an identifier of the school's own and a name. */
function placesIn(database: SqliteDatabase, undo: UndoHistory, kind: 'unit' | 'year') {
  const key = `${kind}_id`
  const order = kind === 'unit' ? key : `${key} DESC`
  const select = database.prepare<[], Unit | Year>(`
    SELECT ${key} AS ${kind}Id, name,
      (SELECT count(*) FROM student_group WHERE student_group.${key} = ${kind}.${key}) AS groups
    FROM ${kind} ORDER BY ${order}`)
  const exists = database.prepare<[number], number>(`SELECT 1 FROM ${kind} WHERE ${key} = ?`).pluck()
  const next = database.prepare<[], number>(`SELECT coalesce(max(${key}), 0) + 1 FROM ${kind}`).pluck()
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
      undo.keep(STRUCTURES, touch => {
        const id = given ?? (next.get() as number)
        refuse(addFaults(id, name))
        touch(kind, `${key} = ?`, id)
        insert.run(id, name.trim())
        return id
      }),
    rename: (id: number, name: string) =>
      undo.keep(STRUCTURES, touch => {
        refuse(nameFaults('/name', name))
        touch(kind, `${key} = ?`, id)
        return update.run(name.trim(), id).changes === 1
      }),
    remove: (id: number) =>
      undo.keep(STRUCTURES, touch => {
        const groups = groupsOf.all(id)
        if (groups.length > 0)
          throw new InUseError(`The ${kind} has ${counted(groups)}: delete or move them first`)
        touch(kind, `${key} = ?`, id)
        return remove.run(id).changes === 1
      }),
  }

  function* addFaults(id: number, name: string): Generator<Fault> {
    if (has(id)) yield { path: `/${kind}Id`, reason: `${id} is there already` }
    yield* nameFaults('/name', name)
  }
}

function counted(groups: readonly string[]): string {
  const named = groups.slice(0, 3).join(', ')
  const more = groups.length > 3 ? ` and ${groups.length - 3} more` : ''
  return groups.length === 1 ? `the group ${named}` : `the groups ${named}${more}`
}

/** How a school is ordered: its units, its years, and the groups of students that there are in each. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Fault } from '../records/faults.ts'
import { nextId } from '../records/next-id.ts'
import { refuse } from '../records/refuse.ts'
import type { Undoable, UndoHistory } from '../records/undo.ts'
import { groupNamed } from './group-named.ts'
import { groupNameFaults } from './name-faults.ts'
import { placesIn, type Unit, type Year } from './places.ts'

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

function groupStatements(database: SqliteDatabase) {
  return {
    selectGroups: database.prepare<[], Group>(`
      SELECT group_id AS groupId, unit_id AS unitId, year_id AS yearId, group_name AS groupName,
        (SELECT count(*) FROM group_student WHERE group_student.group_id = student_group.group_id) AS students
      FROM student_group ORDER BY unit_id, year_id DESC, group_name`),
    selectGroup: database.prepare<[number], Group>(`
      SELECT group_id AS groupId, unit_id AS unitId, year_id AS yearId, group_name AS groupName,
        (SELECT count(*) FROM group_student WHERE group_student.group_id = student_group.group_id) AS students
      FROM student_group WHERE group_id = ?`),
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

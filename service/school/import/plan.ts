/**
 * What a student list would change in the school; nothing is changed here.
 *
 * A student is found by the reference number. An empty cell changes nothing. Students who are not in the list stay as
 * they are, in the same groups.
 */

import { MOST_STUDENTS } from '../../seed.ts'
import { groupNameFaults } from '../name-faults.ts'
import { isEmail, LONGEST } from '../person-faults.ts'
import { allWithHalf, withHalf } from './bilingual-name.ts'
import { COLUMN_NAMES, type Field, type ReadColumns } from './columns.ts'
import { type ImportFault, importFault } from './faults.ts'
import type { Line } from './read-lines.ts'

export const PERSON_FIELDS = ['refNo', 'firstName', 'lastName', 'chineseName', 'email'] as const
export type PersonField = (typeof PERSON_FIELDS)[number]
type PersonCells = Record<PersonField, string>

export interface KnownPerson extends PersonCells {
  userId: number
  role: string
}
export interface KnownGroup {
  groupId: number
  unitId: number
  yearId: number
  groupName: string
}

/** The school as it is. */
export interface KnownSchool {
  units: readonly { id: number; name: string }[]
  years: readonly { id: number; name: string }[]
  groups: readonly KnownGroup[]
  /** Everybody with one of the reference numbers of the list. */
  people: readonly KnownPerson[]
  /** Whether a student is in a group. */
  isIn(userId: number, groupId: number): boolean
  /** How many students a group has. */
  studentsIn(groupId: number): number
}

/** The group for lines that do not name one. */
export interface ImportDefaults {
  unitId?: number | undefined
  yearId?: number | undefined
  groupName?: string | undefined
}

export interface PlannedGroup {
  unitId: number
  yearId: number
  groupName: string
  /** Absent when the import makes the group. */
  groupId?: number
}

export interface PlannedRow {
  line: number
  outcome: 'new' | 'changed' | 'unchanged'
  /** Absent for a new student. */
  userId?: number
  person: PersonCells
  /** What changes in a student of the school. */
  changes: { field: PersonField; from: string; to: string }[]
  /** The group that the student joins; absent when in it already or when the line names none. */
  joins?: PlannedGroup
}

export interface Plan {
  rows: PlannedRow[]
  faults: ImportFault[]
  newGroups: PlannedGroup[]
}

/** Characters of the cells that are no part of a person. */
const LONGEST_NAME = 200

/** What the list has said of a student in an earlier line. */
interface EarlierLine {
  line: number
  row: PlannedRow
  /** Lines by group. */
  groups: Map<string, number>
}

export function planImport(
  lines: readonly Line[],
  columns: ReadColumns,
  school: KnownSchool,
  defaults: ImportDefaults,
): Plan {
  const planner = new ImportPlanner(columns, school, defaults)
  for (const line of lines) planner.add(line)
  return planner.plan()
}

class ImportPlanner {
  readonly #columns: ReadColumns
  readonly #school: KnownSchool
  readonly #defaults: ImportDefaults
  readonly #rows: PlannedRow[] = []
  readonly #faults: ImportFault[] = []
  /** By reference number. */
  readonly #known = new Map<string, KnownPerson[]>()
  /** Of the school and of the list. */
  readonly #groups: Map<string, PlannedGroup>
  /** How many each has that somebody joins. */
  readonly #students = new Map<PlannedGroup, number>()
  /** By reference number. */
  readonly #earlier = new Map<string, EarlierLine>()

  constructor(columns: ReadColumns, school: KnownSchool, defaults: ImportDefaults) {
    this.#columns = columns
    this.#school = school
    this.#defaults = defaults
    this.#groups = new Map(school.groups.map(group => [keyOf(group), group as PlannedGroup]))
    for (const person of school.people)
      this.#known.set(person.refNo, [...(this.#known.get(person.refNo) ?? []), person])
  }

  add({ line, cells }: Line): void {
    const faults = this.#faultsOf(line, cells)
    if (faults.length > 0) return void this.#faults.push(...faults)
    const group = this.#groupOf(line, cells)
    if (group && 'code' in group) return void this.#faults.push(group)
    const person = personCells(cells)
    const earlier = this.#earlier.get(person.refNo)
    if (earlier) this.#addAgain(line, person, group, earlier)
    else this.#addFirst(line, person, group)
  }

  plan(): Plan {
    // Only groups that a line without faults joins: a group of nobody is not made.
    const joined = new Set(this.#rows.flatMap(({ joins }) => joins ?? []))
    const newGroups = [...joined].filter(({ groupId }) => groupId === undefined)
    return { rows: this.#rows, faults: this.#faults, newGroups }
  }

  #addFirst(line: number, person: PersonCells, group: PlannedGroup | undefined): void {
    const [there] = this.#known.get(person.refNo) ?? []
    if (!there && person.firstName + person.lastName + person.chineseName === '')
      return void this.#faults.push(this.#fault(line, 'firstName', 'no-name'))
    const changes = there ? changesTo(there, person) : []
    const joins = this.#joining(line, group, there?.userId)
    if (joins && 'code' in joins) return void this.#faults.push(joins)
    const row: PlannedRow = {
      line,
      outcome: there ? (changes.length > 0 || joins ? 'changed' : 'unchanged') : 'new',
      ...(there && { userId: there.userId }),
      person: there ? filledUp(there, person) : person,
      changes,
      ...(joins && { joins }),
    }
    this.#rows.push(row)
    this.#earlier.set(person.refNo, { line, row, groups: new Map(group ? [[keyOf(group), line]] : []) })
  }

  /** A student may be in several lines, one for each group, if they say nothing different. */
  #addAgain(line: number, person: PersonCells, group: PlannedGroup | undefined, earlier: EarlierLine): void {
    const { row, groups } = earlier
    const differs = PERSON_FIELDS.find(field => person[field] !== '' && person[field] !== row.person[field])
    if (differs) return void this.#faults.push(this.#fault(line, differs, 'contradicts', `${earlier.line}`))
    const sameGroup = group ? groups.get(keyOf(group)) : earlier.line
    if (group === undefined || sameGroup !== undefined)
      return void this.#faults.push(this.#fault(line, 'refNo', 'repeated', `${sameGroup}`))
    groups.set(keyOf(group), line)
    const joins = this.#joining(line, group, row.userId)
    if (joins && 'code' in joins) return void this.#faults.push(joins)
    this.#rows.push({
      line,
      outcome: joins ? 'changed' : 'unchanged',
      ...(row.userId !== undefined && { userId: row.userId }),
      person: row.person,
      changes: [],
      ...(joins && { joins }),
    })
  }

  /** @returns a fault when the group is full */
  #joining(
    line: number,
    group: PlannedGroup | undefined,
    userId: number | undefined,
  ): PlannedGroup | ImportFault | undefined {
    if (!group) return undefined
    const { groupId } = group
    if (userId !== undefined && groupId !== undefined && this.#school.isIn(userId, groupId)) return undefined
    const students =
      this.#students.get(group) ?? (groupId === undefined ? 0 : this.#school.studentsIn(groupId))
    if (students >= MOST_STUDENTS) return this.#fault(line, 'group', 'group-full', group.groupName)
    this.#students.set(group, students + 1)
    return group
  }

  #faultsOf(line: number, cells: Line['cells']): ImportFault[] {
    const { refNo = '', email = '' } = cells
    if (refNo === '') return [this.#fault(line, 'refNo', 'no-ref-no')]
    const faults: ImportFault[] = []
    for (const [field, text] of Object.entries(cells) as [Field, string][])
      if (text.length > (field in LONGEST ? LONGEST[field as PersonField] : LONGEST_NAME))
        faults.push(this.#fault(line, field, 'cell-too-long', text.slice(0, 40)))
    if (!isEmail(email)) faults.push(this.#fault(line, 'email', 'bad-email', email))
    const holders = this.#known.get(refNo) ?? []
    if (holders.length > 1) faults.push(this.#fault(line, 'refNo', 'ambiguous-ref-no', refNo))
    else if (holders[0] && holders[0].role !== 'Student')
      faults.push(this.#fault(line, 'refNo', 'not-a-student', refNo))
    return faults
  }

  /** The group that a line names. One that the school does not have is planned. */
  #groupOf(line: number, cells: Line['cells']): PlannedGroup | ImportFault | undefined {
    const groupName = cells.group || this.#defaults.groupName
    if (!groupName) return undefined
    const { units, years } = this.#school
    const unitId = this.#placeOf(line, 'unit', cells.unit, this.#defaults.unitId, units)
    if (typeof unitId !== 'number') return unitId
    const yearId = this.#placeOf(line, 'year', cells.year, this.#defaults.yearId, years)
    if (typeof yearId !== 'number') return yearId
    if (groupNameFaults('', groupName).next().value) return this.#fault(line, 'group', 'bad-group', groupName)
    const named = { unitId, yearId, groupName }
    const known = this.#groups.get(keyOf(named))
    if (known) return known
    const [found, ...others] = this.#groupsWithHalf(named)
    const choice = [found, ...others].map(group => group?.groupName).join(', ')
    // A third group beside the two would be in nobody's mind.
    if (others.length > 0) return this.#fault(line, 'group', 'ambiguous-group', choice)
    const group = found ?? named
    this.#groups.set(keyOf(named), group)
    return group
  }

  /** Of the school: a list names each of its own groups in one way. */
  #groupsWithHalf({ unitId, yearId, groupName }: PlannedGroup): PlannedGroup[] {
    const beside = this.#school.groups.filter(group => group.unitId === unitId && group.yearId === yearId)
    return allWithHalf(groupName, beside, group => group.groupName)
  }

  /** A unit or year by its identifier or name, or by half of a name in both languages. When there is only one, the line need not name it. */
  #placeOf(
    line: number,
    field: 'unit' | 'year',
    text = '',
    given: number | undefined,
    places: readonly { id: number; name: string }[],
  ): number | ImportFault {
    const choice = places.map(({ id, name }) => `${id} (${name})`).join(', ')
    if (text === '') {
      const only = given ?? (places.length === 1 ? places[0]?.id : undefined)
      return only ?? this.#fault(line, field, `no-${field}`, choice)
    }
    const named = places.find(({ id, name }) => `${id}` === text || name.toLowerCase() === text.toLowerCase())
    return (
      (named ?? withHalf(text, places, ({ name }) => name))?.id ??
      this.#fault(line, field, `unknown-${field}`, choice)
    )
  }

  #fault(line: number, field: Field, code: ImportFault['code'], value?: string): ImportFault {
    const { names, fields } = this.#columns
    const column = names[fields.indexOf(field)] ?? COLUMN_NAMES[field]['en-US']
    return importFault(line, column, code, value)
  }
}

function personCells(cells: Line['cells']): PersonCells {
  const { refNo = '', firstName = '', lastName = '', chineseName = '', email = '' } = cells
  return { refNo, firstName, lastName, chineseName, email }
}

function changesTo(there: KnownPerson, person: PersonCells): PlannedRow['changes'] {
  return PERSON_FIELDS.filter(field => person[field] !== '' && person[field] !== there[field]).map(field => ({
    field,
    from: there[field],
    to: person[field],
  }))
}

function filledUp(there: KnownPerson, person: PersonCells): PersonCells {
  const filled = { ...person }
  for (const field of PERSON_FIELDS) if (filled[field] === '') filled[field] = there[field]
  return filled
}

const keyOf = ({ unitId, yearId, groupName }: Omit<PlannedGroup, 'groupId'>) =>
  `${unitId} ${yearId} ${groupName.normalize()}`

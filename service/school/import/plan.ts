/**
 * What a student list would do to the school, worked out without doing it.
 *
 * A student is known by the reference number. An empty cell says nothing: it leaves what is there. Students who are not
 * in the list stay as they are, and so do the groups that they are in.
 */
import { isEmail } from '../person-faults.ts'
import { groupNameFaults } from '../structures.ts'
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
}

/** Where a line's student goes when the line does not say. */
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
  /** What becomes different in a student who is there. */
  changes: { field: PersonField; from: string; to: string }[]
  /** The group that the student joins; absent when in it already or when the line names none. */
  joins?: PlannedGroup
}

export interface Plan {
  rows: PlannedRow[]
  faults: ImportFault[]
  newGroups: PlannedGroup[]
}

const LONGEST_CELL = 200

export function planImport(
  lines: readonly Line[],
  columns: ReadColumns,
  school: KnownSchool,
  defaults: ImportDefaults,
): Plan {
  const plan: Omit<Plan, 'newGroups'> = { rows: [], faults: [] }
  const known = new Map<string, KnownPerson[]>()
  for (const person of school.people) known.set(person.refNo, [...(known.get(person.refNo) ?? []), person])
  const groups = new Map(school.groups.map(group => [keyOf(group), group as PlannedGroup]))
  /** What the list has said so far, by reference number. */
  const said = new Map<string, { line: number; row: PlannedRow; groups: Map<string, number> }>()

  for (const { line, cells } of lines) {
    const found = faultsOf(line, cells)
    if (found.length > 0) plan.faults.push(...found)
    else planLine(line, cells)
  }
  // Of lines that are written alone: a group of nobody is not made.
  const joined = new Set(plan.rows.flatMap(({ joins }) => joins ?? []))
  return { ...plan, newGroups: [...joined].filter(({ groupId }) => groupId === undefined) }

  function planLine(line: number, cells: Line['cells']): void {
    const person = personCells(cells)
    const group = groupOf(line, cells)
    if (group && 'code' in group) return void plan.faults.push(group)
    const before = said.get(person.refNo)
    if (before) return void planAgain(line, person, group, before)

    const [there] = known.get(person.refNo) ?? []
    if (!there && person.firstName + person.lastName + person.chineseName === '')
      return void plan.faults.push(fault(line, 'firstName', 'no-name'))
    const changes = there ? changesTo(there, person) : []
    const joins = joining(group, there?.userId)
    const row: PlannedRow = {
      line,
      outcome: there ? (changes.length > 0 || joins ? 'changed' : 'unchanged') : 'new',
      ...(there && { userId: there.userId }),
      person: there ? filledUp(there, person) : person,
      changes,
      ...(joins && { joins }),
    }
    plan.rows.push(row)
    said.set(person.refNo, { line, row, groups: new Map(group ? [[keyOf(group), line]] : []) })
  }

  /** A student may stand in several lines, once for each group, with nothing different said. */
  function planAgain(
    line: number,
    person: PersonCells,
    group: PlannedGroup | undefined,
    before: { line: number; row: PlannedRow; groups: Map<string, number> },
  ): void {
    const differs = PERSON_FIELDS.find(
      field => person[field] !== '' && person[field] !== before.row.person[field],
    )
    if (differs) return void plan.faults.push(fault(line, differs, 'contradicts', `${before.line}`))
    const earlier = group ? before.groups.get(keyOf(group)) : before.line
    if (group === undefined || earlier !== undefined)
      return void plan.faults.push(fault(line, 'refNo', 'repeated', `${earlier}`))
    before.groups.set(keyOf(group), line)
    const joins = joining(group, before.row.userId)
    const { userId } = before.row
    plan.rows.push({
      line,
      outcome: joins ? 'changed' : 'unchanged',
      ...(userId !== undefined && { userId }),
      person: before.row.person,
      changes: [],
      ...(joins && { joins }),
    })
  }

  function joining(group: PlannedGroup | undefined, userId: number | undefined): PlannedGroup | undefined {
    if (!group) return undefined
    const isIn = userId !== undefined && group.groupId !== undefined && school.isIn(userId, group.groupId)
    return isIn ? undefined : group
  }

  function faultsOf(line: number, cells: Line['cells']): ImportFault[] {
    const { refNo = '', email = '' } = cells
    if (refNo === '') return [fault(line, 'refNo', 'no-ref-no')]
    const faults: ImportFault[] = []
    for (const [field, text] of Object.entries(cells) as [Field, string][])
      if (text.length > LONGEST_CELL) faults.push(fault(line, field, 'cell-too-long', text.slice(0, 40)))
    if (!isEmail(email)) faults.push(fault(line, 'email', 'bad-email', email))
    const holders = known.get(refNo) ?? []
    if (holders.length > 1) faults.push(fault(line, 'refNo', 'ambiguous-ref-no', refNo))
    else if (holders[0] && holders[0].role !== 'Student')
      faults.push(fault(line, 'refNo', 'not-a-student', refNo))
    return faults
  }

  /** The group that a line names; it is planned when it is not there. */
  function groupOf(line: number, cells: Line['cells']): PlannedGroup | ImportFault | undefined {
    const groupName = cells.group || defaults.groupName
    if (!groupName) return undefined
    const unit = placeOf(line, 'unit', cells.unit, defaults.unitId, school.units)
    if (typeof unit !== 'number') return unit
    const year = placeOf(line, 'year', cells.year, defaults.yearId, school.years)
    if (typeof year !== 'number') return year
    if (groupNameFaults('', groupName).next().value) return fault(line, 'group', 'bad-group', groupName)
    const named = { unitId: unit, yearId: year, groupName }
    const there = groups.get(keyOf(named))
    if (there) return there
    groups.set(keyOf(named), named)
    return named
  }

  /** A unit or year by its identifier or name; the only one there is needs no naming. */
  function placeOf(
    line: number,
    field: 'unit' | 'year',
    text = '',
    given: number | undefined,
    places: readonly { id: number; name: string }[],
  ): number | ImportFault {
    const choice = places.map(({ id, name }) => `${id} (${name})`).join(', ')
    if (text === '') {
      const only = given ?? (places.length === 1 ? places[0]?.id : undefined)
      return only ?? fault(line, field, `no-${field}`, choice)
    }
    const named = places.filter(
      ({ id, name }) => `${id}` === text || name.toLowerCase() === text.toLowerCase(),
    )
    return named[0]?.id ?? fault(line, field, `unknown-${field}`, choice)
  }

  function fault(line: number, field: Field, code: ImportFault['code'], value?: string): ImportFault {
    const column = columns.names[columns.fields.indexOf(field)] ?? COLUMN_NAMES[field]['en-US']
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
  `${unitId} ${yearId} ${groupName}`

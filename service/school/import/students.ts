/**
 * Student lists: read, previewed, and written as previewed in one transaction that can be undone.
 *
 * Nothing is kept between the preview and its confirmation: the file is sent again with the preview's seal, a hash of
 * what the file would change in the school. When this is different now, nothing is written.
 */
import { createHash } from 'node:crypto'
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { nextId } from '../../records/next-id.ts'
import type { Undoable, UndoHistory } from '../../records/undo.ts'
import { decode, type Encoding } from './decode.ts'
import { type ImportFault, importFault } from './faults.ts'
import {
  type ImportDefaults,
  type KnownGroup,
  type KnownPerson,
  type KnownSchool,
  type Plan,
  type PlannedGroup,
  planImport,
} from './plan.ts'
import { readLines, type Separator } from './read-lines.ts'

export interface ImportPreview extends Plan {
  encoding?: Encoding
  separator?: Separator
  /** Columns that are not read. */
  ignored: string[]
  counts: { new: number; changed: number; unchanged: number; faults: number }
  /** What confirms this preview; absent when there is nothing to write. */
  seal?: string
}

export interface StudentImport {
  preview(file: Uint8Array, defaults?: ImportDefaults): Promise<ImportPreview>
  /**
   * Writes what the preview with this seal showed; lines with faults are left out.
   *
   * @returns undefined when the file or the school is not what was previewed; nothing was written
   */
  confirm(
    file: Uint8Array,
    seal: string,
    defaults?: ImportDefaults,
  ): Promise<Undoable<ImportPreview['counts']> | undefined>
}

export const IMPORT = 'import'

export function studentImportIn(database: SqliteDatabase, undo: UndoHistory): StudentImport {
  const selectUnits = database.prepare<[], { id: number; name: string }>(
    'SELECT unit_id AS id, name FROM unit',
  )
  const selectYears = database.prepare<[], { id: number; name: string }>(
    'SELECT year_id AS id, name FROM year',
  )
  const selectGroups = database.prepare<[], KnownGroup>(`
    SELECT group_id AS groupId, unit_id AS unitId, year_id AS yearId, group_name AS groupName FROM student_group`)
  // Served by the index person_by_ref_no.
  const selectPeople = database.prepare<[string], KnownPerson>(`
    SELECT user_id AS userId, role, ref_no AS refNo, first_name AS firstName, last_name AS lastName,
      chinese_name AS chineseName, email
    FROM person WHERE ref_no IN (SELECT value FROM json_each(?)) ORDER BY user_id`)
  const selectPlace = database
    .prepare<[number, number], number>('SELECT 1 FROM group_student WHERE user_id = ? AND group_id = ?')
    .pluck()
  const countPlaces = database
    .prepare<[number], number>('SELECT count(*) FROM group_student WHERE group_id = ?')
    .pluck()
  const nextUser = database.prepare<[], number>(`SELECT ${nextId('person')}`).pluck()
  const nextGroup = database.prepare<[], number>(`SELECT ${nextId('student_group')}`).pluck()
  const nextPlace = database
    .prepare<[number], number>('SELECT coalesce(max(position), -1) + 1 FROM group_student WHERE group_id = ?')
    .pluck()
  const addPerson = database.prepare("INSERT INTO person VALUES (?, 'Student', ?, ?, ?, ?, ?, NULL)")
  const changePerson = database.prepare(
    'UPDATE person SET ref_no = ?, first_name = ?, last_name = ?, chinese_name = ?, email = ? WHERE user_id = ?',
  )
  const addGroup = database.prepare('INSERT INTO student_group VALUES (?, ?, ?, ?)')
  const addPlace = database.prepare('INSERT INTO group_student VALUES (?, ?, ?)')

  return {
    preview: async (file, defaults = {}) => look(await read(file), defaults),
    async confirm(file, seal, defaults = {}) {
      const lines = await read(file)
      // Read and written synchronously, so that nothing changes in between.
      const preview = look(lines, defaults)
      if (preview.seal !== seal) return undefined
      return undo.keep(IMPORT, touch => {
        write(preview, touch)
        return preview.counts
      })
    },
  }

  function look(lines: Awaited<ReturnType<typeof read>>, defaults: ImportDefaults): ImportPreview {
    if ('refused' in lines) return previewOf({ rows: [], faults: [lines.refused], newGroups: [] }, {})
    const { columns, separator, encoding } = lines
    const plan = planImport(lines.lines, columns, schoolFor(lines), defaults)
    return previewOf(plan, { encoding, separator, ignored: columns.ignored })
  }

  function schoolFor({ lines }: { lines: { cells: { refNo?: string } }[] }): KnownSchool {
    return {
      units: selectUnits.all(),
      years: selectYears.all(),
      groups: selectGroups.all(),
      people: selectPeople.all(JSON.stringify(lines.map(({ cells }) => cells.refNo ?? ''))),
      isIn: (userId, groupId) => selectPlace.get(userId, groupId) !== undefined,
      studentsIn: groupId => countPlaces.get(groupId) as number,
    }
  }

  function write({ rows, newGroups }: Plan, touch: Parameters<Parameters<UndoHistory['keep']>[1]>[0]): void {
    const firstUser = nextUser.get() as number
    const firstGroup = nextGroup.get() as number
    const old = JSON.stringify(rows.flatMap(({ userId, changes }) => (changes.length > 0 ? [userId] : [])))
    const joined = JSON.stringify([...new Set(rows.flatMap(({ joins }) => joins?.groupId ?? []))])
    touch('person', 'user_id >= ? OR user_id IN (SELECT value FROM json_each(?))', firstUser, old)
    touch('student_group', 'group_id >= ?', firstGroup)
    touch(
      'group_student',
      'group_id >= ? OR group_id IN (SELECT value FROM json_each(?))',
      firstGroup,
      joined,
    )

    const groupIds = new Map<PlannedGroup, number>()
    for (const [at, group] of newGroups.entries()) {
      addGroup.run(firstGroup + at, group.unitId, group.yearId, group.groupName)
      groupIds.set(group, firstGroup + at)
    }
    const userIds = new Map<string, number>()
    let nextNew = firstUser
    for (const { userId, person, changes, joins } of rows) {
      const { refNo, firstName, lastName, chineseName, email } = person
      const id = userId ?? userIds.get(refNo) ?? nextNew
      if (id === nextNew) {
        addPerson.run(id, refNo, firstName, lastName, chineseName, email)
        userIds.set(refNo, id)
        nextNew += 1
      } else if (changes.length > 0) changePerson.run(refNo, firstName, lastName, chineseName, email, id)
      const groupId = joins && (joins.groupId ?? groupIds.get(joins))
      if (groupId !== undefined) addPlace.run(groupId, nextPlace.get(groupId), id)
    }
  }
}

async function read(file: Uint8Array) {
  const decoded = decode(file)
  if ('fault' in decoded) return { refused: importFault(0, '', decoded.fault) }
  const lines = await readLines(decoded.text)
  const { fields, repeated } = lines.columns
  if (lines.fault) return { refused: importFault(lines.fault.line, '', lines.fault.code) }
  if (!fields.includes('refNo')) return { refused: importFault(1, '', 'no-ref-no-column') }
  const [twice] = repeated
  if (twice !== undefined) return { refused: importFault(1, twice, 'repeated-column', twice) }
  return { ...lines, encoding: decoded.encoding }
}

function previewOf(
  plan: Plan,
  { ignored = [], ...found }: { encoding?: Encoding; separator?: Separator; ignored?: string[] },
): ImportPreview {
  const count = (outcome: string) => plan.rows.filter(row => row.outcome === outcome).length
  const counts = {
    new: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    faults: new Set(plan.faults.map(({ line }: ImportFault) => line)).size,
  }
  const seal = createHash('sha256').update(JSON.stringify(plan)).digest('base64url')
  return { ...plan, ...found, ignored, counts, ...(counts.new + counts.changed > 0 && { seal }) }
}

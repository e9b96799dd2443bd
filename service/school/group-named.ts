/** Finds a group by its name: texts that look the same are the same, however their accents are encoded (Unicode NFC). */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

interface Named {
  group_id: number
  group_name: string
}

/** @returns the group's id */
export function groupNamed(database: SqliteDatabase) {
  // Served by the unique index of student_group; a unit has some dozens of groups in a year.
  const select = database.prepare<[number, number], Named>(
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

/** Student lists as CSV files that a spreadsheet opens as they are, and that can be imported again. */
import type { Language } from '../../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'
import { BOM, csvOf } from '../../../shared/text/csv.ts'
import { COLUMN_NAMES, FIELDS, type Field } from './columns.ts'

/** The column names and one line to write over. */
export function studentTemplate(lang: Language): string {
  const example: Record<Field, string> = {
    refNo: 'S-0001',
    firstName: 'Wren',
    lastName: 'Aldermoor',
    chineseName: '艾鷦',
    email: 'wren@school.example',
    unit: '1',
    year: '2026',
    group: '1A',
  }
  return BOM + csvOf([headerIn(lang), FIELDS.map(field => example[field])])
}

/** The students of a group in its order, or all of the school, one line for each group that they are in. */
export function studentListIn(database: SqliteDatabase) {
  const columns = `ref_no AS refNo, first_name AS firstName, last_name AS lastName, chinese_name AS chineseName, email,
    coalesce(unit_id, '') AS unit, coalesce(year_id, '') AS year, coalesce(group_name, '') AS "group"`
  const selectGroup = database.prepare<[number], Record<Field, string | number>>(`
    SELECT ${columns} FROM group_student JOIN student_group USING (group_id) JOIN person USING (user_id)
    WHERE group_id = ? ORDER BY position`)
  const selectAll = database.prepare<[], Record<Field, string | number>>(`
    SELECT ${columns} FROM person LEFT JOIN group_student USING (user_id) LEFT JOIN student_group USING (group_id)
    WHERE role = 'Student' ORDER BY unit_id, year_id, group_name, position, last_name, first_name, user_id`)
  return (lang: Language, groupId?: number): string => {
    const rows = groupId === undefined ? selectAll.all() : selectGroup.all(groupId)
    return BOM + csvOf([headerIn(lang), ...rows.map(row => FIELDS.map(field => `${row[field]}`))])
  }
}

function headerIn(lang: Language): string[] {
  return FIELDS.map(field => COLUMN_NAMES[field][lang])
}

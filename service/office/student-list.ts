/** Student lists as CSV files that a spreadsheet opens as they are. */
import type { Language } from '../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { BOM, csvOf } from '../../shared/text/csv.ts'

const COLUMN_NAMES = {
  refNo: { 'en-US': 'Reference no.', 'zh-HK': '學生編號' },
  firstName: { 'en-US': 'First name', 'zh-HK': '名字' },
  lastName: { 'en-US': 'Last name', 'zh-HK': '姓氏' },
  chineseName: { 'en-US': 'Chinese name', 'zh-HK': '中文姓名' },
  email: { 'en-US': 'E-mail', 'zh-HK': '電郵' },
  unit: { 'en-US': 'Unit', 'zh-HK': '學部' },
  year: { 'en-US': 'Year', 'zh-HK': '學年' },
  group: { 'en-US': 'Group', 'zh-HK': '組別' },
}
type Field = keyof typeof COLUMN_NAMES
const FIELDS = Object.keys(COLUMN_NAMES) as Field[]

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
    const head = FIELDS.map(field => COLUMN_NAMES[field][lang])
    return BOM + csvOf([head, ...rows.map(row => FIELDS.map(field => `${row[field]}`))])
  }
}

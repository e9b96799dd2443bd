/**
 * Identifiers that the service gives: higher than those of all rows that are there and of all that were deleted.
 *
 * Other systems keep them: a web-app knows its users by them. So the number of somebody who was deleted is not given to
 * somebody else, also after an import, a reset, or going back to a snapshot. Triggers of the tables write the highest
 * identifier of the deleted rows into `highest_deleted`, which is part of the state.
 */

/** By table, the column of its identifiers. */
const KEYS = {
  unit: 'unit_id',
  year: 'year_id',
  person: 'user_id',
  student_group: 'group_id',
  attendance_entry: 'entry_id',
  popup: 'popup_id',
  access_key: 'key_id',
} as const

/** As an expression of SQL. A school may give the highest number that is safe, which no other can follow. */
export function nextId(table: keyof typeof KEYS): string {
  const key = KEYS[table]
  return `(
    SELECT coalesce(max(id), 0) + 1 FROM (
      SELECT max(${key}) AS id FROM ${table} WHERE ${key} < ${Number.MAX_SAFE_INTEGER}
      UNION ALL
      SELECT id FROM highest_deleted WHERE table_name = '${table}' AND id < ${Number.MAX_SAFE_INTEGER}))`
}

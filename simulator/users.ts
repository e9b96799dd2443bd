/** Whose a simulated phone can be: the school's people, guardians with their children. */
import type { Role } from '../shared/contract/session.ts'
import type { SqliteDatabase } from '../shared/sqlite/open.ts'

export interface SimulatorUser {
  userId: number
  role: Role
  refNo: string
  firstName: string
  lastName: string
  chineseName: string
  imageUrl: string
}

export interface SimulatorUserWithChildren extends SimulatorUser {
  children: SimulatorUser[]
}

export interface SimulatorUsers {
  /** Users whose name or reference number contains the text; first those with a sample token. */
  search(text: string, limit: number): SimulatorUser[]
  /** The first of a role in the same order. */
  first(role: Role): SimulatorUser | undefined
  get(userId: number): SimulatorUserWithChildren | undefined
}

interface UserRow {
  user_id: number
  role: Role
  ref_no: string
  first_name: string
  last_name: string
  chinese_name: string
  avatar_path: string | null
}

const COLUMNS =
  'person.user_id, role, ref_no, first_name, last_name, chinese_name, media.thumbnail_path AS avatar_path'
const TABLES = 'person LEFT JOIN media ON media.name = person.avatar'

export function simulatorUsersIn(
  database: SqliteDatabase,
  avatarUrl: (path: string | null) => string,
): SimulatorUsers {
  const select = database.prepare<[{ text: string; role: Role | null; limit: number }], UserRow>(`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE instr(lower(first_name || ' ' || last_name || ' ' || chinese_name || ' ' || ref_no || ' ' || person.user_id),
      lower(@text)) > 0 AND (@role IS NULL OR role = @role)
    ORDER BY EXISTS (SELECT 1 FROM session WHERE session.user_id = person.user_id AND sample = 1) DESC,
      role = 'Guardian' DESC, role = 'Student' DESC, person.user_id
    LIMIT @limit`)
  const one = database.prepare<[number], UserRow>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE person.user_id = ?`)
  const children = database.prepare<[number], UserRow>(`
    SELECT ${COLUMNS} FROM guardian_child JOIN ${TABLES.replace('person', 'person ON person.user_id = child')}
    WHERE guardian = ? ORDER BY position`)
  const userOf = (row: UserRow): SimulatorUser => ({
    userId: row.user_id,
    role: row.role,
    refNo: row.ref_no,
    firstName: row.first_name,
    lastName: row.last_name,
    chineseName: row.chinese_name,
    imageUrl: avatarUrl(row.avatar_path),
  })
  return {
    search: (text, limit) => select.all({ text: text.trim(), role: null, limit }).map(userOf),
    first: role => select.all({ text: '', role, limit: 1 }).map(userOf)[0],
    get(userId) {
      const row = one.get(userId)
      return row && { ...userOf(row), children: children.all(userId).map(userOf) }
    },
  }
}

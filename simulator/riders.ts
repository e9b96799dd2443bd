/** Who can hold a simulated phone: the school's people, with a guardian's children. */
import type { Role } from '../shared/contract/session.ts'
import type { SqliteDatabase } from '../shared/sqlite/open.ts'

export interface Rider {
  userId: number
  role: Role
  refNo: string
  firstName: string
  lastName: string
  chineseName: string
  imageUrl: string
}

export interface RiderWithChildren extends Rider {
  children: Rider[]
}

export interface Riders {
  /** Everybody whose name or reference number contains the text; first those whose tokens are in the sample. */
  search(text: string, most: number): Rider[]
  /** The first of a role in the same order. */
  first(role: Role): Rider | undefined
  get(userId: number): RiderWithChildren | undefined
}

interface RiderRow {
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

export function ridersIn(database: SqliteDatabase, avatarUrl: (path: string | null) => string): Riders {
  const select = database.prepare<[{ pattern: string; role: Role | null; most: number }], RiderRow>(`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE first_name || ' ' || last_name || ' ' || chinese_name || ' ' || ref_no || ' ' || person.user_id
      LIKE @pattern ESCAPE '\\' AND (@role IS NULL OR role = @role)
    ORDER BY EXISTS (SELECT 1 FROM session WHERE session.user_id = person.user_id AND sample = 1) DESC,
      role = 'Guardian' DESC, role = 'Student' DESC, person.user_id
    LIMIT @most`)
  const one = database.prepare<[number], RiderRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE person.user_id = ?`,
  )
  const children = database.prepare<[number], RiderRow>(`
    SELECT ${COLUMNS} FROM guardian_child JOIN ${TABLES.replace('person', 'person ON person.user_id = child')}
    WHERE guardian = ? ORDER BY position`)
  const rider = (row: RiderRow): Rider => ({
    userId: row.user_id,
    role: row.role,
    refNo: row.ref_no,
    firstName: row.first_name,
    lastName: row.last_name,
    chineseName: row.chinese_name,
    imageUrl: avatarUrl(row.avatar_path),
  })
  return {
    search: (text, most) =>
      select.all({ pattern: `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`, role: null, most }).map(rider),
    first: role => select.all({ pattern: '%', role, most: 1 }).map(rider)[0],
    get(userId) {
      const row = one.get(userId)
      return row && { ...rider(row), children: children.all(userId).map(rider) }
    },
  }
}

/** Guardians and their children, by reference number. The interface does not have this, so a school keeps such a list itself. */
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'

export interface Student {
  refNo: string
  name: string
  /** May be empty. */
  chineseName: string
  groupName: string
}

export interface Families {
  /** Eldest first; empty for an unknown guardian. */
  childrenOf(guardianRef: string): Student[]
  student(refNo: string): Student | undefined
}

/** Columns of a student, with the names of {@link Student}. */
export const STUDENT = `student.ref_no AS refNo, student.name, student.chinese_name AS chineseName,
  student.group_name AS groupName`

export function createFamilies(database: SqliteDatabase): Families {
  const children = database.prepare<[string], Student>(`
    SELECT ${STUDENT} FROM family JOIN student ON student.ref_no = family.student_ref
    WHERE family.guardian_ref = ? ORDER BY student.ref_no`)
  const one = database.prepare<[string], Student>(`SELECT ${STUDENT} FROM student WHERE ref_no = ?`)
  return {
    childrenOf: guardianRef => children.all(guardianRef),
    student: refNo => one.get(refNo),
  }
}

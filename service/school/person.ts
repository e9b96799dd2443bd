/** A person of the school: what the office enters, what it sees, and the row in the database. */
import type { Role } from '../../shared/contract/session.ts'

/** What the office enters of a person. */
export interface PersonDraft {
  role: Role
  refNo: string
  firstName: string
  lastName: string
  chineseName: string
  email: string
  /** Name of a picture in the media. */
  avatar?: string
  /** A guardian's children, as user ids. */
  children?: readonly number[] | undefined
}

export interface Person extends Omit<PersonDraft, 'children'> {
  userId: number
  /** Path of the picture below the media folder; null without one. */
  avatarPath: string | null
}

export interface PersonInFull extends Person {
  children: Person[]
  guardians: Person[]
  groups: { groupId: number; unitId: number; yearId: number; groupName: string }[]
  /** Days of attendance on record. */
  attendanceEntries: number
  /** Attendance that they approved, which keeps them from being deleted. */
  approvedEntries: number
}

export interface PersonRow {
  user_id: number
  role: Role
  ref_no: string
  first_name: string
  last_name: string
  chinese_name: string
  email: string
  avatar: string | null
  avatar_path: string | null
}

/** In the order of the columns, without the identifier. */
export function columnsOf({
  role,
  refNo,
  firstName,
  lastName,
  chineseName,
  email,
  avatar = '',
}: PersonDraft) {
  return [role, refNo, firstName, lastName, chineseName, email, avatar === '' ? null : avatar]
}

export function personOf(row: PersonRow): Person {
  return {
    userId: row.user_id,
    role: row.role,
    refNo: row.ref_no,
    firstName: row.first_name,
    lastName: row.last_name,
    chineseName: row.chinese_name,
    email: row.email,
    ...(row.avatar !== null && { avatar: row.avatar }),
    avatarPath: row.avatar_path,
  }
}

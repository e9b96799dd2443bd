/** The people of the sample school: staff, guardians and students, all invented, with e-mail addresses at `.example`. */
import type { Role } from '../../shared/contract/session.ts'
import type { SeedUser } from '../seed.ts'
import { AVATARS } from './media.ts'
import rows from './people.json' with { type: 'json' }

type Row = readonly [firstName: string, lastName: string, chineseName: string]

/**
 * The first student of 1A - Rowing and the first guardian are those of the session tokens. Children are counted from that
 * student.
 */
const { staff, guardians, rowing, science, morningStar } = rows as unknown as Record<
  'staff' | 'rowing' | 'science' | 'morningStar',
  Row[]
> & { guardians: { name: Row; children: number[] }[] }

export const STUDENT_GROUPS = {
  rowing: ids(3001, rowing),
  science: ids(3001 + rowing.length, science),
  morningStar: ids(3001 + rowing.length + science.length, morningStar),
}
export const STAFF_IDS = ids(1001, staff)

/** Whom the three sample session tokens stand for. */
export const SESSION_USERS: Record<Role, number> = { Guardian: 2001, Student: 3001, Staff: 1001 }

export function people(): SeedUser[] {
  return [
    ...staff.map((row, at) => person('Staff', 1001 + at, row)),
    ...guardians.map(({ name, children }, at) => ({
      ...person('Guardian', 2001 + at, name),
      children: children.map(child => 3001 + child),
    })),
    ...[...rowing, ...science, ...morningStar].map((row, at) => person('Student', 3001 + at, row)),
  ]
}

const REF_NO: Record<Role, (userId: number) => string> = {
  Staff: userId => `STF-${userId}`,
  Guardian: userId => `GDN-${userId}`,
  Student: userId => `TB26${String(userId - 3000).padStart(4, '0')}`,
}

function person(role: Role, userId: number, [firstName, lastName, chineseName]: Row): SeedUser {
  const host = {
    Staff: 'ternbay.example',
    Guardian: 'families.example',
    Student: 'students.ternbay.example',
  }[role]
  const avatar = AVATARS[userId % AVATARS.length]
  return {
    userId,
    role,
    refNo: REF_NO[role](userId),
    firstName,
    lastName,
    chineseName,
    email: `${firstName}.${lastName}.${userId}@${host}`.toLowerCase(),
    // Every ninth person has not uploaded a picture, as in any school.
    ...(avatar !== undefined && userId % 9 !== 8 ? { avatar } : {}),
  }
}

function ids(first: number, rows: readonly Row[]): number[] {
  return rows.map((_, at) => first + at)
}

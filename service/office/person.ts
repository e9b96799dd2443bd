/** A person of the school as the office enters one, and what is wrong with one. */
import type { Role } from '../../shared/contract/session.ts'
import type { SeedUser } from '../seed.ts'
import { characterFaults } from './faults.ts'
import type { Fault } from './refuse.ts'

/** What the office enters of a person. */
export interface PersonDraft extends Omit<SeedUser, 'userId' | 'children'> {
  /** A guardian's children, as user ids. */
  children?: readonly number[] | undefined
}

export interface Person extends Omit<PersonDraft, 'children'> {
  userId: number
  /** Path of the picture below the media folder; null without one. */
  avatarPath: string | null
}

/** As it is stored. */
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

/** What the school holds already. */
export interface PersonChecks {
  /** Undefined: there is no such user. */
  roleOf(userId: number): Role | undefined
  /** Another user with this reference number. */
  holderOf(refNo: string, except: number): Person | undefined
  /** In a group, or as a guardian's child. */
  isStudentElsewhere(userId: number): boolean
  hasApproved(userId: number): boolean
  hasMedium(name: string): boolean
}

/** Characters. */
const LONGEST = { refNo: 100, firstName: 200, lastName: 200, chineseName: 200, email: 320 } as const

export function* addFaults(userId: number, person: PersonDraft, school: PersonChecks): Generator<Fault> {
  if (school.roleOf(userId)) yield { path: '/userId', reason: `${userId} is there already` }
  yield* personFaults(person, userId, school)
}

export function* personFaults(person: PersonDraft, userId: number, school: PersonChecks): Generator<Fault> {
  const { firstName, lastName, chineseName, avatar, role, children = [] } = person
  if (firstName + lastName + chineseName === '')
    yield { path: '/firstName', reason: 'must not be empty when there is no other name' }
  const namesake = person.refNo === '' ? undefined : school.holderOf(person.refNo, userId)
  if (namesake)
    yield {
      path: '/refNo',
      reason: `"${person.refNo}" is ${namesake.firstName} ${namesake.lastName}’s already`,
    }
  yield* textFaults(person)
  if (avatar !== undefined && avatar !== '' && !school.hasMedium(avatar))
    yield { path: '/avatar', reason: `"${avatar}" names no medium` }
  if (role !== 'Guardian' && children.length > 0) yield { path: '/children', reason: 'are a guardian’s only' }
  yield* childFaults(children, userId, school)
}

/** Also for people who come with a state or a seed. */
export function* textFaults(person: Pick<PersonDraft, keyof typeof LONGEST>): Generator<Fault> {
  for (const [field, longest] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][]) {
    if (person[field].length > longest)
      yield { path: `/${field}`, reason: `must have at most ${longest} characters` }
    yield* characterFaults(`/${field}`, person[field])
  }
  if (!isEmail(person.email))
    yield { path: '/email', reason: 'must be an e-mail address (as in name@school.example)' }
}

function* childFaults(
  children: readonly number[],
  userId: number,
  { roleOf }: PersonChecks,
): Generator<Fault> {
  for (const [place, child] of children.entries()) {
    const path = `/children/${place}`
    const role = roleOf(child)
    if (role !== 'Student')
      yield {
        path,
        reason: role === undefined ? `${child} names no user` : `${child} is no student but ${role}`,
      }
    if (child === userId) yield { path, reason: 'is the guardian' }
    if (children.indexOf(child) !== place) yield { path, reason: `${child} is in the list already` }
  }
}

/** A role cannot change while other records need it: groups have students, and staff approve attendance. */
export function* roleFaults(
  userId: number,
  was: Role,
  is: Role,
  { isStudentElsewhere, hasApproved }: PersonChecks,
): Generator<Fault> {
  if (was === is) return
  if (was === 'Student' && isStudentElsewhere(userId))
    yield { path: '/role', reason: 'is Student in a group or as a child' }
  if (was === 'Staff' && hasApproved(userId))
    yield { path: '/role', reason: 'is Staff in attendance that they approved' }
}

/** May be empty. Only the @ in the middle is checked: what else is valid, mail servers decide. */
function isEmail(text: string): boolean {
  return text === '' || /^[^\s@]+@[^\s@]+$/.test(text)
}

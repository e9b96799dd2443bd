/** What a page demands of its visitor, read when the guard is made: one that is written wrong must let nobody in. */
import { ROLES, type Role } from '../shared/contract/session.ts'
import { ExtensionOptionError } from './errors.ts'

export interface Requirement {
  /** Default: any. */
  role?: Role | readonly Role[]
}

/** The roles that are let in; undefined for all. @throws {ExtensionOptionError} */
export function rolesOf(requirement: Requirement): readonly Role[] | undefined {
  const names = isPlain(requirement) ? Object.keys(requirement) : ['?']
  if (names.length === 0) return undefined
  const roles = names.join() === 'role' ? [requirement.role].flat() : []
  const known = roles.filter(role => role !== undefined && ROLES.includes(role)) as Role[]
  if (known.length > 0 && known.length === roles.length) return known
  throw new ExtensionOptionError(
    `requireVisit takes { role: one of ${ROLES.join(', ')}, or a list of them }, and nothing for any role`,
  )
}

/** Of a list, a map or an instance not all names are its own, and one that is not seen would demand nothing. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

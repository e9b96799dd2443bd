/** What a page requires of its visitor. Checked when the route is defined: an invalid requirement must not let anybody in. */
import { ROLES, type Role } from '../shared/contract/session.ts'
import { ExtensionOptionError } from './errors.ts'

export interface Requirement {
  /** Default: any. */
  role?: Role | readonly Role[]
}

/** The allowed roles; undefined for all. @throws {ExtensionOptionError} */
export function rolesOf(requirement: Requirement): readonly Role[] | undefined {
  const names = isPlain(requirement) ? Object.keys(requirement) : ['?']
  if (names.length === 0) return undefined
  const roles = names.join() === 'role' ? [requirement.role].flat() : []
  const known = roles.filter(role => role !== undefined && ROLES.includes(role)) as Role[]
  if (known.length > 0 && known.length === roles.length) return known
  throw new ExtensionOptionError(
    `requireVisit needs { role: one of ${ROLES.join(', ')}, or a list of them }, or no argument to allow every role`,
  )
}

/** Plain objects only: the properties of lists, maps and class instances are not all visible, so a role could be missed. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

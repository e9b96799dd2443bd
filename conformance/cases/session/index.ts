/** Session resolution (interface, Endpoint 4). */
import type { Case } from '../../case.ts'
import { sessionFieldCases } from './fields.ts'
import { sessionOpenPoints } from './open-points.ts'
import { tokenCases } from './tokens.ts'

/** Wrong tokens come last: a service may block clients after too many. */
export const sessionCases: Case[] = [...sessionFieldCases, ...sessionOpenPoints, ...tokenCases]

/** Attendance lists (interface, Endpoint 3). */
import type { Case } from '../../case.ts'
import { attendanceFieldCases } from './fields.ts'
import { keyCases } from './keys.ts'
import { oneListCases } from './one-list.ts'
import { attendanceOpenPoints } from './open-points.ts'
import { placeCases } from './place.ts'
import { withoutRecord } from './without-record.ts'

/** Wrong keys come last: a service may block clients after too many. */
export const attendanceCases: Case[] = [
  ...attendanceFieldCases,
  withoutRecord,
  ...oneListCases,
  ...placeCases,
  ...attendanceOpenPoints,
  ...keyCases,
]

/** Attendance lists (interface, Endpoint 3). */
import type { Case } from '../../case.ts'
import { attendanceFieldCases } from './fields.ts'
import { oneListCases } from './one-list.ts'
import { withoutRecord } from './without-record.ts'

export const attendanceCases: Case[] = [...attendanceFieldCases, withoutRecord, ...oneListCases]

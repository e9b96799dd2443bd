/** Attendance lists: one item for each student of the group, with the record of one day (interface, Attendance list item). */
import Type, { type Static } from 'typebox'
import { Address, EXACT, Timestamp } from './formats.ts'

export const ATTENDANCE_STATUSES = ['Present', 'Unexcused', 'Excused', 'Late', 'EarlyLeave'] as const
export type AttendanceStatus = (typeof ATTENDANCE_STATUSES)[number]

export const Approver = Type.Object(
  { _id: Type.Integer(EXACT), firstName: Type.String(), lastName: Type.String() },
  { title: 'Approver' },
)
export type Approver = Static<typeof Approver>

/** The record of one student on one day. The interface does not say which fields are optional. A note and an approval come
 * later than the record, so these three are optional here. */
export const AttendanceEntry = Type.Object(
  {
    _id: Type.Integer({ ...EXACT, description: 'Entry identifier.' }),
    status: Type.Enum(ATTENDANCE_STATUSES),
    user: Type.Integer({ ...EXACT, description: 'Student user identifier; equals the item’s _id.' }),
    entryDate: Timestamp('ISO 8601 UTC timestamp.'),
    note: Type.Optional(Type.String({ description: 'Free text; may be empty.' })),
    approvedBy: Type.Optional(Approver),
    approvedAt: Type.Optional(Timestamp('ISO 8601 UTC timestamp of approval.')),
  },
  { title: 'AttendanceEntry', description: '**Open point**: which fields may be missing.' },
)
export type AttendanceEntry = Static<typeof AttendanceEntry>

export const AttendanceItem = Type.Object(
  {
    _id: Type.Integer({ ...EXACT, description: 'Student user identifier.' }),
    refNo: Type.String({ description: 'Student reference number.' }),
    firstName: Type.String({ description: 'Given name.' }),
    lastName: Type.String({ description: 'Family name.' }),
    imageUrl: Address('URL of the avatar picture.'),
    attendanceEntry: Type.Optional(AttendanceEntry),
  },
  { title: 'AttendanceItem' },
)
export type AttendanceItem = Static<typeof AttendanceItem>

/** The response: a bare array without the content API's envelope. */
export const AttendanceList = Type.Array(AttendanceItem)
export type AttendanceList = Static<typeof AttendanceList>

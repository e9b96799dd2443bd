/** What an attendance list is, and the fields of its items, of their records and of the approver. */
import { isSuccess } from '../../../shared/client/reply.ts'
import { Approver, AttendanceEntry, AttendanceItem } from '../../../shared/contract/attendance.ts'
import { counted } from '../../../shared/text/counted.ts'
import { type Case, notShown, passed, required, type Says, verdict } from '../../case.ts'
import { ADDRESS_OR_EMPTY, fieldCases, UTC_TIMESTAMP } from '../../fields.ts'
import { answered, fieldsOf, firstOf } from '../../words.ts'
import { jsonText } from '../json-text.ts'
import { items, listOf, readableDates, records, someItems } from './list.ts'

const response = (says: string): Says => ['Endpoint 3, response', says]

/** A day in the school's zone overlaps two days in UTC. */
const DAY_AROUND_MS = { before: 14 * 3_600_000, after: 36 * 3_600_000 }

export const attendanceFieldCases: Case[] = [
  required(
    'attendance/answers',
    response('A call with its headers gives the list of the group for the day.'),
    async visit => {
      const answer = await visit.list()
      return verdict(isSuccess(answer.status), answered(answer))
    },
  ),
  required(
    'attendance/bare-array',
    response('The answer is a bare array, not the envelope of the content API.'),
    async visit => passed(counted(listOf(await visit.list()).length, 'student')),
  ),
  jsonText('attendance', response('The answer is JSON.'), visit => visit.list()),
  required(
    'attendance/student-once',
    response('There is one item for each student of the group.'),
    async visit => {
      const ids = (await someItems(visit)).map(({ value }) => fieldsOf(value)._id)
      const twice = ids.length - new Set(ids).size
      return verdict(twice === 0, counted(ids.length, 'student'), `${twice} are listed more than once`)
    },
  ),
  ...fieldCases('attendance', [
    {
      ...{ place: 'Attendance list item', one: 'student', properties: AttendanceItem.properties },
      ...{ elements: items, forms: { imageUrl: ADDRESS_OR_EMPTY }, orNull: ['attendanceEntry'] },
    },
    {
      ...{ place: 'attendanceEntry', one: 'record', properties: AttendanceEntry.properties },
      ...{ elements: records, forms: { entryDate: UTC_TIMESTAMP, approvedAt: UTC_TIMESTAMP } },
      // The interface does not say which fields are optional.
      orNull: ['note', 'approvedBy', 'approvedAt'],
    },
    {
      ...{ place: 'attendanceEntry, approvedBy', one: 'approver', properties: Approver.properties },
      elements: async visit =>
        (await records(visit)).flatMap(({ path, value }) => {
          const { approvedBy = null } = fieldsOf(value)
          return approvedBy === null ? [] : [{ path: `${path}/approvedBy`, value: approvedBy }]
        }),
    },
  ]),
  required(
    'attendance/user-same',
    ['attendanceEntry, user', 'The student’s user identifier, the same as the item’s _id.'],
    async visit => {
      const having = (await items(visit)).filter(({ value }) => fieldsOf(fieldsOf(value).attendanceEntry)._id)
      if (having.length === 0) return notShown('a day with records')
      const faults = having.filter(({ value }) => {
        const { _id, attendanceEntry } = fieldsOf(value)
        return fieldsOf(attendanceEntry).user !== _id
      })
      return verdict(
        faults.length === 0,
        counted(having.length, 'record'),
        `missing or different at ${firstOf(faults.map(({ path }) => path))}`,
      )
    },
  ),
  required(
    'attendance/entry-of-day',
    response('Each item carries the attendance entry of the day that was asked for.'),
    async visit => {
      const readable = readableDates(listOf(await visit.list())).map(Number)
      if (readable.length === 0) return notShown('a record with a readable entryDate')
      const day = Date.parse(visit.attendance.date)
      const others = readable.filter(
        date => date < day - DAY_AROUND_MS.before || date > day + DAY_AROUND_MS.after,
      ).length
      return verdict(
        others === 0,
        `${readable.length} of ${visit.attendance.date}`,
        `${others} of another day`,
      )
    },
  ),
]

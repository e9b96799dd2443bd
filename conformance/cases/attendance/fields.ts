/** The fields of an attendance list item and of the record in it. */
import { ATTENDANCE_STATUSES } from '../../../shared/contract/attendance.ts'
import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, passed, type Rule, verdict } from '../../case.ts'
import {
  ADDRESS_OR_EMPTY,
  fieldCases,
  IDENTIFIER,
  nullsIn,
  oneOf,
  TEXT,
  UTC_TIMESTAMP,
} from '../../fields.ts'
import { answered, fieldsOf, firstOf, kindOf } from '../../words.ts'
import { items, listOf, records, someItems } from './list.ts'

export const ITEM_FIELDS = ['_id', 'refNo', 'firstName', 'lastName', 'imageUrl', 'attendanceEntry']
export const RECORD_FIELDS = ['_id', 'status', 'user', 'entryDate', 'note', 'approvedBy', 'approvedAt']

const ofItem = fieldCases(items, 'student')
const ofRecord = fieldCases(records, 'record')
const ofApprover = fieldCases(
  async visit =>
    (await records(visit)).flatMap(({ path, value }) => {
      const { approvedBy } = fieldsOf(value)
      return approvedBy === undefined || approvedBy === null
        ? []
        : [{ path: `${path}/approvedBy`, value: approvedBy }]
    }),
  'approver',
)
const response = (says: string): Rule => ({ place: 'Endpoint 3, response', says })
const item = (name: string, says: string): Rule => ({ place: `Attendance list item, ${name}`, says })
const record = (name: string, says: string): Rule => ({ place: `attendanceEntry, ${name}`, says })

/** A day in the school's zone overlaps two days in UTC. */
const DAY_AROUND_MS = { before: 14 * 3_600_000, after: 36 * 3_600_000 }

export const attendanceFieldCases: Case[] = [
  {
    id: 'attendance/answers',
    level: 'required',
    rule: response('A call with its headers gives the list of the group for the day.'),
    async look(visit) {
      const answer = await visit.list()
      return verdict(answer.status >= 200 && answer.status <= 299, answered(answer))
    },
  },
  {
    id: 'attendance/bare-array',
    level: 'required',
    rule: response('The answer is a bare array, not the envelope of the content API.'),
    look: async visit => passed(counted(listOf(await visit.list()).length, 'student')),
  },
  {
    id: 'attendance/json-text',
    level: 'required',
    rule: response('The answer is JSON.'),
    async look(visit) {
      const { text, isJson, bytes } = await visit.list()
      if (text === undefined) return failed('the body is not UTF-8')
      if (text.startsWith('\ufeff')) return failed('the body begins with a byte order mark')
      return verdict(isJson, isJson ? counted(bytes.byteLength, 'byte') : 'the body is not JSON')
    },
  },
  {
    id: 'attendance/student-once',
    level: 'required',
    rule: response('There is one item for each student of the group.'),
    async look(visit) {
      const ids = (await someItems(visit)).map(({ value }) => fieldsOf(value)._id)
      const twice = ids.length - new Set(ids).size
      return verdict(
        twice === 0,
        twice === 0 ? counted(ids.length, 'student') : `${twice} are listed more than once`,
      )
    },
  },
  ofItem('attendance/item-id', item('_id', 'The student’s user identifier, a number.'), {
    field: '_id',
    ...IDENTIFIER,
  }),
  ofItem('attendance/ref-no', item('refNo', 'The student’s reference number, a string.'), {
    field: 'refNo',
    ...TEXT,
  }),
  ofItem('attendance/first-name', item('firstName', 'The given name, a string.'), {
    field: 'firstName',
    ...TEXT,
  }),
  ofItem('attendance/last-name', item('lastName', 'The family name, a string.'), {
    field: 'lastName',
    ...TEXT,
  }),
  ofItem('attendance/image-url', item('imageUrl', 'The address of the avatar.'), {
    field: 'imageUrl',
    ...ADDRESS_OR_EMPTY,
  }),
  {
    id: 'attendance/entry-object',
    level: 'required',
    rule: item('attendanceEntry', 'The record of the day, an object.'),
    async look(visit) {
      const all = await records(visit)
      if (all.length === 0) return notShown('a day with records')
      const faults = all.filter(({ value }) => kindOf(value) !== 'an object')
      return faults.length === 0
        ? passed(counted(all.length, 'record'))
        : failed(firstOf(faults.map(({ path, value }) => `${path} is ${kindOf(value)}`)))
    },
  },
  ofRecord('attendance/entry-id', record('_id', 'The entry’s identifier, a number.'), {
    field: '_id',
    ...IDENTIFIER,
  }),
  ofRecord('attendance/status', record('status', 'One of the five attendance statuses.'), {
    field: 'status',
    ...oneOf(ATTENDANCE_STATUSES),
  }),
  {
    id: 'attendance/entry-user',
    level: 'required',
    rule: record('user', 'The student’s user identifier, the same as the item’s _id.'),
    async look(visit) {
      const having = (await items(visit)).filter(({ value }) => fieldsOf(fieldsOf(value).attendanceEntry)._id)
      if (having.length === 0) return notShown('a day with records')
      const faults = having.filter(({ value }) => {
        const { _id, attendanceEntry } = fieldsOf(value)
        return fieldsOf(attendanceEntry).user !== _id
      })
      return faults.length === 0
        ? passed(`${having.length} of ${counted(having.length, 'record')}`)
        : failed(`missing or different at ${firstOf(faults.map(({ path }) => path))}`)
    },
  },
  ofRecord('attendance/entry-date', record('entryDate', 'An ISO 8601 UTC timestamp.'), {
    field: 'entryDate',
    ...UTC_TIMESTAMP,
  }),
  {
    id: 'attendance/entry-of-day',
    level: 'required',
    rule: response('Each item carries the attendance entry of the day that was asked for.'),
    async look(visit) {
      const dates = (await records(visit)).map(({ value }) => Date.parse(`${fieldsOf(value).entryDate}`))
      const readable = dates.filter(date => !Number.isNaN(date))
      if (readable.length === 0) return notShown('a record with a readable entryDate')
      const day = Date.parse(visit.attendance.date)
      const others = readable.filter(
        date => date < day - DAY_AROUND_MS.before || date > day + DAY_AROUND_MS.after,
      ).length
      return verdict(
        others === 0,
        others === 0 ? `${readable.length} of ${visit.attendance.date}` : `${others} of another day`,
      )
    },
  },
  ofRecord('attendance/note', record('note', 'A string, which may be empty.'), {
    field: 'note',
    optional: true,
    ...TEXT,
  }),
  ofRecord('attendance/approved-by', record('approvedBy', 'The approver, an object.'), {
    field: 'approvedBy',
    optional: true,
    must: 'an object',
    is: value => kindOf(value) === 'an object',
  }),
  ofApprover('attendance/approver-id', record('approvedBy', 'The approver’s _id is a number.'), {
    field: '_id',
    ...IDENTIFIER,
  }),
  ofApprover(
    'attendance/approver-first-name',
    record('approvedBy', 'The approver has a firstName, a string.'),
    {
      field: 'firstName',
      ...TEXT,
    },
  ),
  ofApprover(
    'attendance/approver-last-name',
    record('approvedBy', 'The approver has a lastName, a string.'),
    {
      field: 'lastName',
      ...TEXT,
    },
  ),
  ofRecord('attendance/approved-at', record('approvedAt', 'An ISO 8601 UTC timestamp.'), {
    field: 'approvedAt',
    optional: true,
    ...UTC_TIMESTAMP,
  }),
  {
    id: 'attendance/no-null',
    level: 'required',
    rule: {
      place: 'Attendance list item',
      says: 'Every field that is present has its type; null is not allowed.',
    },
    async look(visit) {
      const all = await someItems(visit)
      // A record or a part of it may be null: the interface does not say which of them are optional.
      const nulls = all
        .flatMap(({ path, value }) => nullsIn(value, path, [...ITEM_FIELDS, ...RECORD_FIELDS]))
        .filter(path => !/\/attendanceEntry(\/(note|approvedBy|approvedAt))?$/.test(path))
      return nulls.length === 0 ? passed('no field is null') : failed(`null: ${firstOf(nulls)}`)
    },
  },
]

/**
 * A list has each student of the group, also one without a record on that day.
 *
 * Who is left out shows on another day: a service that lists only records has the student on a day with one. The days beside are
 * asked for only if nobody without a record is listed.
 */
import { Temporal } from 'temporal-polyfill'
import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, passed, required } from '../../case.ts'
import type { Visit } from '../../visit.ts'
import { fieldsOf } from '../../words.ts'
import { isNone, someItems } from './list.ts'

export const withoutRecord: Case = required(
  'attendance/without-record',
  [
    'Endpoint 3, response',
    'There is one item for each student of the group, whether or not the day has a record.',
  ],
  async visit => {
    const all = (await someItems(visit)).map(({ value }) => fieldsOf(value))
    const without = all.filter(({ attendanceEntry }) => isNone(attendanceEntry)).length
    if (without > 0) return passed(`${without} of ${counted(all.length, 'student')} without a record`)
    const listed = new Set(all.map(({ _id }) => _id))
    for (const date of daysBeside(visit)) {
      const { json } = await visit.list({ date })
      const others = (Array.isArray(json) ? json : []).map(fieldsOf)
      const missing = others.filter(
        ({ _id, attendanceEntry }) => !isNone(attendanceEntry) && !listed.has(_id),
      )
      if (missing.length > 0)
        return failed(
          `all ${counted(all.length, 'student')} have a record, and ${missing.length} with a record on ${date} ${missing.length === 1 ? 'is' : 'are'} missing: students without a record are left out, or the group has changed that day`,
        )
    }
    return notShown('a student without a record on that day')
  },
)

function daysBeside({ attendance }: Visit): string[] {
  const day = Temporal.PlainDate.from(attendance.date)
  return [-1, 1].map(days => day.add({ days }).toString())
}

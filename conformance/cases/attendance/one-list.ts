/** A list is of one unit, year, group and day: another of them has other students, other records, or nothing. */
import { counted } from '../../../shared/text/counted.ts'
import { type Case, failed, notShown, passed } from '../../case.ts'
import type { ListChange, Visit } from '../../visit.ts'
import { answered } from '../../words.ts'
import { answeredList, holdsList, listOf, readableDates } from './list.ts'

const RULE = {
  place: 'Endpoint 3, path parameters',
  says: 'The list is that of the unit, year, group and date in the address.',
}

/** A day before the school kept records. */
const LONG_AGO = '1970-01-04'

export const oneListCases: Case[] = [
  {
    id: 'attendance/group-name',
    level: 'required',
    rule: {
      place: 'Endpoint 3, path parameter groupName',
      says: 'The name of a group may contain spaces and a hyphen.',
    },
    async look(visit) {
      const { groupName } = visit.attendance
      if (!/ /.test(groupName) || !/-/.test(groupName))
        return notShown('a group with a space and a hyphen in its name')
      const answer = await visit.list()
      return Array.isArray(answer.json)
        ? passed(`found as ${encodeURIComponent(groupName)}`)
        : failed(`${encodeURIComponent(groupName)}: ${answered(answer)}`)
    },
  },
  otherList('of-unit', 'a unit that does not exist', { unitId: '987654321' }),
  otherList('of-year', 'a year that does not exist', { yearId: '987654321' }),
  otherList('of-group', 'a group that does not exist', { groupName: 'schoolbell conformance' }),
  {
    id: 'attendance/of-date',
    level: 'required',
    rule: RULE,
    async look(visit) {
      if (readableDates(listOf(await visit.list())).length === 0)
        return notShown('a record with a readable entryDate')
      const answer = await visit.list({ date: LONG_AGO })
      const dates = Array.isArray(answer.json) ? readableDates(answer.json) : []
      const others = dates.filter(date => date.getUTCFullYear() !== 1970).length
      return others === 0
        ? passed(`${LONG_AGO}: ${answeredList(answer)}, no record of another day`)
        : failed(`${LONG_AGO} has ${counted(others, 'record')} of other days`)
    },
  },
]

function otherList(id: string, what: string, changed: ListChange): Case {
  return {
    id: `attendance/${id}`,
    level: 'required',
    rule: RULE,
    async look(visit: Visit) {
      if (!holdsList(await visit.list())) return notShown('a list with students')
      const answer = await visit.list(changed)
      return holdsList(answer)
        ? failed(`${what} has a list: ${answeredList(answer)}`)
        : passed(`${what}: ${answeredList(answer)}`)
    },
  }
}

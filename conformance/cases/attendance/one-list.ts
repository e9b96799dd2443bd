/** A list is of one unit, year, group and day: another of them has other students, other records, or nothing. */
import { counted } from '../../../shared/text/counted.ts'
import { type Case, notShown, required, type Says, verdict } from '../../case.ts'
import type { ListChange } from '../../visit.ts'
import { answered } from '../../words.ts'
import { answeredList, holdsList, listOf, readableDates } from './list.ts'

const RULE: Says = [
  'Endpoint 3, path parameters',
  'The list is that of the unit, year, group and date in the address.',
]

/** A day before the school kept records. */
const LONG_AGO = '1970-01-04'

export const oneListCases: Case[] = [
  required(
    'attendance/group-name',
    ['Endpoint 3, path parameter groupName', 'The name of a group may contain spaces and a hyphen.'],
    async visit => {
      const { groupName } = visit.attendance
      if (!/ /.test(groupName) || !/-/.test(groupName))
        return notShown('a group with a space and a hyphen in its name')
      const answer = await visit.list()
      return verdict(
        Array.isArray(answer.json),
        `found as ${encodeURIComponent(groupName)}`,
        `${encodeURIComponent(groupName)}: ${answered(answer)}`,
      )
    },
  ),
  otherList('of-unit', 'a unit that does not exist', { unitId: '987654321' }),
  otherList('of-year', 'a year that does not exist', { yearId: '987654321' }),
  otherList('of-group', 'a group that does not exist', { groupName: 'schoolbell conformance' }),
  required('attendance/of-date', RULE, async visit => {
    if (readableDates(listOf(await visit.list())).length === 0)
      return notShown('a record with a readable entryDate')
    const answer = await visit.list({ date: LONG_AGO })
    const dates = Array.isArray(answer.json) ? readableDates(answer.json) : []
    const others = dates.filter(date => date.getUTCFullYear() !== 1970).length
    return verdict(
      others === 0,
      `${LONG_AGO}: ${answeredList(answer)}, no record of another day`,
      `${LONG_AGO} has ${counted(others, 'record')} of other days`,
    )
  }),
]

function otherList(id: string, what: string, changed: ListChange): Case {
  return required(`attendance/${id}`, RULE, async visit => {
    if (!holdsList(await visit.list())) return notShown('a list with students')
    const answer = await visit.list(changed)
    const seen = answeredList(answer)
    return verdict(!holdsList(answer), `${what}: ${seen}`, `${what} has a list: ${seen}`)
  })
}

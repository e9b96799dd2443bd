/** The URL of a list: its parts, and how wrong parts are answered. */

import { counted } from '../../../shared/text/counted.ts'
import type { Answer } from '../../ask.ts'
import { type Case, failed, notShown, passed, type SilentCase } from '../../case.ts'
import type { ListChange } from '../../visit.ts'
import { answered } from '../../words.ts'
import { openPoints } from '../open-points.ts'

const open = openPoints('attendance', 'not shown')
const ANY_STATUS = 'Any other HTTP status than success is an error.'

export const placeCases: Case[] = [
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
  open(
    'group-name-plus',
    'Endpoint 3, path parameter groupName',
    'Whether a plus sign in the address means a space',
    'They send %20.',
    async visit => {
      const { groupName } = visit.attendance
      if (!groupName.includes(' ')) return notShown('a group with a space in its name')
      const groupSegment = encodeURIComponent(groupName).replaceAll('%20', '+')
      return answeredList(await visit.list({ groupSegment }))
    },
  ),
  open(
    'group-name-capitals',
    'Endpoint 3, path parameter groupName',
    'Whether capitals in the name of a group matter',
    'They send the name as it is written in the console.',
    async visit => {
      const { groupName } = visit.attendance
      const turned = groupName === groupName.toLowerCase() ? groupName.toUpperCase() : groupName.toLowerCase()
      if (turned === groupName) return notShown('a group with letters in its name')
      return answeredList(await visit.list({ groupName: turned }))
    },
  ),
  other('unknown-group', 'for a group that does not exist', { groupName: 'schoolbell conformance' }),
  other('unknown-unit', 'for a unit that does not exist', { unitId: '987654321' }),
  other('unknown-year', 'for a year that does not exist', { yearId: '987654321' }),
  other('unit-no-number', 'for a unit that is not a number', { unitId: 'one' }),
  other('date-impossible', 'for a date that does not exist', { date: '2026-02-30' }),
  other('date-other-form', 'for a date written YYYYMMDD', { date: '20260901' }),
]

function other(id: string, what: string, changed: ListChange): SilentCase {
  return open(id, 'Errors', `How a call is answered ${what}`, ANY_STATUS, async visit =>
    answeredList(await visit.list(changed)),
  )
}

/** As in `HTTP 200, 14 students`. */
export function answeredList(answer: Answer): string {
  return Array.isArray(answer.json)
    ? `HTTP ${answer.status}, ${counted(answer.json.length, 'student')}`
    : answered(answer)
}

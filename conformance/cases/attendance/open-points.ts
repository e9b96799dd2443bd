/** What the interface leaves open of the attendance call. */

import { counted } from '../../../shared/text/counted.ts'
import { type Case, notShown, observed } from '../../case.ts'
import { emptyFields, unknownFields } from '../../fields.ts'
import { answered, fieldsOf, firstOf, shown } from '../../words.ts'
import { openPoints } from '../open-points.ts'
import { ITEM_FIELDS, RECORD_FIELDS } from './fields.ts'
import { isNone, items, listOf, records, someItems } from './list.ts'
import { LONG_AGO } from './one-list.ts'
import { answeredList } from './place.ts'

const FOREIGN = 'https://school.invalid'

const open = openPoints('attendance', 'not shown')

export const attendanceOpenPoints: Case[] = [
  open(
    'day-without-records',
    'attendanceEntry',
    'How a list looks for a day without records',
    'A student without a record may come without attendanceEntry, with null, or with an empty object.',
    async visit => {
      const answer = await visit.list({ date: LONG_AGO })
      if (!Array.isArray(answer.json)) return observed(answered(answer))
      return observed(`${LONG_AGO}: ${absence(answer.json)}`)
    },
  ),
  open(
    'student-without-record',
    'attendanceEntry',
    'What an item holds for a student with no record for the day',
    'attendanceEntry may be absent, null or an empty object.',
    async visit => {
      const all = listOf(await visit.list())
      return all.some(item => isNone(fieldsOf(item).attendanceEntry))
        ? observed(absence(all))
        : notShown('a student without a record on that day')
    },
  ),
  open(
    'optional-fields',
    'attendanceEntry',
    'Which fields are optional',
    'note, approvedBy and approvedAt may be left out or null.',
    async visit => {
      const all = (await records(visit)).map(({ value }) => fieldsOf(value))
      if (all.length === 0) return notShown('a day with records')
      const some = RECORD_FIELDS.flatMap(name => {
        const absent = all.filter(record => record[name] === undefined).length
        const empty = all.filter(record => record[name] === null).length
        return [
          ...(absent > 0 ? [`${name} is left out in ${absent} of ${all.length}`] : []),
          ...(empty > 0 ? [`${name} is null in ${empty} of ${all.length}`] : []),
        ]
      })
      return some.length === 0
        ? `all ${RECORD_FIELDS.length} are in each of ${counted(all.length, 'record')}`
        : some.join(', ')
    },
  ),
  open(
    'approval-both',
    'attendanceEntry',
    'Whether approvedBy and approvedAt come together',
    'They do not depend on each other.',
    async visit => {
      const all = (await records(visit)).map(({ value }) => fieldsOf(value))
      const approved = all.filter(({ approvedBy, approvedAt }) => approvedBy || approvedAt)
      if (approved.length === 0) return notShown('a record that was approved')
      const both = approved.filter(({ approvedBy, approvedAt }) => approvedBy && approvedAt).length
      return observed(both === approved.length ? 'always' : `in ${both} of ${approved.length}`)
    },
  ),
  open('statuses', 'States and transitions', 'Which statuses a day may show', 'All five.', async visit => {
    const seen = (await records(visit)).map(({ value }) => fieldsOf(value).status)
    if (seen.length === 0) return notShown('a day with records')
    return observed(
      [...new Set(seen)]
        .map(status => `${seen.filter(one => one === status).length} ${shown(status)}`)
        .join(', '),
    )
  }),
  open(
    'empty-fields',
    'Attendance list item',
    'Which texts may be empty, besides note',
    'Any; an empty avatar address means no avatar.',
    async visit => {
      const empty = emptyFields([...(await someItems(visit)), ...(await records(visit))], ['note'])
      return observed(empty.length === 0 ? 'none' : `empty: ${firstOf(empty, 8)}`)
    },
  ),
  open(
    'other-fields',
    'Attendance list item',
    'Whether there may be other fields',
    'They ignore them.',
    async visit => {
      await someItems(visit)
      const others = [
        ...unknownFields(await items(visit), ITEM_FIELDS),
        ...unknownFields(await records(visit), RECORD_FIELDS).map(name => `attendanceEntry/${name}`),
      ]
      return observed(others.length === 0 ? 'none' : firstOf(others.map(shown), 8))
    },
  ),
  open(
    'avatar-public',
    'Attendance list item, imageUrl',
    'Whether an avatar can be fetched without a key',
    'They pass the address on and do not fetch it.',
    async visit => {
      const address = (await items(visit))
        .map(({ value }) => fieldsOf(value).imageUrl)
        .find(url => URL.canParse(`${url}`))
      if (address === undefined) return notShown('a student with an avatar')
      const { status, headers } = await visit.fetch(new URL(`${address}`))
      return observed(`HTTP ${status}, ${headers.get('content-type') ?? 'no content type'}`)
    },
  ),
  open(
    'request-content-type',
    'Endpoint 3, headers',
    'Whether the content-type header, which a GET does not need, may be left out',
    'They send it.',
    async visit => observed(answeredList(await visit.list({ headers: { 'content-type': undefined } }))),
  ),
  open(
    'content-type',
    'Endpoint 3, response',
    'The content type of the list',
    'They read it as JSON, whatever its content type.',
    async visit => observed((await visit.list()).headers.get('content-type') ?? 'none'),
  ),
  open(
    'caching',
    'Endpoint 3, response',
    'Whether caches may store a list',
    'They do not store it.',
    async visit => observed((await visit.list()).headers.get('cache-control') ?? 'no cache-control'),
  ),
  open(
    'cors',
    'Endpoint 3, response',
    'Whether pages of other origins may read a list',
    'The key must stay on a server; their pages do not call this API.',
    async visit => {
      const answer = await visit.list({ headers: { origin: FOREIGN } })
      const allowed = answer.headers.get('access-control-allow-origin')
      return observed(allowed === null ? 'not allowed' : `access-control-allow-origin: ${allowed}`)
    },
  ),
]

function absence(list: readonly unknown[]): string {
  const found = list.map(item => fieldsOf(item).attendanceEntry)
  const ways = [
    ['no attendanceEntry', found.filter(entry => entry === undefined).length],
    ['attendanceEntry null', found.filter(entry => entry === null).length],
    [
      'an empty attendanceEntry',
      found.filter(entry => entry !== undefined && entry !== null && isNone(entry)).length,
    ],
  ] as const
  const some = ways.filter(([, count]) => count > 0).map(([way, count]) => `${count} with ${way}`)
  return `${counted(list.length, 'student')}${some.length === 0 ? '' : `, ${some.join(', ')}`}`
}

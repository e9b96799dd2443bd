/** The attendance list (interface, Endpoint 3). A caller without the right key learns nothing else about the request. */
import type { FastifyRequest } from 'fastify'
import {
  type AttendanceItem,
  AttendanceList,
  type AttendanceStatus,
} from '../../shared/contract/attendance.ts'
import { ENTRANCE_HEADERS } from '../../shared/contract/entrance-headers.ts'
import { EXAMPLE_ATTENDANCE } from '../../shared/contract/examples.ts'
import { AttendanceParameters } from '../../shared/contract/parameters.ts'
import { json, noBody } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ServiceContext } from '../context.ts'
import { groupNamed } from '../office/structures.ts'
import { credentialAttempts, wrongCredentials } from './credentials.ts'

const PATH = '/sync/units/:unitId/years/:yearId/groups/:groupName/attendance-lists/:date'

export async function attendanceRoute(server: TypedServer, context: ServiceContext): Promise<void> {
  const attempts = credentialAttempts(context.elapsedMs)
  const query = attendanceQuery(context)
  server.get(
    PATH,
    {
      schema: SCHEMA,
      async preValidation(request) {
        if (!isAllowed(request, context))
          throw wrongCredentials(
            request,
            attempts,
            'X-App-Id and X-Access-Key must be given and belong together',
          )
      },
    },
    function answerAttendanceList(request, reply) {
      const list = query(request.params)
      if (typeof list === 'string') throw new HttpProblem(404, `There is no such ${list}`)
      reply.header('cache-control', 'no-store')
      return list
    },
  )
}

function isAllowed({ headers }: FastifyRequest, context: ServiceContext): boolean {
  const { [ENTRANCE_HEADERS.appId]: appId, 'x-access-key': key } = headers
  if (typeof appId !== 'string' || typeof key !== 'string') return false
  // Both are always checked, so that every refusal takes the same time.
  const ownApp = context.isOwnApp(appId)
  const { accessKeys } = context.repositories
  const allowed = accessKeys.allow(key, ownApp ? context.clock.now().epochMilliseconds : undefined)
  return ownApp && allowed
}

const SCHEMA = {
  tags: ['Attendance API'],
  operationId: 'getAttendanceList',
  summary: 'The attendance list of a group on a day',
  description: 'One item for each student of the group, without an envelope.',
  params: AttendanceParameters,
  security: [{ appId: [], accessKey: [] }],
  response: {
    200: json(
      'One item a student. **Open point**: without `attendanceEntry` when there is no record of the day',
      AttendanceList,
      { examples: { group: { summary: 'A group of three', value: EXAMPLE_ATTENDANCE } } },
    ),
    '4XX': noBody(
      '**Open point**: how a refusal looks. 400: an identifier is no integer, or the day does not exist. 401: the two headers ' +
        'are not both given, or do not belong together. 404: there is no such unit, year or group. 429: too many wrong keys ' +
        'came from this address, `retry-after` says when to try again. Each with problem details (RFC 9457)',
    ),
  },
}

/** The students of a group, and the record of each on a day. */

export interface ListQuestion {
  unitId: number
  yearId: number
  groupName: string
  /** `YYYY-MM-DD`. */
  date: string
}

interface ItemRow {
  user_id: number
  ref_no: string
  first_name: string
  last_name: string
  avatar_path: string | null
  entry_id: number | null
  status: AttendanceStatus
  entry_date: string
  note: string
  approved_at: string | null
  approver_id: number | null
  approver_first_name: string
  approver_last_name: string
}

/** Which part of the address names nothing; undefined when the list is there. */
export type Missing = 'unit' | 'year' | 'group'

export function attendanceQuery({ database, avatarUrl }: ServiceContext) {
  const hasUnit = database.prepare('SELECT 1 FROM unit WHERE unit_id = ?').pluck()
  const hasYear = database.prepare('SELECT 1 FROM year WHERE year_id = ?').pluck()
  const groupOf = groupNamed(database)
  // Served by the primary key of group_student and the unique index of attendance_entry (user_id, date).
  const selectItems = database.prepare<[string, number], ItemRow>(`
    SELECT student.user_id, student.ref_no, student.first_name, student.last_name,
      media.thumbnail_path AS avatar_path,
      entry.entry_id, entry.status, entry.entry_date, entry.note, entry.approved_at,
      approver.user_id AS approver_id, approver.first_name AS approver_first_name,
      approver.last_name AS approver_last_name
    FROM group_student
    JOIN person AS student ON student.user_id = group_student.user_id
    LEFT JOIN media ON media.name = student.avatar
    LEFT JOIN attendance_entry AS entry ON entry.user_id = student.user_id AND entry.date = ?
    LEFT JOIN person AS approver ON approver.user_id = entry.approved_by
    WHERE group_student.group_id = ?
    ORDER BY group_student.position`)

  return ({ unitId, yearId, groupName, date }: ListQuestion): AttendanceList | Missing => {
    if (!hasUnit.get(unitId)) return 'unit'
    if (!hasYear.get(yearId)) return 'year'
    const groupId = groupOf(unitId, yearId, groupName)
    if (groupId === undefined) return 'group'
    return selectItems.all(date, groupId).map(itemOf)
  }

  function itemOf(row: ItemRow): AttendanceItem {
    const student = {
      _id: row.user_id,
      refNo: row.ref_no,
      firstName: row.first_name,
      lastName: row.last_name,
      imageUrl: avatarUrl(row.avatar_path),
    }
    // Without a record that day there is nothing to say, not even an empty entry.
    if (row.entry_id === null) return student
    return {
      ...student,
      attendanceEntry: {
        _id: row.entry_id,
        status: row.status,
        user: row.user_id,
        entryDate: row.entry_date,
        note: row.note,
        ...(row.approver_id !== null && {
          approvedBy: {
            _id: row.approver_id,
            firstName: row.approver_first_name,
            lastName: row.approver_last_name,
          },
        }),
        ...(row.approved_at !== null && { approvedAt: row.approved_at }),
      },
    }
  }
}

/** The attendance list (interface, Endpoint 3). A caller without the right key learns nothing else about the request. */
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { type AttendanceItem, AttendanceList } from '../../shared/contract/attendance.ts'
import { ENTRANCE_HEADERS } from '../../shared/contract/entrance-headers.ts'
import { EXAMPLE_ATTENDANCE } from '../../shared/contract/examples.ts'
import { AttendanceParameters } from '../../shared/contract/parameters.ts'
import { json, noBody } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ServiceContext } from '../context.ts'
import type { RegisterRow } from '../office/register.ts'
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

/** Which part of the address names nothing; or the students of the group, and the record of each on the day. */
function attendanceQuery({ database, avatarUrl, office: { register } }: ServiceContext) {
  const hasUnit = database.prepare('SELECT 1 FROM unit WHERE unit_id = ?').pluck()
  const hasYear = database.prepare('SELECT 1 FROM year WHERE year_id = ?').pluck()
  const groupOf = groupNamed(database)

  return ({ unitId, yearId, groupName, date }: Static<typeof AttendanceParameters>) => {
    if (!hasUnit.get(unitId)) return 'unit'
    if (!hasYear.get(yearId)) return 'year'
    const groupId = groupOf(unitId, yearId, groupName)
    if (groupId === undefined) return 'group'
    return register.of(groupId, date).map(itemOf)
  }

  function itemOf({ userId, refNo, firstName, lastName, avatarPath, entry }: RegisterRow): AttendanceItem {
    const student = { _id: userId, refNo, firstName, lastName, imageUrl: avatarUrl(avatarPath) }
    // Without a record that day there is nothing to say, not even an empty entry.
    if (!entry) return student
    const { entryId, status, entryDate, note, approvedBy, approvedAt } = entry
    return {
      ...student,
      attendanceEntry: {
        _id: entryId,
        status,
        user: userId,
        entryDate,
        note,
        ...(approvedBy && {
          approvedBy: {
            _id: approvedBy.userId,
            firstName: approvedBy.firstName,
            lastName: approvedBy.lastName,
          },
        }),
        ...(approvedAt !== undefined && { approvedAt }),
      },
    }
  }
}

/** The attendance API as the OpenAPI document tells of it. */
import Type from 'typebox'
import { AttendanceList } from '../../shared/contract/attendance.ts'
import { type Operation, refusal } from '../openapi.ts'

export const ATTENDANCE_CALL: Operation = {
  tag: 'Attendance API',
  summary: 'The attendance list of a group on a day',
  path: Type.Object({
    unitId: Type.Integer({ description: 'Console: School structures.' }),
    yearId: Type.Integer({ description: 'Console: School structures.' }),
    groupName: Type.String({ description: 'It may hold spaces, hyphens and slashes, each percent-encoded.' }),
    date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '`YYYY-MM-DD`.' }),
  }),
  security: [['appId', 'accessKey']],
  answers: {
    200: {
      description: 'One item a student; without `attendanceEntry` when there is no record of the day',
      type: 'application/json',
      schema: AttendanceList,
    },
    400: refusal('An identifier is no integer, or the day does not exist'),
    401: refusal('The identifier and the key are not both given, or do not belong together'),
    404: refusal('There is no such unit, year or group'),
    429: refusal('Too many wrong keys came from this address; `retry-after` says when to try again'),
  },
}

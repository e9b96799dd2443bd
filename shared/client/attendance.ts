/** Client of the attendance API (interface, Endpoint 3). */

import { AttendanceList } from '../contract/attendance.ts'
import { ENTRANCE_HEADERS } from '../contract/entrance.ts'
import { accept, refuseTooDeep, withoutNulls } from './accept.ts'
import { checkOf } from './check.ts'
import { addressOf, detailOf, endpoint, getJson, type RequestLimits, statusError } from './request.ts'

export interface AttendanceClientOptions extends RequestLimits {
  /** As in `http://127.0.0.1:4010/sync`. */
  syncUrl: string | URL
  appId: string
  /** A secret; sent in X-Access-Key and nowhere else. */
  accessKey: string
}

export interface AttendanceQuery {
  unitId: number
  yearId: number
  /** As the school writes it; spaces, hyphens, slashes and Chinese characters are encoded here. */
  groupName: string
  /** `YYYY-MM-DD`. */
  date: string
}

export interface AttendanceClient {
  attendanceList(query: AttendanceQuery, signal?: AbortSignal): Promise<AttendanceList>
}

const listCheck = checkOf(AttendanceList)

/**
 * A client of one school's attendance lists.
 *
 * A call throws a `TransportError` with the HTTP status when it is refused (401 for a bad key, 404 for an unknown
 * group) and a `ContractError` for an answer that the interface does not allow. A student without a record that day
 * has no `attendanceEntry`.
 *
 * @example
 * const attendance = createAttendanceClient({ syncUrl, appId, accessKey })
 * const list = await attendance.attendanceList({ unitId: 1, yearId: 2026, groupName: '1A - Rowing', date: '2026-09-01' })
 */
export function createAttendanceClient({
  syncUrl,
  appId,
  accessKey,
  ...limits
}: AttendanceClientOptions): AttendanceClient {
  return {
    async attendanceList({ unitId, yearId, groupName, date }, signal) {
      const place = [
        'units',
        `${unitId}`,
        'years',
        `${yearId}`,
        'groups',
        groupName,
        'attendance-lists',
        date,
      ]
      const url = endpoint(syncUrl, ...place)
      const headers = {
        [ENTRANCE_HEADERS.appId]: appId,
        'x-access-key': accessKey,
        'content-type': 'application/json',
      }
      const answer = await getJson(url, headers, limits, signal)
      if (answer.status < 200 || answer.status > 299)
        throw statusError(addressOf(url), answer, detailOf(answer.json))
      refuseTooDeep(answer.json, addressOf(url))
      return accept(listCheck, withoutEmptyEntries(withoutNulls(answer.json)), addressOf(url))
    },
  }
}

/** A student without a record may come with an empty one. */
function withoutEmptyEntries(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map(item => {
    const { attendanceEntry, ...student } = Object(item)
    const empty = typeof attendanceEntry === 'object' && Object.keys(attendanceEntry).length === 0
    return empty ? student : item
  })
}

/** Client of the attendance API (interface, Endpoint 3): a day's list, those of a range, and what changes in a day. */
import type { AttendanceList } from '../../contract/attendance.ts'
import { refuseEmpty, refuseNoAddress } from '../given.ts'
import { type AttendanceClientOptions, type AttendanceQuery, askList, groupAddress } from './list.ts'
import { type AttendanceDay, askRange, type RangeOptions, type RangeQuery } from './range.ts'
import { type AttendanceNotice, type WatchOptions, watchList } from './watch.ts'

export interface AttendanceClient {
  /** One item a student of the group, in the group's order; one without a record of the day has no `attendanceEntry`. */
  attendanceList(query: AttendanceQuery, signal?: AbortSignal): Promise<AttendanceList>

  /**
   * The lists of up to 366 days, in their order; a few calls at a time.
   *
   * A day that fails has its error in place of its list, and takes no other day's list away. A service that says 429 is
   * asked again after as long as it says.
   *
   * @throws {AttendanceError} BAD_DATE for a range that cannot be; with any code, when no day has a list and none can have
   * @throws {TransportError} ABORTED by the signal
   *
   * @example
   * const days = await attendance.attendanceRange({ ...group, from: '2026-09-01', to: '2026-12-18' })
   * for (const { date, list, error } of days) console.log(date, list ? summaryOf(list).Late : error.message)
   */
  attendanceRange(query: RangeQuery, options?: RangeOptions): Promise<AttendanceDay[]>

  /**
   * A day's list first, then each time something has changed in it, until the signal ends it.
   *
   * A service that is down, or has too much to do, is asked again: after as long as it says, or after a second, then ever
   * more slowly, up to half a minute. A key that is revoked meanwhile ends it with `BAD_KEY`, a service that wants nothing
   * asked for more than a day with what it said.
   *
   * @throws {AttendanceError} the service refuses the question
   * @throws {ContractError} an answer that the interface does not allow
   *
   * @example
   * for await (const { list, changes } of attendance.watchAttendance(query, { signal })) show(list, changes)
   */
  watchAttendance(
    query: AttendanceQuery,
    options?: WatchOptions,
  ): AsyncGenerator<AttendanceNotice, void, void>
}

/**
 * A client of one school's attendance lists.
 *
 * A refused call throws an {@link AttendanceError} with `code` `BAD_KEY`, `UNKNOWN_GROUP`, `BAD_DATE` or `TOO_MANY`, which
 * is a `TransportError` with the HTTP `status`; any other failure is a `TransportError`, and an answer that the interface
 * does not allow a `ContractError`. A date that does not exist is `BAD_DATE` before anything is sent. No error carries the
 * access key, not even where the service repeats it.
 *
 * @example
 * const attendance = createAttendanceClient({ syncUrl, appId, accessKey })
 * const list = await attendance.attendanceList({ unitId: 1, yearId: 2026, groupName: '1A - Rowing', date: '2026-09-01' })
 *
 * @throws {RangeError} `syncUrl` is no http address, or `appId` or `accessKey` is empty
 */
export function createAttendanceClient(options: AttendanceClientOptions): AttendanceClient {
  refuseNoAddress('syncUrl', options.syncUrl)
  refuseEmpty({ appId: options.appId, accessKey: options.accessKey })
  const ask = askList(options)
  return {
    attendanceList: ask,
    attendanceRange: async (query, rest) => askRange(ask, groupAddress(options.syncUrl, query), query, rest),
    watchAttendance: (query, rest) => watchList(ask, query, rest),
  }
}

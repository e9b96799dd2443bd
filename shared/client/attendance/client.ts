/** Client of the attendance API (interface, Endpoint 3): the list of a day, the lists of a range, and the changes of a day. */
import type { AttendanceList } from '../../contract/attendance.ts'
import { refuseEmpty, refuseNoAddress, refuseNoLimits } from '../given.ts'
import { type AttendanceClientOptions, type AttendanceQuery, askList, groupAddress } from './list.ts'
import { type AttendanceDay, askRange, type RangeOptions, type RangeQuery } from './range.ts'
import { type AttendanceNotice, type WatchOptions, watchList } from './watch.ts'

export interface AttendanceClient {
  /** One item for each student of the group, in the group's order. A student without a record has no `attendanceEntry`. */
  attendanceList(query: AttendanceQuery, signal?: AbortSignal): Promise<AttendanceList>

  /**
   * The lists of up to 366 days, in order, with a few calls at a time.
   *
   * A day that fails has an error instead of a list; the other days are not affected. After 429, the call is repeated after
   * the time in `Retry-After`.
   *
   * @throws {AttendanceError} BAD_DATE for an invalid range; any code when no day has a list and the error applies to all
   * @throws {TransportError} ABORTED by the signal
   *
   * @example
   * const days = await attendance.attendanceRange({ ...group, from: '2026-09-01', to: '2026-12-18' })
   * for (const { date, list, error } of days) console.log(date, list ? summaryOf(list).Late : error.message)
   */
  attendanceRange(query: RangeQuery, options?: RangeOptions): Promise<AttendanceDay[]>

  /**
   * Yields the day's list, then the list and its changes each time it changes, until the signal ends it.
   *
   * When the service is down or busy, it is called again: after the time in `Retry-After`, or after one second, then with
   * longer waits of up to half a minute. Ends with `BAD_KEY` when the key is revoked, and with the service's error when it
   * asks to wait for more than a day.
   *
   * @throws {AttendanceError} the service refuses the call
   * @throws {ContractError} the response does not follow the interface
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
/**
 * A client of one school's attendance lists.
 *
 * A refused call throws an {@link AttendanceError} with `code` `BAD_KEY`, `UNKNOWN_GROUP`, `BAD_DATE` or `TOO_MANY`, which
 * is a `TransportError` with the HTTP `status`. Other failures are a `TransportError`. A response that does not follow the
 * interface is a `ContractError`. For a date that does not exist, nothing is sent and the error is `BAD_DATE`. No error
 * holds the access key, even if the service repeats it.
 *
 * @example
 * const attendance = createAttendanceClient({ syncUrl, appId, accessKey })
 * const list = await attendance.attendanceList({ unitId: 1, yearId: 2026, groupName: '1A - Rowing', date: '2026-09-01' })
 *
 * @throws {RangeError} `syncUrl` is not an http or https URL, or `appId` or `accessKey` is empty
 */
export function createAttendanceClient(options: AttendanceClientOptions): AttendanceClient {
  refuseNoAddress('syncUrl', options.syncUrl)
  refuseEmpty({ appId: options.appId, accessKey: options.accessKey })
  refuseNoLimits(options)
  const ask = askList(options)
  return {
    attendanceList: ask,
    attendanceRange: async (query, rest) => askRange(ask, groupAddress(options.syncUrl, query), query, rest),
    watchAttendance: (query, rest) => watchList(ask, query, rest),
  }
}

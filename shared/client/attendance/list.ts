/** The list of one group on one day (interface, Endpoint 3). */
import { type AttendanceItem, AttendanceList } from '../../contract/attendance.ts'
import { isDay, isInstant } from '../../contract/day.ts'
import { ENTRANCE_HEADERS } from '../../contract/entrance-headers.ts'
import { accept, refuseTooDeep, withoutNulls } from '../accept.ts'
import { checkOf } from '../check.ts'
import { ContractError } from '../errors.ts'
import { addressOf } from '../limited-fetch.ts'
import { isSuccess, statusError } from '../reply.ts'
import { endpoint, getJson, type RequestLimits } from '../request.ts'
import { attendanceError, badDate } from './errors.ts'

export interface AttendanceClientOptions extends RequestLimits {
  /** As in `http://127.0.0.1:4010/sync`. */
  syncUrl: string | URL
  appId: string
  /** A secret; sent in X-Access-Key only. */
  accessKey: string
}

export interface AttendanceGroup {
  /** A whole number, from the console of the school information system: Settings, School Structures. */
  unitId: number
  /** A whole number; from the same place. */
  yearId: number
  /** The name as the school writes it; this client encodes spaces, hyphens, slashes and Chinese characters. */
  groupName: string
}

export interface AttendanceQuery extends AttendanceGroup {
  /** `YYYY-MM-DD`. */
  date: string
}

export type AskList = (query: AttendanceQuery, signal?: AbortSignal) => Promise<AttendanceList>

const listCheck = checkOf(AttendanceList)

export function askList({ syncUrl, appId, accessKey, ...limits }: AttendanceClientOptions): AskList {
  const headers = {
    [ENTRANCE_HEADERS.appId]: appId,
    'x-access-key': accessKey,
    'content-type': 'application/json',
  }
  return async ({ date, ...group }, signal) => {
    if (!isDay(date)) throw badDate(groupAddress(syncUrl, group), date)
    const url = endpoint(syncUrl, ...groupPath(group), 'attendance-lists', date)
    try {
      const answer = await getJson(url, headers, limits, signal)
      if (!isSuccess(answer.status)) throw statusError(addressOf(url), answer)
      refuseTooDeep(answer.json, addressOf(url))
      const list = accept(listCheck, withoutEmptyEntries(withoutNulls(answer.json)), addressOf(url))
      for (const [place, item] of list.entries())
        refuseWrongRecord(item, addressOf(url), `/${place}/attendanceEntry`)
      return list
    } catch (error) {
      throw attendanceError(error)
    }
  }
}

/** For error messages when no call is made. */
export function groupAddress(syncUrl: string | URL, group: AttendanceGroup): string {
  return addressOf(endpoint(syncUrl, ...groupPath(group)))
}

/** @throws {RangeError} an invalid id or name */
function groupPath({ unitId, yearId, groupName }: AttendanceGroup): string[] {
  for (const [name, id] of Object.entries({ unitId, yearId }))
    if (!Number.isSafeInteger(id))
      throw new RangeError(`${name} must be a whole number, not ${JSON.stringify(id)}`)
  if (typeof groupName !== 'string' || groupName === '' || !groupName.isWellFormed())
    throw new RangeError('groupName must be a text of whole characters that is not empty')
  return ['units', `${unitId}`, 'years', `${yearId}`, 'groups', groupName]
}

/** A service may send an empty record for a student without one. */
function withoutEmptyEntries(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map(item => {
    const { attendanceEntry, ...student } = Object(item)
    const empty = typeof attendanceEntry === 'object' && Object.keys(attendanceEntry).length === 0
    return empty ? student : item
  })
}

/** Checks what the schema cannot: the record must belong to the student of the item, so that no child's record is shown for another, and must have a valid time. */
function refuseWrongRecord(
  { _id, attendanceEntry: entry }: AttendanceItem,
  address: string,
  at: string,
): void {
  if (!entry) return
  if (entry.user !== _id) throw new ContractError(address, `${at}/user`, 'is not the _id of the student')
  if (!isInstant(entry.entryDate))
    throw new ContractError(address, `${at}/entryDate`, 'must be an ISO 8601 timestamp with a time zone')
}

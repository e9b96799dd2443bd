/** Errors of the attendance call that have their own codes. */
import { whyNotDay } from '../../contract/day.ts'
import { type AttendanceFault, TransportError } from '../errors.ts'
import { LONGEST_LABEL, serviceText } from '../service-text.ts'

/**
 * A refusal of the attendance call with its own code. It is also a `TransportError`, so code that reads `status` still works.
 *
 * The interface shows no errors of this call (interface, Errors). A refusal with another HTTP status is a `TransportError`
 * with code `STATUS`.
 */
export class AttendanceError extends TransportError {
  override name = 'AttendanceError'
  declare readonly code: AttendanceFault

  constructor(
    address: string,
    code: AttendanceFault,
    message: string,
    details: ConstructorParameters<typeof TransportError>[3] = {},
  ) {
    super(address, code, message, details)
  }
}

/** Adds the code and a hint if the HTTP status has one; returns other errors unchanged. */
export function attendanceError(error: unknown): unknown {
  if (!(error instanceof TransportError) || error.code !== 'STATUS') return error
  const code = BY_STATUS.get(error.status ?? 0)
  if (code === undefined) return error
  const { address, status, retryAfterSeconds, cause } = error
  const reason = error.message.slice(`${address}: `.length)
  const message = `${reason}; ${WHAT_TO_CHECK[code]}`
  return new AttendanceError(address, code, message, {
    ...(status !== undefined && { status }),
    retryAfterSeconds,
    cause,
  })
}

/** For a text that is not a day; nothing is sent. */
export function badDate(address: string, text: unknown): AttendanceError {
  const shown = JSON.stringify(serviceText(`${text}`, LONGEST_LABEL))
  return new AttendanceError(address, 'BAD_DATE', `${shown} ${whyNotDay(`${text}`)}`)
}

const BY_STATUS: ReadonlyMap<number, AttendanceFault> = new Map([
  [400, 'BAD_DATE'],
  [401, 'BAD_KEY'],
  [403, 'BAD_KEY'],
  [404, 'UNKNOWN_GROUP'],
  [429, 'TOO_MANY'],
])

const WHAT_TO_CHECK: Readonly<Record<AttendanceFault, string>> = {
  BAD_KEY: 'check that the access key belongs to this app id and is still valid',
  UNKNOWN_GROUP:
    'check the unit and year numbers (in the school’s console: Settings, School Structures), the exact group name, and that the address is that of the attendance API, as in …/sync',
  BAD_DATE: 'check that the school keeps attendance for this day',
  TOO_MANY: 'try again later',
}

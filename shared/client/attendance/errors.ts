/** What an attendance call is refused for, told apart by codes; everything else stays what it is for every call. */
import { whyNoDay } from '../../contract/day.ts'
import { type AttendanceFault, TransportError } from '../errors.ts'
import { LONGEST_IDENTIFIER, serviceText } from '../service-text.ts'

/**
 * A refusal that the attendance call gives a name to. It is a `TransportError`: whoever looks at `status` goes on doing so.
 *
 * The interface shows no errors of this call (interface, Errors): a service that refuses with another status is a
 * `TransportError` with code `STATUS`.
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

/** The same error with its code and with what to look at, where its status has one; anything else as it is. */
export function attendanceError(error: unknown): unknown {
  if (!(error instanceof TransportError) || error.code !== 'STATUS') return error
  const code = BY_STATUS.get(error.status ?? 0)
  if (code === undefined) return error
  const { address, status, retryAfterSeconds, cause } = error
  const said = error.message.slice(`${address}: `.length)
  const message = `${said}; ${WHAT_TO_CHECK[code]}`
  return new AttendanceError(address, code, message, {
    ...(status !== undefined && { status }),
    retryAfterSeconds,
    cause,
  })
}

/** For a text that is no day; nothing was sent. */
export function badDate(address: string, text: unknown): AttendanceError {
  const shown = JSON.stringify(serviceText(`${text}`, LONGEST_IDENTIFIER))
  return new AttendanceError(address, 'BAD_DATE', `${shown} ${whyNoDay(`${text}`)}`)
}

const BY_STATUS: ReadonlyMap<number, AttendanceFault> = new Map([
  [400, 'BAD_DATE'],
  [401, 'BAD_KEY'],
  [403, 'BAD_KEY'],
  [404, 'UNKNOWN_GROUP'],
  [429, 'TOO_MANY'],
])

const WHAT_TO_CHECK: Readonly<Record<AttendanceFault, string>> = {
  BAD_KEY: 'is this the key that the support team gave out for this app id, and is it still good?',
  UNKNOWN_GROUP:
    'unit and year are numbers that the console shows under Settings, School Structures, and the group’s name is written as it stands there; the address is the attendance API’s, as in …/sync',
  BAD_DATE: 'does the school keep attendance for this day?',
  TOO_MANY: 'ask again later',
}

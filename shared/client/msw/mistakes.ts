/** Checks the arguments of callers without types, so that a mistake is an error at once and not in a mocked call. */
import { FAILURE_CODES } from '../../contract/return-code.ts'

/** As setTimeout takes it. */
const LONGEST_MS = 2 ** 31 - 1

const ADDRESSES = ['serviceUrl', 'syncUrl', 'sessionUrl']
const LISTS = ['popups', 'news', 'attendance']
const RECORDS = ['deletedNews', 'users']
const TEXTS = ['appId', 'accessKey']

/** @throws {TypeError} unknown option, or one of the wrong type */
export function refuseOtherSchool(school: object): void {
  refuseOthers(school, [...LISTS, ...RECORDS, ...TEXTS, ...ADDRESSES])
  refuseKind(school, LISTS, 'an array or a function', value => Array.isArray(value) || isFunction(value))
  refuseKind(
    school,
    RECORDS,
    'an object',
    value => typeof value === 'object' && value !== null && !Array.isArray(value),
  )
  refuseKind(school, TEXTS, 'a string', value => typeof value === 'string')
}

/** @throws {TypeError} unknown or invalid address */
export function refuseOtherAddresses(at: object): void {
  refuseOthers(at, ADDRESSES)
  refuseNoAddresses(at)
}

/** @throws {TypeError} */
export function refuseOtherCall(call: string, calls: readonly string[]): void {
  if (!calls.includes(call)) throw new TypeError(`the call is ${shown(call)}, not one of ${calls.join(', ')}`)
}

/** @throws {TypeError} not a status of a failure, nor a return code for a call of the content API */
export function refuseOtherFailure(call: string, how: unknown): void {
  const hasCodes = call === 'popups' || call === 'news'
  if (hasCodes && FAILURE_CODES.some(code => code === how)) return
  if (typeof how === 'number' && isStatusOfFailure(how)) return
  const codes = hasCodes ? ` or one of ${FAILURE_CODES.join(', ')}` : ''
  throw new TypeError(
    `${call} cannot fail with ${shown(how)}: give an HTTP status from 300 to 599, but not 304${codes}`,
  )
}

/** One that a response with a body can have. */
const isStatusOfFailure = (status: number) =>
  Number.isInteger(status) && status >= 300 && status <= 599 && status !== 304

/** @throws {TypeError} */
export function refuseOtherTime(milliseconds: unknown): void {
  if (typeof milliseconds === 'number' && milliseconds >= 0 && milliseconds <= LONGEST_MS) return
  throw new TypeError(`the time is ${shown(milliseconds)}, not milliseconds from 0 to ${LONGEST_MS}`)
}

function refuseOthers(given: object, known: readonly string[]): void {
  if (typeof given !== 'object')
    throw new TypeError(`${shown(given)} is not an object of ${known.join(', ')}`)
  const other = Object.keys(given).find(name => !known.includes(name))
  if (other !== undefined)
    throw new TypeError(`${shown(other)} is not an option; there are ${known.join(', ')}`)
}

/** Never quotes the value: it may be a secret. */
function refuseKind(
  given: object,
  names: readonly string[],
  kind: string,
  is: (value: unknown) => boolean,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (names.includes(name) && value !== undefined && !is(value))
      throw new TypeError(`${name} must be ${kind}`)
  }
}

const refuseNoAddresses = (given: object) =>
  refuseKind(given, ADDRESSES, 'an http or https URL, as https://school.example/…', value => {
    const { protocol } = (typeof value === 'string' && URL.parse(value)) || {}
    return protocol === 'http:' || protocol === 'https:'
  })

const isFunction = (value: unknown) => typeof value === 'function'

const shown = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value) : String(value))

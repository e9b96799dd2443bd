/** Faults as handlers for `server.use(…)`: MSW asks the handler that was added last first. */
import { delay, type HttpHandler, HttpResponse } from 'msw'
import { type FailureCode, RETURN_CODES } from '../../contract/return-code.ts'
import { failed, refused } from './answers.ts'
import { type Call, handlerOf, type MockedAddresses } from './calls.ts'
import { refuseOtherFailure, refuseOtherTime } from './mistakes.ts'

/**
 * A call fails: with a return code, which comes with HTTP status 200, or with an HTTP status.
 *
 * @throws {TypeError} unknown call, code or status
 *
 * @example
 * server.use(failing('popups', 'D20003'), failing('session', 503))
 */
export function failing(call: 'popups' | 'news', how: FailureCode | number, at?: MockedAddresses): HttpHandler
export function failing(call: Call, how: number, at?: MockedAddresses): HttpHandler
export function failing(call: Call, how: FailureCode | number, at?: MockedAddresses): HttpHandler {
  const handler = handlerOf(call, at, () =>
    typeof how === 'number'
      ? refused(how, 'The mock was told to fail')
      : failed({ code: how, message: RETURN_CODES[how].replace('{%s}', 'siteId') }),
  )
  refuseOtherFailure(call, how)
  return handler
}

/** A call gets no response: the connection breaks. @throws {TypeError} unknown call */
export const down = (call: Call, at?: MockedAddresses): HttpHandler =>
  handlerOf(call, at, () => HttpResponse.error())

/** A call gets its usual response, but later. @throws {TypeError} unknown call, or invalid time */
export function slow(call: Call, milliseconds: number, at?: MockedAddresses): HttpHandler {
  refuseOtherTime(milliseconds)
  return handlerOf(call, at, async () => {
    await delay(milliseconds)
  })
}

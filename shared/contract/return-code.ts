/** The content API's return codes: the envelope's `code` is the verdict on a call, whatever the HTTP status. */

/** Every return code with its message; `{%s}` stands for the parameter at fault (interface, Errors). */
export const RETURN_CODES = {
  D00000: 'successful return',
  D20000: 'unknown exception',
  D20001: '{%s} should not be empty',
  D20002: '{%s} is invalid',
  D20003: 'timeout',
  D20004: 'siteID does not exist',
  D20005: 'email does not exist',
} as const

export type ReturnCode = keyof typeof RETURN_CODES

/** The one code with which a call has succeeded and `content` is filled. */
export const SUCCESS: ReturnCode = 'D00000'

/** The codes whose message names a parameter. */
export type ParameterCode = 'D20001' | 'D20002'

/** The message of a code, the parameter's name in place of `{%s}`: `siteId should not be empty`. */
export function returnMessage(code: ParameterCode, parameter: string): string
export function returnMessage(code: Exclude<ReturnCode, ParameterCode>): string
export function returnMessage(code: ReturnCode, parameter = ''): string {
  return RETURN_CODES[code].replace('{%s}', () => parameter)
}

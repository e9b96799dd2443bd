/**
 * The content API's return codes, and which of them a wrong parameter gets (interface, Errors). The envelope's `code` decides
 * about success, whatever the HTTP status.
 */

/** Message of each return code; `{%s}` stands for the invalid parameter (interface, Errors). */
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

/** The only code for a successful call; `content` is filled. */
export const SUCCESS = 'D00000' satisfies ReturnCode
export type FailureCode = Exclude<ReturnCode, typeof SUCCESS>

/** All other codes: there is no `content`. */
export const FAILURE_CODES = (Object.keys(RETURN_CODES) as ReturnCode[]).filter(code => code !== SUCCESS)

/** The codes with a parameter in their message. */
export type ParameterCode = 'D20001' | 'D20002'

/** The message of a code with the parameter's name filled in: `siteId should not be empty`. */
export function returnMessage(code: ParameterCode, parameter: string): string
export function returnMessage(code: Exclude<ReturnCode, ParameterCode>): string
export function returnMessage(code: ReturnCode, parameter = ''): string {
  return RETURN_CODES[code].replace('{%s}', () => parameter)
}

export interface Verdict {
  code: FailureCode
  message: string
}

/** A parameter of a call that is missing or invalid. */
export interface FaultyParameter {
  parameter: string
  isMissing: boolean
  /** What was sent: an array when it was given more than once. */
  value: unknown
}

/** D20001 missing or empty; D20004 an unknown siteId; D20002 any other value, and a parameter given twice. */
export function returnCodeOf({ parameter, isMissing, value }: FaultyParameter): Verdict {
  if (isMissing) return { code: 'D20001', message: returnMessage('D20001', parameter) }
  if (parameter === 'siteId' && !Array.isArray(value))
    return { code: 'D20004', message: returnMessage('D20004') }
  return { code: 'D20002', message: returnMessage('D20002', parameter) }
}

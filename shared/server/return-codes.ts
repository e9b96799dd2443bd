/** The return code of the content API for a parameter that is missing or invalid (interface, Errors). */
import { type ReturnCode, returnMessage } from '../contract/return-code.ts'
import type { InvalidParameter } from './validation.ts'

export interface Verdict {
  code: ReturnCode
  message: string
}

/** D20001 missing or empty; D20004 an unknown siteId; D20002 any other value, and a parameter given twice. */
export function returnCodeOf({ parameter, isMissing, value }: InvalidParameter): Verdict {
  if (isMissing) return { code: 'D20001', message: returnMessage('D20001', parameter) }
  if (parameter === 'siteId' && !Array.isArray(value))
    return { code: 'D20004', message: returnMessage('D20004') }
  return { code: 'D20002', message: returnMessage('D20002', parameter) }
}

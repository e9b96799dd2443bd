/** What each return code of the content API means to who calls it. */
import type { CodeMeaning } from '../code-meaning.ts'
import type { ReturnCode } from './return-code.ts'

export const RETURN_CODE_MEANINGS: Readonly<Record<ReturnCode, CodeMeaning>> = {
  D00000: ['success; `content` is filled', 'read `content`'],
  D20000: ['an error in the service', 'send the `txID` to its support'],
  D20001: ['a parameter is missing or empty', 'send the parameter that the message names'],
  D20002: [
    'a parameter has another value than the interface allows',
    'correct the parameter that the message names',
  ],
  D20003: ['the service took too long', 'try again later; send the `txID` to its support'],
  D20004: ['the service does not know this site', 'use `academy` or `pre-school`'],
  D20005: ['the service does not know this e-mail address', 'correct the address'],
}

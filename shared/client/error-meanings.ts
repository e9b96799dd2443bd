/** What each code of the clients' errors means. */
import type { CodeMeaning } from '../code-meaning.ts'
import type { ContractError, ServiceError, TransportFault } from './errors.ts'
import type { InvalidParameter } from './parameters.ts'

type ClientCode =
  | TransportFault
  | ServiceError['code']
  | ContractError['code']
  | InvalidParameter['code']
  | 'WIRE_TIME_INVALID'

export const CLIENT_CODE_MEANINGS: Readonly<Record<ClientCode, CodeMeaning>> = {
  SERVICE: ['the service answers with a return code of its own', 'see `returnCode`: D20000 and so on'],
  UNREACHABLE: [
    'no connection, or it closed before the response was complete: the network or the service is down',
    'ask the service’s support if it stays; the agent recovers by itself',
  ],
  TIMEOUT: ['no complete response in time', 'the same as for `UNREACHABLE`'],
  STATUS: [
    'an HTTP status other than success, and no return code with it: the service is overloaded or in maintenance. A refused session token is 401',
    'for 5xx, try again later',
  ],
  REDIRECT: [
    'the service answers with a redirect, which is not followed: it has moved',
    'use the address in the message; the agent needs `schoolbell sync move`',
  ],
  CONTRACT: [
    'the response does not follow the interface, for example a sign-in page; `path` is the field',
    'open the address in a browser on this machine; tell the service’s support',
  ],
  TOO_LARGE: ['the response is above the limit', 'find out why it is so large; tell the service’s support'],
  HEADER: [
    'a header cannot hold the key, token or identifier; nothing was sent',
    'look for a line break or a letter that is not English in it',
  ],
  ABORTED: ['the caller or the agent cancelled the call', 'nothing'],
  BAD_KEY: [
    'attendance: HTTP 401 or 403',
    'check that the access key belongs to this app id and is still valid',
  ],
  UNKNOWN_GROUP: [
    'attendance: HTTP 404, no such unit, year or group',
    'look up unit, year and name in the school’s console',
  ],
  BAD_DATE: ['attendance: not a day that exists, or HTTP 400', 'write it `YYYY-MM-DD`'],
  TOO_MANY: ['attendance: HTTP 429, too many calls', 'wait `retryAfterSeconds`'],
  PARAMETER_INVALID: ['a parameter of a call is missing or invalid', 'correct what the message names'],
  WIRE_TIME_INVALID: [
    'a text is no time of the interface',
    'write it `YYYYMMDDhhmmss`, in the school’s zone',
  ],
}

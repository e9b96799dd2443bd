/** When the kit refuses a visitor, and what the developer of the web-app does about each. */
import type { CodeMeaning } from '../shared/code-meaning.ts'
import type { ExtensionFault, ExtensionOptionError } from './errors.ts'

const FROM_APP_AGAIN = 'open the page from the app again'

export const EXTENSION_CODE_MEANINGS: Readonly<
  Record<ExtensionFault | ExtensionOptionError['code'], CodeMeaning>
> = {
  TOKEN_MISSING: [
    'neither the app’s headers nor a visit, the app’s headers without the token, or a form of another origin',
    `${FROM_APP_AGAIN}; if it happens always, check whether a proxy removes \`X-Session-Token\``,
  ],
  TOKEN_REJECTED: [
    'the service does not accept the token (unknown or expired)',
    `${FROM_APP_AGAIN}; if it happens always, check \`sessionUrl\` and \`environment\`: the token may be of another service`,
  ],
  EXPIRED: [
    'the session or the visit has expired',
    `${FROM_APP_AGAIN}; if it happens always, compare the clocks`,
  ],
  COOKIE_INVALID: ['this web-app did not seal the visit, or it was changed', FROM_APP_AGAIN],
  APP_MISSING: ['a token without `X-App-Id`', 'check whether a proxy removes it'],
  LANGUAGE_MALFORMED: [
    '`X-Language` is neither `en` nor `zh`',
    'nothing: the request does not come from the app',
  ],
  SELECTION_MALFORMED: [
    'the selection is neither a student nor `all`',
    'nothing: the request does not come from the app',
  ],
  SSO_MALFORMED: [
    'the single sign-on response is not Base64 of a JSON object',
    'nothing: the request does not come from the app',
  ],
  SSO_TOO_LARGE: ['a single sign-on response above 48 KB', 'configure fewer claims at the identity provider'],
  SSO_MISSING: [
    '`verifySso`: no single sign-on, or no `id_token` in its response',
    'if the token has another name there, give `idTokenIn`',
  ],
  SSO_EXPIRED: [
    'the `id_token` has expired, or is older than `maxAgeSeconds`',
    'the user logs in to the app again',
  ],
  SSO_REJECTED: [
    'the `id_token` is of another issuer, app, key or kind',
    'check the option in the message; if it is right, somebody made up the token',
  ],
  SSO_OTHER_USER: ['a genuine `id_token` of another person', 'check `sameUser`'],
  SSO_UNAVAILABLE: ['the keys of the identity provider cannot be fetched', 'check `jwksUrl`, or wait'],
  APP_MISMATCH: ['the request or the user belongs to another app', 'check `appId`'],
  VISIT_REFUSED: ['your `onVisit` refused the user', 'see your text for the visitor'],
  ROLE_REFUSED: ['a visit in another role', 'nothing, or allow the role in `requireVisit`'],
  UPSTREAM_UNAVAILABLE: [
    'the service cannot be reached, has an error, or asked to wait; its `Retry-After` is passed on',
    'wait',
  ],
  UPSTREAM_TIMEOUT: ['the service did not answer in time', 'wait, or raise `timeoutMs`'],
  UPSTREAM_MALFORMED: ['the service’s response does not follow the interface', 'tell the service’s support'],
  VISIT_FAILED: [
    'your `onVisit` threw another error, which is the `cause`, or returned nothing',
    'see your log; if there is nothing to return, return `null`',
  ],
  VISIT_TIMEOUT: ['your `onVisit` took too long', 'look at your database, or raise `onVisitTimeoutMs`'],
  COOKIE_TOO_LARGE: ['the return value of `onVisit` does not fit into a cookie', 'return an id'],
  NOT_MOUNTED: ['a route uses visits without the adapter', 'add the line in the message'],
  ABORTED: ['the visitor disconnected', 'nothing'],
  EXTENSION_OPTION_INVALID: [
    'an option of the kit is wrong; thrown when it is made',
    'correct what the message names',
  ],
}

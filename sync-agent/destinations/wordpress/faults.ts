/** What a site says instead of an answer, as one sentence with the remedy. */
import { retryAfter } from '../../../shared/client/reply.ts'
import { textOf } from '../../../shared/html/text-of.ts'
import { plainLine } from '../../../shared/text/table.ts'
import { DestinationError } from '../error.ts'
import { Failure, isA } from './answers.ts'

/** The site takes nothing at all now. */
export class SiteError extends DestinationError {
  override name = 'SiteError'
  /** The site asks for a pause. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number } = {}) {
    super('DESTINATION_UNREACHABLE', message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** WordPress refuses this call; others may succeed. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  /** As in `rest_post_invalid_id`. */
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

export interface Said {
  status: number
  headers: Headers
  /** Beginning of the body. */
  text: string
  /** Undefined: not JSON. */
  json: unknown
}

/** @param site its address, for messages */
export function faultOf(site: string, said: Said): SiteError | RefusedError {
  const { status, headers, json } = said
  const seconds = retryAfter(headers)
  const pause = seconds === undefined ? {} : { retryAfterMs: Math.ceil(seconds * 1000) }
  const failure = isA(Failure, json) ? json : undefined
  const words = failure ? ` (${shown(failure.message)})` : ''
  if (status === 429)
    return new SiteError(
      `${site} asks for fewer requests; lower --requests-per-second if it does so often${words}`,
      pause,
    )
  if (!failure && status === 413)
    return new RefusedError(
      'TOO_LARGE',
      status,
      'its web server takes no body as large as this; raise its limit',
    )
  if (!failure) return new SiteError(`${site} ${whatInstead(said)}`, pause)
  const code = `${failure.code}`
  const whole = SITE_CODES.find(([known]) => known.test(code))
  if (whole) return new SiteError(`${site} ${whole[1]}${words}`, pause)
  if (status === 401) return new SiteError(`${site} ${NOT_SIGNED_IN}${words}`, pause)
  if (GATEWAY.includes(status)) return new SiteError(`${site} answers HTTP ${status}${words}`, pause)
  const own = CODES.find(([known]) => known.test(code))
  const said_ = `WordPress says: ${shown(failure.message)} (${shown(code)})`
  return new RefusedError(code, status, own ? `${own[1]}; ${said_}` : said_)
}

/** Statuses of a server in front, or of one that has no time. */
const GATEWAY: readonly number[] = [502, 503, 504]

/** WordPress says the same of a wrong password and of none. */
export const NOT_SIGNED_IN =
  'does not take this user with this password: check its name, and that the file of --password-file holds one of its application passwords (Users, Profile). If both are right, the server in front removes the header Authorization: under Apache with CGI, add "CGIPassAuth On" to .htaccess, and have a firewall or security plugin let it through'
export const NO_PASSWORDS =
  'has application passwords switched off: they need https (or WP_ENVIRONMENT_TYPE local), and a security plugin may forbid them; allow them there'

const SITE_CODES: readonly (readonly [code: RegExp, what: string])[] = [
  [
    /^(incorrect_password|invalid_username|invalid_email)$/,
    'does not take this user with this password: check its name, and that the file of --password-file holds one of its application passwords (Users, Profile)',
  ],
  [/^application_passwords_disabled/, NO_PASSWORDS],
  [
    /^(rest_disabled|rest_cannot_access|rest_login_required|rest_api_disabled|itsec_rest_api_access_restricted|disabled)/,
    'has its REST interface switched off for this user, by a plugin; allow it there',
  ],
  [
    /^rest_no_route$/,
    'does not know this part of its REST interface; a security plugin may have switched it off, or the type of --type is not there any more',
  ],
]

const CODES: readonly (readonly [code: RegExp, what: string])[] = [
  [
    /^rest_cannot_(create|edit|delete|publish|edit_others)$|^rest_user_cannot_delete_post$|^rest_forbidden_context$/,
    'the user’s role may not do this; make it an Editor (Users)',
  ],
  [/^rest_cannot_assign_term$/, 'the user’s role may not set this category or tag; make it an Editor'],
  [
    /^rest_invalid_author$/,
    'the author of --author is no user of the site any more; remove the site, and add it again with another',
  ],
  [/^rest_cannot_(edit_others|create_others)$/, 'the user’s role may not set authors; make it an Editor'],
]

/** What came where JSON of WordPress should be. */
function whatInstead({ status, headers, text }: Said): string {
  const words = shown(text)
  const about = words ? ` ("${words}")` : ''
  if (headers.has('cf-mitigated') || /just a moment|challenge-platform|captcha/i.test(text))
    return 'asks whether a person is there, as a firewall does; let the agent’s machine through there'
  if (/maintenance/i.test(text) && status === 503)
    return 'is in maintenance mode; it is tried again when that has ended'
  if (GATEWAY.includes(status)) return `answers HTTP ${status}${about}; check its server`
  if (status === 401)
    return 'has a password of its web server’s own in front of WordPress; take it away for the REST interface'
  if (status === 403)
    return `is closed by a firewall or security plugin${about}; let the agent’s machine through to /wp-json/`
  if (status === 404)
    return 'has no REST interface at this address; check the address, and that no plugin switches it off'
  if (/[{[]"/.test(text) && /^\s*(<br|<b>|(PHP )?(Warning|Notice|Deprecated|Fatal))/i.test(text))
    return `prints messages of PHP before its answers${about}; set WP_DEBUG_DISPLAY to false in wp-config.php, and mend the plugin or theme that they name`
  if (/critical error|fatal error/i.test(text))
    return `has broken off${about}; look into its error log for the plugin or theme at fault`
  return `answers HTTP ${status} with something other than JSON${about}; check the address and its plugins`
}

const shown = (text: string) => plainLine(textOf(text.replace(NOT_TEXT, ''))).slice(0, 200)
const NOT_TEXT = /<(script|style)\b[\s\S]*?(<\/\1>|$)/gi

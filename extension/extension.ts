/**
 * A school-run web-app's side of the entrance: from the six headers of one request to a visit that its next requests bring
 * along.
 *
 * The token is resolved once. What follows is read from the web-app's own cookie, so the service is asked about a visitor
 * one time and may be down afterwards. A new entrance always takes the place of an earlier visit, and a failed one ends it:
 * phones are shared.
 */
import { Temporal } from 'temporal-polyfill'
import { systemClock } from '../shared/clock.ts'
import { ENTRANCE_HEADERS } from '../shared/contract/entrance.ts'
import type { SessionUser } from '../shared/contract/session.ts'
import type { Language } from '../shared/contract/site.ts'
import { accountOf } from './account.ts'
import { oneValue, readEntrance, type SelectionHint } from './entrance.ts'
import { ExtensionError } from './errors.ts'
import { checkOptions, type ExtensionOptions } from './options.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { createResolution } from './resolution.ts'
import { createSealer } from './session-cookie.ts'
import type { JsonValue, Visit, VisitRequest, VisitUser } from './visit.ts'

export type Admission<Account extends JsonValue> =
  /** `setCookie` goes with this very answer, whatever the web-app answers. */
  | { kind: 'visit'; visit: Visit<Account>; isEntrance: boolean; setCookie: string | undefined }
  /** Neither an entrance nor a visit begun before. */
  | { kind: 'none' }
  /**
   * After an entrance `setCookie` takes away the earlier visit whose place it was to take. Any other request leaves the
   * cookie alone: it may be answered late, when an entrance has set a new one.
   */
  | { kind: 'refused'; error: ExtensionError; isEntrance: boolean; setCookie: string | undefined }

export interface Extension<Account extends JsonValue> {
  /** Who the visitor is. Never throws for what a request can hold. */
  admit(request: VisitRequest): Promise<Admission<Account>>
  /** The Set-Cookie value that ends a visit on this phone. */
  signOut(): string
  /**
   * The answer for a visitor who is refused: a page in the visitor's language, or problem details where JSON is asked for.
   *
   * @param language of a visit that stands
   */
  refusal(error: ExtensionError, request: VisitRequest, language?: Language): Refusal
}

/** What is sealed. */
interface Content<Account> {
  user: VisitUser
  account: Account
  language: Language
  selectionHint: SelectionHint
}

/**
 * @throws {ExtensionOptionError} an option cannot be used
 *
 * @example
 * const extension = createExtension({
 *   appId: 'sample-school',
 *   sessionUrl: 'http://127.0.0.1:4010/session/staging',
 *   environment: 'staging',
 *   secret: readFileSync('visit-secret', 'utf8').trim(),
 *   onVisit: user => familyOf(user.refNo) ?? refuse(),
 * })
 */
export function createExtension<Account extends JsonValue>(
  options: ExtensionOptions<Account>,
): Extension<Account> {
  const { appId, sessionUrl, environment, secrets, cookieName, longestVisitSeconds, ...checked } =
    checkOptions(options)
  const { timeoutMs, onVisitTimeoutMs } = checked
  const { onVisit, onEntrance = reportFailure, clock = systemClock, fetch = globalThis.fetch } = options
  const resolve = createResolution({ sessionUrl, appId, timeoutMs, fetch, maxBytes: LARGEST_USER, clock })
  const sealer = createSealer<Content<Account>>({ secrets, appId, environment, cookieName, clock })
  const longestFromNow = () =>
    clock.now().add({ seconds: longestVisitSeconds }).round({ smallestUnit: 'second', roundingMode: 'floor' })
  const tell = (outcome: 'visit' | ExtensionError) => {
    // A promise, so that one which it returns is looked after as well.
    void (async () => onEntrance(outcome))().catch(() => undefined)
  }

  const enter = async ({ header, signal }: VisitRequest): Promise<Admission<Account>> => {
    const { sessionToken, ssoHint, ...entrance } = readEntrance(header)
    if (entrance.appId !== appId)
      throw new ExtensionError('APP_MISMATCH', 'header X-App-Id is another app’s; compare option appId')
    const { language, selectionHint } = entrance
    const session = await resolve(sessionToken, signal)
    const hints = { language, selectionHint, ssoHint }
    const asked = { user: session.user, hints, timeoutMs: onVisitTimeoutMs, signal }
    const account = await accountOf(onVisit, asked)
    const content = { user: visitorOf(session.user), account, language, selectionHint }
    const expiresAt = earlier(session.expiresAt, longestFromNow())
    const { sealed, setCookie, content: kept } = await sealer.seal(content, expiresAt)
    return { kind: 'visit', visit: visitOf(kept, sealed, expiresAt), isEntrance: true, setCookie }
  }

  const goOn = async (sealed: string): Promise<Admission<Account>> => {
    try {
      const { content, expiresAt } = await sealer.open(sealed)
      const visit = visitOf(content, sealed, expiresAt)
      return { kind: 'visit', visit, isEntrance: false, setCookie: undefined }
    } catch (cause) {
      return { kind: 'refused', error: asExtensionError(cause), isEntrance: false, setCookie: undefined }
    }
  }

  return {
    async admit({ method, header: headerOf, signal }) {
      const request: VisitRequest = { method, header: name => oneValue(headerOf(name)), signal }
      if (!isEntranceRequest(request)) {
        const sealed = sealedIn(request, cookieName)
        return sealed ? await goOn(sealed) : { kind: 'none' }
      }
      try {
        const admission = await enter(request)
        tell('visit')
        return admission
      } catch (cause) {
        const error = asExtensionError(cause)
        tell(error)
        return { kind: 'refused', error, isEntrance: true, setCookie: sealer.noCookie() }
      }
    },
    signOut: sealer.noCookie,
    refusal: (error, request, language) => refusalOf(error, request, language, options.refusalPage),
  }
}

/** A failure that nobody hears of lasts. */
function reportFailure(outcome: 'visit' | ExtensionError): void {
  if (outcome !== 'visit' && outcome.status >= 500) console.error(outcome)
}

const LARGEST_USER = 256 * 1024

/** Only a navigation is an entrance: a form sent from another page is none, whatever headers it has. */
const isEntranceRequest = ({ method, header }: VisitRequest) =>
  (method === 'GET' || method === 'HEAD') && typeof header(ENTRANCE_HEADERS.sessionToken) === 'string'

/** The bearer that a page sends itself goes before the cookie that the web view sends. */
function sealedIn({ header }: VisitRequest, cookieName: string): string | undefined {
  const [, bearer] = /^Bearer +([^\s]+)$/i.exec(header('authorization') ?? '') ?? []
  if (bearer) return bearer
  // Spaces and tabs alone: another host may set a cookie whose name begins with a character that trim() takes off, too.
  const pairs = (header('cookie') ?? '').split(';').map(pair => pair.replace(/^[ \t]+|[ \t]+$/g, ''))
  const sealed = pairs.filter(pair => pair.startsWith(`${cookieName}=`))
  // Twice under one name, no browser sends it: what is joined was sealed by nobody.
  return sealed.length === 0 ? undefined : sealed.map(pair => pair.slice(cookieName.length + 1)).join(' ')
}

/** Field by field: whatever else the service tells of a user does not go into a cookie. */
function visitorOf(user: SessionUser): VisitUser {
  const { userId, firstName, lastName, fullName, chineseName, refNo, email, role } = user
  // A signed address can be as long as a cookie; nobody is to be kept out by a picture.
  const imageUrl = user.imageUrl.length > LONGEST_IMAGE_URL ? '' : user.imageUrl
  return { userId, firstName, lastName, fullName, chineseName, refNo, email, imageUrl, role }
}

const LONGEST_IMAGE_URL = 1_000

const visitOf = <Account extends JsonValue>(
  content: Content<Account>,
  bearer: string,
  expiresAt: Temporal.Instant,
): Visit<Account> => ({ ...content, bearer, expiresAt: `${expiresAt}` })

const asExtensionError = (cause: unknown): ExtensionError =>
  cause instanceof ExtensionError
    ? cause
    : new ExtensionError('VISIT_FAILED', 'the visit could not be made; the cause says why', { cause })

const earlier = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? one : other

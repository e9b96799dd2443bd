/**
 * The web-app's side of the entrance: turns the six headers of one request into a visit that later requests carry.
 *
 * The token is resolved once. Later requests carry the web-app's own cookie, so the service is called once for each visit
 * and may be down afterwards. Phones are shared: a new entrance replaces an earlier visit, and a failed entrance ends it.
 */
import { Temporal } from 'temporal-polyfill'
import { type Clock, systemClock } from '../shared/clock.ts'
import { ENTRANCE_HEADERS } from '../shared/contract/entrance-headers.ts'
import type { SessionUser } from '../shared/contract/session.ts'
import type { Language } from '../shared/contract/site.ts'
import { accountOf } from './account.ts'
import { oneValue, readEntrance, type SelectionHint } from './entrance.ts'
import { ExtensionError } from './errors.ts'
import { logRefusals } from './log-refusals.ts'
import { checkOptions, type ExtensionOptions } from './options.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { createResolution } from './resolution.ts'
import { cookiePairs, createSealer, isSealed } from './session-cookie.ts'
import type { JsonValue, Visit, VisitRequest, VisitUser } from './visit.ts'

export type Admission<Account extends JsonValue> =
  /** Send `setCookie` with this response, whatever its status. */
  | { kind: 'visit'; visit: Visit<Account>; isEntrance: boolean; setCookie: string | undefined }
  /** Neither an entrance nor an earlier visit. */
  | { kind: 'none' }
  /**
   * After a failed entrance, `setCookie` removes the earlier visit. Other requests do not change the cookie: their
   * responses may arrive after an entrance has set a new one.
   */
  | { kind: 'refused'; error: ExtensionError; isEntrance: boolean; setCookie: string | undefined }

export interface Extension<Account extends JsonValue> {
  /** Who the visitor is. Does not throw, whatever the request holds. */
  admit(request: VisitRequest): Promise<Admission<Account>>
  /** The Set-Cookie value that ends a visit on this phone. */
  signOut(): string
  /**
   * For an adapter whose `admit` is called in one place and whose pages run in another: a header value that only this web-app
   * can make. `open` returns undefined for everything else, and after five minutes.
   */
  note: { seal(content: JsonValue): Promise<string>; open(sealed: string): Promise<JsonValue | undefined> }
  /**
   * The response for a refused visitor: a page in the visitor's language, or problem details for a request that wants JSON.
   *
   * @param language language of the visit, when there is one
   */
  refusal(error: ExtensionError, request: VisitRequest, language?: Language): Refusal
}

/** The sealed content of a visit. */
interface Content<Account> {
  user: VisitUser
  account: Account
  language: Language
  selectionHint: SelectionHint
}

/**
 * @throws {ExtensionOptionError} invalid option
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
  const { onVisit, clock = systemClock, fetch = globalThis.fetch } = options
  // Without it, nobody would see why visitors are refused.
  const { onEntrance = logRefusals(console, clock) } = options
  const resolve = createResolution({ sessionUrl, appId, timeoutMs, fetch, maxBytes: LARGEST_USER, clock })
  const sealParts = { secrets, appId, environment, clock }
  const sealer = createSealer<Content<Account>>({ ...sealParts, cookieName })
  // Under keys of its own, so that no visit can be taken for a note.
  const notes = createSealer<JsonValue>({ ...sealParts, cookieName: `${cookieName} note` })
  const report = (outcome: 'visit' | ExtensionError) => {
    // Async, so that a rejection of a returned promise is caught as well.
    void (async () => onEntrance(outcome))().catch(() => undefined)
  }

  const enter = async ({ header, signal }: VisitRequest): Promise<Admission<Account>> => {
    const { sessionToken, ssoHint, ...entrance } = readEntrance(header)
    if (entrance.appId !== appId)
      throw new ExtensionError(
        'APP_MISMATCH',
        'header X-App-Id does not match option appId: check the option, and whether the app is that of this school',
      )
    const { language, selectionHint } = entrance
    const session = await resolve(sessionToken, signal)
    const hints = { language, selectionHint, ssoHint }
    const request = { user: session.user, hints, timeoutMs: onVisitTimeoutMs, signal }
    const account = await accountOf(onVisit, request)
    const content = { user: visitorOf(session.user), account, language, selectionHint }
    const expiresAt = earlier(session.expiresAt, wholeSecondAfter(clock, longestVisitSeconds))
    const { sealed, setCookie, content: sealedContent } = await sealer.seal(content, expiresAt)
    return { kind: 'visit', visit: visitOf(sealedContent, sealed, expiresAt), isEntrance: true, setCookie }
  }

  const resume = async (sealed: string): Promise<Admission<Account>> => {
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
        return sealed ? await resume(sealed) : { kind: 'none' }
      }
      try {
        const admission = await enter(request)
        report('visit')
        return admission
      } catch (cause) {
        const error = asExtensionError(cause)
        report(error)
        return { kind: 'refused', error, isEntrance: true, setCookie: sealer.noCookie() }
      }
    },
    signOut: sealer.noCookie,
    note: {
      seal: async content => (await notes.seal(content, wholeSecondAfter(clock, NOTE_SECONDS))).sealed,
      open: async sealed => (await notes.open(sealed).catch(() => undefined))?.content,
    },
    refusal: (error, request, language) => refusalOf(error, request, language, options.refusalPage),
  }
}

const LARGEST_USER = 256 * 1024

/**
 * Only a navigation (GET or HEAD) is an entrance. A form from another page is never one, whatever headers it has. Without its token, which
 * a proxy may remove, it is refused: the cookie may be the visit of who used the phone before.
 */
const isEntranceRequest = ({ method, header }: VisitRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  [ENTRANCE_HEADERS.sessionToken, ENTRANCE_HEADERS.appId].some(name => typeof header(name) === 'string')

/**
 * A bearer that a page sends itself has priority over the web view's cookie; that of a gateway is none of the kit's. Empty when there
 * is neither.
 */
function sealedIn({ header }: VisitRequest, cookieName: string): string {
  const [, bearer] = /^Bearer +([^\s]+)$/i.exec(header('authorization') ?? '') ?? []
  if (bearer && isSealed(bearer)) return bearer
  const sealed = cookiePairs(header('cookie')).filter(pair => pair.startsWith(`${cookieName}=`))
  // Browsers do not send two cookies of this name. Joined values are not canonical, so they are refused.
  return sealed.map(pair => pair.slice(cookieName.length + 1)).join(' ')
}

/** Copied field by field: no other field of the service goes into the cookie. */
function visitorOf(user: SessionUser): VisitUser {
  const { userId, firstName, lastName, fullName, chineseName, refNo, email, role } = user
  // A signed URL can be longer than a cookie. A picture must not block a visitor.
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
    : new ExtensionError('VISIT_FAILED', 'the visit failed; see the cause', { cause })

const NOTE_SECONDS = 300

const wholeSecondAfter = (clock: Clock, seconds: number) =>
  clock.now().add({ seconds }).round({ smallestUnit: 'second', roundingMode: 'floor' })

const earlier = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? one : other

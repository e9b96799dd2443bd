/**
 * Verifies the `id_token` of a single sign-on response, so that the hint becomes proof (OpenID Connect Core, 3.1.3.7). An
 * addition: the interface does not say what a single sign-on response holds.
 *
 * A genuine token may be another person's, or an old one. So it must also belong to the resolved user, and not be too old.
 */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { ClientError } from '../shared/client/errors.ts'
import { addressOf } from '../shared/client/limited-fetch.ts'
import { statusError } from '../shared/client/reply.ts'
import { getJson, type RequestLimits } from '../shared/client/request.ts'
import { type Clock, systemClock } from '../shared/clock.ts'
import type { SessionUser } from '../shared/contract/session.ts'
import { LONGEST_TIMER_MS } from '../shared/longest-timer.ts'
import { isLoopback } from '../shared/server/listen.ts'
import { ExtensionError, ExtensionOptionError } from './errors.ts'
import { refuseUnknown } from './known-options.ts'

/** The verified claims of an id_token (OpenID Connect Core, 2). */
export interface SsoClaims {
  /** Identifies the person at this issuer. */
  sub: string
  /** When it was issued, in seconds since 1970. */
  iat: number
  readonly [claim: string]: unknown
}

export interface SsoVerifierOptions {
  /** The identity provider's keys: `jwks_uri` in its `/.well-known/openid-configuration`. https, except on this machine. */
  jwksUrl: string | URL
  /** The exact `issuer` in that document. */
  issuer: string
  /** The client id under which the mobile app is registered there; several if the app has several. */
  audience: string | readonly [string, ...string[]]
  /**
   * How to tell that the token belongs to the resolved user: a claim that must equal a field of the user, or a function that
   * returns true. Take a claim that users cannot change themselves.
   */
  sameUser: ClaimOfUser | ((claims: SsoClaims, user: SessionUser) => boolean)
  /** Refuses a token that was issued longer ago, even if it has not expired. Seconds; default: only its own expiry counts. */
  maxAgeSeconds?: number
  /** Takes the token out of the response. Default: its field `id_token`. */
  idTokenIn?: (ssoHint: Readonly<Record<string, unknown>>) => unknown
  /** Time limit for fetching the keys. Milliseconds, default 3,000: less than the time of `onVisit`. */
  timeoutMs?: number
  clock?: Clock
  fetch?: typeof fetch
}

export interface ClaimOfUser {
  /** Name of the claim, as in `employee_id`. */
  claim: string
  field: 'email' | 'refNo' | 'userId'
}

/**
 * @param ssoHint as `onVisit` gets it
 * @param user as `onVisit` gets it
 * @throws {ExtensionError} SSO_MISSING, SSO_EXPIRED, SSO_REJECTED, SSO_OTHER_USER, SSO_UNAVAILABLE. Thrown in `onVisit`, it
 *   becomes the refusal
 */
export type VerifySso = (
  ssoHint: Readonly<Record<string, unknown>> | undefined,
  user: SessionUser,
) => Promise<SsoClaims>

const KNOWN: Record<keyof SsoVerifierOptions, true> = {
  ...{ jwksUrl: true, issuer: true, audience: true, sameUser: true, maxAgeSeconds: true },
  ...{ idTokenIn: true, timeoutMs: true, clock: true, fetch: true },
}
/** Only keys that the identity provider alone has: a shared secret could be its public key. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const REQUIRED_CLAIMS = ['iss', 'aud', 'sub', 'exp', 'iat']
/** Seconds by which two clocks may differ. */
const CLOCK_TOLERANCE = 30
/** Bytes. Identity providers publish a handful of keys. */
const LARGEST_JWKS = 256 * 1024

/**
 * Fetches the keys when it needs them, and keeps them for 10 minutes. An unknown key is asked for at most every 30 seconds.
 *
 * @throws {ExtensionOptionError} invalid option
 *
 * @example
 * const verifySso = createSsoVerifier({
 *   jwksUrl: 'https://login.example/keys',
 *   issuer: 'https://login.example',
 *   audience: 'school-app',
 *   sameUser: { claim: 'employee_id', field: 'refNo' },
 * })
 * const extension = createExtension({
 *   ...options,
 *   async onVisit(user, { ssoHint }) {
 *     const claims = await verifySso(ssoHint, user)
 *     return { sub: claims.sub }
 *   },
 * })
 */
export function createSsoVerifier(options: SsoVerifierOptions): VerifySso {
  const { jwksUrl, issuer, audience, maxAgeSeconds, timeoutMs } = checked(options)
  const { sameUser, idTokenIn = inField, clock = systemClock, fetch = globalThis.fetch } = options
  const keys = keysAt(jwksUrl, { timeoutMs, maxBytes: LARGEST_JWKS, fetch })

  const claimsOf = async (token: string): Promise<JWTPayload> => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        ...{ issuer, audience, algorithms: ALGORITHMS, requiredClaims: REQUIRED_CLAIMS },
        ...(maxAgeSeconds !== undefined && { maxTokenAge: maxAgeSeconds }),
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: new Date(clock.now().epochMilliseconds),
      })
      refuseOtherKinds(protectedHeader.typ)
      if (typeof payload.sub !== 'string' || payload.sub === '') throw rejected(reasonOfClaim('sub'))
      return payload
    } catch (error) {
      throw asExtensionError(error, addressOf(jwksUrl))
    }
  }

  return async function verifySso(ssoHint, user) {
    const token = ssoHint && idTokenIn(ssoHint)
    if (typeof token !== 'string' || token === '')
      throw new ExtensionError(
        'SSO_MISSING',
        ssoHint
          ? 'the single sign-on response holds no id_token; check option idTokenIn'
          : 'the user did not log in with single sign-on',
      )
    const claims = (await claimsOf(token)) as SsoClaims
    const isSame = typeof sameUser === 'function' ? sameUser(claims, user) : hasClaim(claims, user, sameUser)
    // Exactly true: a promise would pass as true.
    if (isSame === true) return claims
    throw new ExtensionError(
      'SSO_OTHER_USER',
      'the id_token is genuine, but not of the user of this session; check option sameUser',
    )
  }
}

const inField = ({ id_token }: Readonly<Record<string, unknown>>) => id_token

/** An empty field equals no claim, and an address that its owner has not confirmed proves nothing. */
function hasClaim(claims: SsoClaims, user: SessionUser, { claim, field }: ClaimOfUser): boolean {
  const value = claims[claim]
  if (claim === 'email' && claims.email_verified !== undefined && claims.email_verified !== true) return false
  if (typeof value !== 'string' && typeof value !== 'number') return false
  // Two people may have become one when it was read.
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw rejected(
      `its claim ${claim} is a number that cannot be read exactly; let the identity provider send it as a text`,
    )
  const [one, other] = [`${value}`, `${user[field]}`]
  return one !== '' && (field === 'email' ? inLowerCase(one) === inLowerCase(other) : one === other)
}

/** ASCII only: in Unicode, other characters become the same letter. */
const inLowerCase = (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** Access tokens and logout tokens of the same issuer have the same signature and other meanings (RFC 9068, 4). */
function refuseOtherKinds(typ: string | undefined): void {
  if (typ === undefined || /^(?:application\/)?jwt$/i.test(typ)) return
  throw rejected('it is a token of another kind')
}

/** The keys as jose keeps them, fetched within the limits of all clients: no redirect, no endless response. */
function keysAt(url: URL, limits: RequestLimits & { timeoutMs: number }) {
  return createRemoteJWKSet(url, {
    // Ends after the limit of the fetch below, which has the better message.
    timeoutDuration: Math.min(Math.ceil(limits.timeoutMs) + 1_000, LONGEST_TIMER_MS),
    [customFetch]: async (_, { signal }) => {
      const { status, headers, json } = await getJson(url, {}, limits, signal)
      if (status !== 200) throw statusError(addressOf(url), { status, headers })
      return Response.json(json)
    },
  })
}

const rejected = (reason: string) =>
  new ExtensionError('SSO_REJECTED', `the id_token is not accepted: ${reason}`)

/** Never with jose's error as the cause: it holds the claims. */
function asExtensionError(error: unknown, address: string): ExtensionError {
  if (error instanceof ExtensionError) return error
  if (error instanceof ClientError) return unavailable(error.message)
  if (error instanceof errors.JWTExpired)
    return new ExtensionError(
      'SSO_EXPIRED',
      'the id_token has expired or is older than maxAgeSeconds; the user has to log in again',
    )
  if (error instanceof errors.JWTClaimValidationFailed) return rejected(reasonOfClaim(error.claim))
  if (error instanceof errors.JOSEAlgNotAllowed) return rejected('its algorithm is not one of a public key')
  if (error instanceof errors.JWKSNoMatchingKey)
    return rejected(`no key at ${address} has signed it; check option jwksUrl`)
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return rejected(`it does not name its key, and several keys at ${address} fit`)
  if (error instanceof errors.JWSSignatureVerificationFailed) return rejected('its signature is wrong')
  if (error instanceof errors.JWKSInvalid || error instanceof errors.JWKSTimeout)
    return unavailable(`${address} gives no keys; check option jwksUrl`)
  if (error instanceof errors.JOSEError) return rejected('it is no signed id_token')
  return unavailable(`a key at ${address} cannot be used`)
}

const unavailable = (reason: string) => new ExtensionError('SSO_UNAVAILABLE', reason)

function reasonOfClaim(claim: string): string {
  const option = { iss: 'issuer', aud: 'audience' }[claim]
  return `its claim ${claim} is missing or has another value${option ? `; check option ${option}` : ''}`
}

function checked(options: SsoVerifierOptions) {
  refuseUnknown(options, KNOWN, 'createSsoVerifier')
  const { jwksUrl, issuer, audience, sameUser, maxAgeSeconds, timeoutMs = 3_000 } = options
  const refuse = (sentence: string): never => {
    throw new ExtensionOptionError(sentence)
  }
  const url = URL.parse(`${jwksUrl}`)
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    return refuse('jwksUrl must be an https URL: whoever can change the keys can sign in as anybody')
  if (url.username || url.password) refuse('jwksUrl must not have a user name or a password')
  // Without one of them, jose would not compare it.
  if (typeof issuer !== 'string' || issuer === '')
    refuse('issuer must be the issuer of the identity provider')
  const audiences = [audience].flat()
  if (audiences.length === 0 || audiences.some(one => typeof one !== 'string' || one === ''))
    refuse('audience must be the client id of the mobile app, or a list of client ids')
  if (typeof sameUser !== 'function' && !isClaimOfUser(sameUser))
    refuse(
      "sameUser must be a claim and a field, as in { claim: 'employee_id', field: 'refNo' }, or a function that returns true",
    )
  if (maxAgeSeconds !== undefined && !(Number.isFinite(maxAgeSeconds) && maxAgeSeconds >= 1))
    refuse('maxAgeSeconds must be a number of seconds from 1')
  if (!(typeof timeoutMs === 'number' && timeoutMs >= 1 && timeoutMs <= LONGEST_TIMER_MS))
    refuse('timeoutMs must be a number of milliseconds')
  return { jwksUrl: url, issuer, audience: audiences, maxAgeSeconds, timeoutMs }
}

function isClaimOfUser(value: unknown): boolean {
  const { claim, field } = Object(value)
  return typeof claim === 'string' && claim !== '' && ['email', 'refNo', 'userId'].includes(field)
}

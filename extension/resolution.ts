/**
 * Resolves a session token to its user. Simultaneous entrances with the same token share one call.
 *
 * A refused token is not sent again for a while. The call is cancelled when all its visitors disconnect.
 */

import { createHash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { ContractError, ServiceError, TransportError } from '../shared/client/errors.ts'
import { TO_CHECK } from '../shared/client/limited-fetch.ts'
import {
  createSessionClient,
  readExpiry,
  refusesToken,
  type SessionClientOptions,
} from '../shared/client/session.ts'
import type { Clock } from '../shared/clock.ts'
import { connectionFault, connectionText } from '../shared/connection-fault.ts'
import type { SessionUser } from '../shared/contract/session.ts'
import { LONGEST_TIMER_MS } from '../shared/longest-timer.ts'
import { ExtensionError } from './errors.ts'
import { refusedTokens } from './refused-tokens.ts'

export interface ResolvedSession {
  user: SessionUser
  /** Rounded down to a whole second. */
  expiresAt: Temporal.Instant
}

/** @throws {ExtensionError} */
export type Resolve = (token: string, signal?: AbortSignal) => Promise<ResolvedSession>

export interface ResolutionParts extends SessionClientOptions {
  timeoutMs: number
  clock: Clock
}

interface Call {
  answer: Promise<SessionUser>
  waiting: number
  cut: AbortController
}

export function createResolution({ clock, ...options }: ResolutionParts): Resolve {
  const sessions = createSessionClient(options)
  /** By the hash of its token. */
  const pending = new Map<string, Call>()
  const refused = refusedTokens(clock)

  const begin = (hash: string, token: string): Call => {
    const known = refused.refusalOf(hash)
    if (known) throw known
    const cut = new AbortController()
    const call = { answer: inTime(sessions.resolve(token, cut.signal), options), waiting: 0, cut }
    pending.set(hash, call)
    return call
  }

  const leave = (hash: string, call: Call) => {
    call.waiting -= 1
    if (call.waiting > 0) return
    // A later request must not join a cancelled call.
    pending.delete(hash)
    call.cut.abort()
  }

  return async function resolveOnce(token, signal) {
    if (signal?.aborted) throw aborted()
    const hash = hashOf(token)
    const call = pending.get(hash) ?? begin(hash, token)
    call.waiting += 1
    try {
      const user = await untilGone(call.answer, signal)
      return checkedSession(user, options.appId, clock)
    } catch (cause) {
      const error = asExtensionError(cause)
      if (error instanceof ExtensionError)
        refused.note(hash, error, cause instanceof TransportError ? cause.status : undefined)
      throw error
    } finally {
      leave(hash, call)
    }
  }
}

/** What is remembered of a token. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The client does not check the app id and the expiry. */
function checkedSession(user: SessionUser, appId: string, clock: Clock): ResolvedSession {
  if (user.appId !== appId)
    throw new ExtensionError(
      'APP_MISMATCH',
      'the session belongs to another app id; check options appId and sessionUrl',
    )
  const expiresAt = instantOf(user.expireAt).round({ smallestUnit: 'second', roundingMode: 'floor' })
  if (Temporal.Instant.compare(clock.now(), expiresAt) >= 0)
    throw new ExtensionError(
      'EXPIRED',
      'the session has expired; if all have, compare the clocks of this machine and of the service',
    )
  return { user, expiresAt }
}

function instantOf(text: string): Temporal.Instant {
  const instant = readExpiry(text)
  if (!instant) throw malformed('expireAt must be an ISO 8601 timestamp with a time zone')
  return instant
}

/** The client has its own timeout with a better message. This one is for a custom `fetch` that ignores the abort signal. */
async function inTime<Result>(
  answer: Promise<Result>,
  { timeoutMs, sessionUrl }: Pick<ResolutionParts, 'timeoutMs' | 'sessionUrl'>,
): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const limitMs = Math.min(timeoutMs + HEADSTART_MS, LONGEST_TIMER_MS)
  const timer = setTimeout(() => reject(timedOut(`${sessionUrl}`)), limitMs)
  try {
    return await Promise.race([answer, over])
  } finally {
    clearTimeout(timer)
  }
}

const HEADSTART_MS = 100
const timedOut = (address: string) =>
  new ExtensionError('UPSTREAM_TIMEOUT', `${address} sent no complete response in time; see timeoutMs`)

async function untilGone<Result>(answer: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return await answer
  const { promise: gone, reject } = Promise.withResolvers<never>()
  const leave = () => reject(aborted())
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([answer, gone])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

const aborted = () =>
  new ExtensionError('ABORTED', 'the visitor disconnected before the session was resolved')
const malformed = (reason: string) =>
  new ExtensionError(
    'UPSTREAM_MALFORMED',
    `the session service's response does not follow the interface: ${reason}; check option sessionUrl`,
  )

/** Never quotes the service: its text could hold the token or personal data. What the client says of a field does not either. */
function asExtensionError(error: unknown): unknown {
  if (error instanceof ContractError)
    return malformed(error.path ? error.message.slice(`${error.address}: `.length) : 'no user')
  if (error instanceof ServiceError) return ofReturnCode(error)
  if (!(error instanceof TransportError)) return error
  const { address, code, status, retryAfterSeconds } = error
  if (code === 'HEADER')
    return rejected('a header cannot hold the session token, so it is not one of the service')
  if (status !== undefined && refusesToken(status, undefined)) return notAccepted(address, `HTTP ${status}`)
  if (code === 'TIMEOUT') return timedOut(address)
  if (code === 'TOO_LARGE') return malformed('it is too large')
  const reason = status === undefined ? whyUnreached(error, address) : `answers HTTP ${status}`
  const remedy = status !== undefined && status < 429 ? '; check option sessionUrl' : ''
  return new ExtensionError('UPSTREAM_UNAVAILABLE', `${address}: ${reason}${remedy}`, { retryAfterSeconds })
}

/** Another form of code could be a text, with the token in it. */
function ofReturnCode({ address, returnCode, retryAfterSeconds }: ServiceError): ExtensionError {
  const code = RETURN_CODE.test(returnCode) ? returnCode : 'an unknown return code'
  if (refusesToken(200, returnCode)) return notAccepted(address, code)
  return new ExtensionError('UPSTREAM_UNAVAILABLE', `${address}: answers ${code}`, { retryAfterSeconds })
}

const RETURN_CODE = /^[A-Z]\d{5}$/

const rejected = (message: string) => new ExtensionError('TOKEN_REJECTED', message)
const notAccepted = (address: string, answer: string) =>
  rejected(
    `${address} does not accept the session token (${answer}); if it accepts none, check options sessionUrl and environment`,
  )

/** Without the words of an unknown error: they could hold the token. */
function whyUnreached({ cause }: TransportError, address: string): string {
  const fault = connectionFault(cause, new URL(address))
  return fault ? connectionText(fault) : `cannot be reached; ${TO_CHECK}`
}

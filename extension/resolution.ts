/**
 * From a session token to its user: one upstream call, however many entrances come with the same token at the same moment.
 *
 * A refused token is not asked about again. The call is cut off when everybody who waits for it has gone.
 */
import { Temporal } from 'temporal-polyfill'
import { ContractError, TransportError } from '../shared/client/errors.ts'
import { createSessionClient, type SessionClientOptions } from '../shared/client/session.ts'
import type { Clock } from '../shared/clock.ts'
import type { SessionUser } from '../shared/contract/session.ts'
import { ExtensionError } from './errors.ts'

export interface ResolvedSession {
  user: SessionUser
  expiresAt: Temporal.Instant
}

/** @throws {ExtensionError} */
export type Resolve = (token: string, signal?: AbortSignal) => Promise<ResolvedSession>

export interface ResolutionParts extends SessionClientOptions {
  clock: Clock
}

interface Call {
  answer: Promise<SessionUser>
  waiting: number
  cut: AbortController
}

export function createResolution({ clock, ...options }: ResolutionParts): Resolve {
  const sessions = createSessionClient(options)
  const underWay = new Map<string, Call>()

  const begin = (token: string): Call => {
    const cut = new AbortController()
    const answer = sessions.resolve(token, cut.signal).finally(() => {
      if (underWay.get(token) === call) underWay.delete(token)
    })
    const call = { answer, waiting: 0, cut }
    underWay.set(token, call)
    return call
  }

  const leave = (token: string, call: Call) => {
    call.waiting -= 1
    if (call.waiting > 0) return
    // Who comes from now on must not wait for what is being cut off.
    if (underWay.get(token) === call) underWay.delete(token)
    call.cut.abort()
  }

  return async function resolveOnce(token, signal) {
    if (signal?.aborted) throw aborted()
    const call = underWay.get(token) ?? begin(token)
    call.waiting += 1
    try {
      const user = await untilGone(call.answer, signal)
      return judged(user, options.appId, clock)
    } catch (error) {
      throw asExtensionError(error)
    } finally {
      leave(token, call)
    }
  }
}

/** What the client promises not to judge: whose session it is, and whether it still lasts. */
function judged(user: SessionUser, appId: string, clock: Clock): ResolvedSession {
  if (user.appId !== appId)
    throw new ExtensionError('APP_MISMATCH', 'the session is of another app id; compare option appId')
  const expiresAt = instantOf(user.expireAt)
  if (Temporal.Instant.compare(clock.now(), expiresAt) >= 0)
    throw new ExtensionError('EXPIRED', 'the session has expired; open this page from the app again')
  return { user, expiresAt }
}

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch (cause) {
    const reason = 'the session’s expireAt is no ISO 8601 timestamp with a time zone'
    throw new ExtensionError('UPSTREAM_MALFORMED', reason, { cause })
  }
}

async function untilGone<Result>(answer: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return await answer
  const { promise: gone, reject } = Promise.withResolvers<never>()
  const leave = () => reject(aborted())
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([answer, gone])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

const aborted = () => new ExtensionError('ABORTED', 'who asked has gone before the session was resolved')

function asExtensionError(error: unknown): unknown {
  if (error instanceof ContractError)
    return new ExtensionError('UPSTREAM_MALFORMED', `the session cannot be read: ${error.message}`, {
      cause: error,
    })
  if (!(error instanceof TransportError)) return error
  const { code, status, retryAfterSeconds } = error
  // A token that no header can carry is none of the service's.
  if (code === 'HEADER' || status === 401 || status === 403)
    return new ExtensionError('TOKEN_REJECTED', 'the service does not accept the session token', {
      cause: error,
    })
  if (code === 'TIMEOUT')
    return new ExtensionError('UPSTREAM_TIMEOUT', `the session service gave no answer: ${error.message}`, {
      cause: error,
    })
  if (code === 'TOO_LARGE') return new ExtensionError('UPSTREAM_MALFORMED', error.message, { cause: error })
  return new ExtensionError('UPSTREAM_UNAVAILABLE', `the session cannot be resolved now: ${error.message}`, {
    cause: error,
    retryAfterSeconds,
  })
}

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
  /** A whole second: that in which the session ends has begun. */
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
  const underWay = new Map<string, Call>()

  const begin = (token: string): Call => {
    const cut = new AbortController()
    const answer = inTime(sessions.resolve(token, cut.signal), options).finally(() => {
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
  const expiresAt = instantOf(user.expireAt).round({ smallestUnit: 'second', roundingMode: 'floor' })
  if (Temporal.Instant.compare(clock.now(), expiresAt) >= 0)
    throw new ExtensionError('EXPIRED', 'the session has expired; open this page from the app again')
  return { user, expiresAt }
}

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch {
    throw malformed('expireAt is no ISO 8601 timestamp with a time zone')
  }
}

/** The client keeps time as well, and says more; but a `fetch` of the web-app's own may not heed it. */
async function inTime<Result>(
  answer: Promise<Result>,
  { timeoutMs, sessionUrl }: Pick<ResolutionParts, 'timeoutMs' | 'sessionUrl'>,
): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const patienceMs = Math.min(timeoutMs + HEADSTART_MS, LONGEST_TIMER_MS)
  const timer = setTimeout(() => reject(late(`${sessionUrl}`)), patienceMs)
  try {
    return await Promise.race([answer, over])
  } finally {
    clearTimeout(timer)
  }
}

const HEADSTART_MS = 100
const LONGEST_TIMER_MS = 2_147_483_647
const late = (address: string) =>
  new ExtensionError('UPSTREAM_TIMEOUT', `${address} gave no whole answer in time; see timeoutMs`)

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
const malformed = (reason: string) =>
  new ExtensionError('UPSTREAM_MALFORMED', `the session service's answer is not the interface's: ${reason}`)

/** Statuses that say of the token that it is not good; the interface names none. */
const REFUSALS: readonly (number | undefined)[] = [400, 401, 403, 410, 422, 431]

/** In words of its own: what the service wrote could hold the token, or something about a person. */
function asExtensionError(error: unknown): unknown {
  if (error instanceof ContractError) return malformed(error.path ? `${error.path} is at fault` : 'no user')
  if (!(error instanceof TransportError)) return error
  const { address, code, status, retryAfterSeconds } = error
  // A token that no header can carry is none of the service's.
  if (code === 'HEADER' || (code === 'STATUS' && REFUSALS.includes(status)))
    return new ExtensionError(
      'TOKEN_REJECTED',
      `the service does not accept the session token${status ? ` (HTTP ${status})` : ''}; open this page from the app again`,
    )
  if (code === 'TIMEOUT') return late(address)
  if (code === 'TOO_LARGE') return malformed('it is far too large')
  const reason = status === undefined ? `cannot be reached${systemCode(error)}` : `answers HTTP ${status}`
  const remedy = status !== undefined && status < 429 ? '; is option sessionUrl right?' : ''
  return new ExtensionError('UPSTREAM_UNAVAILABLE', `${address} ${reason}${remedy}`, { retryAfterSeconds })
}

/** As in ` (ECONNREFUSED)`. */
function systemCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = Reflect.get(cause, 'code')
    if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return ` (${code})`
  }
  return ''
}

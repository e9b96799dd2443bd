/** Calls the web-app's `onVisit` for a resolved user, with a time limit. */
import type { SessionUser } from '../shared/contract/session.ts'
import { ExtensionError } from './errors.ts'
import type { ExtensionOptions, VisitHints } from './options.ts'
import { isJson, type JsonValue } from './visit.ts'

export interface AccountRequest {
  user: SessionUser
  hints: Omit<VisitHints, 'signal'>
  /** Milliseconds. */
  timeoutMs: number
  /** Aborted when the visitor disconnects. */
  signal: AbortSignal | undefined
}

/** @throws {ExtensionError} VISIT_FAILED, VISIT_TIMEOUT, ABORTED, or the ExtensionError that `onVisit` throws */
export async function accountOf<Account extends JsonValue>(
  onVisit: ExtensionOptions<Account>['onVisit'],
  { user, hints, timeoutMs, signal }: AccountRequest,
): Promise<Account> {
  if (signal?.aborted) throw disconnected()
  const end = new AbortController()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const endWith = (error: ExtensionError) => {
    // Reject first: what onVisit does on the abort signal must not change the outcome.
    reject(error)
    end.abort(error)
  }
  const leave = () => endWith(disconnected())
  const timer = setTimeout(() => endWith(timedOut(timeoutMs)), timeoutMs)
  signal?.addEventListener('abort', leave)
  try {
    const account = await Promise.race([ended, callOnVisit(onVisit, user, { ...hints, signal: end.signal })])
    if (isJson(account)) return account
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
  throw new ExtensionError(
    'VISIT_FAILED',
    'onVisit must return a value that JSON can hold; throw VisitRefused for a user whom the web-app does not know',
  )
}

async function callOnVisit<Account extends JsonValue>(
  onVisit: ExtensionOptions<Account>['onVisit'],
  user: SessionUser,
  hints: VisitHints,
): Promise<Account> {
  try {
    return await onVisit(user, hints)
  } catch (cause) {
    if (cause instanceof ExtensionError) throw cause
    throw new ExtensionError('VISIT_FAILED', 'onVisit failed; see the cause', { cause })
  }
}

const disconnected = () => new ExtensionError('ABORTED', 'the visitor disconnected before onVisit was done')
const timedOut = (timeoutMs: number) =>
  new ExtensionError('VISIT_TIMEOUT', `onVisit was not done within ${timeoutMs} ms; see onVisitTimeoutMs`)

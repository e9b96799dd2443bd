/** What the web-app makes of a resolved user: its `onVisit` is asked, and not waited for without end. */
import type { SessionUser } from '../shared/contract/session.ts'
import { ExtensionError } from './errors.ts'
import type { ExtensionOptions, VisitHints } from './options.ts'
import { isJson, type JsonValue } from './visit.ts'

export interface AskedAccount {
  user: SessionUser
  hints: Omit<VisitHints, 'signal'>
  /** Milliseconds. */
  timeoutMs: number
  /** Aborted when the visitor has gone. */
  signal: AbortSignal | undefined
}

/** @throws {ExtensionError} what `onVisit` throws of this family, VISIT_FAILED, VISIT_TIMEOUT, ABORTED */
export async function accountOf<Account extends JsonValue>(
  onVisit: ExtensionOptions<Account>['onVisit'],
  { user, hints, timeoutMs, signal }: AskedAccount,
): Promise<Account> {
  if (signal?.aborted) throw gone()
  const end = new AbortController()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const endWith = (error: ExtensionError) => {
    // First the verdict: what onVisit makes of the signal is none any more.
    reject(error)
    end.abort(error)
  }
  const leave = () => endWith(gone())
  const timer = setTimeout(() => endWith(late(timeoutMs)), timeoutMs)
  signal?.addEventListener('abort', leave)
  try {
    const account = await Promise.race([ended, asked(onVisit, user, { ...hints, signal: end.signal })])
    if (isJson(account)) return account
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
  throw new ExtensionError(
    'VISIT_FAILED',
    'onVisit returned nothing, or what JSON cannot hold; throw a VisitRefused for a user whom the web-app does not know',
  )
}

async function asked<Account extends JsonValue>(
  onVisit: ExtensionOptions<Account>['onVisit'],
  user: SessionUser,
  hints: VisitHints,
): Promise<Account> {
  try {
    return await onVisit(user, hints)
  } catch (cause) {
    if (cause instanceof ExtensionError) throw cause
    throw new ExtensionError('VISIT_FAILED', 'onVisit failed; its error is the cause', { cause })
  }
}

const gone = () => new ExtensionError('ABORTED', 'who asked has gone before onVisit was done')
const late = (timeoutMs: number) =>
  new ExtensionError('VISIT_TIMEOUT', `onVisit was not done within ${timeoutMs} ms; see onVisitTimeoutMs`)

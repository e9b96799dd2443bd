/** Why a file is not mirrored, and when it is worth another attempt. */
import { retryAfter } from '../../../shared/client/request.ts'
import { GuardedFetchError } from '../guarded-fetch.ts'

export type MediaFaultCode =
  | GuardedFetchError['code']
  | 'NOT_HTTPS'
  | 'STATUS' // an HTTP status other than 200
  | 'ENCODED' // the answer is compressed, which nobody asked for
  | 'TYPE_DIFFERS'
  | 'SIZE_DIFFERS'
  | 'FOLDER_FULL' // no room within the bound of the folder

export class MediaFault extends Error {
  override name = 'MediaFault'
  readonly code: MediaFaultCode
  /** Whether it may pass by itself within minutes. */
  readonly passing: boolean
  /** Seconds that the answer asked to wait. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: MediaFaultCode,
    message: string,
    {
      passing = false,
      retryAfterSeconds,
    }: { passing?: boolean; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message)
    this.code = code
    this.passing = passing
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What other options of the agent may have lifted since. */
export const LIFTED_BY_OPTIONS: readonly MediaFaultCode[] = [
  'NOT_HTTPS',
  'HOST_NOT_ALLOWED',
  'ADDRESS_PRIVATE',
  'TOO_LARGE',
  'FOLDER_FULL',
]

export function statusFault(address: string, status: number, headers: Headers): MediaFault {
  const passing = status >= 500 || status === 408 || status === 425 || status === 429
  const details = { passing, retryAfterSeconds: retryAfter(headers) }
  return new MediaFault('STATUS', `${address}: answers HTTP ${status}`, details)
}

/** @returns undefined for what has nothing to do with the file: a full disk, a lost lease */
export function faultOf(error: unknown): MediaFault | undefined {
  if (error instanceof MediaFault) return error
  if (!(error instanceof GuardedFetchError) || error.code === 'ABORTED') return undefined
  const passing = error.code === 'UNREACHABLE' || error.code === 'TIMED_OUT'
  return new MediaFault(error.code, error.message, { passing })
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Half of the time is certain, the other half by chance. */
export function pauseMs(fault: MediaFault, attempts: number, random: () => number): number {
  const [first, longest] = fault.passing ? [MINUTE, 6 * HOUR] : [HOUR, 72 * HOUR]
  const most = Math.min(longest, first * 2 ** Math.min(attempts, 20))
  const asked = Math.min((fault.retryAfterSeconds ?? 0) * 1000, 24 * HOUR)
  return Math.max(asked, Math.round((most * (1 + random())) / 2))
}

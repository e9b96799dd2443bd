/** Why a file is not mirrored, and when to try again. */
import { TransportError, type TransportFault } from '../../../shared/client/errors.ts'
import { isPassing } from '../../../shared/client/patience.ts'
import { retryAfter } from '../../../shared/client/reply.ts'
import { askedMs, waitMs } from '../../log/backoff.ts'
import { GuardError, type GuardFault } from '../guarded-fetch.ts'

export type MediaFaultCode =
  | GuardFault
  | TransportFault // STATUS: an HTTP status other than 200
  | 'NOT_HTTPS'
  | 'ENCODED' // the response is compressed, which was not requested
  | 'TYPE_DIFFERS'
  | 'SIZE_DIFFERS'
  | 'FOLDER_FULL' // above the size limit of the folder

export class MediaFault extends Error {
  override name = 'MediaFault'
  readonly code: MediaFaultCode
  /** Whether it is temporary, so that a retry within minutes makes sense. */
  readonly passing: boolean
  /** Seconds to wait, from the response. */
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

/** Codes that other options of the agent may have fixed. */
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

/** @returns undefined if the error is not about the file, such as a full disk or a lost lease */
export function faultOf(error: unknown): MediaFault | undefined {
  if (error instanceof MediaFault) return error
  if (error instanceof GuardError) return new MediaFault(error.code, error.message)
  if (!(error instanceof TransportError) || error.code === 'ABORTED') return undefined
  return new MediaFault(error.code, error.message, { passing: isPassing(error) })
}

const HOUR = 3_600_000

/** A refusal or a wrong file will hardly be better within minutes, so its waits begin where those of the network are long. */
export function retryMs(fault: MediaFault, attempts: number, random: () => number): number {
  const [before, longestMs] = fault.passing ? [attempts, 6 * HOUR] : [attempts + 5, 72 * HOUR]
  const { retryAfterSeconds = 0 } = fault
  return Math.max(waitMs(before, random, longestMs), askedMs(retryAfterSeconds * 1000))
}

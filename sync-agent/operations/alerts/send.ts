/** One call of a receiver, and what it came to. No text holds more of its address than the host. */
import { addressOf, reasonOf } from '../../../shared/client/limited-fetch.ts'
import { LONGEST_MESSAGE, serviceText } from '../../../shared/client/service-text.ts'
import type { AlertTarget } from '../../options/alerts.ts'
import { AgentOptionError } from '../../options/options.ts'
import { addressFault } from '../../outlets/webhooks/address.ts'
import { createSend, type Send, type SendParts } from '../../outlets/webhooks/send.ts'
import { type AlertRequest, trialOf } from './request.ts'

/** What a receiver said to a trial. */
export interface AlertTrial {
  /** Its kind and host. */
  target: string
  accepted: boolean
  /** Absent without a response. */
  status?: number
  /** What is wrong, with the remedy. */
  failure?: string
  elapsedMs: number
}

/** @throws {AgentOptionError} one without TLS whose host is not allowed */
export function refuseUnsafeAlerts(targets: readonly AlertTarget[], allowedHosts: readonly string[]): void {
  for (const { url, name } of targets) {
    const fault = addressFault(url.href, allowedHosts)
    if (fault) throw new AgentOptionError('alerts', `${name}: ${fault}`)
  }
}

/** Tries each address. */
export async function tryAlerts(
  targets: readonly AlertTarget[],
  parts: SendParts,
  signal: AbortSignal,
): Promise<AlertTrial[]> {
  refuseUnsafeAlerts(targets, parts.allowedHosts)
  const send = createSend(parts)
  const trials = targets.map(async target => {
    const began = performance.now()
    const outcome = await attempt(send, target, trialOf(target), signal)
    const elapsedMs = Math.round(performance.now() - began)
    return { target: target.name, accepted: outcome.failure === undefined, ...outcome, elapsedMs }
  })
  return Promise.all(trials)
}

/** @throws when the signal is aborted */
export async function attempt(
  send: Send,
  { name }: Pick<AlertTarget, 'name'>,
  { url, headers, body }: AlertRequest,
  signal: AbortSignal,
): Promise<{ status?: number; failure?: string }> {
  try {
    const { status } = await send(url, { headers, body }, signal)
    return { status, ...(status >= 200 && status < 300 ? {} : { failure: failureOf(status) }) }
  } catch (error) {
    signal.throwIfAborted()
    // Messages of calls hold the address without its query.
    const reason = reasonOf(error, url).replaceAll(addressOf(url), name)
    return { failure: serviceText(reason, LONGEST_MESSAGE) }
  }
}

const failureOf = (status: number) =>
  [401, 403, 404, 410].includes(status)
    ? `HTTP ${status}: check the address, which may be gone`
    : `HTTP ${status}`

/**
 * Notifications to systemd: that the agent is ready, its state, and signs of life for the watchdog.
 *
 * Signs of life are sent while the news is up to date, and while it is old for a reason that a restart would not fix,
 * such as a service that is down. They are not sent when cycles no longer end or the store does not respond.
 */
import type { Clock } from '../../shared/clock.ts'
import { STALE_AFTER_MS } from '../options/options.ts'
import { type Readiness, type StaleStream, staleness } from './readiness.ts'

export interface SystemdReportOptions {
  /** Sends assignments such as `READY=1`. */
  send: (assignments: string[]) => void
  /** The agent's address. */
  address: string
  /** systemd restarts an agent without a sign of life for so long; undefined: no watchdog. */
  watchdogMs?: number | undefined
  clock: Clock
}

export interface SystemdReport {
  /** Notifies that the agent stops; sends nothing after that. */
  stopping(): void
}

const STATUS_EVERY_MS = 30_000

/** Notifies at once that the agent is ready. */
export function createSystemdReport(
  agent: { readiness(): Promise<Readiness> },
  { send, address, watchdogMs, clock }: SystemdReportOptions,
): SystemdReport {
  let startedAt = clock.now().epochMilliseconds
  let last = ''

  const report = async () => {
    const readiness = await agent.readiness().catch(() => undefined)
    if (timer === undefined) return
    const status = readiness ? inWords(readiness, address) : 'the store does not respond'
    const nowMs = clock.now().epochMilliseconds
    // After the clock was set back, the agent is as old as that.
    startedAt = Math.min(startedAt, nowMs)
    const since = { oldestMs: Math.max(0, nowMs - STALE_AFTER_MS), nowMs, startedAt }
    const lives = readiness?.stale.every(stream => keepsTrying(stream, since))
    const assignments = [
      ...(lives && watchdogMs !== undefined ? ['WATCHDOG=1'] : []),
      ...(status === last ? [] : [`STATUS=${status}`]),
    ]
    last = status
    if (assignments.length > 0) send(assignments)
  }

  send(['READY=1', `STATUS=serving at ${address}`])
  // Twice in the time that systemd waits.
  let timer: NodeJS.Timeout | undefined = setInterval(
    () => void report(),
    Math.min(STATUS_EVERY_MS, (watchdogMs ?? Number.POSITIVE_INFINITY) / 2),
  ).unref()
  return {
    stopping() {
      clearInterval(timer)
      timer = undefined
      send(['STOPPING=1', 'STATUS=stopping'])
    },
  }
}

function inWords(readiness: Readiness, address: string): string {
  const { ready, fresh, stale } = readiness
  if (fresh) return `serving current news at ${address}`
  return `${ready ? 'serving old news' : 'not ready'}: ${staleness(stale)}`
}

/** Whether a cycle has ended recently, with any result, or the service asked for a pause. */
function keepsTrying(
  { lastAttempt, heldUntil }: StaleStream,
  { oldestMs, nowMs, startedAt }: Record<'oldestMs' | 'nowMs' | 'startedAt', number>,
): boolean {
  if (heldUntil !== undefined) return true
  const attemptMs = lastAttempt === undefined ? 0 : Date.parse(lastAttempt)
  return startedAt >= oldestMs || (attemptMs >= oldestMs && attemptMs <= nowMs)
}

/**
 * What systemd is told: that the agent is up once it serves, its state in words, and signs of life for the watchdog.
 *
 * The sign of life says more than that the process breathes: it is given while the news is fresh, or while it is stale
 * for a reason that no restart mends, as when the service is down and cycles go on failing. It is held back when cycles
 * have ceased to end or the store does not answer.
 */
import type { Clock } from '../../shared/clock.ts'
import { type Readiness, type StaleStream, staleness } from './readiness.ts'

export interface SystemdReportOptions {
  /** Takes assignments, as in `READY=1`. */
  send: (assignments: string[]) => void
  /** Where the agent serves. */
  address: string
  /** As the agent's own; default 15 minutes. */
  staleAfterMs?: number | undefined
  /** systemd restarts an agent that was silent for so long; undefined: it does not watch. */
  watchdogMs?: number | undefined
  clock: Clock
}

export interface SystemdReport {
  /** Says that the agent stops, and falls silent. */
  stopping(): void
}

const STATUS_EVERY_MS = 30_000

/** Says at once that the agent is up. */
export function createSystemdReport(
  agent: { readiness(): Promise<Readiness> },
  { send, address, staleAfterMs = 15 * 60_000, watchdogMs, clock }: SystemdReportOptions,
): SystemdReport {
  const startedAt = clock.now().epochMilliseconds
  let told = ''

  const report = async () => {
    const readiness = await agent.readiness().catch(() => undefined)
    if (timer === undefined) return
    const status = readiness ? inWords(readiness, address) : 'the store does not answer'
    const oldestMs = clock.now().epochMilliseconds - staleAfterMs
    const lives = readiness?.stale.every(stream => keepsTrying(stream, Math.max(0, oldestMs), startedAt))
    const assignments = [
      ...(lives && watchdogMs !== undefined ? ['WATCHDOG=1'] : []),
      ...(status === told ? [] : [`STATUS=${status}`]),
    ]
    told = status
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
  return readiness.ready ? `serving fresh news at ${address}` : `serving stale news: ${staleness(readiness)}`
}

/** Whether a cycle ended lately, however it did, or none is due by the service's own wish. */
function keepsTrying({ lastAttempt, heldUntil }: StaleStream, oldestMs: number, startedAt: number): boolean {
  if (heldUntil !== undefined) return true
  return Math.max(startedAt, lastAttempt === undefined ? 0 : Date.parse(lastAttempt)) >= oldestMs
}

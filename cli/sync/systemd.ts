/** Under systemd: says when the agent is up, how it stands and when it stops. Elsewhere there is nobody to tell. */
import { spawn } from 'node:child_process'
import type { Clock } from '../../shared/clock.ts'
import { createSystemdReport, type SyncAgent, type SystemdReport } from '../../sync-agent/index.ts'
import { createLogger } from '../logger.ts'

export interface SystemdFlags {
  address: string
  staleAfter?: number
  logLevel: string
  clock: Clock
}

export function reportToSystemd(agent: SyncAgent, flags: SystemdFlags): SystemdReport | undefined {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env
  if (!NOTIFY_SOCKET) return undefined
  const logger = createLogger(flags.logLevel)
  return createSystemdReport(agent, {
    ...flags,
    staleAfterMs: flags.staleAfter,
    watchdogMs: WATCHDOG_USEC ? Number(WATCHDOG_USEC) / 1000 : undefined,
    // The socket takes datagrams, which Node cannot send to a path; systemd brings a program that can.
    send: assignments =>
      spawn('systemd-notify', assignments, { stdio: 'ignore' }).once('error', error =>
        logger.warn(`systemd cannot be told ${assignments[0]}: ${error.message}`),
      ),
  })
}

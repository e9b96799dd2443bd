/** Under systemd: reports start, status and stop. Does nothing elsewhere. */
import { spawn } from 'node:child_process'
import type { Clock } from '../../shared/clock.ts'
import { createSystemdReport, type SyncAgent, type SystemdReport } from '../../sync-agent/index.ts'
import { createLogger, type LogFlags } from '../logger.ts'

export interface SystemdFlags extends LogFlags {
  address: string
  clock: Clock
}

export function reportToSystemd(agent: SyncAgent, flags: SystemdFlags): SystemdReport | undefined {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env
  if (!NOTIFY_SOCKET) return undefined
  const logger = createLogger(flags)
  return createSystemdReport(agent, {
    ...flags,
    watchdogMs: WATCHDOG_USEC ? Number(WATCHDOG_USEC) / 1000 : undefined,
    // Node cannot send datagrams to a path; systemd-notify can.
    send: assignments =>
      spawn('systemd-notify', assignments, { stdio: 'ignore' }).once('error', error =>
        logger.warn(`cannot report ${assignments[0]} to systemd: ${error.message}`),
      ),
  })
}

/** `schoolbell sync`: runs the agent until stopped. A database that is not there yet is waited for. */
import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { Command, OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { createSystemdReport, type SyncAgent, type SystemdReport } from '../../sync-agent/index.ts'
import { isStoreRefused, isStoreSilent } from '../../sync-agent/store/availability.ts'
import { createLogger } from '../logger.ts'
import { closeAndRethrow, untilStopped } from '../signals.ts'
import { openAgent } from './options.ts'

export async function runDaemon(flags: OptionValues, command: Command): Promise<void> {
  await untilStopped(async stopped => {
    const agent = await openWhenReachable(flags, command, stopped)
    const address = await agent.listen().catch(closeAndRethrow(agent))
    console.log(address)
    agent.start()
    const systemd = reportToSystemd(agent, flags, address)
    return {
      async close() {
        systemd?.stopping()
        await agent.close()
      },
    }
  })
}

const AGAIN_MS = 2_000

/** A machine may start its agent before its database. */
async function openWhenReachable(
  flags: OptionValues,
  command: Command,
  stopped: AbortSignal,
): Promise<SyncAgent> {
  let isTold = false
  for (;;) {
    try {
      return await openAgent(flags, command)
    } catch (error) {
      if (!isStoreSilent(error) || isStoreRefused(error)) throw error
      if (!isTold) createLogger(flags).warn(`${Object(error).message}; the agent waits for it`)
      isTold = true
    }
    await setTimeout(AGAIN_MS, undefined, { signal: stopped })
  }
}

/** Start, status and stop. Does nothing elsewhere. */
function reportToSystemd(agent: SyncAgent, flags: OptionValues, address: string): SystemdReport | undefined {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env
  if (!NOTIFY_SOCKET) return undefined
  const logger = createLogger(flags)
  return createSystemdReport(agent, {
    ...{ address, clock: systemClock },
    watchdogMs: WATCHDOG_USEC ? Number(WATCHDOG_USEC) / 1000 : undefined,
    // Node cannot send datagrams to a path; systemd-notify can.
    send: assignments =>
      spawn('systemd-notify', assignments, { stdio: 'ignore' }).once('error', error =>
        logger.warn(`cannot report ${assignments[0]} to systemd: ${error.message}`),
      ),
  })
}

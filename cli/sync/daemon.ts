/** `schoolbell sync`: runs the agent until stopped. A database that is not there yet is waited for. */
import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import type { SyncAgent } from '../../sync-agent/index.ts'
import { isStoreRefused, isStoreSilent } from '../../sync-agent/store/availability.ts'
import { createLogger } from '../logger.ts'
import { closeAndRethrow, untilStopped } from '../until-stopped.ts'
import { openAgent, type SyncFlags } from './options.ts'
import { reportToSystemd } from './systemd.ts'

export async function runDaemon(flags: SyncFlags, command: Command): Promise<void> {
  await untilStopped(async stopped => {
    const agent = await openWhenReachable(flags, command, stopped)
    const address = await agent.listen().catch(closeAndRethrow(agent))
    console.log(address)
    agent.start()
    const systemd = reportToSystemd(agent, { ...flags, address, clock: systemClock })
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
  flags: SyncFlags,
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

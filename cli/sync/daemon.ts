/** `schoolbell sync`: runs the agent until stopped. */
import type { Command } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { closeAndRethrow, untilStopped } from '../until-stopped.ts'
import { openAgent, type SyncFlags } from './options.ts'
import { reportToSystemd } from './systemd.ts'

export async function runDaemon(flags: SyncFlags, command: Command): Promise<void> {
  await untilStopped(async () => {
    const agent = await openAgent(flags, command)
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

/** `schoolbell sync drop`: removes the news of a site and language that is no longer copied. */
import { Command } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { formatJson } from '../../shared/text/json.ts'
import { dropStream } from '../../sync-agent/index.ts'
import { cancellable } from './cancel.ts'
import { addStoreOptions, type DatabaseFlags, refuseNoStore } from './database.ts'

export function dropCommand(): Command {
  const drop = new Command('drop')
    .description(
      'Removes the news of a site and language that the agent no longer copies, while a running agent waits. Followers are told of each deletion.',
    )
    .argument('<stream>', 'its name, as in academy/zh-HK')
    .option('--json', 'print the report as JSON')
    .action(runDrop)
  return addStoreOptions(drop)
}

async function runDrop(name: string, flags: DatabaseFlags & { json?: boolean }): Promise<void> {
  refuseNoStore(flags)
  const { db } = flags
  const report = await cancellable(signal => dropStream({ db, name, clock: systemClock }, signal))
  const words = `${name}  ${counted(report.deleted, 'entry', 'entries')} deleted; the store has forgotten it`
  console.log(flags.json ? formatJson(report) : words)
}

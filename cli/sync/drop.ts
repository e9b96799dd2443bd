/** `schoolbell sync drop`: removes the news of a site and language that is no longer copied. */
import type { Command, OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { dropStream } from '../../sync-agent/index.ts'
import { print } from '../print.ts'
import { cancellable } from '../signals.ts'
import { refuseNoStore, storeCommand } from './store.ts'

export function dropCommand(): Command {
  return storeCommand(
    'drop',
    'Removes the news of a site and language that the agent no longer copies, while a running agent waits. Followers are told of each deletion.',
  )
    .argument('<stream>', 'its name, as in academy/zh-HK')
    .action(runDrop)
}

async function runDrop(name: string, flags: OptionValues): Promise<void> {
  refuseNoStore(flags)
  const { db } = flags
  const report = await cancellable(signal => dropStream({ db, name, clock: systemClock }, signal))
  const deleted = counted(report.deleted, 'entry', 'entries')
  print(flags, report, `${name}  ${deleted} deleted; the store has forgotten it`)
}

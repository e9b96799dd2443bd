/** `schoolbell sync status`: shows the state of the copy. */
import { Command } from 'commander'
import { formatJson } from '../../shared/text/json.ts'
import { formatStatus } from '../../sync-agent/index.ts'
import { syncCallOf } from '../called-as.ts'
import { openStore } from './open-store.ts'
import type { SyncFlags } from './options.ts'

export function statusCommand(): Command {
  return new Command('status')
    .description('The state of each stream, read from the store; the agent may be running.')
    .option('--json', 'print it as JSON')
    .action((_flags, command: Command) => showStatus(command.optsWithGlobals(), command))
}

async function showStatus(flags: SyncFlags & { json?: boolean }, command: Command): Promise<void> {
  await using store = openStore(flags)
  const status = await store.status()
  console.log(flags.json ? formatJson(status) : formatStatus(status, syncCallOf(command)))
}

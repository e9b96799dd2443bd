/** `schoolbell sync backup`: copies the store, also while the agent runs. */
import { Command } from 'commander'
import { refuseNowhere } from '../refuse-nowhere.ts'
import { openStore } from './open-store.ts'
import type { SyncFlags } from './options.ts'

export function backupCommand(): Command {
  return new Command('backup')
    .description('Copies the store as of one moment; the agent may be running. Never replaces a file.')
    .argument('<file>', 'the copy')
    .action((file: string, _flags, command: Command) => runBackup(file, command.optsWithGlobals(), command))
}

async function runBackup(file: string, flags: SyncFlags, command: Command): Promise<void> {
  refuseNowhere(command, '<file>', file)
  await using store = await openStore(flags)
  await store.backup(file)
  console.log(`${flags.db} copied to ${file}`)
}

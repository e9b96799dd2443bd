/** `schoolbell sync backup`: copies the store, also while the agent runs. */
import { Command } from 'commander'
import { refuseNowhere } from '../options.ts'
import { addStoreOptions, type DatabaseFlags, openStore } from './store.ts'

export function backupCommand(): Command {
  const backup = new Command('backup')
    .description('Copies the store as of one moment; the agent may be running. Never replaces a file.')
    .argument('<file>', 'the copy')
    .action(runBackup)
  return addStoreOptions(backup)
}

async function runBackup(file: string, flags: DatabaseFlags, command: Command): Promise<void> {
  refuseNowhere(command, '<file>', file)
  await using store = await openStore(flags)
  await store.backup(file)
  console.log(`${flags.db} copied to ${file}`)
}

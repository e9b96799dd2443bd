/** `schoolbell sync backup` and `restore`: copies the store, also while the agent runs, and puts a copy in its place. */
import { Command, type OptionValues } from 'commander'
import { plainLine } from '../../shared/text/table.ts'
import { type RestoreReport, restoreStore } from '../../sync-agent/index.ts'
import { refuseNowhere } from '../options.ts'
import { print } from '../print.ts'
import { cancellable } from '../signals.ts'
import { addStoreOptions, openStore, storeCommand } from './store.ts'

export function backupCommand(): Command {
  const backup = new Command('backup')
    .description('Copies the store as of one moment; the agent may be running. Never replaces a file.')
    .argument('<file>', 'the copy')
    .action(runBackup)
  return addStoreOptions(backup)
}

async function runBackup(file: string, flags: OptionValues, command: Command): Promise<void> {
  refuseNowhere(command, '<file>', file)
  await using store = await openStore(flags)
  await store.backup(file)
  console.log(`${flags.db} copied to ${file}`)
}

export const restoreCommand = (): Command =>
  storeCommand(
    'restore',
    'Puts a backup in the place of the store; stop the agent first. What was there is set aside, never removed. Exit code 1 when it is refused.',
  )
    .argument('<file>', 'the backup; it stays as it is')
    .action(runRestore)

async function runRestore(from: string, flags: OptionValues): Promise<void> {
  const { db } = flags
  const restore = (signal: AbortSignal) => restoreStore({ db, from }, signal)
  const report = await cancellable(restore, 'cancelled; nothing was changed')
  print(flags, report, inWords(report, db, from))
}

function inWords({ seq, copiedAt, setAside }: RestoreReport, db: string, from: string): string {
  const copied = copiedAt?.toString({ smallestUnit: 'second' }) ?? 'never'
  return [
    `${db} is ${from} now; last change: ${seq}, last copied: ${copied}`,
    ...(setAside ? [plainLine(`what was there is in ${setAside}`)] : []),
    plainLine('start the agent, and restart what reads the file: news since then is copied again'),
  ].join('\n')
}

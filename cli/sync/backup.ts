/** `schoolbell sync backup` and `restore`: copies the store, also while the agent runs, and puts a copy in its place. */
import { Command, type OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { plainLine } from '../../shared/text/table.ts'
import {
  backUpKey,
  backupName,
  type RestoreReport,
  removeOldest,
  restoreStore,
} from '../../sync-agent/index.ts'
import { count, refuseNowhere } from '../options.ts'
import { print } from '../print.ts'
import { cancellable } from '../signals.ts'
import { addStoreOptions, openStore, storeCommand } from './store.ts'

export function backupCommand(): Command {
  const backup = new Command('backup')
    .description(
      'Copies the store as of one moment, and the key of its webhooks; the agent may be running. Never replaces a file.',
    )
    .argument('<file>', 'the copy; with --keep, a folder for copies with the time in their names')
    .option('--keep <number>', 'so many of the newest copies in the folder stay', count)
    .action(runBackup)
  return addStoreOptions(backup)
}

async function runBackup(file: string, flags: OptionValues, command: Command): Promise<void> {
  const { db, keep } = flags
  if (keep === undefined) refuseNowhere(command, '<file>', file)
  await using store = await openStore(flags)
  const copy = keep === undefined ? file : backupName(db, file, systemClock.now())
  await store.backup(copy)
  const key = backUpKey(db, copy)
  console.log(plainLine(`${db} copied to ${copy}${key ? `, and the key of its webhooks to ${key}` : ''}`))
  const removed = keep === undefined ? [] : removeOldest(db, file, keep)
  if (removed.length > 0) console.log(plainLine(`removed ${removed.join(', ')}`))
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

const KEYS = {
  restored: 'the backup’s',
  kept: 'the one that was there; that of the backup is another one',
}

function inWords({ seq, copiedAt, setAside, key }: RestoreReport, db: string, from: string): string {
  const copied = copiedAt?.toString({ smallestUnit: 'second' }) ?? 'never'
  return [
    `${db} is ${from} now; last change: ${seq}, last copied: ${copied}`,
    ...(setAside ? [plainLine(`what was there is in ${setAside}`)] : []),
    ...(key ? [plainLine(`the key of its webhooks is ${KEYS[key]}`)] : []),
    plainLine('start the agent, and restart what reads the file: news since then is copied again'),
  ].join('\n')
}

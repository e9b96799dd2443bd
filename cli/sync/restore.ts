/** `schoolbell sync restore`: puts a backup in the place of the store. */
import type { Command } from 'commander'
import { plainLine } from '../../shared/text/table.ts'
import { type RestoreReport, restoreStore } from '../../sync-agent/index.ts'
import { print } from '../print.ts'
import { cancellable } from '../signals.ts'
import { type StoreFlags, storeCommand } from './store.ts'

export function restoreCommand(): Command {
  return storeCommand(
    'restore',
    'Puts a backup in the place of the store; stop the agent first. What was there is set aside, never removed. Exit code 1 when it is refused.',
  )
    .argument('<file>', 'the backup; it stays as it is')
    .action(runRestore)
}

async function runRestore(from: string, flags: StoreFlags): Promise<void> {
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

/** `schoolbell sync restore`: puts a backup in the place of the store. */
import { Command } from 'commander'
import { formatJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import { type RestoreReport, restoreStore } from '../../sync-agent/index.ts'
import { cancellable } from './cancel.ts'
import { addStoreOptions, type DatabaseFlags } from './database.ts'

export function restoreCommand(): Command {
  const restore = new Command('restore')
    .description(
      'Puts a backup in the place of the store; stop the agent first. What was there is set aside, never removed. Exit code 1 when it is refused.',
    )
    .argument('<file>', 'the backup; it stays as it is')
    .option('--json', 'print the report as JSON')
    .action(runRestore)
  return addStoreOptions(restore)
}

async function runRestore(from: string, flags: DatabaseFlags & { json?: boolean }): Promise<void> {
  const { db } = flags
  const report = await cancellable(signal =>
    restoreStore({ db, from }, signal).catch(error => {
      throw signal.aborted ? new Error('cancelled; nothing was changed') : error
    }),
  )
  console.log(flags.json ? formatJson(report) : inWords(report, db, from))
}

function inWords({ seq, copiedAt, setAside }: RestoreReport, db: string, from: string): string {
  const copied = copiedAt?.toString({ smallestUnit: 'second' }) ?? 'never'
  return [
    `${db} is ${from} now; last change: ${seq}, last copied: ${copied}`,
    ...(setAside ? [plainLine(`what was there is in ${setAside}`)] : []),
    plainLine('start the agent, and restart what reads the file: news since then is copied again'),
  ].join('\n')
}

/** `schoolbell sync status`: shows the state of the copy, or judges it for cron and Nagios. */
import type { Command, OptionValues } from 'commander'
import { plainLine } from '../../shared/text/table.ts'
import { checkStatus, formatStatus, type StatusCheck } from '../../sync-agent/index.ts'
import { print } from '../print.ts'
import { READ_ON } from '../program.ts'
import { publishToOption, SYNC } from './options.ts'
import { openStore, storeCommand } from './store.ts'

export function statusCommand(): Command {
  return storeCommand('status', 'The state of each stream, read from the store; the agent may be running.')
    .option('--check', 'print one line; exit code 1 when a stream fails or was not copied for 15 minutes')
    .addOption(publishToOption())
    .action((flags: OptionValues) => (flags.check ? check(flags) : show(flags)))
}

async function show(flags: OptionValues): Promise<void> {
  await using store = await openStore(flags)
  const status = await store.status()
  const words = formatStatus(status, SYNC)
  print(flags, status, checkStatus(status).well ? words : `${words}\n${READ_ON}`)
}

async function check(flags: OptionValues): Promise<void> {
  // Programs that watch read standard output alone.
  const verdict = await judge(flags).catch(error => ({ well: false, line: plainLine(error.message) }))
  print(flags, verdict, `${verdict.well ? 'well' : 'not well'}: ${verdict.line}`)
  if (!verdict.well) process.exitCode = 1
}

async function judge(flags: OptionValues): Promise<StatusCheck> {
  await using store = await openStore(flags)
  return checkStatus(await store.status())
}

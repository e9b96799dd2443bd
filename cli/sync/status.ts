/** `schoolbell sync status`: shows the state of the copy, or judges it for cron and Nagios. */
import { Command } from 'commander'
import { formatJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import { checkStatus, formatStatus, type StatusCheck } from '../../sync-agent/index.ts'
import { addStoreOptions, type DatabaseFlags } from './database.ts'
import { openStore } from './open-store.ts'
import { SYNC } from './options.ts'
import { publishToOption } from './publish-options.ts'

interface StatusFlags extends DatabaseFlags {
  publishTo?: string
  check?: boolean
  json?: boolean
}

export function statusCommand(): Command {
  const status = new Command('status')
    .description('The state of each stream, read from the store; the agent may be running.')
    .option('--json', 'print it as JSON')
    .option('--check', 'print one line; exit code 1 when a stream fails or was not copied for 15 minutes')
    .addOption(publishToOption('the published folder: tells how far it has come as well'))
    .action((flags: StatusFlags) => (flags.check ? check(flags) : show(flags)))
  return addStoreOptions(status)
}

async function show(flags: StatusFlags): Promise<void> {
  await using store = await openStore(flags)
  const status = await store.status()
  console.log(flags.json ? formatJson(status) : formatStatus(status, SYNC))
}

async function check(flags: StatusFlags): Promise<void> {
  // Programs that watch read standard output alone.
  const verdict = await judge(flags).catch(error => ({ well: false, line: plainLine(error.message) }))
  console.log(flags.json ? formatJson(verdict) : `${verdict.well ? 'well' : 'not well'}: ${verdict.line}`)
  if (!verdict.well) process.exitCode = 1
}

async function judge(flags: StatusFlags): Promise<StatusCheck> {
  await using store = await openStore(flags)
  return checkStatus(await store.status())
}

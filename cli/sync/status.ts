/** `schoolbell sync status`: shows the state of the copy, or judges it for cron and Nagios. */
import { Command } from 'commander'
import { formatJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import { checkStatus, formatStatus, type StatusCheck } from '../../sync-agent/index.ts'
import { sameStoreCallOf } from '../called-as.ts'
import { openStore } from './open-store.ts'
import type { SyncFlags } from './options.ts'

interface StatusFlags extends SyncFlags {
  check?: boolean
  json?: boolean
}

export function statusCommand(): Command {
  return new Command('status')
    .description('The state of each stream, read from the store; the agent may be running.')
    .option('--json', 'print it as JSON')
    .option('--check', 'print one line; exit code 1 when a stream fails or was not copied for 15 minutes')
    .action((_flags, command: Command) => {
      const flags = command.optsWithGlobals<StatusFlags>()
      return flags.check ? check(flags) : show(flags, command)
    })
}

async function show(flags: StatusFlags, command: Command): Promise<void> {
  await using store = await openStore(flags)
  const status = await store.status()
  console.log(flags.json ? formatJson(status) : formatStatus(status, sameStoreCallOf(command)))
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

/** `schoolbell sync move`: the service has a new address, and the store goes on with it. */
import { Command } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { formatJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import { type MoveReport, moveService } from '../../sync-agent/index.ts'
import { refuseMissing } from '../needed.ts'
import { cancellable } from './cancel.ts'
import { refuseNoStore } from './database.ts'
import type { SyncFlags } from './options.ts'
import { useProxyOfEnvironment } from './proxy.ts'

export function moveCommand(): Command {
  return new Command('move')
    .description(
      'The service has a new address: compares the newest entries there with the store, and remembers the address. Cursor, webhooks and followers go on. Exit code 1 when it is another school, or does not answer.',
    )
    .option('--json', 'print the report as JSON')
    .action((_flags, command: Command) => runMove(command.optsWithGlobals(), command))
}

async function runMove(flags: SyncFlags & { json?: boolean }, command: Command): Promise<void> {
  const { serviceUrl = '', db, zone } = flags
  refuseMissing(command, { serviceUrl })
  refuseNoStore(flags)
  useProxyOfEnvironment()
  const report = await cancellable(signal =>
    moveService({ db, serviceUrl, zone, clock: systemClock }, signal),
  )
  console.log(flags.json ? formatJson(report) : inWords(report, db))
}

function inWords({ from, to, streams, holder }: MoveReport, db: string): string {
  const compared = streams.map(
    ({ siteId, lang, compared, same }) =>
      `${siteId}/${lang}  ${same} of the newest ${compared} entries are the same`,
  )
  const change =
    from === to ? `${db} has this address already: ${to}` : `${db} goes on with ${to} (was ${from})`
  const running = holder === undefined ? '' : `; ${holder} still uses the old address until it is restarted`
  return [...compared, change, `start the agent with --service-url ${to}${running}`].map(plainLine).join('\n')
}

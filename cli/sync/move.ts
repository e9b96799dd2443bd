/** `schoolbell sync move`: the service has a new address, and the store goes on with it. */
import type { Command, OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { plainLine } from '../../shared/text/table.ts'
import { type MoveReport, moveService } from '../../sync-agent/index.ts'
import { print } from '../print.ts'
import { cancellable } from '../signals.ts'
import { zoneOption } from '../zone.ts'
import { serviceUrlOption } from './options.ts'
import { useProxyOfEnvironment } from './proxy.ts'
import { refuseNoStore, serviceUrlMissing, storeCommand } from './store.ts'

export function moveCommand(): Command {
  return storeCommand(
    'move',
    'The service has a new address: compares the newest entries there with the store, and remembers the address. Cursor, webhooks and followers go on. Exit code 1 when it is another school, or does not answer.',
  )
    .addOption(serviceUrlOption())
    .addOption(zoneOption())
    .action(runMove)
}

async function runMove(flags: OptionValues, command: Command): Promise<void> {
  const { serviceUrl = serviceUrlMissing(command), db, zone } = flags
  refuseNoStore(flags)
  useProxyOfEnvironment()
  const report = await cancellable(signal =>
    moveService({ db, serviceUrl, zone, clock: systemClock }, signal),
  )
  print(flags, report, inWords(report, db))
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

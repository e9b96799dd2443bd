/** `schoolbell sync move` and `drop`: the service has a new address, or a stream is no longer copied; the store goes on. */
import type { Command, OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainLine } from '../../shared/text/table.ts'
import { dropStream, type MoveReport, moveService } from '../../sync-agent/index.ts'
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

/** Removes the news of a site and language that is no longer copied. */
export function dropCommand(): Command {
  return storeCommand(
    'drop',
    'Removes the news of a site and language that the agent no longer copies, while a running agent waits. Followers are told of each deletion.',
  )
    .argument('<stream>', 'its name, as in academy/zh-HK')
    .action(runDrop)
}

async function runDrop(name: string, flags: OptionValues): Promise<void> {
  refuseNoStore(flags)
  const { db } = flags
  const report = await cancellable(signal => dropStream({ db, name, clock: systemClock }, signal))
  const deleted = counted(report.deleted, 'entry', 'entries')
  print(flags, report, `${name}  ${deleted} deleted; the store has forgotten it`)
}

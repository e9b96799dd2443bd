/** `schoolbell sync quarantine` and `remarks`: entries that cannot be published, and what was odd in others. */
import { Command, type OptionValues } from 'commander'
import { formatJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import type { RetryReport, StoreAdmin } from '../../sync-agent/index.ts'
import { listedNumber, listedNumbers } from '../options.ts'
import { briefTime, fieldsOf, print, type Said, said, streamName, tableOf } from '../print.ts'
import { copyCommand, openAgent, SYNC } from './options.ts'
import { onStore, openStore, storeCommand, withServiceUrl } from './store.ts'

export function quarantineCommand(): Command {
  return new Command('quarantine')
    .description('Entries that cannot be published.')
    .addCommand(
      storeCommand('list', 'All entries, newest first; the agent may be running.').action(
        onStore(openStore, list),
      ),
    )
    .addCommand(
      storeCommand('show', 'One entry, with its JSON as received.')
        .argument('<id>', 'its number in the list', listedNumber('list'))
        .action(onStore(openStore, show)),
    )
    .addCommand(
      copyCommand('retry', 'Requests these again, or all; a running agent does it in its next cycle.')
        .argument('[id...]', 'their numbers in the list', listedNumbers('list'))
        .action(retry),
    )
    .addCommand(
      storeCommand('drop', 'Removes one; it comes back if the service sends it again unchanged.')
        .argument('<id>', 'its number in the list', listedNumber('list'))
        .action(onStore(openStore, drop)),
    )
}

const list = async (store: StoreAdmin) =>
  said(await store.quarantined(), entries =>
    tableOf(
      entries,
      {
        id: ({ id }) => id,
        stream: streamName,
        newsId: ({ newsId }) => newsId,
        seen: ({ attempts }) => attempts,
        'last (UTC)': ({ lastSeen }) => briefTime(lastSeen),
        fault: ({ path, reason }) => `${path} ${reason}`.trim(),
      },
      EMPTY,
    ),
  )

const EMPTY = 'The quarantine is empty.'

async function show(store: StoreAdmin, id: number): Promise<Said> {
  const entry = await store.quarantinedEntry(id)
  if (!entry) throw new Error(noSuch(id))
  return said(entry, ({ raw, ...facts }) => `${fieldsOf(facts)}\n${formatJson(JSON.parse(raw))}`)
}

async function retry(ids: number[] | undefined, given: OptionValues, command: Command): Promise<void> {
  const flags = await withServiceUrl(given, command)
  if (ids) await checkThere(ids, flags)
  await using agent = await openAgent(flags, command)
  const reports = await agent.quarantine.retry(ids)
  print(flags, reports, reports.map(retryLine).join('\n') || EMPTY)
  if (reports.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
}

async function checkThere(ids: readonly number[], flags: OptionValues): Promise<void> {
  await using store = await openStore(flags)
  const known = new Set((await store.quarantined()).map(({ id }) => id))
  const missing = ids.find(id => !known.has(id))
  if (missing !== undefined) throw new Error(noSuch(missing))
}

const OUTCOMES: Record<RetryReport['outcome'], string> = {
  published: 'is valid now and is published',
  deleted: 'is deleted',
  unfit: 'is still not valid',
  absent: 'is unknown to the service; drop it to remove it',
  unaskable: 'cannot be requested, because its identifier is not usable',
  waiting: 'is requested by the running agent in its next cycle',
  failed: 'could not be requested',
}

function retryLine({ id, newsId = '-', outcome, reason, ...stream }: RetryReport): string {
  const why = reason ? `: ${reason}` : ''
  return plainLine(`${id}  ${streamName(stream)}  ${newsId}  ${OUTCOMES[outcome]}${why}`)
}

async function drop(store: StoreAdmin, id: number): Promise<Said> {
  const dropped = await store.dropQuarantined(id)
  if (!dropped) throw new Error(noSuch(id))
  return said({ id, dropped }, () => `${id} is removed`)
}

const noSuch = (id: number) => `entry ${id} is not in quarantine; see ${SYNC} quarantine list`

/** What was odd in published entries, and what the agent did about it. */
export const remarksCommand = (): Command =>
  new Command('remarks')
    .description('What was odd in published entries, and was mended or left out.')
    .addCommand(
      storeCommand('list', 'All remarks, newest entries first; the agent may be running.').action(
        onStore(openStore, listRemarks),
      ),
    )

const listRemarks = async (store: StoreAdmin) =>
  said(await store.remarks(), remarks =>
    tableOf(
      remarks,
      {
        stream: streamName,
        newsId: ({ newsId }) => newsId,
        field: ({ path }) => path,
        came: ({ came = 'nothing' }) => came,
        done: ({ done }) => done,
      },
      'There are no remarks.',
    ),
  )

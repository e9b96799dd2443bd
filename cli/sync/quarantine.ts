/** `schoolbell sync quarantine`: lists, shows, retries and drops entries that cannot be published. */
import { Command } from 'commander'
import { formatJson } from '../../shared/text/json.ts'
import { formatTable, plainLine } from '../../shared/text/table.ts'
import type { QuarantinedEntry, RetryReport } from '../../sync-agent/index.ts'
import { listedNumber, listedNumbers } from '../options.ts'
import { briefTime, print } from '../print.ts'
import { type StoreFlags, storeCommand } from './database.ts'
import { openStore, withServiceUrl } from './open-store.ts'
import { type CopyFlags, copyCommand, openAgent, SYNC } from './options.ts'

export function quarantineCommand(): Command {
  return new Command('quarantine')
    .description('Entries that cannot be published.')
    .addCommand(storeCommand('list', 'All entries, newest first; the agent may be running.').action(list))
    .addCommand(
      storeCommand('show', 'One entry, with its JSON as received.')
        .argument('<id>', 'its number in the list', listedNumber('list'))
        .action(show),
    )
    .addCommand(
      copyCommand('retry', 'Requests these again, or all; a running agent does it in its next cycle.')
        .argument('[id...]', 'their numbers in the list', listedNumbers('list'))
        .action(retry),
    )
    .addCommand(
      storeCommand('drop', 'Removes one; it comes back if the service sends it again unchanged.')
        .argument('<id>', 'its number in the list', listedNumber('list'))
        .action(drop),
    )
}

async function list(flags: StoreFlags): Promise<void> {
  await using store = await openStore(flags)
  const entries = await store.quarantined()
  print(flags, entries, entries.length > 0 ? tableOf(entries) : 'The quarantine is empty.')
}

function tableOf(entries: readonly QuarantinedEntry[]): string {
  const rows = entries.map(({ id, siteId, lang, newsId, attempts, lastSeen, path, reason }) => [
    `${id}`,
    `${siteId}/${lang}`,
    newsId ?? '-',
    `${attempts}`,
    briefTime(lastSeen),
    `${path} ${reason}`.trim(),
  ])
  return formatTable(['id', 'stream', 'newsId', 'seen', 'last (UTC)', 'fault'], rows)
}

async function show(id: number, flags: StoreFlags): Promise<void> {
  await using store = await openStore(flags)
  const entry = await store.quarantinedEntry(id)
  if (!entry) throw new Error(noSuch(id))
  if (flags.json) return console.log(formatJson(entry))
  const { raw, ...facts } = entry
  const rows = Object.entries(facts).map(([name, value]) => [name, String(value)])
  console.log(`${formatTable(['field', 'value'], rows)}\n${formatJson(JSON.parse(raw))}`)
}

async function retry(ids: number[] | undefined, given: CopyFlags, command: Command): Promise<void> {
  const flags = await withServiceUrl(given, command)
  if (ids) await checkThere(ids, flags)
  await using agent = await openAgent(flags, command)
  const reports = await agent.quarantine.retry(ids)
  print(flags, reports, reports.length > 0 ? reports.map(retryLine).join('\n') : 'The quarantine is empty.')
  if (reports.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
}

async function checkThere(ids: readonly number[], flags: StoreFlags): Promise<void> {
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

function retryLine({ id, siteId, lang, newsId = '-', outcome, reason }: RetryReport): string {
  return plainLine(`${id}  ${siteId}/${lang}  ${newsId}  ${OUTCOMES[outcome]}${reason ? `: ${reason}` : ''}`)
}

async function drop(id: number, flags: StoreFlags): Promise<void> {
  await using store = await openStore(flags)
  const dropped = await store.dropQuarantined(id)
  if (!dropped) throw new Error(noSuch(id))
  console.log(flags.json ? JSON.stringify({ id, dropped }) : `${id} is removed`)
}

const noSuch = (id: number) => `entry ${id} is not in quarantine; see ${SYNC} quarantine list`

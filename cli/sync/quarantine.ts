/** `schoolbell sync quarantine`: lists, shows, retries and drops entries that cannot be published. */
import { Command, InvalidArgumentError } from 'commander'
import { formatJson } from '../../shared/text/json.ts'
import { formatTable, plainLine } from '../../shared/text/table.ts'
import type { QuarantinedEntry, RetryReport } from '../../sync-agent/index.ts'
import { addStoreOptions, type DatabaseFlags } from './database.ts'
import { openStore, withServiceUrl } from './open-store.ts'
import { addCopyOptions, type CopyFlags, openAgent, SYNC, storedServiceUrlOption } from './options.ts'

type StoreFlags = DatabaseFlags & { json?: boolean }
type RetryFlags = CopyFlags & { json?: boolean }

export function quarantineCommand(): Command {
  const listing = new Command('list')
    .description('All entries, newest first; the agent may be running.')
    .option('--json', 'print them as JSON')
    .action(list)
  const showing = new Command('show')
    .description('One entry, with its JSON as received.')
    .argument('<id>', 'its number in the list', idNumber)
    .option('--json', 'print it as JSON, with its details')
    .action(show)
  const retrying = new Command('retry')
    .description('Requests these again, or all; a running agent does it in its next cycle.')
    .argument('[id...]', 'their numbers in the list', idNumbers)
    .option('--json', 'print the results as JSON')
    .action(retry)
  const dropping = new Command('drop')
    .description('Removes one; it comes back if the service sends it again unchanged.')
    .argument('<id>', 'its number in the list', idNumber)
    .option('--json', 'print the result as JSON')
    .action(drop)
  return new Command('quarantine')
    .description('Entries that cannot be published.')
    .addCommand(addStoreOptions(listing))
    .addCommand(addStoreOptions(showing))
    .addCommand(addCopyOptions(retrying, storedServiceUrlOption()))
    .addCommand(addStoreOptions(dropping))
}

async function list(flags: StoreFlags): Promise<void> {
  await using store = await openStore(flags)
  const entries = await store.quarantined()
  if (flags.json) console.log(formatJson(entries))
  else console.log(entries.length > 0 ? tableOf(entries) : 'The quarantine is empty.')
}

function tableOf(entries: readonly QuarantinedEntry[]): string {
  const rows = entries.map(({ id, siteId, lang, newsId, attempts, lastSeen, path, reason }) => [
    `${id}`,
    `${siteId}/${lang}`,
    newsId ?? '-',
    `${attempts}`,
    lastSeen.slice(0, 16).replace('T', ' '),
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

async function retry(ids: number[] | undefined, given: RetryFlags, command: Command): Promise<void> {
  const flags = await withServiceUrl(given, command)
  if (ids) await checkThere(ids, flags)
  await using agent = await openAgent(flags, command)
  const reports = await agent.quarantine.retry(ids)
  if (flags.json) console.log(formatJson(reports))
  else console.log(reports.length > 0 ? reports.map(retryLine).join('\n') : 'The quarantine is empty.')
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

function idNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number that the sub-command list prints.')
}

const idNumbers = (text: string, before: number[] | undefined): number[] => [
  ...(before ?? []),
  idNumber(text),
]

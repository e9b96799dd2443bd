/** `schoolbell sync quarantine`: entries that do not fit the contract, listed, shown, asked for again, dropped. */
import { Command, InvalidArgumentError } from 'commander'
import { formatJson } from '../../shared/text/json.ts'
import { formatTable, plainLine } from '../../shared/text/table.ts'
import type { QuarantinedEntry, RetryReport } from '../../sync-agent/index.ts'
import { openDesk, withServiceUrl } from './desk.ts'
import { openAgent, type SyncFlags } from './options.ts'

type QuarantineFlags = SyncFlags & { json?: boolean }

export function quarantineCommand(): Command {
  return new Command('quarantine')
    .description('Entries that do not fit the contract, kept until they do.')
    .addCommand(
      new Command('list')
        .description('All of them, newest first; the agent may be running.')
        .option('--json', 'print them as JSON')
        .action((_flags, command: Command) => list(command.optsWithGlobals())),
    )
    .addCommand(
      new Command('show')
        .description('One of them, with its JSON as it came.')
        .argument('<id>', 'its number in the list', idNumber)
        .option('--json', 'print it as JSON, with what is known of it')
        .action((id: number, _flags, command: Command) => show(id, command.optsWithGlobals())),
    )
    .addCommand(
      new Command('retry')
        .description(
          'Asks the service for these again, or for all; while an agent runs, its next cycle does.',
        )
        .argument('[id...]', 'their numbers in the list', idNumbers)
        .option('--json', 'print what became of them as JSON')
        .action((ids: number[] | undefined, _flags, command: Command) =>
          retry(ids, command.optsWithGlobals(), command),
        ),
    )
    .addCommand(
      new Command('drop')
        .description('Forgets one; it comes back when the service delivers it so again.')
        .argument('<id>', 'its number in the list', idNumber)
        .option('--json', 'print the result as JSON')
        .action((id: number, _flags, command: Command) => drop(id, command.optsWithGlobals())),
    )
}

async function list(flags: QuarantineFlags): Promise<void> {
  await using desk = openDesk(flags)
  const entries = await desk.quarantined()
  if (flags.json) console.log(formatJson(entries))
  else console.log(entries.length > 0 ? tableOf(entries) : 'No entry is in quarantine.')
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

async function show(id: number, flags: QuarantineFlags): Promise<void> {
  await using desk = openDesk(flags)
  const entry = await desk.quarantinedEntry(id)
  if (!entry) throw new Error(noSuch(id))
  if (flags.json) return console.log(formatJson(entry))
  const { raw, ...facts } = entry
  const rows = Object.entries(facts).map(([name, value]) => [name, String(value)])
  console.log(`${formatTable(['field', 'value'], rows)}\n${formatJson(JSON.parse(raw))}`)
}

async function retry(ids: number[] | undefined, given: QuarantineFlags, command: Command): Promise<void> {
  const flags = await withServiceUrl(given, command)
  if (ids) await checkThere(ids, flags)
  await using agent = await openAgent(flags, command)
  const reports = await agent.quarantine.retry(ids)
  if (flags.json) console.log(formatJson(reports))
  else console.log(reports.length > 0 ? reports.map(retryLine).join('\n') : 'No entry is in quarantine.')
  if (reports.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
}

async function checkThere(ids: readonly number[], flags: QuarantineFlags): Promise<void> {
  await using desk = openDesk(flags)
  const known = new Set((await desk.quarantined()).map(({ id }) => id))
  const missing = ids.find(id => !known.has(id))
  if (missing !== undefined) throw new Error(noSuch(missing))
}

const OUTCOMES: Record<RetryReport['outcome'], string> = {
  published: 'fits now and is published',
  deleted: 'is deleted',
  unfit: 'still does not fit',
  absent: 'is unknown to the service; drop it if it should go',
  unaskable: 'cannot be asked for by its identifier',
  waiting: 'is asked for by the running agent with its next cycle',
  failed: 'could not be asked for',
}

function retryLine({ id, siteId, lang, newsId = '-', outcome, reason }: RetryReport): string {
  return plainLine(`${id}  ${siteId}/${lang}  ${newsId}  ${OUTCOMES[outcome]}${reason ? `: ${reason}` : ''}`)
}

async function drop(id: number, flags: QuarantineFlags): Promise<void> {
  await using desk = openDesk(flags)
  const dropped = await desk.dropQuarantined(id)
  if (!dropped) throw new Error(noSuch(id))
  console.log(flags.json ? JSON.stringify({ id, dropped }) : `${id} is forgotten`)
}

const noSuch = (id: number) => `no entry ${id} is in quarantine; see schoolbell sync quarantine list`

function idNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number from the list.')
}

const idNumbers = (text: string, before: number[] | undefined): number[] => [
  ...(before ?? []),
  idNumber(text),
]

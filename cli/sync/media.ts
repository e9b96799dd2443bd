/** `schoolbell sync media`: shows which files are mirrored and which failed, mirrors now, and looks for damaged files. */
import { Command, InvalidArgumentError } from 'commander'
import { counted } from '../../shared/text/counted.ts'
import { formatJson } from '../../shared/text/json.ts'
import { formatTable, plainLine } from '../../shared/text/table.ts'
import {
  checkMirror,
  type MediaCounts,
  type MediaFailureReport,
  type MirrorProgress,
} from '../../sync-agent/index.ts'
import { endAsMissing } from '../options.ts'
import { clearLine, createBar, megabytes, showLine } from '../progress-line.ts'
import { cancellable } from './cancel.ts'
import { addStoreOptions, type DatabaseFlags, refuseNoStore } from './database.ts'
import { addMediaOptions, mediaDirOption } from './media-options.ts'
import { openStore, withServiceUrl } from './open-store.ts'
import {
  addCopyOptions,
  type CopyFlags,
  openAgent,
  publicUrlOption,
  SYNC,
  storedServiceUrlOption,
} from './options.ts'

type ListFlags = DatabaseFlags & { json?: boolean }
type CheckFlags = ListFlags & { mediaDir?: string }
type FetchFlags = CopyFlags & { json?: boolean }

const MOST_LISTED = 1_000

export function mediaCommand(): Command {
  const listing = new Command('list')
    .description('How many files are mirrored, and which failed; the agent may be running.')
    .option('--json', 'print it as JSON')
    .action(list)
  const fetching = new Command('fetch')
    .description('Mirrors missing files once. Exit code 1 when one fails.')
    .option('--json', 'print the result as JSON')
    .addOption(publicUrlOption('where readers reach the agent (required)'))
    .action(fetchNow)
  const checking = new Command('check')
    .description(
      'Reads every mirrored file once; the agent, which may be running, fetches damaged and missing ones again. Exit code 1 when there are any.',
    )
    .option('--json', 'print the result as JSON')
    .addOption(mediaDirOption('the agent’s folder of these copies (required)'))
    .action(check)
  const retrying = new Command('retry')
    .description('Makes the agent try these again at once, or all of them.')
    .argument('[id...]', 'their numbers in the list', idNumbers)
    .option('--json', 'print how many as JSON')
    .action(retry)
  addCopyOptions(fetching, storedServiceUrlOption())
  return new Command('media')
    .description('Attachments and pictures, copied into --media-dir.')
    .addCommand(addStoreOptions(listing))
    .addCommand(addMediaOptions(fetching, 'copy attachments and pictures into it (required)'))
    .addCommand(addStoreOptions(checking))
    .addCommand(addStoreOptions(retrying))
}

async function list(flags: ListFlags): Promise<void> {
  await using store = await openStore(flags)
  const { media = NOTHING } = await store.status()
  const failures = await store.mediaFailures(MOST_LISTED)
  if (flags.json) return console.log(formatJson({ ...media, failures }))
  const { files, bytes, waiting, failed } = media
  console.log(`${counted(files, 'file')} (${megabytes(bytes)}), ${waiting} waiting, ${failed} not mirrored`)
  if (failures.length > 0) console.log(tableOf(failures))
}

const NOTHING: MediaCounts = { files: 0, bytes: 0, waiting: 0, failed: 0 }

function tableOf(failures: readonly MediaFailureReport[]): string {
  const rows = failures.map(({ id, code, attempts, retryAt, reason }) => [
    `${id}`,
    code,
    `${attempts}`,
    retryAt.slice(0, 16).replace('T', ' '),
    reason,
  ])
  return formatTable(['id', 'code', 'tried', 'again (UTC)', 'reason'], rows)
}

async function fetchNow(given: FetchFlags, command: Command): Promise<void> {
  if (!given.mediaDir) endAsMissing(command, '--media-dir <folder>')
  const flags = await withServiceUrl(given, command)
  await using agent = await openAgent(flags, command)
  const done = await cancellable(signal => agent.mirrorMedia({ signal, onProgress: drawLine }))
  clearLine(process.stderr)
  if (flags.json) console.log(formatJson(done))
  else console.log(`${counted(done.copied, 'file')} copied (${megabytes(done.bytes)}), ${done.failed} failed`)
  if (done.failed > 0) process.exitCode = 1
}

const drawLine = ({ copied, failed, bytes, waiting }: MirrorProgress) =>
  showLine(process.stderr, `${copied} copied  ${failed} failed  ${waiting} to go  ${megabytes(bytes)}`)

async function check(flags: CheckFlags, command: Command): Promise<void> {
  const { db, mediaDir = endAsMissing(command, '--media-dir <folder>') } = flags
  refuseNoStore(flags)
  const bar = createBar(process.stderr)
  const report = await cancellable(signal =>
    checkMirror({
      ...{ db, mediaDir, signal },
      onProgress: ({ done, total }) => bar.show(done, total),
    }).catch(error => {
      bar.clear()
      throw signal.aborted ? new Error('cancelled; files that were found damaged are fetched again') : error
    }),
  )
  bar.clear()
  const { sound, bytes, damaged, missing } = report
  const words = `${counted(sound, 'file')} sound, ${damaged} damaged, ${missing} missing (${megabytes(bytes)} read)`
  const isWell = damaged + missing === 0
  console.log(flags.json ? formatJson(report) : words + (isWell ? '' : '; the agent fetches these again'))
  if (!isWell) process.exitCode = 1
}

async function retry(ids: number[] | undefined, flags: ListFlags): Promise<void> {
  await using store = await openStore(flags)
  const due = await store.retryMedia(ids)
  if (ids && due < ids.length) throw new Error(`some of these are not in the list; see ${SYNC} media list`)
  console.log(flags.json ? JSON.stringify({ due }) : plainLine(`${due} will be tried again`))
}

function idNumbers(text: string, before: number[] | undefined): number[] {
  if (/^[1-9]\d{0,14}$/.test(text)) return [...(before ?? []), Number(text)]
  throw new InvalidArgumentError('It must be a number that the sub-command list prints.')
}

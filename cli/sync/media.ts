/** `schoolbell sync media`: shows which files are mirrored and which failed, mirrors now, and looks for damaged files. */
import { Command, type OptionValues } from 'commander'
import { counted } from '../../shared/text/counted.ts'
import {
  checkMirror,
  type MediaCounts,
  type MirrorProgress,
  type StoreAdmin,
} from '../../sync-agent/index.ts'
import { addOptions, endAsMissing, listedNumbers } from '../options.ts'
import { briefTime, print, type Said, said, tableOf } from '../print.ts'
import { createBar, megabytes, showLine } from '../progress-line.ts'
import { cancellable } from '../signals.ts'
import { copyCommand, mediaDirOption, mediaOptions, openAgent, publicUrlOption, SYNC } from './options.ts'
import { onStore, openStore, refuseNoStore, storeCommand, withServiceUrl } from './store.ts'

const MOST_LISTED = 1_000

export const mediaCommand = (): Command =>
  new Command('media')
    .description('Attachments and pictures, copied into --media-dir.')
    .addCommand(
      storeCommand('list', 'How many files are mirrored, and which failed; the agent may be running.').action(
        onStore(openStore, list),
      ),
    )
    .addCommand(
      addOptions(
        copyCommand('fetch', 'Mirrors missing files once. Exit code 1 when one fails.'),
        publicUrlOption('where readers reach the agent (required)'),
        ...mediaOptions('copy attachments and pictures into it (required)'),
      ).action(fetchNow),
    )
    .addCommand(
      storeCommand(
        'check',
        'Reads every mirrored file once; the agent, which may be running, fetches damaged and missing ones again. Exit code 1 when there are any.',
      )
        .addOption(mediaDirOption('the agent’s folder of these copies (required)'))
        .action(check),
    )
    .addCommand(
      storeCommand('retry', 'Makes the agent try these again at once, or all of them.')
        .argument('[id...]', 'their numbers in the list', listedNumbers('list'))
        .action(onStore(openStore, retry)),
    )

async function list(store: StoreAdmin): Promise<Said> {
  const { media = NOTHING } = await store.status()
  const failures = await store.mediaFailures(MOST_LISTED)
  const { files, bytes, waiting, failed } = media
  const counts = `${counted(files, 'file')} (${megabytes(bytes)}), ${waiting} waiting, ${failed} not mirrored`
  const table = tableOf(
    failures,
    {
      id: ({ id }) => id,
      code: ({ code }) => code,
      tried: ({ attempts }) => attempts,
      'again (UTC)': ({ retryAt }) => briefTime(retryAt),
      reason: ({ reason }) => reason,
    },
    '',
  )
  return [{ ...media, failures }, `${counts}\n${table}`.trim()]
}

const NOTHING: MediaCounts = { files: 0, bytes: 0, waiting: 0, failed: 0 }

async function fetchNow(given: OptionValues, command: Command): Promise<void> {
  if (!given.mediaDir) endAsMissing(command, '--media-dir <folder>')
  const flags = await withServiceUrl(given, command)
  await using agent = await openAgent(flags, command)
  const done = await cancellable(signal => agent.mirrorMedia({ signal, onProgress: drawLine }))
  const { copied, bytes, failed } = done
  print(flags, done, `${counted(copied, 'file')} copied (${megabytes(bytes)}), ${failed} failed`)
  if (done.failed > 0) process.exitCode = 1
}

const drawLine = ({ copied, failed, bytes, waiting }: MirrorProgress) =>
  showLine(process.stderr, `${copied} copied  ${failed} failed  ${waiting} to go  ${megabytes(bytes)}`)

async function check(flags: OptionValues, command: Command): Promise<void> {
  const { db, mediaDir = endAsMissing(command, '--media-dir <folder>') } = flags
  refuseNoStore(flags)
  const bar = createBar(process.stderr)
  const report = await cancellable(
    signal => checkMirror({ db, mediaDir, signal, onProgress: ({ done, total }) => bar.show(done, total) }),
    'cancelled; files that were found damaged are fetched again',
  )
  const { sound, bytes, damaged, missing } = report
  const words = `${counted(sound, 'file')} sound, ${damaged} damaged, ${missing} missing (${megabytes(bytes)} read)`
  const isWell = damaged + missing === 0
  print(flags, report, words + (isWell ? '' : '; the agent fetches these again'))
  if (!isWell) process.exitCode = 1
}

async function retry(store: StoreAdmin, ids: number[]): Promise<Said> {
  const due = await store.retryMedia(ids.length > 0 ? ids : undefined)
  if (due < ids.length) throw new Error(`some of these are not in the list; see ${SYNC} media list`)
  return said({ due }, () => `${due} will be tried again`)
}

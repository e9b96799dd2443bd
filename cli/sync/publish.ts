/** `schoolbell sync publish`: writes the news as files into a folder, once. */

import { Command } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainLine } from '../../shared/text/table.ts'
import { type PublishReport, publishStore, readLastSettings, type Stream } from '../../sync-agent/index.ts'
import { endAsMissing } from '../options.ts'
import { print, streamName } from '../print.ts'
import { createBar, megabytes } from '../progress-line.ts'
import { cancellable } from '../signals.ts'
import {
  addFeedOptions,
  addPublishOptions,
  addStreamOptions,
  feedsOf,
  filesOf,
  mediaDirOption,
  SYNC,
  type SyncFlags,
  streamsOf,
} from './options.ts'
import { asLast } from './publish-as-last.ts'
import { addStoreOptions, openStore } from './store.ts'

interface PublishCommandFlags extends SyncFlags {
  asGiven?: boolean
  json?: boolean
}

export function publishCommand(): Command {
  const publish = new Command('publish')
    .description(
      'Updates a folder of files (pages, JSON, feeds) from the store. Does not call the service; the agent may be running. Exit code 1 when something cannot be written.',
    )
    .option('--as-given', 'do not reuse options of the last publication: missing options have their defaults')
    .option('--json', 'print the report as JSON')
    .addOption(mediaDirOption('the agent’s folder of copied files'))
    .action(runPublish)
  return addFeedOptions(
    addPublishOptions(addStreamOptions(addStoreOptions(publish), 'all that the store has')),
  )
}

/** A running agent works on the folder for a short time only. */
const LOCK_WAIT_MS = 5_000

async function runPublish(given: PublishCommandFlags, command: Command): Promise<void> {
  const { db, publishTo: to = endAsMissing(command, '--publish-to <folder>') } = given
  const copied = await copiedStreams(given)
  const last = given.asGiven ? undefined : await readLastSettings(to)
  const { flags, takenOver } = asLast(ofStore(given, copied, command), command, last)
  const bar = createBar(process.stderr, { least: 1, all: total => counted(total, 'file') })
  const report = await cancellable(
    signal =>
      publishStore({
        ...{ db, to, zone: flags.zone, streams: streamsOf(flags), signal, clock: systemClock },
        waitMs: LOCK_WAIT_MS,
        ...filesOf(flags),
        feeds: feedsOf(flags),
        mediaDir: flags.mediaDir,
        onProgress: ({ done, total }) => bar.show(done, total),
      }),
    'cancelled; written files are complete, run it again to continue',
  )
  const leftOut = copied.filter(stream => !report.streams.some(published => isSame(published, stream)))
  const said = { ...report, takenOver, leftOut }
  print(flags, said, inWords(said))
  const left = [
    ...report.blocked.map(
      path => `${path} is not known as published and was left unchanged: remove it, and it is published`,
    ),
    ...report.damaged.map(
      path => `${path} is damaged in the mirror and was left out; to fetch it again: ${SYNC} media check`,
    ),
  ]
  for (const line of left) process.stderr.write(`schoolbell: ${plainLine(line)}\n`)
  if (left.length > 0) process.exitCode = 1
}

/** Streams that the store has copied completely at least once. */
async function copiedStreams(flags: SyncFlags): Promise<Stream[]> {
  await using store = await openStore(flags)
  const { streams } = await store.status()
  return streams.filter(({ lastSuccess }) => lastSuccess !== undefined)
}

/** Sites and languages that the command line does not choose are those of the store. */
function ofStore(flags: SyncFlags, copied: readonly Stream[], command: Command): SyncFlags {
  const isOpen = (name: string) => copied.length > 0 && command.getOptionValueSource(name) === 'default'
  return {
    ...flags,
    ...(isOpen('site') && { site: [...new Set(copied.map(({ siteId }) => siteId))] }),
    ...(isOpen('lang') && { lang: [...new Set(copied.map(({ lang }) => lang))] }),
  }
}

const isSame = (one: Stream, other: Stream) => one.siteId === other.siteId && one.lang === other.lang

const MOST_NAMED = 10

interface PublishSaid extends PublishReport {
  takenOver: readonly string[]
  /** Streams of the store that are not in the folder. */
  leftOut: readonly Stream[]
}

function inWords(report: PublishSaid): string {
  const { folder, written, unchanged, removed, bytes, repaired, lacksFeeds, takenOver, leftOut } = report
  return [
    `${folder}  ${written} written (${megabytes(bytes)}), ${unchanged} unchanged, ${removed} removed`,
    takenOver.length > 0 && `as last time: ${takenOver.join(' ')}`,
    leftOut.length > 0 &&
      `not published: ${leftOut.map(streamName).join(', ')}; add them with --site and --lang`,
    lacksFeeds && 'no feeds: they need --base-url, the address where readers reach the folder',
    ...repaired.slice(0, MOST_NAMED).map(path => `repaired: ${path}`),
    repaired.length > MOST_NAMED && `repaired: ${repaired.length - MOST_NAMED} more`,
  ]
    .flatMap(line => (line ? plainLine(line) : []))
    .join('\n')
}

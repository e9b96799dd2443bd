/** `schoolbell sync publish`: writes the news as files into a folder, once. */
import { Command } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { formatJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import {
  type PublishProgress,
  type PublishReport,
  publishStore,
  readLastSettings,
} from '../../sync-agent/index.ts'
import { missingWords } from '../needed.ts'
import { clearLine, megabytes, percent, showLine } from '../progress-line.ts'
import { cancellable } from './cancel.ts'
import { feedOptions } from './feed-options.ts'
import { refuseNoStore } from './open-store.ts'
import { type SyncFlags, streamsOf } from './options.ts'
import { asLast } from './publish-as-last.ts'
import { publishOptions } from './publish-options.ts'

interface PublishCommandFlags extends SyncFlags {
  to?: string
  asGiven?: boolean
  json?: boolean
}

export function publishCommand(): Command {
  return new Command('publish')
    .description(
      'Updates a folder of files (pages, JSON, feeds) from the store. Does not call the service; the agent may be running. Exit code 1 when something cannot be written.',
    )
    .option('--to <folder>', 'the folder; short for --publish-to')
    .option('--as-given', 'do not reuse options of the last publication: missing options have their defaults')
    .option('--json', 'print the report as JSON')
    .action((_flags, command: Command) => runPublish(command.optsWithGlobals(), command))
}

/** A running agent works on the folder for a short time only. */
const LOCK_WAIT_MS = 5_000

async function runPublish(given: PublishCommandFlags, command: Command): Promise<void> {
  const { db } = given
  const to = given.to ?? given.publishTo
  if (to === undefined) return command.error(`error: ${missingWords(command, ['--to'])}`)
  refuseNoStore(given)
  const last = given.asGiven ? undefined : await readLastSettings(to, db, LOCK_WAIT_MS)
  const { flags, takenOver } = asLast(given, command, last)
  const report = await cancellable(signal =>
    publishStore({
      ...{ db, to, zone: flags.zone, streams: streamsOf(flags), signal, clock: systemClock },
      waitMs: LOCK_WAIT_MS,
      ...publishOptions(flags),
      feeds: feedOptions(flags).feeds,
      mediaDir: flags.mediaDir,
      popupStaleMs: flags.popupStale,
      onProgress: progressOn(process.stderr),
    }).catch(error => {
      clearLine(process.stderr)
      throw signal.aborted
        ? new Error('cancelled; written files are complete, run it again to continue')
        : error
    }),
  )
  clearLine(process.stderr)
  console.log(flags.json ? formatJson({ ...report, takenOver }) : inWords(report, takenOver))
  for (const path of report.blocked) {
    process.stderr.write(
      `schoolbell: ${plainLine(path)} was not written by schoolbell and was left unchanged\n`,
    )
    process.exitCode = 1
  }
  for (const path of report.damaged) {
    process.stderr.write(
      `schoolbell: ${plainLine(path)} is damaged in the mirror and was left out; the agent will fetch it again\n`,
    )
    process.exitCode = 1
  }
}

const MOST_NAMED = 10

function inWords(report: PublishReport, takenOver: readonly string[]): string {
  const { folder, written, unchanged, removed, bytes, repaired, lacksFeeds } = report
  const done = `${folder}  ${written} written (${megabytes(bytes)}), ${unchanged} unchanged, ${removed} removed`
  const asLastTime = takenOver.length > 0 ? [`as last time: ${takenOver.join(' ')}`] : []
  const noFeeds = lacksFeeds
    ? ['no feeds: they need --base-url, the address where readers reach the folder']
    : []
  const named = repaired.slice(0, MOST_NAMED).map(path => `repaired: ${path}`)
  const more = repaired.length > MOST_NAMED ? [`repaired: ${repaired.length - MOST_NAMED} more`] : []
  return [done, ...asLastTime, ...noFeeds, ...named, ...more].map(plainLine).join('\n')
}

function progressOn(terminal: NodeJS.WriteStream): (progress: PublishProgress) => void {
  let drawn = ''
  return ({ done, total }) => {
    const share = percent(done / Math.max(1, total))
    if (share === drawn) return
    drawn = share
    showLine(terminal, `${done} of ${total} files made, ${share}`)
  }
}

/** `schoolbell sync publish`: writes the news as files into a folder, once. */
import { Command, type OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainLine } from '../../shared/text/table.ts'
import {
  type LastSettings,
  type PublishReport,
  publishStore,
  readLastSettings,
  type Stream,
} from '../../sync-agent/index.ts'
import { addOptions, endAsMissing } from '../options.ts'
import { asWord, print, streamName } from '../print.ts'
import { createBar, megabytes } from '../progress-line.ts'
import { cancellable } from '../signals.ts'
import {
  feedOptions,
  feedsOf,
  filesOf,
  mediaDirOption,
  publishOptions,
  SYNC,
  streamOptions,
  streamsOf,
} from './options.ts'
import { addStoreOptions, openStore } from './store.ts'

export function publishCommand(): Command {
  const publish = new Command('publish')
    .description(
      'Updates a folder of files (pages, JSON, feeds) from the store. Does not call the service; the agent may be running. Exit code 1 when something cannot be written.',
    )
    .option('--as-given', 'do not reuse options of the last publication: missing options have their defaults')
    .option('--json', 'print the report as JSON')
    .addOption(mediaDirOption('the agent’s folder of copied files'))
    .action(runPublish)
  addOptions(addStoreOptions(publish), ...streamOptions('all that the store has'))
  return addOptions(publish, ...publishOptions(), ...feedOptions())
}

async function runPublish(flags: OptionValues, command: Command): Promise<void> {
  const { db, publishTo: to = endAsMissing(command, '--publish-to <folder>'), asGiven } = flags
  const copied = await copiedStreams(flags)
  // Both fill in what the command line leaves open; `flags` has it then.
  if (copied.length > 0) fillIn(namesOf(copied), command)
  const takenOver = asGiven ? [] : asLast(await readLastSettings(to), command)
  const bar = createBar(process.stderr, { least: 1, all: total => counted(total, 'file') })
  const report = await cancellable(
    signal =>
      publishStore({
        ...{ db, to, zone: flags.zone, streams: streamsOf(flags), signal, clock: systemClock },
        // A running agent works on the folder for a short time only.
        waitMs: 5_000,
        ...filesOf(flags),
        feeds: feedsOf(flags),
        mediaDir: flags.mediaDir,
        onProgress: ({ done, total }) => bar.show(done, total),
      }),
    'cancelled; written files are complete, run it again to continue',
  )
  const published = report.streams.map(streamName)
  const leftOut = copied.filter(stream => !published.includes(streamName(stream)))
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
async function copiedStreams(flags: OptionValues): Promise<Stream[]> {
  await using store = await openStore(flags)
  const { streams } = await store.status()
  return streams.filter(({ lastSuccess }) => lastSuccess !== undefined)
}

/** Options that are left out keep their values of the last publication, so that a shorter command loses no media or feeds. */
function asLast(last: LastSettings | undefined, command: Command): string[] {
  if (!last) return []
  const { streams, zone, baseUrl, formats: format, stylesheet, mediaDir, feeds } = last
  const { newsLink, homeLink, titles: feedTitle } = feeds
  return fillIn(
    { ...namesOf(streams), zone, baseUrl, format, stylesheet, mediaDir, newsLink, homeLink, feedTitle },
    command,
  )
}

const namesOf = (streams: readonly Stream[]) => ({
  site: [...new Set(streams.map(({ siteId }) => siteId))],
  lang: [...new Set(streams.map(({ lang }) => lang))],
})

/** @returns what is not as it was, in command-line form */
function fillIn(values: OptionValues, command: Command): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isGiven = ![undefined, 'default'].includes(command.getOptionValueSource(name))
    const text = asTyped(value)
    if (isGiven || value === undefined || text === asTyped(command.getOptionValue(name))) return []
    command.setOptionValueWithSource(name, value, 'default')
    const { long } = command.options.find(option => option.attributeName() === name) ?? {}
    return `${long} ${asWord(text)}`
  })
}

function asTyped(value: unknown): string {
  if (Array.isArray(value)) return [...value].sort().join()
  if (typeof value !== 'object' || value === null) return `${value}`
  const texts = Object.entries(value).map(([name, text]) => `${name}=${text}`)
  return texts.join('|')
}

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

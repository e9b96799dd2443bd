/** `schoolbell news`: prints what was published and deleted since a time, with one call. */
import type { Command, OptionValues } from 'commander'
import type { Temporal } from 'temporal-polyfill'
import type { Fault } from '../shared/client/accept.ts'
import { type ReceivedEntry, readNewsEntry } from '../shared/client/news-entry.ts'
import type { Remark } from '../shared/client/remarks.ts'
import { systemClock } from '../shared/clock.ts'
import { printWireDateTime } from '../shared/contract/wire-time.ts'
import { counted } from '../shared/text/counted.ts'
import { formatTable, plainLine, wrap } from '../shared/text/table.ts'
import { contentClient, contentCommand } from './content-options.ts'
import { whileDemoRuns } from './help.ts'
import { readSince } from './news/since.ts'
import { print } from './print.ts'
import { cancellable } from './signals.ts'
import { wallText, wireTimeText, zoneOption } from './zone.ts'

export default function newsCommand(): Command {
  return contentCommand(
    'news',
    'Prints the news of a website that was published or deleted since a time, with one call. Exit code 1 when the call fails or an entry cannot be read.',
  )
    .option('--since <time>', 'published or deleted after it; the forms are below', '30d')
    .option('--news-ids <ids>', 'additional entries, separated by commas', text =>
      text.split(',').flatMap(id => id.trim() || []),
    )
    .addOption(zoneOption())
    .addHelpText('after', SINCE_FORMS)
    .addHelpText('after', whileDemoRuns('schoolbell news --service-url http://127.0.0.1:4010/cms --since 7d'))
    .action(runNews)
}

const SINCE_FORMS = `
Forms of a time for --since:
  today, yesterday                       midnight in the school
  90min, 12h, 30d, 2w                    that long ago
  2026-09-01, 20260901                   midnight of this day in the school
  '2026-09-01 08:30', 20260901083000     time of the school
  2026-09-01T00:30:00Z                   time with its zone`

async function runNews(flags: OptionValues, command: Command): Promise<void> {
  const { site: siteId, lang, since, newsIds: newsIDs, zone } = flags
  const from = readSince(since, zone, systemClock.now())
  if (!from)
    return command.error(
      `error: --since: ${JSON.stringify(since)} is not a time; examples: 2026-09-01, 30d, 12h`,
    )
  const content = contentClient(flags)
  const lastSyncTime = printWireDateTime(from)
  const rawList: unknown[] = []
  const query = { siteId, lang, lastSyncTime, ...(newsIDs && { newsIDs }) }
  const { txID, delNewsIds } = await cancellable(signal =>
    content.streamNews(query, raw => void rawList.push(...raw), signal),
  )
  const { entries, faults, remarks } = readEntries(rawList, zone)
  const answer = {
    ...{ txID, lastSyncTime, newsList: rawList, delNewsIds },
    ...(faults.length > 0 && { faults }),
    ...(remarks.length > 0 && { remarks }),
  }
  print(flags, answer, newsText(entries, { txID, delNewsIds, faults, remarks, from, siteId, lang, zone }))
  if (faults.length > 0) process.exitCode = 1
}

interface Answer extends Omit<ReadEntries, 'entries'> {
  txID: string
  delNewsIds: readonly string[]
  from: Temporal.PlainDateTime
  siteId: string
  lang: string
  zone: string
}

export interface ReadEntries {
  entries: ReceivedEntry[]
  /** Of the entries that cannot be read. */
  faults: Fault[]
  /** What was odd in the others. */
  remarks: Remark[]
}

export function readEntries(rawList: readonly unknown[], zone: string): ReadEntries {
  const result: ReadEntries = { entries: [], faults: [], remarks: [] }
  for (const [index, raw] of rawList.entries()) {
    const read = readNewsEntry(raw, zone)
    const at = <Found extends { path: string }>(found: Found) => {
      return { ...found, path: `/content/newsList/${index}${found.path}` }
    }
    if ('fault' in read) result.faults.push(at(read.fault))
    else {
      result.entries.push(read.entry)
      result.remarks.push(...read.remarks.map(at))
    }
  }
  return result
}

export function newsText(entries: readonly ReceivedEntry[], answer: Answer): string {
  const { txID, delNewsIds, faults, remarks, from, siteId, lang, zone } = answer
  const since = `${siteId} in ${lang} since ${wallText(from)} (${zone})`
  const rows = entries.map(({ newsId, newsDateTime, attachments, newsTitle }) => [
    ...[newsId, wireTimeText(newsDateTime), `${attachments.length}`, newsTitle],
  ])
  const listed = entries.length === 0 ? [] : [formatTable(['Id', 'Date', 'Attachments', 'Title'], rows)]
  const faultLines = firstLines(
    faults,
    ({ path, reason }) => `Does not follow the interface: ${path} ${reason}`,
  )
  const remarkLines = firstLines(
    remarks,
    ({ path, came = 'nothing', done }) => `Odd: ${path} ${came}: ${done}`,
  )
  return [
    ...listed,
    `${entries.length === 0 ? 'No news' : counted(entries.length, 'entry', 'entries')} for ${since}`,
    delNewsIds.length === 0 ? 'Deleted: none' : wrap(`Deleted: ${delNewsIds.join(', ')}`, COLUMNS, '  '),
    ...[faultLines, remarkLines].flatMap(lines => (lines.length > 0 ? [lines.join('\n')] : [])),
    `txID  ${plainLine(txID || '-')}`,
  ].join('\n\n')
}

/** More say nothing new. */
const MOST_LINES = 100

function firstLines<Found>(found: readonly Found[], lineOf: (one: Found) => string): string[] {
  const lines = found.slice(0, MOST_LINES).map(one => plainLine(lineOf(one)))
  return found.length > MOST_LINES ? [...lines, `and ${found.length - MOST_LINES} more`] : lines
}

const COLUMNS = 100

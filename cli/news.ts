/** `schoolbell news`: prints what was published and deleted since a time, with one call. */
import type { Command, OptionValues } from 'commander'
import type { Temporal } from 'temporal-polyfill'
import type { Fault } from '../shared/client/accept.ts'
import { readNewsEntry } from '../shared/client/news-entry.ts'
import type { Remark } from '../shared/client/remarks.ts'
import { systemClock } from '../shared/clock.ts'
import { printWireDateTime } from '../shared/contract/wire-time.ts'
import { counted } from '../shared/text/counted.ts'
import { formatTable, plainLine, wrap } from '../shared/text/table.ts'
import { COLUMNS, contentClient, contentCommand } from './content-options.ts'
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
    .option('--since <time>', 'published or deleted after it, as in 7d or 2026-09-01', '30d')
    .option(
      '--news-ids <ids>',
      'additional entries, separated by commas, whenever they were published',
      text => text.split(',').flatMap(id => id.trim() || []),
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
  const found = { newsList: rawList, txID, delNewsIds }
  const { text, faults, remarks } = newsText(found, { from, siteId, lang, zone })
  const answer = {
    ...{ txID, lastSyncTime, newsList: rawList, delNewsIds },
    ...(faults.length > 0 && { faults }),
    ...(remarks.length > 0 && { remarks }),
  }
  print(flags, answer, text)
  if (faults.length > 0) process.exitCode = 1
}

interface Received {
  newsList: readonly unknown[]
  txID: string
  delNewsIds: readonly string[]
}

/** @returns `faults` are of the entries that cannot be read, `remarks` what was odd in the others */
export function newsText(
  { newsList, txID, delNewsIds }: Received,
  { from, siteId, lang, zone }: { from: Temporal.PlainDateTime; siteId: string; lang: string; zone: string },
): { text: string; faults: Fault[]; remarks: Remark[] } {
  const rows: string[][] = []
  const faults: Fault[] = []
  const remarks: Remark[] = []
  for (const [index, raw] of newsList.entries()) {
    const read = readNewsEntry(raw, zone)
    const at = <Found extends { path: string }>(found: Found) => {
      return { ...found, path: `/content/newsList/${index}${found.path}` }
    }
    if ('fault' in read) faults.push(at(read.fault))
    else {
      const { newsId, newsDateTime, attachments, newsTitle } = read.entry
      rows.push([newsId, wireTimeText(newsDateTime), `${attachments.length}`, newsTitle])
      remarks.push(...read.remarks.map(at))
    }
  }
  const since = `${siteId} in ${lang} since ${wallText(from)} (${zone})`
  const text = [
    ...(rows.length === 0 ? [] : [formatTable(['Id', 'Date', 'Attachments', 'Title'], rows)]),
    `${rows.length === 0 ? 'No news' : counted(rows.length, 'entry', 'entries')} for ${since}`,
    delNewsIds.length === 0 ? 'Deleted: none' : wrap(`Deleted: ${delNewsIds.join(', ')}`, COLUMNS, '  '),
    ...firstLines(faults, ({ path, reason }) => `Does not follow the interface: ${path} ${reason}`),
    ...firstLines(remarks, ({ path, came = 'nothing', done }) => `Odd: ${path} ${came}: ${done}`),
    `txID  ${plainLine(txID || '-')}`,
  ].join('\n\n')
  return { text, faults, remarks }
}

/** More say nothing new. */
const MOST_LINES = 100

/** One paragraph, or none. */
function firstLines<Found>(found: readonly Found[], lineOf: (one: Found) => string): string[] {
  if (found.length === 0) return []
  const lines = found.slice(0, MOST_LINES).map(one => plainLine(lineOf(one)))
  const more = found.length > MOST_LINES ? [`and ${found.length - MOST_LINES} more`] : []
  return [[...lines, ...more].join('\n')]
}

/** `schoolbell news`: prints what was published and deleted since a time, with one call. */
import { Command } from 'commander'
import { systemClock } from '../shared/clock.ts'
import { printWireDateTime } from '../shared/contract/wire-time.ts'
import { formatJson } from '../shared/text/json.ts'
import { addContentOptions, type ContentFlags, contentClient } from './content-options.ts'
import { whileDemoRuns } from './help.ts'
import { readSince } from './news/since.ts'
import { newsText, readEntries } from './news/text.ts'
import { option } from './options.ts'
import { cancellable } from './sync/cancel.ts'
import { zoneOption } from './zone.ts'

interface NewsFlags extends ContentFlags {
  since: string
  newsIds?: string[]
  zone: string
}

export function newsCommand(): Command {
  const command = new Command('news')
    .description(
      'Prints the news of a website that was published or deleted since a time, with one call. Exit code 1 when the call fails or an entry cannot be read.',
    )
    .addHelpText('after', SINCE_FORMS)
    .addHelpText('after', whileDemoRuns('schoolbell news --service-url http://127.0.0.1:4010/cms --since 7d'))
    .action(runNews)
  return addContentOptions(command)
    .addOption(option('--since <time>', 'published or deleted after it; the forms are below').default('30d'))
    .addOption(
      option('--news-ids <ids>', 'additional entries, separated by commas').argParser(text =>
        text.split(',').flatMap(id => id.trim() || []),
      ),
    )
    .addOption(zoneOption())
}

const SINCE_FORMS = `
Forms of a time for --since:
  today, yesterday                       midnight in the school
  90min, 12h, 30d, 2w                    that long ago
  2026-09-01, 20260901                   midnight of this day in the school
  '2026-09-01 08:30', 20260901083000     time of the school
  2026-09-01T00:30:00Z                   time with its zone`

async function runNews(flags: NewsFlags, command: Command): Promise<void> {
  const { site: siteId, lang, since, newsIds: newsIDs, zone, json } = flags
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
  console.log(
    json
      ? formatJson(answer)
      : newsText(entries, { txID, delNewsIds, faults, remarks, from, siteId, lang, zone }),
  )
  if (faults.length > 0) process.exitCode = 1
}

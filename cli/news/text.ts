/** News for support staff: a line for each entry, then the deleted ones. */
import type { Temporal } from 'temporal-polyfill'
import { readNewsEntry } from '../../shared/client/news-entry.ts'
import type { NewsEntry } from '../../shared/contract/news.ts'
import { formatTable, plainLine, wrap } from '../../shared/text/table.ts'
import { wallText, wireTimeText } from '../zone.ts'

export interface NewsFault {
  path: string
  reason: string
}

interface Answer {
  txID: string
  delNewsIds: readonly string[]
  faults: readonly NewsFault[]
  from: Temporal.PlainDateTime
  siteId: string
  lang: string
  zone: string
}

/** The valid entries, and the faults of the others. */
export function readEntries(rawList: readonly unknown[]): { entries: NewsEntry[]; faults: NewsFault[] } {
  const read = rawList.map(readNewsEntry)
  return {
    entries: read.flatMap(one => ('entry' in one ? [one.entry] : [])),
    faults: read.flatMap((one, index) =>
      'fault' in one
        ? [{ path: `/content/newsList/${index}${one.fault.path}`, reason: one.fault.reason }]
        : [],
    ),
  }
}

export function newsText(entries: readonly NewsEntry[], answer: Answer): string {
  const { txID, delNewsIds, faults, from, siteId, lang, zone } = answer
  const since = `${siteId} in ${lang} since ${wallText(from)} (${zone})`
  const rows = entries.map(({ newsId, newsDateTime, attachments = [], newsTitle }) => [
    ...[newsId, wireTimeText(newsDateTime), `${attachments.length}`, newsTitle],
  ])
  const listed = entries.length === 0 ? [] : [formatTable(['Id', 'Date', 'Attachments', 'Title'], rows)]
  const faultLines = faults.map(({ path, reason }) =>
    plainLine(`Does not follow the interface: ${path} ${reason}`),
  )
  return [
    ...listed,
    `${counted(entries.length)} for ${since}`,
    delNewsIds.length === 0 ? 'Deleted: none' : wrap(`Deleted: ${delNewsIds.join(', ')}`, COLUMNS, '  '),
    ...(faultLines.length > 0 ? [faultLines.join('\n')] : []),
    `txID  ${plainLine(txID || '-')}`,
  ].join('\n\n')
}

const COLUMNS = 100

function counted(entries: number): string {
  if (entries === 0) return 'No news'
  return entries === 1 ? '1 entry' : `${entries} entries`
}

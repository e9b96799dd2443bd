/** News for support staff: a line for each entry, then the deleted ones. */

import type { Temporal } from 'temporal-polyfill'
import { type ReceivedEntry, readNewsEntry } from '../../shared/client/news-entry.ts'
import type { Remark } from '../../shared/client/remarks.ts'
import { counted } from '../../shared/text/counted.ts'
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
  remarks: readonly Remark[]
  from: Temporal.PlainDateTime
  siteId: string
  lang: string
  zone: string
}

export interface ReadEntries {
  entries: ReceivedEntry[]
  /** Of the entries that cannot be read. */
  faults: NewsFault[]
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

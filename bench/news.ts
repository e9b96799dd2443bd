/** News of any size, the same in every run. */
import type { NewsEntry } from '../shared/contract/news.ts'

/** About `size` bytes of JSON. */
export function newsEntry(index: number, size = 3000): NewsEntry {
  const sentence = `<p>Notice ${index}: the harbour path is closed, <b>please</b> use the upper gate.</p>`
  return {
    newsId: `news-${`${index}`.padStart(7, '0')}`,
    newsTitle: `Notice ${index}`,
    newsContent: sentence.repeat(Math.ceil(size / sentence.length)),
    newsDate: '20260901',
    newsDateTime: `202609010${`${index % 100_000}`.padStart(5, '0').replaceAll(/[6-9]/g, '5')}`,
    attachments: [],
  }
}

/** The answer of a service with these entries, which are JSON already. */
export const newsAnswer = (entries: readonly unknown[]): string =>
  `{"txID":"bench","code":"D00000","message":"ok","content":{"newsList":[${entries.join()}],"delNewsIds":[]}}`

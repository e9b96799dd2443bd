/** Entries and pages for the tests of `<school-news>`'s parts. */
import type { NewsEntry } from '../../../widget/news/entry.ts'
import type { NewsPage } from '../../../widget/news/page.ts'

/** Published on this day of September. */
export const made = (day: number, more: Partial<NewsEntry> = {}): NewsEntry => ({
  newsId: `N-${day}`,
  title: `Title of ${day}`,
  date: `2026-09-${`${day}`.padStart(2, '0')}`,
  time: Date.UTC(2026, 8, day),
  html: '<p>Text</p>',
  teaser: 'Text',
  coverUrl: undefined,
  thumbnailUrl: undefined,
  attachments: [],
  seq: day,
  found: undefined,
  ...more,
})

export const pageOf = (days: readonly number[], next?: string, seq = 100): NewsPage => ({
  entries: days.map(day => made(day)),
  next,
  seq,
})

export const idsOf = (entries: readonly NewsEntry[]): string[] => entries.map(({ newsId }) => newsId)

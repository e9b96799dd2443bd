/** The news entries, dated from `now`; some have what editors paste from word processors, mail programs and web pages. */
import type { Temporal } from 'temporal-polyfill'
import { printWireDateTime } from '../../shared/contract/wire-time.ts'
import type { SeedNews } from '../seed.ts'
import { type Moment, wallClockOf, withDays } from './calendar.ts'
import drafts from './news.json' with { type: 'json' }

type NewsDraft = Omit<SeedNews, 'newsDateTime'> & { when: Moment; deleted?: Moment }

export function news(now: Temporal.PlainDateTime): SeedNews[] {
  return (drafts as NewsDraft[]).map(({ when, deleted, texts, ...entry }) => {
    const published = wallClockOf(when, now)
    return {
      ...entry,
      newsDateTime: printWireDateTime(published),
      ...(deleted && { deletedAt: printWireDateTime(wallClockOf(deleted, now)) }),
      texts: withDays(texts, published),
    }
  })
}

/** The news entries: drafts of all parts of school life, dated from `now` and numbered in the order of publication. */
import { Temporal } from 'temporal-polyfill'
import type { Language } from '../../shared/contract/site.ts'
import { printWireDateTime } from '../../shared/contract/wire-time.ts'
import type { SeedNews } from '../seed.ts'
import { type Moment, wallClockOf, withDays } from './calendar.ts'
import { ARTS } from './news-arts.ts'
import { DELETED } from './news-deleted.ts'
import type { NewsDraft } from './news-draft.ts'
import { LEARNING } from './news-learning.ts'
import { OFFICE } from './news-office.ts'
import { PRE_SCHOOL } from './news-pre-school.ts'
import { SPORT } from './news-sport.ts'

/** Number of the oldest entry; the school information system counts on from there. */
const FIRST_NUMBER = 4107

export function news(now: Temporal.PlainDateTime): SeedNews[] {
  return [...OFFICE, ...SPORT, ...LEARNING, ...ARTS, ...PRE_SCHOOL, ...DELETED]
    .sort((one, other) => age(other.when) - age(one.when))
    .map((draft, at) => entry(`NEWS-${FIRST_NUMBER + at}`, draft, now))
    .reverse()
}

function entry(newsId: string, draft: NewsDraft, now: Temporal.PlainDateTime): SeedNews {
  const published = wallClockOf(draft.when, now)
  const text = (language: Language, [newsTitle, newsContent]: readonly [string, string]) => ({
    newsTitle: withDays(newsTitle, published, language),
    newsContent: withDays(newsContent, published, language).trim(),
  })
  return {
    newsId,
    sites: draft.sites ?? ['academy'],
    newsDateTime: printWireDateTime(published),
    ...(draft.deleted ? { deletedAt: printWireDateTime(wallClockOf(draft.deleted, now)) } : {}),
    texts: { 'en-US': text('en-US', draft.en), 'zh-HK': text('zh-HK', draft.zh) },
    ...(draft.cover === undefined ? {} : { cover: draft.cover }),
    attachments: draft.attachments ?? [],
  }
}

/** Minutes before now, weekends aside: the numbers of the entries must not depend on the weekday of `now`. */
function age(when: Moment): number {
  if ('minutesAgo' in when) return when.minutesAgo
  const { hour, minute } = Temporal.PlainTime.from(when.at)
  return when.daysAgo * 1440 + 1440 - (hour * 60 + minute)
}

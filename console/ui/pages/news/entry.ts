/** A news entry as the console's API gives and takes it, and how it reads in one line. */
import type { NewsRecord } from '../../../api/news.ts'
import type { Language } from '../../language.ts'
import { say } from './strings.ts'

export type NewsState = NewsRecord['state']

/** What is written and chosen. */
export type NewsForm = Pick<
  NewsRecord,
  'sites' | 'newsDateTime' | 'publishAt' | 'unpublishAt' | 'texts' | 'cover' | 'attachments' | 'state'
>

/** Whether it was published, whatever the clock makes of it. */
export const isPublished = (state: NewsState): boolean => state !== 'draft' && state !== 'deleted'

/** Only what is written and chosen, in one order, so that two can be compared. */
export function formOf(form: NewsForm): NewsForm {
  const { sites, newsDateTime, publishAt, unpublishAt, texts, cover, attachments, state } = form
  const text = (lang: Language) => ({
    newsTitle: texts[lang].newsTitle,
    newsContent: texts[lang].newsContent,
  })
  return {
    sites: [...sites].sort(),
    newsDateTime,
    ...(publishAt !== undefined && { publishAt }),
    ...(unpublishAt !== undefined && { unpublishAt }),
    texts: { 'en-US': text('en-US'), 'zh-HK': text('zh-HK') },
    ...(cover !== undefined && { cover }),
    attachments: [...attachments],
    // What is saved is not deleted any more.
    state: isPublished(state) ? 'published' : 'draft',
  }
}

/** A new entry: for both websites, of this minute in the school. */
export function emptyForm(now: string): NewsForm {
  const text = { newsTitle: '', newsContent: '' }
  return {
    sites: ['academy', 'pre-school'],
    newsDateTime: `${now.slice(0, 12)}00`,
    texts: { 'en-US': text, 'zh-HK': text },
    attachments: [],
    state: 'draft',
  }
}

/** In the reader's language, or in the other where it has none. */
export function titleOf(titles: Record<Language, string>, lang: Language): string {
  const other = lang === 'en-US' ? 'zh-HK' : 'en-US'
  return titles[lang].trim() || titles[other].trim() || say('untitled')
}

export const titlesOf = ({ texts }: NewsForm): Record<Language, string> => ({
  'en-US': texts['en-US'].newsTitle,
  'zh-HK': texts['zh-HK'].newsTitle,
})

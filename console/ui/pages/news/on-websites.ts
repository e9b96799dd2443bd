/** Whether an entry is on its websites, in words: beside it, and when it was saved. */
import type { NewsItem, NewsRecord } from '../../../api/news.ts'
import type { Language } from '../../language.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { isPublished } from './entry.ts'
import { say } from './strings.ts'

/** The moment that comes next, or was the last. */
export function momentText(
  { state, publishAt, unpublishAt }: Pick<NewsItem & NewsRecord, 'state' | 'publishAt' | 'unpublishAt'>,
  lang: Language,
): string {
  if (state === 'planned' && publishAt) return say('from', lang, { when: dateText(publishAt, lang) })
  if (state === 'ended' && unpublishAt) return say('since', lang, { when: dateText(unpublishAt, lang) })
  return state === 'published' && unpublishAt ? say('until', lang, { when: dateText(unpublishAt, lang) }) : ''
}

export function stateText(entry: NewsRecord, lang: Language): string {
  const { sites, when } = told(entry, lang)
  switch (entry.state) {
    case 'deleted':
      return say('deleted', lang)
    case 'draft':
      return say('stateDraft', lang)
    case 'planned':
      return say('statePlanned', lang, { sites, when })
    case 'ended':
      return say('stateEnded', lang, { when })
    case 'published':
      return [say('statePublished', lang, { sites }), momentText(entry, lang)].filter(Boolean).join(' · ')
    default:
      return entry.state satisfies never
  }
}

/** Of one that is published. */
export function savedText(saved: NewsRecord, was: NewsRecord | undefined, lang: Language): string {
  if (saved.state === 'planned') return say('didPlan', lang, told(saved, lang))
  if (saved.state === 'ended') return say('didEnd', lang, told(saved, lang))
  return was && isPublished(was.state) ? say('didSave', lang) : say('didPublish', lang, told(saved, lang))
}

const told = ({ sites, state, publishAt = '', unpublishAt = '' }: NewsRecord, lang: Language) => ({
  sites: siteNames(sites, lang),
  when: dateText(state === 'planned' ? publishAt : unpublishAt, lang),
})

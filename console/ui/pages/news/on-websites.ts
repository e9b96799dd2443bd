/** Whether an entry is on its websites, in words: beside it, and when it was saved. */
import { html, type TemplateResult } from 'lit'
import type { NewsItem, NewsRecord } from '../../../api/news.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { isPublished, type NewsState } from './entry.ts'
import { say } from './strings.ts'

/** The colour of each state. */
export const BADGES: Record<NewsState, string> = {
  published: 'good',
  planned: 'brand',
  ended: '',
  draft: 'warn',
  deleted: '',
}

/** The moment that comes next, or was the last. */
export function momentText({
  state,
  publishAt,
  unpublishAt,
}: Pick<NewsItem & NewsRecord, 'state' | 'publishAt' | 'unpublishAt'>): string {
  if (state === 'planned' && publishAt) return say('from', { when: dateText(publishAt) })
  if (state === 'ended' && unpublishAt) return say('since', { when: dateText(unpublishAt) })
  return state === 'published' && unpublishAt ? say('until', { when: dateText(unpublishAt) }) : ''
}

export const stateBadge = (entry: NewsRecord): TemplateResult =>
  html`<span class="badge ${BADGES[entry.state]}">${stateText(entry)}</span> ${entry.state === 'published' ? momentText(entry) : ''}`

function stateText(entry: NewsRecord): string {
  const { sites, when } = told(entry)
  switch (entry.state) {
    case 'deleted':
      return say('deleted')
    case 'draft':
      return say('stateDraft')
    case 'planned':
      return say('statePlanned', { sites, when })
    case 'ended':
      return say('stateEnded', { when })
    case 'published':
      return say('statePublished', { sites })
    default:
      return entry.state satisfies never
  }
}

/** Of one that is published. */
export function savedText(saved: NewsRecord, was: NewsRecord | undefined): string {
  if (saved.state === 'planned') return say('didPlan', told(saved))
  if (saved.state === 'ended') return say('didEnd', told(saved))
  return was && isPublished(was.state) ? say('didSave') : say('didPublish', told(saved))
}

const told = ({ sites, state, publishAt = '', unpublishAt = '' }: NewsRecord) => ({
  sites: siteNames(sites),
  when: dateText(state === 'planned' ? publishAt : unpublishAt),
})

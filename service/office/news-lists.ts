/** Where an entry of the news stands, and the lists of each kind: for the console, and for what is sent to websites. */
import type { TextColumns } from './texts.ts'

/** Published and on its websites, not yet or not any more; a draft; or in the bin. */
export const NEWS_STATES = ['published', 'planned', 'ended', 'draft', 'deleted'] as const
export type NewsState = (typeof NEWS_STATES)[number]

export interface NewsRow extends TextColumns {
  news_id: string
  news_date_time: string
  /** Deleted for websites: a draft, or in the bin. */
  deleted: number
  draft: number
  binned: number
  /** Epoch seconds. */
  publish_at: number | null
  unpublish_at: number | null
  cover: string | null
}

/** Whether a published entry is on its websites at `@now`: the news call and the console's lists count alike. */
export const IS_OUT = 'coalesce(publish_at <= @now, 1) AND coalesce(unpublish_at > @now, 1)'

/**
 * Each kind of list with the index that serves it in its order, so that a page costs the same however many there are. The
 * plus sign keeps news_by_state from being taken, which would have to be sorted.
 */
export const LISTS = {
  all: '+binned = 0',
  published: `binned = 0 AND draft = 0 AND ${IS_OUT}`,
  planned: 'binned = 0 AND draft = 0 AND publish_at > @now',
  ended: 'binned = 0 AND draft = 0 AND unpublish_at <= @now',
  draft: 'binned = 0 AND draft = 1',
  deleted: 'binned = 1',
} as const

export const newsPage = (list: keyof typeof LISTS, columns = 'news.*') => `
  SELECT ${columns} FROM news
  WHERE ${LISTS[list]}
    AND (@site IS NULL OR news_id IN (
      SELECT news_id FROM news_site WHERE site = @site AND shown = 1 AND draft = 0
      UNION ALL SELECT news_id FROM news_draft_site WHERE site = @site AND draft = 1))
    AND (@date IS NULL OR (news_date_time, news_id) < (@date, @id))
  ORDER BY news_date_time DESC, news_id DESC LIMIT @limit`

export function stateOf({ binned, draft, publish_at, unpublish_at }: NewsRow, now: number): NewsState {
  if (binned) return 'deleted'
  if (draft) return 'draft'
  if (publish_at !== null && publish_at > now) return 'planned'
  return unpublish_at !== null && unpublish_at <= now ? 'ended' : 'published'
}

/** An entry part by part, as a reader would say it: for two that differ, and for what is wrong with one. */
import { language } from '../../language.ts'
import type { Described } from '../../parts/editing/console-conflict.ts'
import { describedTexts, placeIn } from '../../parts/editing/described.ts'
import { say as sayOfEditing } from '../../parts/editing/strings.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { isPublished, type NewsForm } from './entry.ts'
import { say } from './strings.ts'

export const NAMES = { title: 'newsTitle', body: 'newsContent' }

export function described(form: NewsForm): Described[] {
  const lang = language()
  const { sites, newsDateTime, publishAt, unpublishAt, texts, cover = '', attachments, state } = form
  const moment = (wall: string | undefined) => (wall === undefined ? '' : dateText(wall))
  return [
    ...describedTexts(texts, NAMES, say('newsContent')),
    [sayOfEditing('websites'), siteNames(sites)],
    [sayOfEditing('date'), newsDateTime && dateText(newsDateTime)],
    [say('cover'), cover],
    [say('attachments'), attachments.join(lang === 'zh-HK' ? '、' : ', ')],
    [say('state'), say(isPublished(state) ? 'published' : state)],
    [say('publishAt'), moment(publishAt)],
    [say('unpublishAt'), moment(unpublishAt)],
  ]
}

export const placeName = (path: string): string | undefined =>
  placeIn(path, {
    newsDateTime: sayOfEditing('date'),
    publishAt: say('publishAt'),
    unpublishAt: say('unpublishAt'),
    cover: say('cover'),
    attachments: say('attachments'),
    newsContent: say('newsContent'),
  })

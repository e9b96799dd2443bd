/** An entry part by part, as a reader would say it: for two that differ, and for what is wrong with one. */
import { LANGUAGES, language } from '../../language.ts'
import type { Described } from '../../parts/editing/console-conflict.ts'
import { inLanguage, say as sayOfEditing } from '../../parts/editing/strings.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { isPublished, type NewsForm } from './entry.ts'
import { say } from './strings.ts'

export function described(form: NewsForm): Described[] {
  const lang = language()
  const { sites, newsDateTime, publishAt, unpublishAt, texts, cover = '', attachments, state } = form
  const moment = (wall: string | undefined) => (wall === undefined ? '' : dateText(wall))
  return [
    ...LANGUAGES.flatMap((each): Described[] => [
      [inLanguage(sayOfEditing('title'), each, lang), texts[each].newsTitle],
      [inLanguage(say('newsContent'), each, lang), texts[each].newsContent],
    ]),
    [sayOfEditing('websites'), siteNames(sites)],
    [sayOfEditing('date'), newsDateTime && dateText(newsDateTime)],
    [say('cover'), cover],
    [say('attachments'), attachments.join(lang === 'zh-HK' ? '、' : ', ')],
    [say('state'), say(isPublished(state) ? 'published' : state)],
    [say('publishAt'), moment(publishAt)],
    [say('unpublishAt'), moment(unpublishAt)],
  ]
}

/** The name of what the API calls by a path; undefined where a reader knows nothing by it. */
export function placeName(path: string): string | undefined {
  const lang = language()
  const [, part = '', each, field] = path.split('/')
  if (part === 'sites') return sayOfEditing('websites')
  if (part === 'newsDateTime') return sayOfEditing('date')
  if (part === 'publishAt' || part === 'unpublishAt') return say(part)
  if (part === 'cover' || part === 'attachments') return say(part)
  if (part !== 'texts') return undefined
  const name = field === 'newsContent' ? say('newsContent') : sayOfEditing('title')
  return each === 'en-US' || each === 'zh-HK' ? inLanguage(name, each, lang) : name
}

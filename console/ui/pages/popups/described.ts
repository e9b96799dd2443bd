/** A message part by part, as a reader would say it: for two that differ, and for what is wrong with one. */
import { isIconId } from '../../../../shared/contract/icon.ts'
import { LANGUAGES, language } from '../../language.ts'
import type { Described } from '../../parts/editing/console-conflict.ts'
import { inLanguage, say as sayOfEditing } from '../../parts/editing/strings.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import type { PopupForm } from './message.ts'
import { ICONS, say } from './strings.ts'

export function described(form: PopupForm): Described[] {
  const lang = language()
  const { sites, displayDate, onWebsite, startsAt, endsAt, iconId, needConfirm, texts } = form
  const iconName = isIconId(iconId) ? ICONS[iconId][lang] : (iconId ?? say('noIcon'))
  return [
    ...LANGUAGES.flatMap((each): Described[] => [
      [inLanguage(sayOfEditing('title'), each, lang), texts[each].msgTitle],
      [inLanguage(say('msgBody'), each, lang), texts[each].msgBody],
    ]),
    [
      say('button'),
      say(needConfirm === undefined ? 'noButton' : needConfirm === 'confirm' ? 'confirm' : 'accept'),
    ],
    [sayOfEditing('websites'), siteNames(sites)],
    [sayOfEditing('date'), displayDate && dateText(displayDate)],
    [say('icon'), iconName],
    [say('sendShort'), say(onWebsite ? 'yes' : 'no')],
    [say('startsAt'), startsAt === undefined ? '' : dateText(startsAt)],
    [say('endsAt'), endsAt === undefined ? '' : dateText(endsAt)],
  ]
}

/** The name of what the API calls by a path; undefined where a reader knows nothing by it. */
export function placeName(path: string): string | undefined {
  const lang = language()
  const [, part, each, field] = path.split('/')
  if (part === 'sites') return sayOfEditing('websites')
  if (part === 'displayDate') return sayOfEditing('date')
  if (part === 'startsAt' || part === 'endsAt') return say(part)
  if (part !== 'texts') return undefined
  const name = field === 'msgBody' ? say('msgBody') : sayOfEditing('title')
  return each === 'en-US' || each === 'zh-HK' ? inLanguage(name, each, lang) : name
}

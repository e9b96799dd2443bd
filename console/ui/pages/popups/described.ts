/** A message part by part, as a reader would say it: for two that differ, and for what is wrong with one. */
import { isIconId } from '../../../../shared/contract/icon.ts'
import { LANGUAGES, type Language } from '../../language.ts'
import type { Described } from '../../parts/editing/console-conflict.ts'
import { STRINGS as EDITING, inLanguage } from '../../parts/editing/strings.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import type { PopupForm } from './message.ts'
import { ICONS, say, type Word } from './strings.ts'

export function described(form: PopupForm, lang: Language): Described[] {
  const { sites, displayDate, onWebsite, startsAt, endsAt, iconId, needConfirm, texts } = form
  const t = (word: Word) => say(word, lang)
  const iconName = isIconId(iconId) ? ICONS[iconId][lang] : (iconId ?? t('noIcon'))
  return [
    ...LANGUAGES.flatMap((each): Described[] => [
      [inLanguage(EDITING.title[lang], each, lang), texts[each].msgTitle],
      [inLanguage(t('msgBody'), each, lang), texts[each].msgBody],
    ]),
    [
      t('button'),
      t(needConfirm === undefined ? 'noButton' : needConfirm === 'confirm' ? 'confirm' : 'accept'),
    ],
    [EDITING.websites[lang], siteNames(sites, lang)],
    [EDITING.date[lang], displayDate && dateText(displayDate, lang)],
    [t('icon'), iconName],
    [t('sendShort'), t(onWebsite ? 'yes' : 'no')],
    [t('startsAt'), startsAt === undefined ? '' : dateText(startsAt, lang)],
    [t('endsAt'), endsAt === undefined ? '' : dateText(endsAt, lang)],
  ]
}

/** The name of what the API calls by a path; undefined where a reader knows nothing by it. */
export function placeName(path: string, lang: Language): string | undefined {
  const [, part, each, field] = path.split('/')
  if (part === 'sites') return EDITING.websites[lang]
  if (part === 'displayDate') return EDITING.date[lang]
  if (part === 'startsAt' || part === 'endsAt') return say(part, lang)
  if (part !== 'texts') return undefined
  const name = field === 'msgBody' ? say('msgBody', lang) : EDITING.title[lang]
  return each === 'en-US' || each === 'zh-HK' ? inLanguage(name, each, lang) : name
}

/** A message part by part, as a reader would say it: for two that differ, and for what is wrong with one. */
import { isIconId } from '../../../../shared/contract/icon.ts'
import { language } from '../../language.ts'
import type { Described } from '../../parts/editing/console-conflict.ts'
import { describedTexts, placeIn } from '../../parts/editing/described.ts'
import { say as sayOfEditing } from '../../parts/editing/strings.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import type { PopupForm } from './message.ts'
import { ICONS, say } from './strings.ts'

export const NAMES = { title: 'msgTitle', body: 'msgBody' }

export function described(form: PopupForm): Described[] {
  const lang = language()
  const { sites, displayDate, onWebsite, startsAt, endsAt, iconId, needConfirm, texts } = form
  const iconName = isIconId(iconId) ? ICONS[iconId][lang] : (iconId ?? say('noIcon'))
  return [
    ...describedTexts(texts, NAMES, say('msgBody')),
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

export const placeName = (path: string): string | undefined =>
  placeIn(path, {
    displayDate: sayOfEditing('date'),
    startsAt: say('startsAt'),
    endsAt: say('endsAt'),
    msgBody: say('msgBody'),
  })

/** A popup message as the console's API gives and takes it, and how it reads in one line. */
import type { IconId } from '../../../../shared/contract/icon.ts'
import { ICON_FILES } from '../../../../widget/icons.ts'
import type { PopupList, PopupRecord } from '../../../api/popups.ts'
import type { Language } from '../../language.ts'

export { titleOf } from '../../parts/message-title.ts'

/** What is written and chosen. */
export type PopupForm = Omit<PopupRecord, 'popupId' | 'deleted' | 'state' | 'stamp'>
export type PopupState = keyof PopupList['counts']

/** Only what is written and chosen, in one order, so that two can be compared. */
export function formOf(popup: PopupForm): PopupForm {
  const { sites, displayDate, onWebsite, startsAt, endsAt, iconId, needConfirm, texts } = popup
  const text = (lang: Language) => ({ msgTitle: texts[lang].msgTitle, msgBody: texts[lang].msgBody })
  return {
    sites: [...sites].sort(),
    displayDate,
    onWebsite,
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
    ...(iconId !== undefined && { iconId }),
    ...(needConfirm !== undefined && { needConfirm }),
    texts: { 'en-US': text('en-US'), 'zh-HK': text('zh-HK') },
  }
}

/** A new message: for both websites, of this minute in the school (`now` is its wall clock). */
export function emptyForm(now: string): PopupForm {
  return {
    sites: ['academy', 'pre-school'],
    displayDate: `${now.slice(0, 12)}00`,
    onWebsite: false,
    texts: { 'en-US': { msgTitle: '', msgBody: '' }, 'zh-HK': { msgTitle: '', msgBody: '' } },
  }
}

/** Drawings of the widget, which the preview's folder holds. */
export const iconAddress = (icon: IconId): string => `/console/preview/widget/icons/${ICON_FILES[icon]}.svg`

/** Whether a message is on its websites, in words: beside it, and when it was saved or sent. */
import { html, type TemplateResult } from 'lit'
import type { PopupRecord } from '../../../api/popups.ts'
import { icon } from '../../icons.ts'
import type { Language } from '../../language.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { titleOf } from './message.ts'
import { say } from './strings.ts'

/** In the list: the moment that comes next, or was the last. */
export function periodText({ state, startsAt, endsAt }: PopupRecord, lang: Language): string {
  if (state === 'planned' && startsAt) return say('from', lang, { when: dateText(startsAt, lang) })
  if (state === 'ended' && endsAt) return say('since', lang, { when: dateText(endsAt, lang) })
  return state === 'live' && endsAt ? say('until', lang, { when: dateText(endsAt, lang) }) : ''
}

export function stateBadge(popup: PopupRecord, lang: Language): TemplateResult {
  const { sites, when } = told(popup, lang)
  switch (popup.state) {
    case 'deleted':
      return html`<span class="badge bad">${say('isDeleted', lang)}</span>`
    case 'hidden':
      return html`<span class="badge">${say('isOff', lang)}</span>`
    case 'planned':
      return html`<span class="badge brand">${icon('calendar')} ${say('isPlanned', lang, { sites, when })}</span>`
    case 'ended':
      return html`<span class="badge">${say('isEnded', lang, { when })}</span>`
    case 'live':
      return html`<span class="badge good">${icon('check')} ${say('isOn', lang, { sites })}</span>
        ${popup.endsAt ? periodText(popup, lang) : ''}`
    default:
      return popup.state satisfies never
  }
}

export function savedText(popup: PopupRecord, lang: Language): string {
  const words = { hidden: 'savedOff', deleted: 'savedOff', live: 'savedOn' } as const
  if (popup.state === 'planned') return say('savedPlanned', lang, told(popup, lang))
  if (popup.state === 'ended') return say('savedEnded', lang, told(popup, lang))
  return say(words[popup.state], lang, told(popup, lang))
}

/** After the switch. */
export function switchedText(popup: PopupRecord, lang: Language): string {
  const words = {
    hidden: 'nowOff',
    deleted: 'nowOff',
    live: 'nowOn',
    planned: 'willBeOn',
    ended: 'hasEnded',
  } as const
  return say(words[popup.state], lang, told(popup, lang))
}

function told(popup: PopupRecord, lang: Language) {
  const { sites, state, startsAt = '', endsAt = '' } = popup
  return {
    title: titleOf(popup, lang),
    sites: siteNames(sites, lang),
    when: dateText(state === 'planned' ? startsAt : endsAt, lang),
  }
}

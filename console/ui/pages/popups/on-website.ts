/** Whether a message is on its websites, in words: beside it, and when it was saved or sent. */
import { html, type TemplateResult } from 'lit'
import type { PopupRecord } from '../../../api/popups.ts'
import { icon } from '../../icons.ts'
import { language } from '../../language.ts'
import { siteNames } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { titleOf } from './message.ts'
import { say } from './strings.ts'

/** In the list: the moment that comes next, or was the last. */
export function periodText({ state, startsAt, endsAt }: PopupRecord): string {
  if (state === 'planned' && startsAt) return say('from', { when: dateText(startsAt) })
  if (state === 'ended' && endsAt) return say('since', { when: dateText(endsAt) })
  return state === 'live' && endsAt ? say('until', { when: dateText(endsAt) }) : ''
}

export function stateBadge(popup: PopupRecord): TemplateResult {
  const { sites, when } = told(popup)
  switch (popup.state) {
    case 'deleted':
      return html`<span class="badge bad">${say('isDeleted')}</span>`
    case 'hidden':
      return html`<span class="badge">${say('isOff')}</span>`
    case 'planned':
      return html`<span class="badge brand">${icon('calendar')} ${say('isPlanned', { sites, when })}</span>`
    case 'ended':
      return html`<span class="badge">${say('isEnded', { when })}</span>`
    case 'live':
      return html`<span class="badge good">${icon('check')} ${say('isOn', { sites })}</span>
        ${popup.endsAt ? periodText(popup) : ''}`
    default:
      return popup.state satisfies never
  }
}

export function savedText(popup: PopupRecord): string {
  const words = { hidden: 'savedOff', deleted: 'savedOff', live: 'savedOn' } as const
  if (popup.state === 'planned') return say('savedPlanned', told(popup))
  if (popup.state === 'ended') return say('savedEnded', told(popup))
  return say(words[popup.state], told(popup))
}

/** After the switch. */
export function switchedText(popup: PopupRecord): string {
  const words = {
    hidden: 'nowOff',
    deleted: 'nowOff',
    live: 'nowOn',
    planned: 'willBeOn',
    ended: 'hasEnded',
  } as const
  return say(words[popup.state], told(popup))
}

function told(popup: PopupRecord) {
  const lang = language()
  const { sites, state, startsAt = '', endsAt = '' } = popup
  return {
    title: titleOf(popup, lang),
    sites: siteNames(sites),
    when: dateText(state === 'planned' ? startsAt : endsAt),
  }
}

/** The messages as a list: where each is shown, and the switch that sends it to the website. */
import { css, html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { repeat } from 'lit/directives/repeat.js'
import { isIconId } from '../../../../shared/contract/icon.ts'
import type { PopupRecord } from '../../../api/popups.ts'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { withColon } from '../../language.ts'
import { unsavedBadge } from '../../parts/editing/unsaved-new.ts'
import { SITES } from '../../parts/sites.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { messageLink, websiteIcon } from '../../websites.ts'
import { iconAddress, titleOf } from './message.ts'
import { periodText } from './on-website.ts'
import { say } from './strings.ts'

/** What is to be done with a message. */
export type ListAct = 'send' | 'withdraw' | 'remove' | 'restore'

/** Fires `popup-act` with `{ act, popup }`. */
export class PopupListElement extends ConsoleElement {
  static override styles = css`
    /* Icons keep their shapes. */
    .thumb {
      width: 2.5rem;
      height: 2.5rem;
      object-fit: contain;
    }
    img.thumb {
      background: none;
    }
    .period {
      width: min-content;
      min-width: 8.5rem;
      white-space: normal;
      text-wrap: balance;
      word-break: keep-all;
      border-radius: 0.8rem;
    }
    @media (max-width: 50rem) {
      .entry {
        width: 100%;
      }
      .act {
        margin-inline-start: -0.7rem;
      }
    }
    @media (min-width: 50.01rem) {
      th.switch {
        white-space: nowrap;
      }
    }
  `
  static override properties = { popups: { attribute: false }, unsaved: { attribute: false } }

  declare popups: readonly PopupRecord[]
  /** Keys of the drafts in this tab, as in `popups/12`. */
  declare unsaved: ReadonlySet<string>

  constructor() {
    super()
    this.unsaved = new Set()
    this.popups = []
  }

  protected override render() {
    return html`<table class="list">
      <thead>
        <tr>
          <th scope="col">${say('message')}</th>
          <th scope="col">${say('where')}</th>
          <th scope="col">${say('when')}</th>
          <th scope="col" class="switch">${say('sendShort')}</th>
          <th scope="col"><span class="visually-hidden">${say('actions')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${repeat(this.popups, idOf, popup => this.#row(popup))}
      </tbody>
    </table>`
  }

  #row(popup: PopupRecord) {
    const { lang } = this
    const other = lang === 'en-US' ? 'zh-HK' : 'en-US'
    const title = titleOf(popup, lang)
    const otherTitle = popup.texts[other].msgTitle
    return html`<tr data-popup=${popup.popupId}>
      <td class="title">
        <div class="entry">
          ${
            isIconId(popup.iconId)
              ? html`<img class="thumb" src=${iconAddress(popup.iconId)} alt="" loading="lazy">`
              : html`<span class="thumb">${icon('megaphone')}</span>`
          }
          <div class="titles">
            ${
              popup.deleted
                ? html`<strong>${title}</strong>`
                : html`<a href="/console/popups/${popup.popupId}">${title}</a>`
            }
            ${otherTitle && otherTitle !== title ? html`<span class="quiet small" lang=${other}>${otherTitle}</span>` : nothing}
            ${this.unsaved.has(`popups/${popup.popupId}`) ? unsavedBadge() : nothing}
          </div>
        </div>
      </td>
      <td data-label=${say('where')}>
        <div class="badges">${popup.sites.map(site => html`<span class="badge">${SITES[site][lang]}</span>`)}</div>
      </td>
      <td class="date" data-label=${say('when')}>${dateText(popup.displayDate)}</td>
      <td data-label=${say('sendShort')}>
        ${
          popup.deleted
            ? html`<span class="badge">${say('isDeleted')}</span>`
            : html`<label class="switch">
              <input type="checkbox" role="switch" .checked=${live(popup.onWebsite)}
                @change=${(event: Event) => this.#switch(event, popup)}>
              <span class="visually-hidden">${withColon(say('send'), title)}</span>
            </label>
            ${this.#period(popup)}`
        }
      </td>
      <td class="actions">
        ${
          popup.deleted
            ? html`<button class="act" @click=${() => this.#tell('restore', popup)}>
                ${icon('arrow-counterclockwise')} ${say('restore')}<span class="visually-hidden">${withColon('', title)}</span>
              </button>`
            : html`${websiteIcon(messageLink(popup), title)}
              <a class="act" href="/console/popups/new/${popup.popupId}" title=${say('duplicate')}>
                ${icon('copy')} <span class="words">${say('duplicate')}<span class="visually-hidden">${withColon('', title)}</span></span>
              </a>
              <button class="act" title=${say('remove')} @click=${() => this.#tell('remove', popup)}>
                ${icon('trash')} <span class="words">${say('remove')}<span class="visually-hidden">${withColon('', title)}</span></span>
              </button>`
        }
      </td>
    </tr>`
  }

  /** What the switch does not say: that it has not begun, or is over. */
  #period(popup: PopupRecord) {
    const text = periodText(popup)
    if (text === '') return nothing
    const look = { planned: 'brand', live: 'good', ended: '', hidden: '', deleted: '' }[popup.state]
    return html`<span class="badge period ${look}">${text}</span>`
  }

  #switch(event: Event, popup: PopupRecord): void {
    const { checked } = event.target as HTMLInputElement
    this.#tell(checked ? 'send' : 'withdraw', popup)
  }

  #tell(act: ListAct, popup: PopupRecord): void {
    this.dispatchEvent(new CustomEvent('popup-act', { detail: { act, popup } }))
  }
}

/** A row stays its message's while others come before it: what is pressed there means that one. */
const idOf = ({ popupId }: PopupRecord) => popupId

customElements.define('popup-list', PopupListElement)

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
import { switches } from '../../parts/switches.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { look } from '../../styles.ts'
import { messageLink, websiteIcon } from '../../websites.ts'
import { iconAddress, titleOf } from './message.ts'
import { periodText } from './on-website.ts'
import { say } from './strings.ts'

/** What is to be done with a message. */
export type ListAct = 'send' | 'withdraw' | 'remove' | 'restore'

/** Fires `popup-act` with `{ act, popup }`. */
export class PopupListElement extends ConsoleElement {
  static override styles = [
    look,
    switches,
    css`
      .message {
        display: flex;
        gap: 0.9rem;
        align-items: center;
      }
      .message img,
      .message .blank {
        inline-size: 40px;
        block-size: 40px;
        flex: none;
        border-radius: 8px;
        object-fit: contain;
      }
      .message .blank {
        display: grid;
        place-items: center;
        background: var(--wa-color-surface-lowered);
        color: var(--wa-color-text-quiet);
      }
      .message a,
      .message strong,
      .message .quiet {
        display: block;
        overflow-wrap: anywhere;
      }
      .badges {
        display: flex;
        flex-wrap: wrap;
        gap: 0.3rem;
      }
      .buttons {
        display: inline-flex;
        gap: 0.25rem;
      }
      .buttons a,
      .buttons button {
        display: inline-flex;
        align-items: center;
        justify-content: center;
        gap: 0.45rem;
        min-inline-size: 44px;
        min-block-size: 44px;
        padding: 0 0.7rem;
        border: 0;
        border-radius: var(--wa-border-radius-m);
        background: none;
        color: var(--wa-color-text-quiet);
        font: inherit;
        text-decoration: none;
        cursor: pointer;
      }
      .buttons :is(a, button):hover {
        background: var(--wa-color-neutral-fill-quiet);
        color: var(--wa-color-text-normal);
      }
      .badge.period {
        inline-size: min-content;
        min-inline-size: 8.5rem;
        white-space: normal;
        text-wrap: balance;
        word-break: keep-all;
        border-radius: 0.8rem;
      }
      @media (max-width: 50rem) {
        .message {
          inline-size: 100%;
        }
        .buttons {
          margin-inline: -0.7rem;
        }
      }
      @media (min-width: 50.01rem) {
        .buttons .words {
          position: absolute;
          inline-size: 1px;
          block-size: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
        th.switch {
          white-space: nowrap;
        }
      }
    `,
  ]
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
        <div class="message">
          ${
            isIconId(popup.iconId)
              ? html`<img src=${iconAddress(popup.iconId)} alt="" loading="lazy">`
              : html`<span class="blank">${icon('megaphone')}</span>`
          }
          <div>
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
        <div class="buttons">
          ${
            popup.deleted
              ? html`<button @click=${() => this.#tell('restore', popup)}>
                ${icon('arrow-counterclockwise')} ${say('restore')}<span class="visually-hidden">${withColon('', title)}</span>
              </button>`
              : html`${websiteIcon(messageLink(popup), title)}
              <a href="/console/popups/new/${popup.popupId}" title=${say('duplicate')}>
                ${icon('copy')} <span class="words">${say('duplicate')}<span class="visually-hidden">${withColon('', title)}</span></span>
              </a>
              <button title=${say('remove')} @click=${() => this.#tell('remove', popup)}>
                ${icon('trash')} <span class="words">${say('remove')}<span class="visually-hidden">${withColon('', title)}</span></span>
              </button>`
          }
        </div>
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

/** `<popup-list>`: all popup messages, by state and website, where each is shown, and the switch that sends it there. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { isIconId } from '../../../../shared/contract/icon.ts'
import type { PopupList, PopupRecord } from '../../../api/popups.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { language, withColon } from '../../language.ts'
import { say as sayOfEditing } from '../../parts/editing/strings.ts'
import { unsavedBelow, unsavedNew } from '../../parts/editing/unsaved-new.ts'
import { type KeptList, List } from '../../parts/list.ts'
import { listFrame, segments, siteSelection } from '../../parts/list-frame.ts'
import { listTable } from '../../parts/list-table.ts'
import { copyAct, removeAct, restoreAct, rowStyles, siteBadges, titlesCell } from '../../parts/record-row.ts'
import { dateText } from '../../parts/wall-clock.ts'
import { messageLink, websiteIcon } from '../../websites.ts'
import { iconAddress, type PopupForm, titleOf } from './message.ts'
import { periodText, switchedText } from './on-website.ts'
import { say } from './strings.ts'

const kept: KeptList<'site' | 'state'> = { query: { site: '', state: '' }, shown: 0 }

class PopupListPage extends ActingPage {
  static override styles = [
    rowStyles,
    css`
      .filters {
        justify-content: space-between;
      }
      .filters select {
        min-width: 12rem;
      }
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
    `,
  ]

  readonly #list = new List<PopupList, 'popups', 'site' | 'state'>(this, {
    path: '/popups',
    rows: 'popups',
    topics: ['popups'],
    kept,
  })

  protected override render(): TemplateResult {
    const write = html`<wa-button variant="brand" href="/console/popups/new">${icon('plus', 'start')}${say('newMessage')}</wa-button>`
    return html`<console-page-header heading=${say('title')} intro=${say('intro')}>${write}</console-page-header>
      ${this.whenLoaded(() => {
        const unsaved = unsavedBelow<PopupForm>('popups/', form => titleOf(form, language()))
        return html`<div class="stack">
          <div class="filters">${this.#states()} ${siteSelection(this.#list)}</div>
          ${unsavedNew(unsaved)}
          ${listFrame(this.#list, {
            empty: { icon: 'megaphone', heading: say('emptyTitle'), text: say('emptyText'), action: write },
            none: { heading: say('noneTitle'), text: say('noneText') },
            table: () => this.#table(unsaved),
          })}
        </div>`
      })}`
  }

  #states(): TemplateResult {
    const { live = 0, planned = 0, ended = 0, hidden = 0, deleted = 0 } = this.#list.answer?.counts ?? {}
    return segments(this.#list, 'state', say('state'), [
      ['', say('stateAll'), live + planned + ended + hidden],
      ['live', say('stateLive'), live],
      ['planned', say('statePlanned'), planned],
      ['ended', say('stateEnded'), ended],
      ['hidden', say('stateHidden'), hidden],
      ['deleted', say('stateDeleted'), deleted],
    ])
  }

  #table(unsaved: ReadonlyMap<string, string>): TemplateResult {
    return listTable(this.#list.rows, ({ popupId }) => popupId, [
      {
        label: say('message'),
        kind: 'title',
        cell: popup =>
          titlesCell({
            picture: isIconId(popup.iconId)
              ? html`<img class="thumb" src=${iconAddress(popup.iconId)} alt="" loading="lazy">`
              : html`<span class="thumb">${icon('megaphone')}</span>`,
            title: titleOf(popup, this.lang),
            otherTitle: popup.texts[this.lang === 'en-US' ? 'zh-HK' : 'en-US'].msgTitle,
            href: popup.deleted ? undefined : `/console/popups/${popup.popupId}`,
            isUnsaved: unsaved.has(`popups/${popup.popupId}`),
          }),
      },
      { label: say('where'), cell: ({ sites }) => html`<div class="badges">${siteBadges(sites)}</div>` },
      { label: say('when'), kind: 'date', cell: ({ displayDate }) => dateText(displayDate) },
      { label: say('sendShort'), cell: popup => this.#send(popup) },
      { label: say('actions'), kind: 'actions', cell: popup => this.#actions(popup) },
    ])
  }

  #send(popup: PopupRecord): TemplateResult {
    if (popup.deleted) return html`<span class="badge">${say('isDeleted')}</span>`
    return html`<label class="switch">
        <input type="checkbox" role="switch" .checked=${live(popup.onWebsite)}
          @change=${(event: Event) => this.#switch(event, popup)}>
        <span class="visually-hidden">${withColon(say('send'), titleOf(popup, this.lang))}</span>
      </label>
      ${period(popup)}`
  }

  #actions(popup: PopupRecord): TemplateResult {
    const { popupId, deleted } = popup
    const title = titleOf(popup, this.lang)
    return deleted
      ? restoreAct(title, () => this.#restore(popupId, title))
      : html`${websiteIcon(messageLink(popup), title)}
        ${copyAct(say('duplicate'), title, `/console/popups/new/${popupId}`)}
        ${removeAct(title, () => this.#remove(popupId, title))}`
  }

  #switch({ target }: Event, { popupId }: PopupRecord): void {
    const { checked: onWebsite } = target as HTMLInputElement
    void this.#act(async () => {
      const now = await this.api.post<PopupRecord & Undone>(`/popups/${popupId}/website`, { onWebsite })
      this.done(switchedText(now), now)
    })
  }

  #remove(popupId: number, title: string): void {
    void this.#act(async () =>
      this.done(sayOfEditing('removed', { title }), await this.api.delete<Undone>(`/popups/${popupId}`)),
    )
  }

  #restore(popupId: number, title: string): void {
    void this.#act(async () => {
      await this.api.post(`/popups/${popupId}/restore`)
      this.say(sayOfEditing('isBack', { title }))
    })
  }

  /** Read again when it was refused as well: a switch goes back then. */
  async #act(call: () => Promise<void>): Promise<void> {
    await this.act(call)
    this.reload()
  }
}

/** What the switch does not say: that it has not begun, or is over. */
function period(popup: PopupRecord): TemplateResult | typeof nothing {
  const text = periodText(popup)
  if (text === '') return nothing
  const look = { planned: 'brand', live: 'good', ended: '', hidden: '', deleted: '' }[popup.state]
  return html`<span class="badge period ${look}">${text}</span>`
}

customElements.define('popup-list', PopupListPage)

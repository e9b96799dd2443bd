/** `<popup-messages-page>`: all popup messages, by state and website, at `popups`. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { PopupRecord } from '../../../api/popups.ts'
import { draftsBelow } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import { language } from '../../language.ts'
import { unsavedNew } from '../../parts/editing/unsaved-new.ts'
import { ListClock } from '../../parts/list-clock.ts'
import { type PopupForm, titleOf } from './message.ts'
import { MessageActs } from './message-acts.ts'
import { noPopups, popupFilters } from './popup-filters.ts'
import type { ListAct } from './popup-list.ts'
import './popup-list.ts'
import { type KeptChoice, PopupQuery } from './popup-query.ts'
import { say } from './strings.ts'

/** Kept while the console is open: the way back from a message leads to the same list. */
const choice: KeptChoice = {}

class PopupMessagesPage extends MessageActs {
  static override styles = css`
    .filters {
      justify-content: space-between;
      margin-block-end: var(--wa-space-m);
    }
    .site {
      min-width: 12rem;
    }
    .more {
      display: grid;
      justify-items: center;
      padding-block-start: var(--wa-space-m);
    }
  `

  readonly #query = new PopupQuery(this, choice, () => void this.#load())
  readonly #clock = new ListClock(this, () => this.reload())

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('popups', () => this.reload())
  }

  protected override arrive(): void {
    void this.#load()
  }

  async #load(): Promise<void> {
    await this.load(
      signal => this.#query.fetch(signal),
      found => {
        this.#query.show(found)
        this.#clock.set(found.changesInMs)
      },
    )
  }

  protected override render(): TemplateResult {
    return html`<console-page-header heading=${say('title')} intro=${say('intro')}>
        <wa-button variant="brand" href="/console/popups/new">${icon('plus', 'start')}${say('newMessage')}</wa-button>
      </console-page-header>
      ${this.whenLoaded(() => html`${popupFilters(this.#query)}${this.#messages(unsavedTitles())}`)}`
  }

  #messages(unsaved: ReadonlyMap<string, string>): TemplateResult {
    const { found } = this.#query
    if (!found) return html``
    const fresh = unsavedNew(unsaved)
    if (found.popups.length === 0) return html`${fresh}${noPopups(this.#query, found)}`
    return html`${fresh}<div class="card flush">
        <popup-list .popups=${found.popups} .unsaved=${new Set(unsaved.keys())} @popup-act=${this.#onAct}></popup-list>
      </div>
      ${found.next ? html`<div class="more"><wa-button appearance="outlined" @click=${this.#more}>${say('more')}</wa-button></div>` : nothing}`
  }

  #more = async (): Promise<void> => {
    await this.act(() => this.#query.more())
  }

  #onAct = ({ detail: { act, popup } }: CustomEvent<{ act: ListAct; popup: PopupRecord }>): void => {
    void this.actOn(popup, act)
  }

  protected override async perform(popup: PopupRecord, act: ListAct): Promise<void> {
    try {
      await super.perform(popup, act)
    } finally {
      // The page may have been left meanwhile; an undo works all the same.
      if (this.isConnected) void this.#load()
    }
  }
}

/** Of the drafts in this tab, by their keys. */
const unsavedTitles = (): ReadonlyMap<string, string> =>
  new Map(
    [...draftsBelow<{ form: PopupForm }>('popups/')].map(([key, { form }]) => [
      key,
      titleOf(form, language()),
    ]),
  )

customElements.define('popup-messages-page', PopupMessagesPage)

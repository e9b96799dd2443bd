/** `<popup-all-clear-page>`: which messages of severe weather go, and what is posted in their place, before it is done. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type TemplateResult } from 'lit'
import { isIconId } from '../../../../shared/contract/icon.ts'
import { isSiteId } from '../../../../shared/contract/site.ts'
import type { AllClear, AllClearDone } from '../../../api/all-clear.ts'
import type { PopupRecord } from '../../../api/popups.ts'
import { ActingPage } from '../../acting-page.ts'
import { icon } from '../../icons.ts'
import { numberText } from '../../language.ts'
import { fields } from '../../parts/fields.ts'
import '../../parts/console-empty.ts'
import { siteNames } from '../../parts/sites.ts'
import { look } from '../../styles.ts'
import { iconAddress, type PopupForm, titleOf } from './message.ts'
import { periodText } from './on-website.ts'
import './popup-preview.ts'
import { say, type Word } from './strings.ts'

export class PopupAllClearPage extends ActingPage {
  static override styles = [
    look,
    fields,
    css`
      .parts {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: var(--wa-space-l);
        align-items: start;
      }
      @media (max-width: 60rem) {
        .parts {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      #gone {
        margin-block-end: 0.4rem;
      }
      .choice {
        inline-size: 100%;
        padding-block: 0.4rem;
      }
      .choice img {
        inline-size: 36px;
        block-size: 36px;
        flex: none;
      }
      .choice strong,
      .choice .small {
        display: block;
      }
      .posted > * + * {
        margin-block-start: var(--wa-space-s);
      }
    `,
  ]
  static override properties = { found: { state: true }, kept: { state: true } }

  declare private found: AllClear | undefined
  /** Messages that are to stay. */
  declare private kept: ReadonlySet<number>

  constructor() {
    super()
    this.kept = new Set()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn('popups')
  }

  protected override arrive(): void {
    void this.load(
      signal => this.api.get<AllClear>('/popups/all-clear', { signal }),
      found => {
        this.found = found
      },
    )
  }

  protected override render(): TemplateResult {
    return html`<console-page-header heading=${this.#t('allClear')} intro=${this.#t('allClearIntro')} back="popups" back-text=${this.#t('title')}></console-page-header>
      ${this.whenLoaded(() => this.#content())}`
  }

  #content(): TemplateResult {
    const { found } = this
    if (!found) return html``
    if (found.popups.length === 0)
      return html`<div class="card"><console-empty icon="megaphone" heading=${this.#t('nothingToClear')} text=${this.#t('nothingToClearText')}></console-empty></div>`
    const gone = this.#gone
    const message = this.#message(found.message as PopupForm)
    return html`<div class="parts">
        <div class="stack">
          <section class="card" role="group" aria-labelledby="gone">
            <h2 id="gone">${this.#t('takenDown')}</h2>
            ${found.popups.map(popup => this.#choice(popup))}
          </section>
          <div><wa-button variant="brand" ?disabled=${gone.length === 0} @click=${() => this.#post()}>${icon('check', 'start')}${say('clearNow', this.lang, { count: numberText(gone.length, this.lang) })}</wa-button></div>
        </div>
        <section class="card posted" aria-labelledby="posted">
          <h2 id="posted">${this.#t('posted')}</h2>
          <p><strong>${titleOf(message, this.lang)}</strong><br>
            ${gone.length > 0 ? siteNames(message.sites, this.lang) : this.#t('noneChosen')}</p>
          <p><a href="/console/popups/templates/all-clear">${this.#t('editTemplate')}</a></p>
          <popup-preview .lang=${this.lang} .api=${this.api} .form=${message}></popup-preview>
        </section>
      </div>`
  }

  #choice(popup: PopupRecord): TemplateResult {
    const period = periodText(popup, this.lang)
    return html`<label class="choice">
      <input type="checkbox" .checked=${!this.kept.has(popup.popupId)} @change=${() => this.#toggle(popup.popupId)}>
      ${isIconId(popup.iconId) ? html`<img src=${iconAddress(popup.iconId)} alt="">` : nothing}
      <span><strong>${titleOf(popup, this.lang)}</strong>
        <span class="quiet small">${siteNames(popup.sites, this.lang)}${period && ` · ${period}`}</span></span>
    </label>`
  }

  get #gone(): PopupRecord[] {
    return (this.found?.popups ?? []).filter(({ popupId }) => !this.kept.has(popupId))
  }

  /** The preview asks for it whenever it is another object. */
  #shown: { of: PopupForm; sites: string; message: PopupForm } | undefined
  /** On the websites of what goes. */
  #message(of: PopupForm): PopupForm {
    const sites = [...new Set(this.#gone.flatMap(({ sites }) => sites))].filter(isSiteId).sort()
    if (this.#shown?.of !== of || this.#shown.sites !== sites.join())
      this.#shown = { of, sites: sites.join(), message: { ...of, sites } }
    return this.#shown.message
  }

  #toggle(popupId: number): void {
    const kept = new Set(this.kept)
    if (!kept.delete(popupId)) kept.add(popupId)
    this.kept = kept
  }

  async #post(): Promise<void> {
    const popupIds = this.#gone.map(({ popupId }) => popupId)
    const { api } = this
    const done = await this.leaveAfter(() => api.post<AllClearDone>('/popups/all-clear', { popupIds }))
    if (!done) return this.reload()
    const { popup, undo } = done
    const said = {
      count: numberText(popupIds.length, this.lang),
      title: titleOf(popup, this.lang),
      sites: siteNames(popup.sites, this.lang),
    }
    this.offerUndo(say('cleared', this.lang, said), () => api.post('/popups/all-clear/restore', { undo }))
    this.go('popups')
  }

  #t(word: Word): string {
    return say(word, this.lang)
  }
}

customElements.define('popup-all-clear-page', PopupAllClearPage)

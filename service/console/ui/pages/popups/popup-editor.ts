/**
 * `<popup-editor>`: one message, in both languages, with its icon, button, websites and date.
 *
 * What is typed is kept in this browser until it is saved. A change names what it is based on, so that of two people at
 * work on one message neither overwrites the other without knowing.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, LitElement, nothing, type PropertyValues } from 'lit'
import { live } from 'lit/directives/live.js'
import { CONFIRMATIONS, type Confirmation } from '../../../../../shared/contract/popup.ts'
import { SITE_IDS, type SiteId } from '../../../../../shared/contract/site.ts'
import { ApiProblem, type FieldError } from '../../api.ts'
import type { PageParts } from '../../console-page.ts'
import { type Draft, draft } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import { LANGUAGES, type Language } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import '../../parts/console-field-errors.ts'
import '../../parts/console-restored.ts'
import '../../parts/rich-text/rich-text.ts'
import type { ConsoleRichText } from '../../parts/rich-text/rich-text.ts'
import '../../parts/upload/console-media-picker.ts'
import type { ConsoleMediaPicker } from '../../parts/upload/console-media-picker.ts'
import { look } from '../../styles.ts'
import './icon-picker.ts'
import { fromField, toField } from '../../parts/wall-clock.ts'
import type { PopupIconPicker } from './icon-picker.ts'
import { formOf, isSame, type PopupForm, type PopupRecord, titleOf } from './message.ts'
import './popup-conflict.ts'
import './popup-preview.ts'
import { fields } from '../../parts/fields.ts'
import { SITES, siteNames } from '../../parts/sites.ts'
import { say, type Word } from './strings.ts'
import { switches } from './styles.ts'

/** What is kept of unsaved work. */
interface Kept {
  form: PopupForm
  /** What it is based on; without one it is a new message. */
  stamp?: string
}

const NARROW = matchMedia('(max-width: 50rem)')

/** Fires `popup-saved` with the record, and `popup-remove` when it is to be deleted. */
export class PopupEditor extends LitElement {
  static override styles = [
    look,
    fields,
    switches,
    css`
      .languages {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
        gap: var(--wa-space-l);
      }
      .language {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        align-content: start;
        gap: var(--wa-space-m);
        min-inline-size: 0;
      }
      .language h2 {
        color: var(--wa-color-text-quiet);
      }
      .lower {
        display: grid;
        grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
        gap: var(--wa-space-l);
        align-items: start;
      }
      .settings {
        display: grid;
        gap: var(--wa-space-l);
      }
      .send {
        padding-block-start: var(--wa-space-m);
        border-block-start: 1px solid var(--wa-color-surface-border);
      }
      .beside {
        position: sticky;
        inset-block-start: 5rem;
      }
      .save {
        position: sticky;
        inset-block-end: 0;
        z-index: 2;
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--wa-space-s);
        margin-block-start: var(--wa-space-l);
        padding: 0.75rem var(--wa-space-l);
        border: 1px solid var(--wa-color-surface-border);
        border-radius: var(--wa-border-radius-l) var(--wa-border-radius-l) 0 0;
        background: var(--console-card);
        box-shadow: 0 -6px 20px rgb(0 0 0 / 0.08);
      }
      .save .state {
        flex: 1 1 12rem;
      }
      .fault {
        margin-block-start: 0.35rem;
        font-size: 0.9375rem;
        color: var(--wa-color-danger-on-quiet);
      }
      console-rich-text {
        --rich-text-height: 13rem;
        --rich-text-bar-top: 3.75rem;
      }
      @media (max-width: 60rem) {
        .lower {
          grid-template-columns: minmax(0, 1fr);
        }
        .beside {
          position: static;
        }
      }
      @media (max-width: 50rem) {
        .save {
          padding: 0.6rem var(--wa-space-m);
        }
        .save .state {
          flex-basis: 100%;
        }
        .save [variant='brand'] {
          margin-inline-start: auto;
        }
        [role='tablist'] {
          margin-block-end: var(--wa-space-m);
        }
      }
    `,
  ]
  static override properties = {
    lang: {},
    parts: { attribute: false },
    base: { attribute: false },
    start: { attribute: false },
    zone: {},
    draftKey: { attribute: false },
    form: { state: true },
    errors: { state: true },
    problem: { state: true },
    conflict: { state: true },
    isSaving: { state: true },
    isRestored: { state: true },
    isNarrow: { state: true },
    shownTab: { state: true },
  }

  declare lang: Language
  declare parts: PageParts
  /** The message as it is stored; undefined while it is new. */
  declare base: PopupRecord | undefined
  /** What a new message begins with. */
  declare start: PopupForm
  declare zone: string
  /** Under which unsaved work is kept. */
  declare draftKey: string
  declare private form: PopupForm
  declare private errors: readonly FieldError[]
  declare private problem: ApiProblem | undefined
  declare private conflict: PopupRecord | undefined
  declare private isSaving: boolean
  declare private isRestored: boolean
  declare private isNarrow: boolean
  declare private shownTab: Language | undefined

  #draft: Draft<Kept> | undefined
  /** What the form is based on. */
  #stamp: string | undefined

  constructor() {
    super()
    this.errors = []
    this.isSaving = false
    this.isRestored = false
    this.isNarrow = NARROW.matches
  }

  override connectedCallback(): void {
    super.connectedCallback()
    NARROW.addEventListener('change', this.#onWidth)
    addEventListener('keydown', this.#onKey)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    NARROW.removeEventListener('change', this.#onWidth)
    removeEventListener('keydown', this.#onKey)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.#draft === undefined) this.#begin()
    else if (changed.has('draftKey')) this.#rename()
    else if (changed.has('base')) this.#meet(changed.get('base'))
  }

  /** With what was being typed, where something was. */
  #begin(): void {
    const stored = this.base ? formOf(this.base) : this.start
    this.#draft = draft<Kept>(this.draftKey)
    const kept = this.#draft.value
    this.isRestored = kept !== undefined && !isSame(kept.form, stored)
    this.form = this.isRestored && kept ? kept.form : stored
    this.#stamp = this.isRestored && kept ? kept.stamp : this.base?.stamp
  }

  /** A new message has got its number. */
  #rename(): void {
    this.#draft?.clear()
    this.#draft = draft<Kept>(this.draftKey)
    this.#keep()
  }

  /** Somebody has changed the message: shown at once where nothing of our own would be lost. */
  #meet(before: PopupRecord | undefined): void {
    if (!this.base || this.base.stamp === this.#stamp) return
    if (before && this.#stamp === before.stamp && isSame(this.form, before)) {
      this.form = formOf(this.base)
      this.#stamp = this.base.stamp
    }
  }

  get #isDirty(): boolean {
    return !isSame(this.form, this.base ?? this.start)
  }

  protected override render() {
    const { lang, conflict } = this
    return html`
      <div class="stack">
        ${
          this.isRestored
            ? html`<console-restored .lang=${lang} @console-discard=${this.#discard}></console-restored>`
            : nothing
        }
        ${
          conflict
            ? html`<popup-conflict .lang=${lang} .mine=${this.form} .theirs=${conflict}
                @console-mine=${() => this.#saveOver(conflict)}
                @console-theirs=${() => this.#takeTheirs(conflict)}
                @console-copy=${this.#saveCopy}></popup-conflict>`
            : nothing
        }
        ${
          this.errors.length > 0
            ? html`<console-field-errors .lang=${lang} .errors=${this.errors} .label=${this.#placeName}></console-field-errors>`
            : nothing
        }
        ${this.problem ? html`<p class="note bad" role="alert">${icon('exclamation')} <span class="grow">${problemText(this.problem, lang)}</span></p>` : nothing}
        <section class="card">
          ${this.isNarrow ? this.#tabs() : nothing}
          <div class="languages">${LANGUAGES.map(each => this.#language(each))}</div>
        </section>
        <div class="lower">
          <section class="card settings" aria-labelledby="settings">${this.#settings()}</section>
          <section class="card beside" aria-label=${this.#t('preview')}>
            <popup-preview .lang=${lang} .api=${this.parts.api} .form=${this.form}></popup-preview>
          </section>
        </div>
      </div>
      ${this.#saveBar()}
      <console-media-picker .lang=${lang} .api=${this.parts.api}></console-media-picker>
    `
  }

  #tabs() {
    const shown = this.shownTab ?? this.lang
    return html`<div class="segments" role="tablist" aria-label=${this.#t('texts')} @keydown=${this.#onTabKey}>
      ${LANGUAGES.map(
        each => html`<button type="button" role="tab" id="tab-${each}" aria-controls="text-${each}"
          aria-selected=${each === shown ? 'true' : 'false'} tabindex=${each === shown ? 0 : -1}
          @click=${() => this.#chooseTab(each)}>${this.#languageName(each)}</button>`,
      )}
    </div>`
  }

  #language(each: Language) {
    const text = this.form.texts[each]
    const name = this.#languageName(each)
    const isHidden = this.isNarrow && each !== (this.shownTab ?? this.lang)
    const label = (word: Word) => `${this.#t(word)} (${name})`
    return html`<div class="language" id="text-${each}" ?hidden=${isHidden}
      role=${this.isNarrow ? 'tabpanel' : 'group'} aria-label=${name}>
      ${this.isNarrow ? nothing : html`<h2>${name}</h2>`}
      <div>
        <label class="label" for="title-${each}">${this.#t('msgTitle')}<span class="visually-hidden"> (${name})</span></label>
        <input class="control" id="title-${each}" lang=${each} autocomplete="off" .value=${live(text.msgTitle)}
          aria-invalid=${this.#faultsAt('/texts').length > 0 ? 'true' : nothing}
          @input=${(event: Event) => this.#write(each, { msgTitle: (event.target as HTMLInputElement).value })}>
      </div>
      <div>
        <span class="label" aria-hidden="true" @click=${this.#focusText}>${this.#t('msgBody')}</span>
        <console-rich-text lang=${this.lang} text-lang=${each} label=${label('msgBody')} .html=${text.msgBody} .choosePicture=${this.#choosePicture}
          @change=${(event: Event) => this.#write(each, { msgBody: (event.target as ConsoleRichText).html })}></console-rich-text>
        <console-field-errors .lang=${this.lang} .errors=${this.errors} path="/texts/${each}/msgBody"></console-field-errors>
      </div>
    </div>`
  }

  #settings() {
    const { form, lang } = this
    const faults = (path: string) =>
      html`<console-field-errors .lang=${lang} .errors=${this.errors} path=${path}></console-field-errors>`
    return html`<h2 id="settings">${this.#t('settings')}</h2>
      <fieldset>
        <legend>${this.#t('sites')}</legend>
        <div class="choices">
          ${SITE_IDS.map(
            site => html`<label class="choice"><input type="checkbox" .checked=${live(form.sites.includes(site))}
              @change=${() => this.#toggleSite(site)}> ${SITES[site][lang]}</label>`,
          )}
        </div>
        ${faults('/sites')}
      </fieldset>
      <div>
        <label class="label" for="date">${this.#t('displayDate')}</label>
        <input class="control" id="date" type="datetime-local" step="1" aria-describedby="date-hint" .value=${live(toField(form.displayDate))}
          @change=${(event: Event) => this.#change({ displayDate: fromField((event.target as HTMLInputElement).value) })}>
        <p class="hint" id="date-hint">${say('displayHint', lang, { zone: this.zone })}</p>
        ${faults('/displayDate')}
      </div>
      <popup-icon-picker .lang=${lang} .value=${form.iconId ?? ''} @change=${this.#chooseIcon}></popup-icon-picker>
      <fieldset @change=${this.#chooseButton}>
        <legend>${this.#t('button')}</legend>
        <div class="choices column">
          ${(['', ...CONFIRMATIONS] as const).map(
            value => html`<label class="choice"><input type="radio" name="button" value=${value}
              .checked=${live((form.needConfirm ?? '') === value)}>
              ${this.#t(value === '' ? 'noButton' : value === 'confirm' ? 'confirm' : 'accept')}</label>`,
          )}
        </div>
      </fieldset>
      <div class="send">
        <label class="switch"><input type="checkbox" role="switch" .checked=${live(form.onWebsite)}
          @change=${(event: Event) => this.#change({ onWebsite: (event.target as HTMLInputElement).checked })}>
          ${this.#t('send')}</label>
      </div>`
  }

  #saveBar() {
    return html`<div class="save">
      <p class="state row">${this.#stateBadges()}</p>
      ${
        this.base && !this.base.deleted
          ? html`<wa-button appearance="plain" @click=${() => this.dispatchEvent(new CustomEvent('popup-remove'))}>${icon('trash', 'start')}${this.#t('remove')}</wa-button>`
          : nothing
      }
      <wa-button variant="brand" ?loading=${this.isSaving} @click=${() => this.#save()} title="Ctrl+S">${this.#t(this.isSaving ? 'saving' : 'save')}</wa-button>
    </div>`
  }

  #stateBadges() {
    const { base, lang } = this
    const isShown = base?.onWebsite && !base.deleted
    const state = !base
      ? html`<span class="badge">${this.#t('isNew')}</span>`
      : base.deleted
        ? html`<span class="badge bad">${this.#t('isDeleted')}</span>`
        : isShown
          ? html`<span class="badge good">${icon('check')} ${say('isOn', lang, { sites: siteNames(base.sites, lang) })}</span>`
          : html`<span class="badge">${this.#t('isOff')}</span>`
    const changed =
      this.#isDirty && base ? html`<span class="badge warn">${this.#t('isChanged')}</span>` : nothing
    return html`${state} ${changed}`
  }

  #write(each: Language, text: Partial<PopupForm['texts'][Language]>): void {
    const { texts } = this.form
    this.#change({ texts: { ...texts, [each]: { ...texts[each], ...text } } })
  }

  #change(change: Partial<PopupForm>): void {
    this.form = { ...this.form, ...change }
    this.#keep()
  }

  #keep(): void {
    if (this.#isDirty)
      this.#draft?.keep({ form: this.form, ...(this.#stamp !== undefined && { stamp: this.#stamp }) })
    else {
      this.#draft?.clear()
      this.isRestored = false
    }
  }

  #toggleSite(site: SiteId): void {
    const { sites } = this.form
    this.#change({ sites: SITE_IDS.filter(each => (each === site) !== sites.includes(each)) })
  }

  #chooseIcon = (event: Event): void => {
    const { value } = event.target as PopupIconPicker
    const { iconId: _, ...others } = this.form
    this.form = value === '' ? others : { ...others, iconId: value }
    this.#keep()
  }

  #chooseButton = (event: Event): void => {
    const { value } = event.target as HTMLInputElement
    const { needConfirm: _, ...others } = this.form
    this.form = value === '' ? others : { ...others, needConfirm: value as Confirmation }
    this.#keep()
  }

  /** What was put back is thrown away, and can still be had again. */
  #discard = (): void => {
    const { form } = this
    const stamp = this.#stamp
    this.form = this.base ? formOf(this.base) : this.start
    this.#stamp = this.base?.stamp
    this.isRestored = false
    this.conflict = undefined
    this.#draft?.clear()
    this.parts.offerUndo(this.#t('tookTheirs'), () => {
      this.form = form
      this.#stamp = stamp
      this.#keep()
    })
  }

  async #save(stamp = this.#stamp): Promise<void> {
    if (this.isSaving) return
    this.errors = this.#missing()
    this.problem = undefined
    if (this.errors.length > 0) return
    const { form, base } = this
    this.isSaving = true
    try {
      const saved = base
        ? await this.parts.api.put<PopupRecord>(`/popups/${base.popupId}`, { ...form, stamp })
        : await this.parts.api.post<PopupRecord>('/popups', form)
      this.#saved(saved, form)
    } catch (error) {
      this.#refused(error)
    } finally {
      this.isSaving = false
    }
  }

  #saved(saved: PopupRecord, sent: PopupForm): void {
    this.conflict = undefined
    this.isRestored = false
    this.#stamp = saved.stamp
    const isCurrent = isSame(this.form, sent)
    this.base = saved
    if (isCurrent) {
      this.form = formOf(saved)
      this.#draft?.clear()
    }
    this.parts.say(
      saved.onWebsite
        ? say('savedOn', this.lang, { sites: siteNames(saved.sites, this.lang) })
        : this.#t('savedOff'),
    )
    this.dispatchEvent(new CustomEvent('popup-saved', { detail: saved }))
  }

  #refused(error: unknown): void {
    if (!(error instanceof ApiProblem)) throw error
    const { current } = (error.body ?? {}) as { current?: PopupRecord }
    if (error.status === 409 && current) {
      this.conflict = current
      void this.updateComplete.then(() => {
        const box = this.renderRoot.querySelector('popup-conflict')
        box?.scrollIntoView({ block: 'center' })
      })
    } else if (error.errors.length > 0) this.errors = error.errors
    else this.problem = error
  }

  #saveOver({ stamp }: PopupRecord): void {
    void this.#save(stamp)
  }

  #takeTheirs(theirs: PopupRecord): void {
    const mine = this.form
    this.conflict = undefined
    this.base = theirs
    this.form = formOf(theirs)
    this.#stamp = theirs.stamp
    this.isRestored = false
    this.#draft?.clear()
    this.parts.offerUndo(this.#t('tookTheirs'), () => {
      this.form = mine
      this.#keep()
    })
  }

  #saveCopy = async (): Promise<void> => {
    try {
      const saved = await this.parts.api.post<PopupRecord>('/popups', this.form)
      this.#draft?.clear()
      this.parts.say(
        saved.onWebsite
          ? say('savedOn', this.lang, { sites: siteNames(saved.sites, this.lang) })
          : this.#t('savedOff'),
      )
      this.parts.go(`popups/${saved.popupId}`)
    } catch (error) {
      this.#refused(error)
    }
  }

  /** What a person has forgotten, said in their language before the service is asked. */
  #missing(): FieldError[] {
    const { texts, sites, displayDate } = this.form
    const found: FieldError[] = []
    if (!texts['en-US'].msgTitle.trim() && !texts['zh-HK'].msgTitle.trim())
      found.push({ path: `/texts/${this.lang}/msgTitle`, reason: this.#t('needTitle') })
    if (sites.length === 0) found.push({ path: '/sites', reason: this.#t('needSite') })
    if (!displayDate) found.push({ path: '/displayDate', reason: this.#t('needDate') })
    return found
  }

  #faultsAt(path: string): readonly FieldError[] {
    return this.errors.filter(error => error.path.startsWith(path) && error.path.endsWith('/msgTitle'))
  }

  #placeName = (path: string): string | undefined => {
    const [, part, lang, field] = path.split('/')
    if (part === 'sites') return this.#t('sites')
    if (part === 'displayDate') return this.#t('displayDate')
    if (part === 'texts' && (lang === 'en-US' || lang === 'zh-HK'))
      return `${this.#t(field === 'msgBody' ? 'msgBody' : 'msgTitle')} (${this.#languageName(lang)})`
    return undefined
  }

  /** By its name, so that it has the address that websites reach. */
  #choosePicture = async (): Promise<{ address: string; text: string } | undefined> => {
    const medium = await this.renderRoot.querySelector<ConsoleMediaPicker>('console-media-picker')?.choose()
    return medium && { address: `media:${medium.name}`, text: '' }
  }

  #focusText = (event: Event): void => {
    const next = (event.target as HTMLElement).nextElementSibling
    ;(next as ConsoleRichText | null)?.focus()
  }

  #languageName(each: Language): string {
    return this.#t(each === 'en-US' ? 'english' : 'chinese')
  }

  #chooseTab(each: Language): void {
    this.shownTab = each
  }

  #onTabKey = async (event: KeyboardEvent): Promise<void> => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    this.shownTab = (this.shownTab ?? this.lang) === 'en-US' ? 'zh-HK' : 'en-US'
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(`#tab-${this.shownTab}`)?.focus()
  }

  #onWidth = (): void => {
    this.isNarrow = NARROW.matches
  }

  #onKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    void this.#save()
  }

  #t(word: Word): string {
    return say(word, this.lang)
  }
}

/** For the page's heading. */
export { titleOf }

customElements.define('popup-editor', PopupEditor)

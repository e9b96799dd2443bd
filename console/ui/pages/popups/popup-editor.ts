/** `<popup-editor>`: one message, in both languages, with its settings and as a website shows it. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { PopupRecord } from '../../../api/popups.ts'
import type { FieldError } from '../../api.ts'
import { ConsoleElement } from '../../console-element.ts'
import type { PageParts } from '../../console-page.ts'
import { icon } from '../../icons.ts'
import { LANGUAGES } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import '../../parts/console-field-errors.ts'
import '../../parts/console-restored.ts'
import '../../parts/editing/console-conflict.ts'
import '../../parts/editing/console-save-bar.ts'
import type { TextChange } from '../../parts/editing/console-texts.ts'
import '../../parts/editing/console-texts.ts'
import { type Changes, Editing } from '../../parts/editing/editing.ts'
import { periodFaults } from '../../parts/editing/period.ts'
import { STRINGS as EDITING } from '../../parts/editing/strings.ts'
import '../../parts/upload/console-media-picker.ts'
import type { ConsoleMediaPicker } from '../../parts/upload/console-media-picker.ts'
import { described, placeName } from './described.ts'
import { formOf, type PopupForm, textsOf, withText } from './message.ts'
import { savedText, stateBadge, switchedText } from './on-website.ts'
import '../../parts/console-preview.ts'
import './popup-settings.ts'
import { say } from './strings.ts'
import './template-choice.ts'

const PATHS = { title: 'msgTitle', body: 'msgBody' }

/** Fires `popup-saved` with the record. */
export class PopupEditor extends ConsoleElement {
  static override styles = css`
    .lower {
      display: grid;
      grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
      gap: var(--wa-space-l);
      align-items: start;
    }
    .beside {
      position: sticky;
      inset-block-start: 5rem;
    }
    @media (max-width: 60rem) {
      .lower {
        grid-template-columns: minmax(0, 1fr);
      }
      .beside {
        position: static;
      }
    }
  `
  static override properties = {
    parts: { attribute: false },
    base: { attribute: false },
    start: { attribute: false },
    zone: {},
    draftKey: { attribute: false },
    isCopy: { attribute: false },
  }

  declare parts: PageParts
  /** The message as it is stored; undefined while it is new. */
  declare base: PopupRecord | undefined
  /** What a new message begins with. */
  declare start: PopupForm
  declare zone: string
  /** Whether a new message starts with the words of another one. */
  declare isCopy: boolean
  /** Under which unsaved work is kept. */
  declare draftKey: string

  #editing = new Editing<PopupForm, PopupRecord>(this, { formOf, save: () => void this.#save() })

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { base } = this
    if (this.#editing.form === undefined)
      this.#editing.open(this.draftKey, base ? { saved: base } : { blank: this.start })
    else if (changed.has('draftKey')) this.#editing.rename(this.draftKey)
    else if (changed.has('base') && base) this.#editing.follow(base)
  }

  showPreview(): void {
    const preview = this.renderRoot.querySelector<HTMLElement>('.beside')
    preview?.scrollIntoView({ block: 'center' })
    preview?.focus({ preventScroll: true })
  }

  protected override render() {
    const { form, errors, problem, theirs, isRestored } = this.#editing
    if (!form) return nothing
    return html`
      <div class="stack">
        ${
          isRestored ? html`<console-restored @console-discard=${this.#discard}></console-restored>` : nothing
        }
        ${theirs ? this.#conflict(form, theirs) : nothing}
        ${
          errors.length > 0
            ? html`<console-field-errors .errors=${errors} .label=${this.#placeName}></console-field-errors>`
            : nothing
        }
        ${problem ? html`<p class="note bad" role="alert">${icon('exclamation')} <span class="grow">${problemText(problem)}</span></p>` : nothing}
        ${
          !this.base && !this.isCopy
            ? html`<popup-template-choice @popup-template=${this.#onTemplate}></popup-template-choice>`
            : nothing
        }
        <console-texts .texts=${textsOf(form)} .bodyName=${say('msgBody')} .paths=${PATHS}
          .errors=${errors} .choosePicture=${this.#choosePicture} @console-text=${this.#onText}></console-texts>
        <div class="lower">
          <popup-settings .zone=${this.zone} .form=${form} .errors=${errors}
            @popup-settings=${this.#onSettings}></popup-settings>
          <section class="card beside" tabindex="-1" aria-label=${say('preview')}>
            <console-preview .api=${this.parts.api} path="/popups/preview" .form=${form}></console-preview>
          </section>
        </div>
      </div>
      ${this.#saveBar(form)}
      <console-media-picker .api=${this.parts.api}></console-media-picker>
    `
  }

  #conflict(mine: PopupForm, theirs: PopupRecord): TemplateResult {
    return html`<console-conflict .heading=${say(theirs.deleted ? 'conflictDeleted' : 'conflict')}
      .mine=${described(formOf(mine))} .theirs=${described(formOf(theirs))} .copy=${say('saveCopy')}
      @console-mine=${this.#keepMine} @console-theirs=${this.#takeTheirs} @console-copy=${this.#saveCopy}></console-conflict>`
  }

  #saveBar({ onWebsite }: PopupForm): TemplateResult {
    const { isSaving } = this.#editing
    const isOn = this.#isOn
    const word = isSaving ? 'saving' : onWebsite === isOn ? 'save' : onWebsite ? 'saveSend' : 'saveTakeDown'
    return html`<console-save-bar>
      <p slot="state" class="row">${this.#state()}</p>
      <label class="switch"><input type="checkbox" role="switch" .checked=${live(onWebsite)}
        @change=${(event: Event) => this.#editing.change({ onWebsite: (event.target as HTMLInputElement).checked })}>
        ${say('send')}</label>
      <wa-button variant="brand" ?loading=${isSaving} @click=${() => this.#save()} title="Ctrl+S">${say(word)}</wa-button>
    </console-save-bar>`
  }

  /** Whether websites have it, as far as is known. */
  get #isOn(): boolean {
    const { base } = this.#editing
    return base !== undefined && !base.deleted && base.onWebsite
  }

  #state(): TemplateResult {
    const { base, isChanged } = this.#editing
    if (!base) return html`<span class="badge">${say('isNew')}</span>`
    return html`${stateBadge(base)} ${isChanged ? html`<span class="badge warn">${EDITING.isChanged[this.lang]}</span>` : nothing}`
  }

  #onText = ({ detail }: CustomEvent<TextChange>): void => {
    const { form } = this.#editing
    if (form) this.#editing.change({ texts: withText(form.texts, detail) })
  }

  /** What it takes the place of can be had again. */
  #onTemplate = ({ detail }: CustomEvent<Changes<PopupForm>>): void => {
    const { form, isChanged } = this.#editing
    this.#editing.change(detail)
    if (form && isChanged)
      this.parts.offerUndo(say('templateReplaced'), () =>
        this.#editing.change({ iconId: undefined, needConfirm: undefined, ...form }),
      )
  }

  #onSettings = ({ detail }: CustomEvent<Changes<PopupForm>>): void => {
    this.#editing.change(detail)
  }

  /** What was put back is thrown away, and can still be had again. */
  #discard = (): void => this.parts.offerUndo(EDITING.discarded[this.lang], this.#editing.discard())

  /** For an undo; what was refused, and why, is in the form as well. */
  async #saveOrThrow(): Promise<void> {
    if (await this.#save()) return
    throw this.#editing.problem ?? new Error('the message was not saved')
  }

  /** @returns whether it was; if not, the form says why */
  async #save(): Promise<boolean> {
    if (!this.#editing.check(this.#missing())) return false
    const wasOn = this.#isOn
    const saved = await this.#editing.save((form, stamp) => {
      const { base } = this.#editing
      return base
        ? this.parts.api.put<PopupRecord>(`/popups/${base.popupId}`, { ...form, stamp })
        : this.#create(form)
    })
    if (!saved) return false
    this.#tellSaved(saved, wasOn)
    this.dispatchEvent(new CustomEvent('popup-saved', { detail: saved }))
    return true
  }

  #create(form: PopupForm): Promise<PopupRecord> {
    return this.parts.api.post<PopupRecord>('/popups', form)
  }

  #tellSaved(saved: PopupRecord, wasOn = false): void {
    if (saved.onWebsite || !wasOn) this.parts.say(savedText(saved))
    else
      this.parts.offerUndo(switchedText(saved), () => {
        this.#editing.change({ onWebsite: true })
        return this.#saveOrThrow()
      })
  }

  #keepMine = (): void => {
    this.#editing.overrule()
    void this.#save()
  }

  #takeTheirs = (): void => this.parts.offerUndo(EDITING.tookTheirs[this.lang], this.#editing.takeTheirs())

  #saveCopy = async (): Promise<void> => {
    const saved = await this.#editing.save(form => this.#create(form))
    if (!saved) return
    this.#tellSaved(saved)
    this.#editing.rename(`popups/${saved.popupId}`)
    this.parts.go(`popups/${saved.popupId}`)
  }

  /** What a person has forgotten, said in their language before the service is asked. */
  #missing(): FieldError[] {
    const { form } = this.#editing
    const found: FieldError[] = []
    if (!form) return found
    if (LANGUAGES.every(each => form.texts[each].msgTitle.trim() === ''))
      found.push({ path: '/texts', reason: EDITING.needTitle[this.lang] })
    if (form.sites.length === 0) found.push({ path: '/sites', reason: EDITING.needSite[this.lang] })
    if (!form.displayDate) found.push({ path: '/displayDate', reason: EDITING.needDate[this.lang] })
    const settings = this.renderRoot.querySelector('popup-settings')?.shadowRoot
    return [...found, ...periodFaults(settings, form, ['startsAt', 'endsAt'])]
  }

  #placeName = (path: string): string | undefined => placeName(path)

  /** By its name, so that it has the address that websites reach. */
  #choosePicture = async (): Promise<{ address: string; text: string } | undefined> => {
    const medium = await this.renderRoot.querySelector<ConsoleMediaPicker>('console-media-picker')?.choose()
    return medium && { address: `media:${medium.name}`, text: '' }
  }
}

customElements.define('popup-editor', PopupEditor)

/**
 * The page of one record that websites show: at `popups/12`, a new one at `popups/new`, a copy at `popups/new/12`.
 *
 * Its frame is here: what was found again, what others have saved meanwhile, what is wrong, and the bar that saves. What
 * is written and chosen is the page's own.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Medium } from '../../../api/medium.ts'
import type { Overview } from '../../../api/overview.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import type { FieldError } from '../../api.ts'
import { icon } from '../../icons.ts'
import { websiteButton } from '../../websites.ts'
import { didNotWork } from '../console-failure.ts'
import '../console-field-errors.ts'
import type { ConsoleMediaPicker } from '../upload/console-media-picker.ts'
import '../upload/console-media-picker.ts'
import type { Described } from './console-conflict.ts'
import './console-save-bar.ts'
import type { TextChange, TextNames, Texts } from './console-texts.ts'
import './console-texts.ts'
import type { Changes, Editing } from './editing.ts'
import { conflictNote, restoredNote } from './notes.ts'
import { say } from './strings.ts'

/** What a kind of record is called. */
export interface RecordWords {
  list: string
  isNew: string
  text: string
  /** The switch that shows it on its websites. */
  show: string
  saveAndShow: string
  saveAndHide: string
  conflict: string
  copy: string
}

export abstract class RecordPage<
  Form extends { texts: Texts },
  Saved extends Form & { stamp: string },
  Along extends object = object,
> extends ActingPage {
  static override properties: PropertyDeclarations = { zone: { state: true } }

  /** That of the school's time. */
  declare protected zone: string
  /** In the address, the API and the keys of drafts. */
  protected abstract readonly path: 'popups' | 'news'
  protected abstract readonly editing: Editing<Form, Saved, Along>

  /** What the API calls title and text. */
  protected abstract readonly names: TextNames

  protected abstract words(theirs: Saved | undefined): RecordWords
  protected abstract idOf(saved: Saved): string | number
  protected abstract titleOf(form: Form): string
  /** What a new record begins with. */
  protected abstract blank(now: string, copied: Saved | undefined): Form
  protected abstract isDeleted(saved: Saved): boolean
  /** Whether websites show it, whatever the clock makes of it. */
  protected abstract isOn(form: Form): boolean
  protected abstract switched(isOn: boolean): Changes<Form>
  /** What a person has forgotten, said in their language before the service is asked. */
  protected abstract missing(form: Form): FieldError[]
  protected abstract described(form: Form): Described[]
  protected abstract placeName(path: string): string | undefined
  protected abstract stateOf(saved: Saved): unknown
  protected abstract savedText(saved: Saved, was: Saved | undefined): string
  protected abstract hiddenText(saved: Saved): string
  protected abstract linkOf(saved: Saved): string | undefined
  protected abstract fields(form: Form): TemplateResult
  protected abstract showPreview(): void

  constructor() {
    super()
    this.zone = 'Asia/Hong_Kong'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reloadOn(this.path)
  }

  protected override arrive(): void {
    const { base } = this.editing
    // A new record that was just saved is on the screen already.
    if (base && `${this.idOf(base)}` === this.rest[0]) return
    this.editing.close()
    this.failure = undefined
    this.loading = 'never'
    void this.load(
      signal => this.#read(signal),
      found => {
        const { form, base, isSaving } = this.editing
        if ('saved' in found) this.know(found.saved)
        if (form === undefined) this.editing.open([this.path, ...this.rest].join('/'), found)
        else if ('saved' in found && !isSaving && base === found.base) this.editing.follow(found.saved)
      },
    )
  }

  async #read(signal: AbortSignal): Promise<{ saved: Saved; base: Saved | undefined } | { blank: Form }> {
    const { base } = this.editing
    const get = (id: string) => this.api.get<Saved>(this.#address(id), { signal })
    const { school } = await this.api.get<Pick<Overview, 'school'>>('/overview', { signal })
    this.zone = school.zone
    const [id = '', from] = this.rest
    if (id !== 'new') return { saved: await get(id), base }
    return { blank: this.blank(school.now, from === undefined ? undefined : await get(from)) }
  }

  #address(id: string | number): string {
    return `/${this.path}/${encodeURIComponent(id)}`
  }

  protected override render(): TemplateResult {
    const { form, base, errors, theirs } = this.editing
    const words = this.words(theirs)
    return html`<console-page-header heading=${this.#heading(words)} back=${this.path} back-text=${words.list}>
        ${
          form
            ? html`<wa-button appearance="outlined" @click=${() => this.showPreview()}>${icon('eye', 'start')} ${say('preview')}</wa-button>`
            : nothing
        }
        ${
          base && !this.isDeleted(base)
            ? html`${websiteButton(this.linkOf(base))} ${this.moreActions(base)}
              <wa-button appearance="outlined" @click=${() => this.#remove(base)}>${icon('trash', 'start')} ${say('remove')}</wa-button>`
            : nothing
        }
      </console-page-header>
      ${this.whenLoaded(() =>
        form
          ? html`<div class="stack">
              ${restoredNote(this.editing)} ${base && this.isDeleted(base) ? this.deletedNote(base) : nothing}
              ${conflictNote(this.editing, {
                heading: words.conflict,
                described: form => this.described(form),
                copy: words.copy,
                saveCopy: this.#saveCopy,
              })}
              ${
                errors.length > 0
                  ? html`<console-field-errors .errors=${errors} .label=${(path: string) => this.placeName(path)}></console-field-errors>`
                  : nothing
              }
              ${this.above()}
              <console-texts .texts=${form.texts} .bodyName=${words.text} .names=${this.names} .errors=${errors}
                .choosePicture=${this.#choosePicture} @console-text=${this.#onText}></console-texts>
              ${this.fields(form)}
            </div>
            <console-media-picker .api=${this.api}></console-media-picker>
            ${this.#saveBar(form, words)}`
          : html``,
      )}`
  }

  #heading({ isNew, list }: RecordWords): string {
    const { base, form } = this.editing
    if (this.rest[0] === 'new') return isNew
    const named = base ?? form
    return named ? this.titleOf(named) : list
  }

  #saveBar(form: Form, { show, saveAndShow, saveAndHide }: RecordWords): TemplateResult {
    const { base, isSaving, isChanged } = this.editing
    const isOn = this.isOn(form)
    const wasOn = base !== undefined && this.isOn(base)
    const word = isSaving ? say('saving') : isOn === wasOn ? say('save') : isOn ? saveAndShow : saveAndHide
    const fault = this.fault()
    return html`<console-save-bar>
      <p slot="state" class="row" role="status">
        ${
          fault === undefined
            ? html`${base ? this.stateOf(base) : html`<span class="badge">${say('isNew')}</span>`}
              ${base && isChanged ? html`<span class="badge warn">${say('isChanged')}</span>` : nothing}`
            : html`<span class="fault">${icon('exclamation')} ${fault}</span>`
        }
      </p>
      <label class="switch"><input type="checkbox" role="switch" .checked=${live(isOn)}
        @change=${({ target }: Event) => this.change(this.switched((target as HTMLInputElement).checked))}>
        ${show}</label>
      <wa-button variant="brand" ?loading=${isSaving} @click=${() => this.save()} title="Ctrl+S">${word}</wa-button>
    </console-save-bar>`
  }

  #onText = ({ detail: { lang, name, value } }: CustomEvent<TextChange>): void => {
    const texts = this.editing.form?.texts
    if (texts)
      this.change({ texts: { ...texts, [lang]: { ...texts[lang], [name]: value } } } as Changes<Form>)
  }

  /** By its name, so that it has the address that websites reach. */
  #choosePicture = async (): Promise<{ address: string; text: string } | undefined> => {
    const medium = await this.chooseMedium()
    return medium && { address: `media:${medium.name}`, text: '' }
  }

  protected async chooseMedium(): Promise<Medium | undefined> {
    return await this.renderRoot.querySelector<ConsoleMediaPicker>('console-media-picker')?.choose()
  }

  protected faultsAt(path: string): TemplateResult {
    return html`<console-field-errors .errors=${this.editing.errors} path=${path}></console-field-errors>`
  }

  /** Why it is not saved. */
  protected fault(): string | undefined {
    const { problem } = this.editing
    return problem && didNotWork(problem)
  }

  /** What a new record can start with. */
  protected above(): unknown {
    return nothing
  }

  protected moreActions(_saved: Saved): unknown {
    return nothing
  }

  protected deletedNote(_saved: Saved): unknown {
    return nothing
  }

  /** The service has told of it. */
  protected know(_saved: Saved): void {}

  protected isReady(): boolean {
    return true
  }

  protected change(changes: Changes<Form>): void {
    this.editing.change(changes)
  }

  protected async save(): Promise<void> {
    const was = this.editing.base
    const saved = await this.#send((form, stamp) =>
      was
        ? this.api.put<Saved>(this.#address(this.idOf(was)), { ...form, stamp })
        : this.api.post<Saved>(`/${this.path}`, form),
    )
    if (!saved) return
    if (!was) {
      // Its address takes the place of that of a new one.
      history.replaceState(history.state, '', `/console/${this.#rename(saved)}`)
      this.rest = [`${this.idOf(saved)}`]
    }
    this.#tellSaved(saved, was)
  }

  #saveCopy = async (): Promise<void> => {
    const saved = await this.#send(form => this.api.post<Saved>(`/${this.path}`, this.copyOf(form)))
    if (!saved) return
    this.go(this.#rename(saved))
    this.#tellSaved(saved, undefined)
  }

  protected copyOf(form: Form): Form {
    return form
  }

  async #send(send: (form: Form, stamp: string | undefined) => Promise<Saved>): Promise<Saved | undefined> {
    const { form } = this.editing
    if (!form || !this.isReady() || !this.editing.check(this.missing(form))) return undefined
    const saved = await this.editing.save(send)
    if (saved) this.know(saved)
    return saved
  }

  /** @returns the address of what was new */
  #rename(saved: Saved): string {
    const id = this.idOf(saved)
    this.editing.rename(`${this.path}/${id}`)
    return `${this.path}/${encodeURIComponent(id)}`
  }

  #tellSaved(saved: Saved, was: Saved | undefined): void {
    if (!this.isOn(saved) && was && this.isOn(was))
      this.offerUndo(this.hiddenText(saved), () => this.#showAgain(saved))
    else this.say(this.savedText(saved, was))
  }

  /** As it was saved; what has been typed since is not sent, and stays typed. */
  async #showAgain(saved: Saved): Promise<void> {
    const form = { ...this.editing.formOf(saved), ...this.switched(true), stamp: saved.stamp }
    const shown = await this.api.put<Saved>(this.#address(this.idOf(saved)), form)
    this.say(this.savedText(shown, saved))
    const { base } = this.editing
    if (!base || this.idOf(base) !== this.idOf(shown)) return
    this.editing.adopt(shown)
    this.change(this.switched(true))
  }

  async #remove(saved: Saved): Promise<void> {
    const removed = await this.leaveAfter(() => this.api.delete<Undone>(this.#address(this.idOf(saved))))
    if (!removed) return
    this.done(say('removed', { title: this.titleOf(saved) }), removed)
    this.go(this.path)
  }

  protected async restore(saved: Saved): Promise<void> {
    const restored = await this.act(() => this.api.post<Saved>(`${this.#address(this.idOf(saved))}/restore`))
    if (!restored) return
    this.know(restored)
    this.editing.adopt(restored)
    this.say(say('isBack', { title: this.titleOf(restored) }))
  }
}

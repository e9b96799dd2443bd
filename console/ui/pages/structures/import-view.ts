/**
 * Imports a student list: choose, drop or paste it, look at what it would do, confirm.
 *
 * Fires `import-done` {undo, said}.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/spinner/spinner.js'
import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { ImportedList, StudentListPreview, StudentListUpload } from '../../../api/student-lists.ts'
import { API_BASE, type Api, ApiProblem } from '../../api.ts'
import { draft } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import type { Language } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import { controls } from '../../parts/controls.ts'
import { WORDS } from '../../parts/words.ts'
import { look } from '../../styles.ts'
import { importPreview } from './import-preview.ts'
import { FAULT_TEXTS, IMPORT_STRINGS, importedText } from './import-strings.ts'
import { importStyles } from './import-view.styles.ts'

const MOST_BYTES = 5 * 1024 * 1024
/** A long list on a slow machine. */
const TIMEOUT_MS = 60_000

type Defaults = NonNullable<StudentListUpload['defaults']>

export class ImportView extends LitElement {
  static override styles = [look, controls, importStyles]
  static override properties = {
    lang: {},
    api: { attribute: false },
    units: { attribute: false },
    years: { attribute: false },
    preview: { state: true },
    name: { state: true },
    pasted: { state: true },
    isOver: { state: true },
    isBusy: { state: true },
    failure: { state: true },
    notice: { state: true },
  }

  declare lang: Language
  declare api: Api
  declare units: readonly { unitId: number; name: string }[]
  declare years: readonly { yearId: number; name: string }[]
  declare private preview: StudentListPreview | undefined
  declare private name: string
  declare private pasted: string
  declare private isOver: boolean
  declare private isBusy: boolean
  declare private failure: string | undefined
  declare private notice: string | undefined

  #file = ''
  #defaults: Defaults = {}
  #draft = draft<string>('structures/import')

  constructor() {
    super()
    this.name = ''
    this.pasted = this.#draft.value ?? ''
    this.isOver = false
    this.isBusy = false
  }

  override render() {
    return html`<div class="stack">
      ${this.preview ? this.#look(this.preview) : this.#choose()}
      <div role="alert">${this.failure === undefined ? nothing : html`<p class="note bad">${this.failure}</p>`}</div>
      <div role="status">
        ${this.isBusy ? html`<p class="row"><wa-spinner></wa-spinner> ${this.#t('looking')}</p>` : nothing}
      </div>
    </div>`
  }

  #choose(): TemplateResult {
    return html`
      <div
        class="card drop ${this.isOver ? 'over' : ''}"
        @dragover=${this.#onDragOver}
        @dragleave=${() => (this.isOver = false)}
        @drop=${this.#onDrop}
      >
        ${icon('upload')}
        <p>${this.#t('drop')}</p>
        <label class="choose">
          <input type="file" accept=".csv,.tsv,.txt,text/csv" ?disabled=${this.isBusy} @change=${this.#onFile} />
          <span>${this.#t('choose')}</span>
        </label>
        <p class="quiet small">${this.#t('limits')}</p>
        <p><a href="${API_BASE}/student-lists/template?lang=${this.lang}" download>${icon('download')} ${this.#t('template')}</a></p>
      </div>
      <form class="card stack" @submit=${this.#onPaste}>
        <label class="field">
          ${this.#t('paste')}
          <span class="hint">${this.#t('pasteHint')}</span>
          <textarea rows="6" spellcheck="false" .value=${this.pasted} @input=${this.#onTyped}></textarea>
        </label>
        <div class="row"><wa-button type="submit" variant="brand" ?disabled=${this.pasted.trim() === '' || this.isBusy}>${this.#t('look')}</wa-button></div>
      </form>
      <section class="card stack">
        <p class="quiet">${this.#t('columns')}</p>
        <fieldset>
          <legend>${this.#t('defaults')}</legend>
          ${this.#places()}
        </fieldset>
      </section>
    `
  }

  #places(): TemplateResult {
    const set = (name: keyof Defaults) => (event: Event) => {
      const { value } = event.target as HTMLSelectElement
      const { [name]: _before, ...others } = this.#defaults
      this.#defaults =
        value === '' ? others : { ...others, [name]: name === 'groupName' ? value : Number(value) }
    }
    return html`<div class="form">
      <label class="field">
        ${WORDS.group[this.lang]}
        <input maxlength="200" autocomplete="off" placeholder=${this.#t('noGroup')} @change=${set('groupName')} .value=${this.#defaults.groupName ?? ''} />
      </label>
      <label class="field">
        ${WORDS.unit[this.lang]}
        <select @change=${set('unitId')}>
          <option value=""></option>
          ${this.units.map(({ unitId, name }) => html`<option value=${unitId} ?selected=${unitId === this.#defaults.unitId}>${name}</option>`)}
        </select>
      </label>
      <label class="field">
        ${WORDS.year[this.lang]}
        <select @change=${set('yearId')}>
          <option value=""></option>
          ${this.years.map(({ yearId, name }) => html`<option value=${yearId} ?selected=${yearId === this.#defaults.yearId}>${name}</option>`)}
        </select>
      </label>
    </div>`
  }

  #look(preview: StudentListPreview): TemplateResult {
    const { lang, units, years, name, notice, isBusy } = this
    const confirm = (seal: string) => void this.#confirm(seal)
    return importPreview({ lang, units, years, name, preview, notice, isBusy, confirm, again: this.#again })
  }

  #onDragOver = (event: DragEvent): void => {
    event.preventDefault()
    this.isOver = true
  }

  #onDrop = (event: DragEvent): void => {
    event.preventDefault()
    this.isOver = false
    const [file] = event.dataTransfer?.files ?? []
    if (file) void this.#read(file)
  }

  #onFile = (event: Event): void => {
    const [file] = (event.target as HTMLInputElement).files ?? []
    if (file) void this.#read(file)
  }

  async #read(file: File): Promise<void> {
    this.name = file.name
    if (file.size > MOST_BYTES) {
      this.failure = FAULT_TEXTS['too-big'][this.lang]
      return
    }
    this.#file = base64Of(new Uint8Array(await file.arrayBuffer()))
    await this.#preview()
  }

  #onTyped = (event: Event): void => {
    this.pasted = (event.target as HTMLTextAreaElement).value
    // A browser keeps a few million characters; a list that is longer comes from a file, which is there still.
    if (this.pasted.length < 200_000) this.#draft.keep(this.pasted)
  }

  #onPaste = (event: Event): void => {
    event.preventDefault()
    this.name = ''
    this.#file = base64Of(new TextEncoder().encode(this.pasted))
    void this.#preview()
  }

  async #preview(): Promise<void> {
    const preview = await this.#call<StudentListPreview>({})
    if (!preview) return
    this.preview = preview
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('#preview')?.focus()
  }

  async #confirm(seal: string): Promise<void> {
    const done = await this.#call<ImportedList>({ seal })
    if (!done) return
    this.#draft.clear()
    const said = importedText(done.counts, this.lang)
    this.dispatchEvent(new CustomEvent('import-done', { detail: { undo: done.undo, said } }))
  }

  async #call<T>(more: object): Promise<T | undefined> {
    this.isBusy = true
    this.failure = undefined
    this.notice = undefined
    try {
      const body = { file: this.#file, defaults: this.#defaults, ...more }
      return await this.api.post<T>('/student-lists', body, { timeoutMs: TIMEOUT_MS })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.status === 409) {
        await this.#preview()
        this.notice = this.#t('moved')
      } else this.failure = problemText(error, this.lang)
      return undefined
    } finally {
      this.isBusy = false
    }
  }

  #again = (): void => {
    this.preview = undefined
    this.notice = undefined
    this.#file = ''
  }

  #t(name: keyof typeof IMPORT_STRINGS): string {
    return IMPORT_STRINGS[name][this.lang]
  }
}

/** In pieces: a call has so many arguments only. */
function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

customElements.define('import-view', ImportView)

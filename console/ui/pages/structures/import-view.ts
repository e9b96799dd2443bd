/**
 * Imports a student list: choose, drop or paste it, look at what it would do, confirm.
 *
 * Fires `import-done` {undo, said}.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import '@awesome.me/webawesome/dist/components/spinner/spinner.js'
import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { ImportFault } from '../../../../service/school/import/faults.ts'
import type { ImportDefaults, PlannedGroup, PlannedRow } from '../../../../service/school/import/plan.ts'
import type { ImportPreview } from '../../../../service/school/import/students.ts'
import { API_BASE, type Api, ApiProblem } from '../../api.ts'
import { draft } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import { countText, type Language, numberText } from '../../language.ts'
import { problemText } from '../../parts/console-failure.ts'
import { controls } from '../../parts/controls.ts'
import { nameIn, otherNameIn, WORDS } from '../../parts/words.ts'
import { look } from '../../styles.ts'
import { FAULT_TEXTS, FIELD_NAMES, IMPORT_COUNTS, IMPORT_STRINGS } from './import-strings.ts'
import { importStyles } from './import-view.styles.ts'

const MOST_BYTES = 5 * 1024 * 1024
/** A long list on a slow machine. */
const TIMEOUT_MS = 60_000

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
  declare private preview: ImportPreview | undefined
  declare private name: string
  declare private pasted: string
  declare private isOver: boolean
  declare private isBusy: boolean
  declare private failure: string | undefined
  declare private notice: string | undefined

  #file = ''
  #defaults: ImportDefaults = {}
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
    const set = (name: keyof ImportDefaults) => (event: Event) => {
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

  #look(preview: ImportPreview): TemplateResult {
    const { counts, newGroups, ignored, encoding, seal } = preview
    const toWrite = counts.new + counts.changed
    return html`
      <section class="card stack tight" aria-labelledby="preview">
        <h2 id="preview" tabindex="-1">${this.#t('preview')}${this.name === '' ? nothing : html`: ${this.name}`}</h2>
        ${this.notice === undefined ? nothing : html`<p class="note warn">${this.notice}</p>`}
        <ul class="counts">
          ${(['new', 'changed', 'unchanged', 'faults'] as const).map(
            kind =>
              html`<li class=${kind}><strong>${numberText(counts[kind], this.lang)}</strong> ${this.#t(kind)}</li>`,
          )}
        </ul>
        ${this.#named(
          'newGroups',
          newGroups.map(group => this.#groupText(group)),
        )}
        ${this.#named('ignored', ignored)}
        ${encoding === undefined ? nothing : html`<p class="quiet small">${this.#t('readAs')}: ${encoding.toUpperCase()}</p>`}
        ${seal === undefined && counts.faults === 0 ? html`<p class="note">${this.#t('nothing')}</p>` : nothing}
        <div class="row">
          ${
            seal === undefined
              ? nothing
              : html`<wa-button variant="brand" ?disabled=${this.isBusy} @click=${() => this.#confirm(seal, toWrite)}>
                  ${icon('check', 'start')} ${countText(IMPORT_COUNTS.confirm, toWrite, this.lang)}
                </wa-button>`
          }
          ${seal !== undefined && counts.faults > 0 ? html`<span class="quiet">${this.#t('withoutFaults')}</span>` : nothing}
          <wa-button appearance="outlined" @click=${this.#again}>${this.#t('again')}</wa-button>
        </div>
      </section>
      ${preview.faults.length > 0 ? this.#faults(preview.faults) : nothing}
      ${preview.rows.length > 0 ? this.#rows(preview.rows) : nothing}
    `
  }

  #named(name: 'newGroups' | 'ignored', all: readonly string[]): TemplateResult | typeof nothing {
    if (all.length === 0) return nothing
    const more = all.length > 12 ? '…' : ''
    return html`<p>${this.#t(name)}: <strong>${all.slice(0, 12).join(this.lang === 'zh-HK' ? '、' : ', ')}${more}</strong></p>`
  }

  #groupText({ groupName, unitId, yearId }: PlannedGroup): string {
    const unit = this.units.find(one => one.unitId === unitId)?.name ?? unitId
    const year = this.years.find(one => one.yearId === yearId)?.name ?? yearId
    return `${groupName} (${unit}, ${year})`
  }

  #faults(faults: readonly ImportFault[]): TemplateResult {
    return html`<section class="card flush" aria-labelledby="faults">
      <div class="head">
        <h2 id="faults">${this.#t('faultsTitle')}</h2>
        <p class="quiet">${this.#t('faultsText')}</p>
      </div>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">${this.#t('line')}</th>
            <th scope="col">${this.#t('column')}</th>
            <th scope="col">${this.#t('what')}</th>
          </tr>
        </thead>
        <tbody>
          ${faults.map(
            ({ line, column, code, value }) => html`<tr>
              <td class="place" data-label=${this.#t('line')}>${line === 0 ? this.#t('wholeFile') : line}</td>
              <td data-label=${this.#t('column')}>${column}</td>
              <td class="title">${FAULT_TEXTS[code][this.lang].replace('{}', () => value)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      ${faults.length >= 300 ? html`<p class="head quiet">${this.#t('someShown')}</p>` : nothing}
    </section>`
  }

  #rows(rows: readonly PlannedRow[]): TemplateResult {
    const badge = { new: 'good', changed: 'brand', unchanged: '' } as const
    return html`<section class="card flush" aria-labelledby="lines">
      <div class="head"><h2 id="lines">${this.#t('linesTitle')}</h2></div>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">${this.#t('line')}</th>
            <th scope="col">${this.#t('student')}</th>
            <th scope="col">${this.#t('outcome')}</th>
            <th scope="col"><span class="visually-hidden">${this.#t('changed')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            row => html`<tr>
              <td class="place" data-label=${this.#t('line')}>${row.line}</td>
              <td class="title">
                <strong>${nameIn(this.lang, row.person)}</strong>
                <span class="quiet small">${[otherNameIn(this.lang, row.person), row.person.refNo].filter(Boolean).join(' · ')}</span>
              </td>
              <td data-label=${this.#t('outcome')}><span class="badge ${badge[row.outcome]}">${this.#t(row.outcome)}</span></td>
              <td class="small">${this.#difference(row)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      ${rows.length >= 300 ? html`<p class="head quiet">${this.#t('someShown')}</p>` : nothing}
    </section>`
  }

  #difference({ changes, joins }: PlannedRow): TemplateResult {
    return html`<span>
      ${changes.map(
        ({ field, from, to }) => html`<span class="change">
          ${FIELD_NAMES[field]?.[this.lang]}: <del>${from === '' ? '–' : from}</del> → <ins>${to}</ins>
        </span>`,
      )}
      ${joins ? html`<span class="change">${this.#t('joins')} ${joins.groupName}</span>` : nothing}
    </span>`
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
    const preview = await this.#call<ImportPreview>({})
    if (!preview) return
    this.preview = preview
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('#preview')?.focus()
  }

  async #confirm(seal: string, count: number): Promise<void> {
    const done = await this.#call<{ undo: string }>({ seal })
    if (!done) return
    this.#draft.clear()
    const said = countText(IMPORT_COUNTS.done, count, this.lang)
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

/**
 * Where files come in: dropped anywhere on it, or chosen by its button.
 *
 * `<console-file-drop hint="…" ?multiple=${true} accept="…" @console-files=${({ detail }) => …}>`; `detail` is
 * a list of files.
 */
import { css, html, nothing } from 'lit'
import { ConsoleElement } from '../../console-element.ts'
import { icon } from '../../icons.ts'
import { ACCEPTED } from './media.ts'
import { STRINGS } from './strings.ts'

export class ConsoleFileDrop extends ConsoleElement {
  static override styles = css`
    .drop {
      display: grid;
      justify-items: center;
      gap: 0.35rem;
      padding: 1.25rem 1rem;
      border: 2px dashed var(--wa-form-control-border-color);
      border-radius: var(--wa-border-radius-l);
      background: var(--wa-color-surface-lowered);
      text-align: center;
      transition: background-color 120ms, border-color 120ms;
    }
    .over {
      border-color: var(--wa-color-brand-border-loud);
      background: var(--wa-color-brand-fill-quiet);
    }
    .big {
      font-size: 1.9rem;
      color: var(--wa-color-brand-on-quiet);
      line-height: 1;
    }
  `
  static override properties = {
    hint: {},
    label: {},
    accept: {},
    multiple: { type: Boolean },
    isOver: { state: true },
  }

  declare hint: string
  /** Of the button. */
  declare label: string
  declare accept: string
  declare multiple: boolean
  declare private isOver: boolean

  constructor() {
    super()
    this.hint = ''
    this.label = ''
    this.accept = ACCEPTED
    this.multiple = false
    this.isOver = false
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('wa-button')?.focus(options)
  }

  override render() {
    return html`<div
      class="drop ${this.isOver ? 'over' : ''}"
      @dragenter=${this.#over}
      @dragover=${this.#over}
      @dragleave=${this.#leave}
      @drop=${this.#drop}
    >
      <span class="big" aria-hidden="true">${icon('cloud-up')}</span>
      <span>${STRINGS.drop[this.lang]} ${STRINGS.or[this.lang]}</span>
      <wa-button appearance="outlined" size="s" @click=${this.#choose}>
        ${this.label || STRINGS.choose[this.lang]}
      </wa-button>
      ${this.hint === '' ? nothing : html`<span class="small quiet">${this.hint}</span>`}
      <input type="file" hidden accept=${this.accept} ?multiple=${this.multiple} @change=${this.#chosen} />
    </div>`
  }

  #choose = (): void => {
    this.renderRoot.querySelector('input')?.click()
  }

  #chosen = (event: Event): void => {
    const input = event.target as HTMLInputElement
    this.#tell([...(input.files ?? [])])
    // So that the same file can be chosen again.
    input.value = ''
  }

  #over = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    this.isOver = true
  }

  #leave = (event: DragEvent): void => {
    const field = event.currentTarget as HTMLElement
    if (!field.contains(event.relatedTarget as Node | null)) this.isOver = false
  }

  #drop = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    this.isOver = false
    this.#tell([...event.dataTransfer.files])
  }

  #tell(files: File[]): void {
    const wanted = this.multiple ? files : files.slice(0, 1)
    if (wanted.length > 0) this.dispatchEvent(new CustomEvent('console-files', { detail: wanted }))
  }
}

customElements.define('console-file-drop', ConsoleFileDrop)

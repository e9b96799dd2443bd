/** A small dialog of the editor that asks for an address and a text: of a link, or of a picture. */
import { html, LitElement, nothing } from 'lit'
import { styles } from './styles.ts'

export interface Asked {
  title: string
  address: string
  addressLabel: string
  addressHint: string
  /** Shown when {@link accepts} says no. */
  addressFault: string
  accepts(address: string): boolean
  /** Left out, only the address is asked for. */
  text?: { label: string; hint: string; value: string }
  go: string
  cancel: string
  /** A third button: takes away what is there. */
  remove?: string
}

export interface Answered {
  address: string
  text: string
}

export class AskDialog extends LitElement {
  static override styles = styles
  static override properties = { asked: { state: true }, isWrong: { state: true } }

  declare asked: Asked | undefined
  declare isWrong: boolean
  #answer: ((answer: Answered | 'remove' | undefined) => void) | undefined

  constructor() {
    super()
    this.isWrong = false
  }

  /** Opens it. @returns undefined when it was closed */
  async ask(asked: Asked): Promise<Answered | 'remove' | undefined> {
    this.asked = asked
    this.isWrong = false
    await this.updateComplete
    const dialog = this.renderRoot.querySelector('dialog')
    const fields = [...(dialog?.querySelectorAll('input') ?? [])]
    for (const [index, field] of fields.entries())
      field.value = index === 0 ? asked.address : (asked.text?.value ?? '')
    dialog?.showModal()
    // What is known already is not asked for first.
    const first = asked.address && asked.text ? fields[1] : fields[0]
    first?.focus()
    first?.select()
    return new Promise(answer => {
      this.#answer = answer
    })
  }

  protected override render() {
    const { asked } = this
    if (!asked) return nothing
    return html`<dialog aria-labelledby="title" @close=${() => this.#end(undefined)}>
      <form method="dialog" @submit=${this.#submit}>
        <h2 id="title">${asked.title}</h2>
        <label for="address">${asked.addressLabel}</label>
        <input id="address" autocomplete="off" spellcheck="false" aria-describedby="about"
          aria-invalid=${this.isWrong ? 'true' : nothing}>
        <p id="about" class=${this.isWrong ? 'fault' : 'hint'} aria-live="polite">${
          this.isWrong ? asked.addressFault : asked.addressHint
        }</p>
        ${
          asked.text
            ? html`<label for="text">${asked.text.label}</label>
              <input id="text" autocomplete="off" aria-describedby=${asked.text.hint ? 'text-hint' : nothing}>
              ${asked.text.hint ? html`<p id="text-hint" class="hint">${asked.text.hint}</p>` : nothing}`
            : nothing
        }
        <div class="actions">
          ${
            asked.remove
              ? html`<button type="button" class="start" @click=${() => this.#end('remove')}>${asked.remove}</button>`
              : nothing
          }
          <button type="button" @click=${() => this.#end(undefined)}>${asked.cancel}</button>
          <button class="go">${asked.go}</button>
        </div>
      </form>
    </dialog>`
  }

  #submit(event: Event): void {
    event.preventDefault()
    // The form of a page around it is another one.
    event.stopPropagation()
    const [address, text] = [...this.renderRoot.querySelectorAll('input')].map(({ value }) => value.trim())
    this.isWrong = !address || !this.asked?.accepts(address)
    if (this.isWrong) this.renderRoot.querySelector('input')?.focus()
    else this.#end({ address: address ?? '', text: text ?? '' })
  }

  #end(answer: Answered | 'remove' | undefined): void {
    const tell = this.#answer
    this.#answer = undefined
    this.renderRoot.querySelector('dialog')?.close()
    tell?.(answer)
  }
}
customElements.define('console-rich-text-ask', AskDialog)
